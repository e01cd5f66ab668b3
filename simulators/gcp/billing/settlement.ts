import { scheduleDue } from '../../kit/due.ts';
import type { GcpChange, GcpReader, Settlement } from '../state.ts';
import { addDays, addMonthsTo, pacificDay, pacificMonth, startOfDay, tenthBusinessDay } from './pacific.ts';

/**
 * How Google settles with a seller. Customer Insights came two days late by the page "Customer Insights reports", and one
 * day late since 2026-05-27 by a digest of release notes (not confirmed).
 */
export const settlementOf = (reader: GcpReader, sellerId: string): Settlement =>
  reader.get('settlements', sellerId) ?? {
    id: sellerId,
    googleSharePercent: '3',
    bucket: `${sellerId}-marketplace-reports`,
    insightsDelayDays: 1,
    startedAt: null,
  };

/** The day of a month on which the usage of the month before is billed. */
const closeDay = '02';

/** Begins the reports of a seller with its first order or usage: there are none for the time before. */
export const startSettlement = (transaction: GcpChange, sellerId: string): void => {
  const settlement = settlementOf(transaction, sellerId);
  if (settlement.startedAt !== null) return;
  transaction.put('settlements', { ...settlement, startedAt: transaction.at });
  const month = pacificMonth(transaction.at);
  scheduleClose(transaction, sellerId, month);
  scheduleDisbursement(transaction, sellerId, month);
  scheduleInsights(transaction, sellerId, pacificDay(transaction.at));
};

/** Schedules the bill for the usage of a month. */
export const scheduleClose = (transaction: GcpChange, sellerId: string, month: string): void => {
  const at = startOfDay(`${addMonthsTo(month, 1)}-${closeDay}`);
  scheduleDue(transaction, { kind: 'month-close', at, refId: sellerId, detail: { month } });
};

/** Schedules the disbursement of a month, and its reports: "by the tenth business day". */
export const scheduleDisbursement = (transaction: GcpChange, sellerId: string, month: string): void => {
  const at = startOfDay(tenthBusinessDay(addMonthsTo(month, 1)));
  scheduleDue(transaction, { kind: 'disbursement', at, refId: sellerId, detail: { month } });
};

/** Schedules the Customer Insights of a day. */
export const scheduleInsights = (transaction: GcpChange, sellerId: string, day: string): void => {
  const { insightsDelayDays } = settlementOf(transaction, sellerId);
  const at = Math.max(startOfDay(addDays(day, 1 + insightsDelayDays)), transaction.at);
  scheduleDue(transaction, { kind: 'insights', at, refId: sellerId, detail: { day } });
};
