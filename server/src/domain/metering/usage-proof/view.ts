import type { z } from 'zod';
import { Big, decimalToJson } from '../../../kit/decimal.ts';
import { addHours } from '../../../kit/hours.ts';
import { encodeId, nilId } from '../../../kit/ids.ts';
import { imbalanceOf, submittedOf } from '../usage-record-report/identity.ts';
import { rowIs } from '../usage-record-report/states.ts';
import { rowMessages } from '../usage-record-report/usage-record-report.ts';
import { findUsageWindow } from '../usage-record-report/window.ts';
import type { BalanceRow } from './balance-store.ts';
import type { ReceiptRow } from './receipt-store.ts';
import { remedyOf } from './remedies.ts';
import type { receiptStatuses, UsageBalancePage, UsageDriftPage, UsageReceiptPage } from './schema.ts';
import type { ComparisonDrift, Drift } from './usage-proof.ts';

const hourMs = 3_600_000;
const hoursOfDay = 24;

const hourView = (hour: Date) => ({ startTime: hour.toISOString(), endTime: addHours(hour, 1).toISOString() });

/** Whole hours until the deadline; 0 once it has passed. */
const deadlineView = (deadline: Date | undefined, now: Date): { deadline?: string; hoursLeft?: number } =>
  deadline === undefined
    ? {}
    : {
        deadline: deadline.toISOString(),
        hoursLeft: Math.max(0, Math.floor((deadline.getTime() - now.getTime()) / hourMs)),
      };

export const viewBalance = (row: BalanceRow, now: Date): z.input<typeof UsageBalancePage>['usageBalances'][number] => {
  const waits = !new Big(row.pending).plus(row.held).eq(0);
  return {
    entitlementID: encodeId('ent', row.entitlementId),
    partner: row.partner,
    dimension: row.dimension,
    ...hourView(row.hour),
    accepted: decimalToJson(row.accepted),
    adjusted: decimalToJson(row.adjusted),
    submitted: decimalToJson(submittedOf(row)),
    acknowledged: decimalToJson(row.acknowledged),
    unknown: decimalToJson(row.unknown),
    refused: decimalToJson(row.refused),
    included: decimalToJson(row.included),
    credited: decimalToJson(row.credited),
    committed: decimalToJson(row.committed),
    carriedIn: decimalToJson(row.carriedIn),
    carriedOut: decimalToJson(row.carriedOut),
    pending: decimalToJson(row.pending),
    held: decimalToJson(row.held),
    heldCauses: (row.held_causes ?? []).map(([cause, quantity]) => ({ cause, quantity: decimalToJson(quantity) })),
    ...(waits ? deadlineView(findUsageWindow(row.partner)?.deadlineOf(row.hour), now) : {}),
    failed: decimalToJson(row.failed),
    invalid: decimalToJson(row.invalid),
    deleted: decimalToJson(row.deleted),
    computedOnly: decimalToJson(row.computedOnly),
    difference: decimalToJson(imbalanceOf(row)),
  };
};

const viewComparisonDrift = ({ hour, comparison }: Drift & { comparison: ComparisonDrift }) => ({
  startTime: hour.toISOString(),
  endTime: addHours(hour, hoursOfDay).toISOString(),
  usageResourceID: comparison.resource,
  ...(comparison.planId === '' ? {} : { planID: comparison.planId }),
  submittedQuantity: decimalToJson(comparison.ours),
  shownQuantity: decimalToJson(comparison.theirs),
  ...(comparison.billed === null ? {} : { billedQuantity: decimalToJson(comparison.billed) }),
  ...(comparison.status ? { partnerStatus: comparison.status } : {}),
  firstSeenTime: new Date(comparison.firstSeen).toISOString(),
  lastSeenTime: new Date(comparison.lastSeen).toISOString(),
});

export const viewDrift = (drift: Drift, now: Date): z.input<typeof UsageDriftPage>['usageDrifts'][number] => ({
  cause: drift.cause,
  ...(drift.cause === 'HELD' ? { heldCause: drift.detail } : {}),
  ...(drift.entitlement_id === nilId ? {} : { entitlementID: encodeId('ent', drift.entitlement_id) }),
  partner: drift.partner,
  ...(drift.product_id === null ? {} : { productID: encodeId('prod', drift.product_id) }),
  ...(drift.buyer_id === null ? {} : { buyerID: encodeId('buyer', drift.buyer_id) }),
  dimension: drift.dimension,
  ...hourView(drift.hour),
  quantity: decimalToJson(drift.quantity),
  ...(drift.comparison === null
    ? deadlineView(drift.deadline ?? findUsageWindow(drift.partner)?.deadlineOf(drift.hour), now)
    : viewComparisonDrift({ ...drift, comparison: drift.comparison })),
  ...(drift.report_id === null ? {} : { usageRecordReportID: encodeId('report', drift.report_id) }),
  usageRecordGroupIDs: drift.group_ids,
  ...(drift.message ? { message: drift.message } : {}),
  remedy: remedyOf(drift),
});

const receiptStatusOf = ({ state, message }: ReceiptRow): (typeof receiptStatuses)[number] => {
  if (rowIs.counted(state)) return 'BILLED';
  if (rowIs.refused(state)) return 'REFUSED';
  return message === rowMessages.outcomeUnknown ? 'UNKNOWN' : 'PENDING';
};

export const viewReceipt = (row: ReceiptRow): z.input<typeof UsageReceiptPage>['usageReceipts'][number] => ({
  number: row.receipt_number,
  dimension: row.dimension,
  ...hourView(row.hour),
  submittedTime: row.told_time.toISOString(),
  status: receiptStatusOf(row),
  ...(row.message === '' ? {} : { message: row.message }),
  accepted: decimalToJson(row.accepted),
  adjusted: decimalToJson(row.adjusted),
  carriedIn: decimalToJson(row.carried_in),
  carriedOut: decimalToJson(new Big(row.carried_out).plus(row.carried_back).toFixed()),
  included: decimalToJson(row.included),
  paidByCredit: decimalToJson(row.credited),
  paidByCommit: decimalToJson(row.committed),
  creditAmount: decimalToJson(row.credit_amount),
  commitAmount: decimalToJson(row.commit_amount),
  ...(row.unit_price === null ? {} : { unitPrice: decimalToJson(row.unit_price) }),
  quantity: decimalToJson(row.standing),
  billed: decimalToJson(rowIs.counted(row.state) ? row.standing : '0'),
  ...(row.record_id === null ? {} : { partnerRecordID: row.record_id }),
  usageRecordReportID: encodeId('report', row.report_id),
  closedTime: row.closed_time.toISOString(),
  ...(row.confirmed_time === null ? {} : { confirmedTime: row.confirmed_time.toISOString() }),
});
