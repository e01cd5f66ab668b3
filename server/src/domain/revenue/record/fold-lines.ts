import type { MoneyLine, MoneyStage } from '../../../adapters/revenue/port.ts';
import { Big, type Decimal } from '../../../kit/decimal.ts';

/**
 * What a record amounts to in one currency (design: billed, collected, disbursed). Every figure is exact. `fee`, `cost`
 * and `forgiven` are positive amounts that lower what is collected; `partnerTax` is remitted by the marketplace and part
 * of nothing else.
 *
 * collectable = billed + tax − fee − cost + adjusted, and outstanding = collectable − forgiven − collected.
 */
export type RevenueFigures = {
  currency: string;
  billed: Decimal;
  /** The part of `billed` that was given back, positive. */
  refunded: Decimal;
  tax: Decimal;
  partnerTax: Decimal;
  fee: Decimal;
  /** What a channel partner owes the manufacturer. */
  cost: Decimal;
  adjusted: Decimal;
  collectable: Decimal;
  forgiven: Decimal;
  collected: Decimal;
  disbursed: Decimal;
  outstanding: Decimal;
};

const sumOf = (lines: readonly MoneyLine[], isWanted: (line: MoneyLine) => boolean): Big => {
  let sum = new Big(0);
  for (const line of lines) if (isWanted(line)) sum = sum.plus(line.amount);
  return sum;
};

/**
 * The payouts that failed, among all lines of an account, by every name that lines have for them. A failed payout is a
 * line of its own, which belongs to no record.
 */
export const failedPayouts = (lines: Iterable<MoneyLine>): Set<string> => {
  const failed = new Set<string>();
  for (const { nature, references } of lines) {
    if (nature !== 'FAILED') continue;
    for (const name of [references.payout, references.failure]) if (name !== undefined) failed.add(name);
  }
  return failed;
};

/** Whether a line was paid out, or says nothing of payouts. A payout itself pays what other lines state. */
const counts = ({ kind, stage, references }: MoneyLine, failed: ReadonlySet<string>): boolean =>
  kind !== 'PAYOUT' &&
  stage !== 'NOTED' &&
  (stage !== 'DISBURSED' || references.payout === undefined || !failed.has(references.payout));

const isGivenBack = ({ nature }: MoneyLine): boolean => nature === 'RETURN' || nature === 'CREDIT';

const figuresIn = (currency: string, lines: readonly MoneyLine[], tells: boolean): RevenueFigures => {
  const billedOf = (kind: MoneyLine['kind'], isWanted: (line: MoneyLine) => boolean = () => true): Big =>
    sumOf(lines, (one) => one.stage === 'BILLED' && one.kind === kind && isWanted(one));
  const total = (stage: MoneyStage): Big => sumOf(lines, (one) => one.stage === stage && one.kind !== 'PARTNER_TAX');
  const billed = billedOf('REVENUE');
  const tax = billedOf('TAX');
  const fee = billedOf('FEE').times(-1);
  const cost = billedOf('COST').times(-1);
  const adjusted = billedOf('ADJUSTMENT');
  const collectable = billed.plus(tax).minus(fee).minus(cost).plus(adjusted);
  const forgiven = total('FORGIVEN').times(-1);
  const disbursed = total('DISBURSED');
  // A channel that does not say what a buyer has paid pays out nothing else.
  const collected = tells ? total('COLLECTED') : disbursed;
  return {
    currency,
    billed: billed.toFixed(),
    refunded: billedOf('REVENUE', isGivenBack).times(-1).toFixed(),
    tax: tax.toFixed(),
    partnerTax: billedOf('PARTNER_TAX').toFixed(),
    fee: fee.toFixed(),
    cost: cost.toFixed(),
    adjusted: adjusted.toFixed(),
    collectable: collectable.toFixed(),
    forgiven: forgiven.toFixed(),
    collected: collected.toFixed(),
    disbursed: disbursed.toFixed(),
    outstanding: collectable.minus(forgiven).minus(collected).toFixed(),
  };
};

/**
 * The figures of a record by currency, in the order of the codes; amounts of different currencies are never added.
 * `lines` are those of the newest version of each row; their order does not matter. `failed` are the payouts that failed
 * (`failedPayouts`): what they hold is not disbursed. `tells`: the channel says what buyers have paid (`tellsCollected`);
 * by default, whether the lines do.
 */
export const foldLines = (
  lines: readonly MoneyLine[],
  failed: ReadonlySet<string> = new Set(),
  tells: boolean = lines.some(({ stage }) => stage === 'COLLECTED'),
): RevenueFigures[] => {
  const counted = lines.filter((line) => counts(line, failed));
  return [...Map.groupBy(counted, ({ currency }) => currency)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([currency, own]) => figuresIn(currency, own, tells));
};
