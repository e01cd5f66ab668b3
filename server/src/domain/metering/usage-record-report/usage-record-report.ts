import type { UsageSend } from '../../../adapters/marketplace/port.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { IncludedPart } from '../included-quantity/included-quantity.ts';
import type { RowAllocation } from '../usage-allocation/usage-allocation.ts';
import type { ReportRowState } from './states.ts';

/** SHADOW and TEST are computed but not submitted. */
export type ReportKind = 'LIVE' | 'SHADOW' | 'TEST';

/** How many groups a report names at most. */
export const shownGroups = 100;

/** What was closed for one entitlement, term and hour. */
export type UsageReport = {
  id: string;
  entitlement_id: string;
  term_id: string;
  product_id: string | null;
  buyer_id: string | null;
  partner: string;
  hour: Date;
  kind: ReportKind;
  /** At most 100 of the groups in it. */
  group_ids: string[];
  /** Credit and commit of the term after this report; null if there was nothing to deduct. */
  credit_amount: Decimal | null;
  used_credit_amount: Decimal | null;
  commit_amount: Decimal | null;
  used_commit_amount: Decimal | null;
  creation_time: Date;
  version: number;
};

/** Why a row is in its state, in addition to the partner's own codes. */
export const rowMessages = {
  outcomeUnknown: 'OUTCOME_UNKNOWN',
  duplicateForeign: 'DUPLICATE_FOREIGN',
  late: 'LATE',
} as const;

/** The product, account and resource that a row is submitted for, frozen with it. */
export type ReportAddress = Pick<
  UsageSend,
  'product' | 'buyerAccountId' | 'customerIdentifier' | 'usageResourceId' | 'planId'
>;

/** One dimension of a report, frozen before it is sent. */
export type UsageReportRow = {
  id: string;
  report_id: string;
  entitlement_id: string;
  dimension: string;
  hour: Date;
  kind: ReportKind;
  partner: string;
  product_id: string | null;
  scope: string;
  /** Its own id if the hour was submitted before and this is submitted separately; else the nil UUID. */
  again: string;
  accepted: Decimal;
  carried_in: Decimal;
  carried_out: Decimal;
  /** Units that the price of the plan includes; returned when it is retried. */
  included: Decimal;
  /**
   * Units that credit and commit of the term have paid for, and the amounts this used; returned when it is retried.
   */
  credited: Decimal;
  committed: Decimal;
  credit_amount: Decimal;
  commit_amount: Decimal;
  /** Null: unknown. */
  unit_price: Decimal | null;
  /** Units submitted in addition to those used, so that usage beyond a commit costs its list price; below 0: fewer. */
  adjusted: Decimal;
  /** Null: the row is not adjusted. */
  unit_list_price: Decimal | null;
  /** The part of the quantity that still counts: accepted + adjusted + carried in − carried out − carried back − included − credited − committed. */
  standing: Decimal;
  quantity: Decimal;
  told_time: Date;
  address: ReportAddress;
  deadline: Date;
  oldest_month: string;
  state: ReportRowState;
  message: string;
  record_id: string | null;
  attempts: number;
  next_attempt_time: Date | null;
};

/** A row with the shares of its tag sets; null: no tags. */
export type AllocatedReportRow = UsageReportRow & { allocations: RowAllocation[] | null };

/**
 * A row with the periods whose included quantity it has used (null: none), and how much of `credit_amount` the share of
 * a part of the term has paid.
 */
export type NewReportRow = AllocatedReportRow & {
  included_of: readonly IncludedPart[] | null;
  share_term_id: string | null;
  share_amount: Decimal;
};

/** How one attempt ended. `NOT_APPLIED`: the marketplace has certainly not counted it. `UNKNOWN`: it may have. */
export type SendOutcome = 'ACCEPTED' | 'DUPLICATE' | 'REFUSED' | 'NOT_APPLIED' | 'UNKNOWN';

/** Code of a duplicate for which the partner holds a different quantity. */
export const otherQuantity = 'OTHER_QUANTITY';

/** Code of a duplicate for which the partner may hold the same quantity or a different one. */
export const unclearQuantity = 'UNCLEAR_QUANTITY';

export type SendResult = {
  rowId: string;
  attempt: number;
  outcome: SendOutcome;
  code: string | null;
  message: string | null;
  recordId: string | null;
  /** Position of the call in `SentUsage.calls`; null if no request was sent. */
  call: number | null;
};

export type SentUsage = {
  calls: { requestId: string | null; request: Record<string, unknown>; response: Record<string, unknown> }[];
  results: SendResult[];
  /**
   * The last call that ended without an answer for its records, in the marketplace's own words; absent if there was
   * none. `ofAccount`: the account was refused, so every call would be.
   */
  failure?: { code: string; message: string; ofAccount: boolean } | undefined;
  /** An earlier execution of the step may also have sent the rows. */
  repeated: boolean;
};

/** Prunes the partitions: no item of these rows is older. */
export const oldestMonthOf = (rows: readonly { oldest_month: string }[]): string =>
  rows.map((row) => row.oldest_month).sort()[0] ?? '0001-01-01';
