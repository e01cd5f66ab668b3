import type { RevenueChannel } from '../../../adapters/revenue/port.ts';
import { monthOf, nextMonth, startOfMonth } from './reconciliation.ts';

const dayMs = 86_400_000;

/** When a partner bills, and how long it takes until its feed says so. */
export type BillingDays = {
  /** Its months of usage begin at midnight here. */
  zone: string;
  /** Days after a charge that is due at a time, or after the end of the month that holds it. */
  fixed: { from: 'CHARGE' | 'MONTH_END'; days: number };
  /** Days after the end of a month of usage. */
  usageDays: number;
  /** Its records name the month of a bill, and no day. */
  namesMonths: boolean;
  /** A record is all that a month of a purchase costs, prices and usage alike. */
  mixesCharges: boolean;
  /** Bills in the buyer's currency, or states what was settled in that of the payout. */
  converts: boolean;
};

/**
 * - AWS: contracts are invoiced at the subscription, payments of a schedule at their date, and usage with the bill of its
 *   month, which comes early in the next one (AWS Marketplace Buyer Guide, "Paying for products"; a third party's page
 *   says no later than the third day). The feed follows within 48 hours. A week more than that is our choice.
 * - AZURE: usage of a month is calculated and the transaction reported in the next one (Microsoft, "Payout schedules and
 *   processes"). The same is taken for subscriptions; billed in the currency of the buyer's market. A line of the bill has no
 *   date but `MonthStartDate`, the first of its month.
 * - GCP: charges of a month, by Pacific time, are in the reports of the 10th business day of the next one (Google,
 *   "Disbursement report"), at the latest the 16th; some days more for holidays.
 * - STRIPE: a charge is in the balance at once. ADYEN: it is in the report of the batch that pays it out, at the latest
 *   monthly (not confirmed). Both state what was settled in the currency of the payout.
 */
export const billingDays: Readonly<Record<RevenueChannel, BillingDays>> = {
  AWS: {
    zone: 'UTC',
    fixed: { from: 'CHARGE', days: 9 },
    usageDays: 12,
    namesMonths: false,
    mixesCharges: false,
    converts: false,
  },
  AZURE: {
    zone: 'UTC',
    fixed: { from: 'MONTH_END', days: 31 },
    usageDays: 31,
    namesMonths: true,
    mixesCharges: false,
    converts: true,
  },
  GCP: {
    zone: 'America/Los_Angeles',
    fixed: { from: 'MONTH_END', days: 20 },
    usageDays: 20,
    namesMonths: false,
    mixesCharges: true,
    converts: true,
  },
  STRIPE: {
    zone: 'UTC',
    fixed: { from: 'CHARGE', days: 3 },
    usageDays: 3,
    namesMonths: false,
    mixesCharges: false,
    converts: true,
  },
  ADYEN: {
    zone: 'UTC',
    fixed: { from: 'CHARGE', days: 35 },
    usageDays: 35,
    namesMonths: false,
    mixesCharges: false,
    converts: true,
  },
};

const later = (time: Date, days: number): Date => new Date(time.getTime() + days * dayMs);

/** Until when a charge that is due at a time is billed. */
export const fixedDeadline = (channel: RevenueChannel, chargeTime: Date): Date => {
  const { fixed, zone } = billingDays[channel];
  const { from, days } = fixed;
  const start = from === 'CHARGE' ? chargeTime : startOfMonth(nextMonth(monthOf(chargeTime, zone)));
  return later(start, days);
};

/** Until when the usage of a month is billed. */
export const usageDeadline = (channel: RevenueChannel, month: string): Date =>
  later(startOfMonth(nextMonth(month)), billingDays[channel].usageDays);
