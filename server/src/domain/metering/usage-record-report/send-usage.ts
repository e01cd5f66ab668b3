import { concernsAccount } from '../../../adapters/call-health.ts';
import type { UsageAnswer, UsageOutcome, UsageSend } from '../../../adapters/marketplace/port.ts';
import { isPartnerError, type PartnerError } from '../../../adapters/partner-error.ts';
import { cutText } from '../../../kit/cut-text.ts';
import { big } from '../../../kit/decimal.ts';
import { submittedAllocations } from '../usage-allocation/allocate-row.ts';
import { wireBytesOf } from '../usage-allocation/usage-allocation.ts';
import type { ClaimedRow } from './sending-store.ts';
import {
  type AllocatedReportRow,
  otherQuantity,
  rowMessages,
  type SendResult,
  type SentUsage,
  unclearQuantity,
} from './usage-record-report.ts';

/** A row as it is sent, the same every time. */
export const sendOf = (row: AllocatedReportRow): UsageSend => ({
  reportId: row.id,
  ...row.address,
  dimension: row.dimension,
  quantity: row.quantity,
  timestamp: row.told_time,
  allocations: submittedAllocations(row.allocations ?? [], row.quantity),
});

/** Marketplaces accept less than 1 MB in one request. */
const maxRequestBytes = 1_000_000;
/** More than a record takes without its allocations. */
const recordBytes = 3_000;

/** The first rows, as many as fit into one request; at least one. */
export const fitRequest = (rows: readonly AllocatedReportRow[]): AllocatedReportRow[] => {
  let bytes = 0;
  const end = rows.findIndex(({ allocations }) => {
    bytes += (allocations ?? []).reduce((sum, [tags]) => sum + wireBytesOf(tags), recordBytes);
    return bytes > maxRequestBytes;
  });
  return rows.slice(0, end < 0 ? rows.length : Math.max(1, end));
};

type Result = Pick<SendResult, 'outcome' | 'code' | 'message' | 'recordId'>;

const resultOf = ({ quantity }: UsageSend, outcome: UsageOutcome | undefined): Result => {
  switch (outcome?.state) {
    case 'ACCEPTED':
      return { outcome: outcome.state, code: null, message: null, recordId: outcome.recordId };
    case 'DUPLICATE': {
      const isOther = outcome.isOther ?? (outcome.quantity !== undefined && !big(outcome.quantity).eq(quantity));
      const code = outcome.isUnclear ? unclearQuantity : isOther ? otherQuantity : null;
      return { outcome: outcome.state, code, message: null, recordId: outcome.recordId };
    }
    case 'REFUSED':
      return { outcome: 'REFUSED', code: outcome.code, message: outcome.message, recordId: null };
    case 'UNPROCESSED':
      return { outcome: 'NOT_APPLIED', code: 'UNPROCESSED', message: null, recordId: null };
    case undefined:
      return {
        outcome: 'UNKNOWN',
        code: 'NO_ANSWER',
        message: 'the answer does not mention the record',
        recordId: null,
      };
  }
};

const ofError = (error: PartnerError, outcome: SendResult['outcome']): Result => ({
  outcome,
  code: error.partnerCode,
  message: cutText(error.message, 1000),
  recordId: null,
});

/**
 * Sends one batch. A refusal that names no record is narrowed down by halving the batch, so that the other records
 * still count; records sent again for that are identical. Never throws for a failure of the marketplace. Throws the
 * reason of `signal` instead of a further call once it is aborted: nobody waits for the answer, and the marketplace may
 * no longer accept the usage.
 */
export const sendUsage = async (
  report: (rows: UsageSend[]) => Promise<UsageAnswer>,
  rows: readonly UsageSend[],
  attempts: ReadonlyMap<string, number>,
  signal: AbortSignal,
): Promise<Omit<SentUsage, 'repeated'>> => {
  const calls: SentUsage['calls'] = [];
  const results: SendResult[] = [];
  let failure: SentUsage['failure'];
  const conclude = (batch: readonly UsageSend[], call: number | null, of: (row: UsageSend) => Result): void => {
    for (const row of batch)
      results.push({ rowId: row.reportId, attempt: attempts.get(row.reportId) ?? 0, call, ...of(row) });
  };
  const send = async (batch: UsageSend[]): Promise<void> => {
    signal.throwIfAborted();
    let answer: UsageAnswer;
    try {
      answer = await report(batch);
    } catch (error) {
      if (!isPartnerError(error)) throw error;
      const isUnknown = error.outcome === 'UNKNOWN';
      const isOpen = isUnknown || error.outcome === 'NOT_SENT' || error.retryable || concernsAccount(error);
      if (isOpen) {
        failure = {
          code: error.partnerCode,
          message: cutText(error.message, 1000),
          ofAccount: error.outcome === 'REFUSED' && concernsAccount(error),
        };
        return conclude(batch, null, () => ofError(error, isUnknown ? 'UNKNOWN' : 'NOT_APPLIED'));
      }
      if (batch.length === 1) return conclude(batch, null, () => ofError(error, 'REFUSED'));
      const middle = Math.ceil(batch.length / 2);
      await send(batch.slice(0, middle));
      return send(batch.slice(middle));
    }
    const call =
      calls.push({ requestId: answer.requestId ?? null, request: answer.request, response: answer.response }) - 1;
    conclude(batch, call, (row) => resultOf(row, answer.outcomes.get(row.reportId)));
  };
  if (rows.length > 0) await send([...rows]);
  return { calls, results, ...(failure === undefined ? {} : { failure }) };
};

/** The results of claimed rows whose deadline passed before they could be sent. */
export const resultsOfLate = (
  rows: readonly AllocatedReportRow[],
  attempts: ReadonlyMap<string, number>,
): SendResult[] =>
  rows.map(({ id }) => ({
    rowId: id,
    attempt: attempts.get(id) ?? 0,
    call: null,
    outcome: 'NOT_APPLIED',
    code: rowMessages.late,
    message: null,
    recordId: null,
  }));

/** Attempt numbers by row. */
export const attemptsOf = (claimed: readonly ClaimedRow[]): Map<string, number> =>
  new Map(claimed.map((row) => [row.rowId, row.attempt]));
