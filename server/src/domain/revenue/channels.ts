import type { RevenueChannel } from '../../adapters/revenue/port.ts';
import { pacific } from '../../kit/pacific-time.ts';
import { chargedAtOnce, chargedByPlan, chargedInParts, type PriceRules } from './reconciliation/price-rules.ts';
import { awsMembers, azureMembers, gcpMembers, type Member } from './revenue-record/detail/members.ts';

export type { RevenueChannel } from '../../adapters/revenue/port.ts';

/** When a partner bills, and how long it takes until its feed says so. */
export type BillingDays = {
  /** Its months begin at midnight here. */
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

/** Where the reference shows a row of a feed, and with which members; `dayAs`: the one that has the day of its record. */
export type ShownRow = {
  member: 'awsRevenueRecordDetail' | 'azureRevenueRecordDetail' | 'gcpRevenueRecordDetail';
  members: readonly Member[];
  dayAs?: 'reportDate';
};

/** Everything to know of a channel, beside how its feed is read (`adapters/revenue`). Nothing else compares channels. */
export type ChannelFacts = {
  /** How often it is read. */
  everyMinutes: number;
  /**
   * How far a sync looks back from the last one that did not fail. Files are found by their version, so that looking back
   * costs only a longer list.
   */
  lookBackDays: number;
  /** Whether it says what buyers have paid. If not, collected is what was paid out. */
  tellsCollected: boolean;
  billing: BillingDays;
  /** How it charges the terms of a purchase. */
  prices: PriceRules;
  /** The member of a record that names its payout. */
  payoutAs: 'disbursementBillingEventId' | 'paymentId';
  /** Null: the reference has no object for it, and rows are shown by their columns only. */
  row: ShownRow | null;
};

const hour = 60;

/** One entry for each channel. The intervals and the days to look back are our choice. */
export const channelFacts: Readonly<Record<RevenueChannel, ChannelFacts>> = {
  AWS: {
    // AWS appends the rows of a day to the month's file at midnight UTC (Seller Guide, "Seller delivery data feeds"). Files are
    // looked for every few hours, as a list is a single call.
    everyMinutes: 6 * hour,
    lookBackDays: 92,
    // Billing events know payouts only.
    tellsCollected: false,
    // Contracts are invoiced at the subscription, payments of a schedule at their date, and usage with the bill of its
    // month, which comes early in the next one (AWS Marketplace Buyer Guide, "Paying for products"; a third party's page
    // says no later than the third day). The feed follows within 48 hours. A week more than that is our choice.
    billing: {
      zone: 'UTC',
      fixed: { from: 'CHARGE', days: 9 },
      usageDays: 12,
      namesMonths: false,
      mixesCharges: false,
      converts: false,
    },
    prices: chargedAtOnce,
    payoutAs: 'disbursementBillingEventId',
    row: { member: 'awsRevenueRecordDetail', members: awsMembers },
  },
  AZURE: {
    // Reports run once a day by our own order.
    everyMinutes: 12 * hour,
    lookBackDays: 92,
    tellsCollected: true,
    // Usage of a month is calculated and the transaction reported in the next one (Microsoft, "Payout schedules and
    // processes"). The same is taken for subscriptions; billed in the currency of the buyer's market. A line of the bill
    // has no date but `MonthStartDate`, the first of its month.
    billing: {
      zone: 'UTC',
      fixed: { from: 'MONTH_END', days: 31 },
      usageDays: 31,
      namesMonths: true,
      mixesCharges: false,
      converts: true,
    },
    prices: chargedByPlan,
    payoutAs: 'paymentId',
    row: { member: 'azureRevenueRecordDetail', members: azureMembers },
  },
  GCP: {
    // Google writes its reports into the bucket that Producer Portal names ("Set up to receive reports"; when on a day is
    // not said).
    everyMinutes: 6 * hour,
    lookBackDays: 92,
    // They know payouts only.
    tellsCollected: false,
    // Charges of a month, by Pacific time, are in the reports of the 10th business day of the next one (Google,
    // "Disbursement report"), at the latest the 16th; some days more for holidays.
    billing: {
      zone: pacific,
      fixed: { from: 'MONTH_END', days: 20 },
      usageDays: 20,
      namesMonths: false,
      mixesCharges: true,
      converts: true,
    },
    prices: chargedInParts,
    payoutAs: 'paymentId',
    row: { member: 'gcpRevenueRecordDetail', members: gcpMembers, dayAs: 'reportDate' },
  },
  STRIPE: {
    // There are no files: each day of the window is listed anew.
    everyMinutes: hour,
    lookBackDays: 31,
    tellsCollected: true,
    // A charge is in the balance at once, settled in the currency of the payout.
    billing: {
      zone: 'UTC',
      fixed: { from: 'CHARGE', days: 3 },
      usageDays: 3,
      namesMonths: false,
      mixesCharges: false,
      converts: true,
    },
    prices: chargedAtOnce,
    payoutAs: 'paymentId',
    row: null,
  },
  ADYEN: {
    // Reports are announced, and read at once. The hour is for messages that were lost in between.
    everyMinutes: hour,
    lookBackDays: 92,
    tellsCollected: true,
    // A charge is in the report of the batch that pays it out, at the latest monthly (not confirmed), settled in the
    // currency of the payout.
    billing: {
      zone: 'UTC',
      fixed: { from: 'CHARGE', days: 35 },
      usageDays: 35,
      namesMonths: false,
      mixesCharges: false,
      converts: true,
    },
    prices: chargedAtOnce,
    payoutAs: 'paymentId',
    row: null,
  },
};

export const revenueChannels = Object.keys(channelFacts) as [RevenueChannel, ...RevenueChannel[]];
