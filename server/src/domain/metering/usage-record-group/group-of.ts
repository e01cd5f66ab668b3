import { decimalToJson } from '../../../kit/decimal.ts';
import type { AcceptedUsage } from './accept-usage.ts';
import type { DimensionState } from './dimension-state-store.ts';
import { noMetaInfo, type ReportedUsage } from './parse-usage.ts';
import type { UsageRecordGroup } from './usage-record-group.ts';

/** Set by the service and by imports from billing systems; values that a client sends for them are dropped. */
const ownedMetaInfo = [
  'source',
  'timestamp',
  'originalHour',
  'originRecords',
  'billableRecords',
  'lagoAmount',
  'lagoSubscriptionID',
  'lagoUsageStartTime',
  'metronomeDailyCostAmount',
  'metronomeInvoiceID',
  'metronomeMonthlyInvoiceAmount',
  'metronomeMonthlyInvoiceAmountAdjusted',
  'stripeInvoiceID',
  'stripePeriodEndTime',
  'stripePeriodStartTime',
  'stripeSubscriptionItemID',
  'stripeUsageRecordSummaryID',
  'stripeUsageRecordSummaryTotalUsage',
] as const;

const metaInfoOf = (usage: ReportedUsage): Record<string, unknown> => {
  if (usage.metaInfo === noMetaInfo && usage.billable === null) return noMetaInfo;
  const kept = { ...usage.metaInfo };
  for (const name of ownedMetaInfo) delete kept[name];
  return usage.billable === null ? kept : { ...kept, billableRecords: usage.sentBillable };
};

/** Quantities by the dimensions to which they were mapped. */
const recordsOf = ({ items }: AcceptedUsage): Record<string, unknown> =>
  Object.fromEntries(items.map(({ dimension, quantity }) => [dimension, decimalToJson(quantity)]));

/** A new group, as stored in the partition of its month. */
export const groupOf = (accepted: AcceptedUsage, id: string, month: string, now: Date): UsageRecordGroup => ({
  id,
  creation_month: month,
  entitlement_id: accepted.entitlement.id,
  buyer_id: accepted.entitlement.buyerId,
  product_id: accepted.entitlement.productId,
  partner: accepted.entitlement.partner,
  status: 'CREATED',
  source: 'API',
  records: accepted.mapped ? recordsOf(accepted) : accepted.usage.sentRecords,
  meta_info: accepted.mapped
    ? { ...metaInfoOf(accepted.usage), originRecords: accepted.usage.sentRecords }
    : metaInfoOf(accepted.usage),
  usage_allocations: accepted.usage.allocations?.document ?? null,
  usage_time: accepted.time,
  report_id: null,
  reported_time: null,
  creation_time: now,
  last_update_time: now,
  version: 1,
});

/** Dimension states of usage that has just been accepted: nothing is closed yet. */
export const statesOfAccepted = ({ items, hour }: AcceptedUsage): DimensionState[] =>
  items.map(({ dimension, quantity }) => ({
    dimension,
    state: 'CREATED',
    cause: null,
    quantity,
    carried_back: '0',
    hour,
    report_id: null,
    kind: null,
    message: null,
  }));
