import type { RevenueChannel } from '../../../adapters/revenue/port.ts';
import { channelFacts } from '../channels.ts';
import { monthOf, nextMonth, startOfMonth } from './reconciliation.ts';

const dayMs = 86_400_000;

const later = (time: Date, days: number): Date => new Date(time.getTime() + days * dayMs);

/** Until when a charge that is due at a time is billed. */
export const fixedDeadline = (channel: RevenueChannel, chargeTime: Date): Date => {
  const { fixed, zone } = channelFacts[channel].billing;
  const { from, days } = fixed;
  const start = from === 'CHARGE' ? chargeTime : startOfMonth(nextMonth(monthOf(chargeTime, zone)));
  return later(start, days);
};

/** Until when the usage of a month is billed. */
export const usageDeadline = (channel: RevenueChannel, month: string): Date =>
  later(startOfMonth(nextMonth(month)), channelFacts[channel].billing.usageDays);
