import { Big, decimalToJson } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { RevenueDifference } from './reconciliation.ts';
import type { PayoutRecordRow, PayoutRow } from './store.ts';

/** A difference as clients and events show it. */
export const viewDifference = (orgId: string, row: RevenueDifference) => ({
  id: encodeId('diff', row.id),
  organizationID: encodeId('org', orgId),
  partner: row.channel,
  entitlementID: encodeId('ent', row.entitlement_id),
  place: row.place,
  status: row.resolved_time === null ? ('OPEN' as const) : ('RESOLVED' as const),
  kind: row.kind,
  ...(row.cause === null ? {} : { cause: row.cause }),
  period: row.period,
  currency: row.currency,
  ...(row.expected === null ? {} : { expectedAmount: decimalToJson(row.expected) }),
  billedAmount: decimalToJson(row.billed),
  billedCurrency: row.billed_currency,
  revenueRecordIDs: row.records.map((id) => encodeId('revenue', id)),
  revenueRecordCount: row.record_count,
  firstSeenTime: row.first_seen_time.toISOString(),
  lastSeenTime: row.last_seen_time.toISOString(),
  ...(row.resolved_time === null ? {} : { resolvedTime: row.resolved_time.toISOString() }),
});

/**
 * What a payout that failed held says nothing of its amount: another one pays that. Neither do records in another
 * currency: a partner that converts does not say at which rate.
 */
export const viewPayout = (row: PayoutRow) => ({
  partner: row.channel,
  payout: row.payout,
  ...(row.trace === null ? {} : { traceId: row.trace }),
  time: row.time.toISOString(),
  currency: row.currency,
  amount: decimalToJson(row.amount),
  failed: row.has_failed,
  recordsAmount: decimalToJson(row.held),
  ...(new Big(row.withheld).eq(0) ? {} : { withheldAmount: decimalToJson(row.withheld) }),
  lines: row.lines,
  ...(row.has_failed || row.is_converted
    ? {}
    : { difference: decimalToJson(new Big(row.amount).minus(row.held).minus(row.withheld)) }),
  ...(row.others.length === 0
    ? {}
    : {
        convertedFrom: row.others.map(({ currency, amount, lines }) => ({
          currency,
          recordsAmount: decimalToJson(amount),
          lines,
        })),
      }),
});

export const viewPayoutRecord = (row: PayoutRecordRow) => ({
  revenueRecordID: encodeId('revenue', row.id),
  partnerRecordID: row.record_id,
  currency: row.currency,
  amount: decimalToJson(row.amount),
  ...(row.paid_amount === null || row.paid_currency === null
    ? {}
    : { paidAmount: decimalToJson(row.paid_amount), paidCurrency: row.paid_currency }),
  lines: row.lines,
  ...(row.entitlement_id === null ? {} : { entitlementID: encodeId('ent', row.entitlement_id) }),
  ...(row.buyer_id === null ? {} : { buyerID: encodeId('buyer', row.buyer_id) }),
});
