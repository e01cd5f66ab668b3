import { Big, type Decimal } from '../../../kit/decimal.ts';
import type { Share, TermFunds, TermUse } from '../../entitlement/entitlement.ts';
import type { ReportKind } from './usage-record-report.ts';

/** Money of one term that pays for usage instead of the buyer. It is used up as the hours are closed. */
export type FundsLeft = {
  term: TermFunds;
  withCommit: boolean;
  creditUsed: Big;
  commitUsed: Big;
  /** How much of each share is used, by the id of its part. */
  sharesUsed: ReadonlyMap<string, Big>;
};

/**
 * Units that credit and commit have paid for, the amounts this took, and the units left to submit. `shareAmount`: the
 * part of `creditAmount` that the share of `shareId` has paid; the term's own credit has paid the rest.
 */
export type Deduction = {
  credited: Decimal;
  creditAmount: Decimal;
  shareId: string | null;
  shareAmount: Decimal;
  committed: Decimal;
  commitAmount: Decimal;
  left: Decimal;
};

const unitDigits = 12;

export const fundsLeftOf = (term: TermFunds, withCommit: boolean): FundsLeft => ({
  term,
  withCommit,
  creditUsed: new Big(term.used_credit_amount),
  commitUsed: new Big(term.used_commit_amount),
  sharesUsed: new Map(term.shares.map((share) => [share.id, new Big(share.used_credit_amount)])),
});

/** The share that pays for usage at a time: that of the part which holds it. */
const shareAt = ({ term }: FundsLeft, time: Date): Share | undefined =>
  term.shares.findLast(({ start }) => start <= time);

const shareUsed = ({ sharesUsed }: FundsLeft, { id }: Share): Big => sharesUsed.get(id) ?? new Big(0);

const shareLeft = (funds: FundsLeft, time: Date): Big => {
  const share = shareAt(funds, time);
  return share ? new Big(share.credit_amount).minus(shareUsed(funds, share)) : new Big(0);
};

const creditLeft = ({ term, creditUsed }: FundsLeft): Big => new Big(term.credit_amount).minus(creditUsed);

const commitLeft = ({ term, withCommit, commitUsed }: FundsLeft): Big =>
  withCommit ? new Big(term.commit_amount).minus(commitUsed) : new Big(0);

/** Whether these funds pay for usage of that kind at that time; they never pay for test usage. */
export const paysFor = (funds: FundsLeft | undefined, kind: ReportKind, time: Date): funds is FundsLeft =>
  funds !== undefined &&
  kind !== 'TEST' &&
  (shareLeft(funds, time).gt(0) || creditLeft(funds).gt(0) || commitLeft(funds).gt(0));

/** All units if the fund covers them, exactly; otherwise as many as the rest of the fund pays for. */
const coverBy = (units: Big, price: Big, fund: Big): { covered: Big; amount: Big } => {
  if (fund.lte(0) || units.eq(0)) return { covered: new Big(0), amount: new Big(0) };
  const amount = units.times(price);
  if (amount.lte(fund)) return { covered: units, amount };
  const covered = fund.div(price).round(unitDigits, Big.roundHalfEven);
  return { covered: covered.gt(units) ? units : covered, amount: fund };
};

/**
 * The share of the time first, since it ends first; then credit, then commit. Usage that costs nothing uses nothing up.
 * Pure: does not change `funds`.
 */
export const deductFunds = (accepted: Decimal, price: Decimal, funds: FundsLeft, time: Date): Deduction => {
  const unitPrice = new Big(price);
  const units = unitPrice.eq(0) ? new Big(0) : new Big(accepted);
  const share = coverBy(units, unitPrice, shareLeft(funds, time));
  const credit = coverBy(units.minus(share.covered), unitPrice, creditLeft(funds));
  const credited = share.covered.plus(credit.covered);
  const commit = coverBy(units.minus(credited), unitPrice, commitLeft(funds));
  return {
    credited: credited.toFixed(),
    creditAmount: share.amount.plus(credit.amount).toFixed(),
    shareId: share.amount.gt(0) ? (shareAt(funds, time)?.id ?? null) : null,
    shareAmount: share.amount.toFixed(),
    committed: commit.covered.toFixed(),
    commitAmount: commit.amount.toFixed(),
    left: new Big(accepted).minus(credited).minus(commit.covered).toFixed(),
  };
};

/** The funds after a deduction. */
export const useFunds = (funds: FundsLeft, deduction: Deduction): FundsLeft => ({
  ...funds,
  creditUsed: funds.creditUsed.plus(deduction.creditAmount).minus(deduction.shareAmount),
  commitUsed: funds.commitUsed.plus(deduction.commitAmount),
  sharesUsed:
    deduction.shareId === null
      ? funds.sharesUsed
      : new Map(funds.sharesUsed).set(
          deduction.shareId,
          (funds.sharesUsed.get(deduction.shareId) ?? new Big(0)).plus(deduction.shareAmount),
        ),
});

/** What a deduction spends: of the term itself, and of the share that paid. Also in reverse, for a retry. */
export const usesOf = (
  termId: string,
  { creditAmount, shareId, shareAmount, commitAmount }: Omit<Deduction, 'credited' | 'committed' | 'left'>,
): TermUse[] => [
  { termId, credit: new Big(creditAmount).minus(shareAmount).toFixed(), commit: commitAmount },
  ...(shareId === null ? [] : [{ termId: shareId, credit: shareAmount, commit: '0' }]),
];

/** Credit and commit, with the share of the time, and how much of them is used, as reports show them. */
export const shownFunds = (funds: FundsLeft, time: Date) => {
  const { term, withCommit, creditUsed, commitUsed } = funds;
  const share = shareAt(funds, time);
  return {
    credit_amount: new Big(term.credit_amount).plus(share?.credit_amount ?? 0).toFixed(),
    used_credit_amount: creditUsed.plus(share ? shareUsed(funds, share) : 0).toFixed(),
    commit_amount: withCommit ? term.commit_amount : null,
    used_commit_amount: withCommit ? commitUsed.toFixed() : null,
  };
};

export const nothingDeducted = (accepted: Decimal): Deduction => ({
  credited: '0',
  creditAmount: '0',
  shareId: null,
  shareAmount: '0',
  committed: '0',
  commitAmount: '0',
  left: accepted,
});
