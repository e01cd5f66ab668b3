import { Big, type Decimal } from '../../../kit/decimal.ts';
import type { TermFunds } from '../../entitlement/entitlement.ts';
import type { ReportKind } from './usage-record-report.ts';

/** Money of one term that pays for usage instead of the buyer. It is used up as the hours are closed. */
export type FundsLeft = { term: TermFunds; withCommit: boolean; creditUsed: Big; commitUsed: Big };

/** Units that credit and commit have paid for, the amounts this took, and the units left to submit. */
export type Deduction = {
  credited: Decimal;
  creditAmount: Decimal;
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
});

const creditLeft = ({ term, creditUsed }: FundsLeft): Big => new Big(term.credit_amount).minus(creditUsed);

const commitLeft = ({ term, withCommit, commitUsed }: FundsLeft): Big =>
  withCommit ? new Big(term.commit_amount).minus(commitUsed) : new Big(0);

/** Whether these funds pay for usage of that kind; they never pay for test usage. */
export const paysFor = (funds: FundsLeft | undefined, kind: ReportKind): funds is FundsLeft =>
  funds !== undefined && kind !== 'TEST' && (creditLeft(funds).gt(0) || commitLeft(funds).gt(0));

/** All units if the fund covers them, exactly; otherwise as many as the rest of the fund pays for. */
const coverBy = (units: Big, price: Big, fund: Big): { covered: Big; amount: Big } => {
  if (fund.lte(0) || units.eq(0)) return { covered: new Big(0), amount: new Big(0) };
  const amount = units.times(price);
  if (amount.lte(fund)) return { covered: units, amount };
  const covered = fund.div(price).round(unitDigits, Big.roundHalfEven);
  return { covered: covered.gt(units) ? units : covered, amount: fund };
};

/** Credit first, then commit. Usage that costs nothing uses nothing up. Pure: does not change `funds`. */
export const deductFunds = (accepted: Decimal, price: Decimal, funds: FundsLeft): Deduction => {
  const unitPrice = new Big(price);
  const units = unitPrice.eq(0) ? new Big(0) : new Big(accepted);
  const credit = coverBy(units, unitPrice, creditLeft(funds));
  const commit = coverBy(units.minus(credit.covered), unitPrice, commitLeft(funds));
  return {
    credited: credit.covered.toFixed(),
    creditAmount: credit.amount.toFixed(),
    committed: commit.covered.toFixed(),
    commitAmount: commit.amount.toFixed(),
    left: new Big(accepted).minus(credit.covered).minus(commit.covered).toFixed(),
  };
};

/** The funds after a deduction. */
export const useFunds = (funds: FundsLeft, deduction: Deduction): FundsLeft => ({
  ...funds,
  creditUsed: funds.creditUsed.plus(deduction.creditAmount),
  commitUsed: funds.commitUsed.plus(deduction.commitAmount),
});

export const nothingDeducted = (accepted: Decimal): Deduction => ({
  credited: '0',
  creditAmount: '0',
  committed: '0',
  commitAmount: '0',
  left: accepted,
});
