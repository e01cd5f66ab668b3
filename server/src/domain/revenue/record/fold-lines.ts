import type { MoneyLine, MoneyStage } from '../../../adapters/revenue/port.ts';
import { Big, type Decimal } from '../../../kit/decimal.ts';

/**
 * What a record amounts to in one currency (design: billed, collected, disbursed). Every figure is exact. `fee` and
 * `forgiven` are positive amounts that lower what is collected; `partnerTax` is remitted by the marketplace and part of nothing else.
 *
 * collectable = billed + tax − fee, and outstanding = collectable − forgiven − collected.
 */
export type RevenueFigures = {
  currency: string;
  billed: Decimal;
  /** The part of `billed` that was given back, positive. */
  refunded: Decimal;
  tax: Decimal;
  partnerTax: Decimal;
  fee: Decimal;
  adjusted: Decimal;
  collectable: Decimal;
  forgiven: Decimal;
  collected: Decimal;
  disbursed: Decimal;
  outstanding: Decimal;
};

const sumOf = (lines: readonly MoneyLine[], counts: (line: MoneyLine) => boolean): Big => {
  let sum = new Big(0);
  for (const line of lines) if (counts(line)) sum = sum.plus(line.amount);
  return sum;
};

const figuresIn = (currency: string, lines: readonly MoneyLine[]): RevenueFigures => {
  const billedOf = (kind: MoneyLine['kind'], nature?: MoneyLine['nature']): Big =>
    sumOf(
      lines,
      (one) => one.stage === 'BILLED' && one.kind === kind && (nature === undefined || one.nature === nature),
    );
  const total = (stage: MoneyStage): Big => sumOf(lines, (one) => one.stage === stage && one.kind !== 'PARTNER_TAX');
  const billed = billedOf('REVENUE');
  const tax = billedOf('TAX');
  const fee = billedOf('FEE').times(-1);
  const adjusted = billedOf('ADJUSTMENT');
  const collectable = billed.plus(tax).minus(fee).plus(adjusted);
  const forgiven = total('FORGIVEN').times(-1);
  const disbursed = total('DISBURSED');
  // A channel that does not say what a buyer has paid pays out nothing else.
  const collected = lines.some(({ stage }) => stage === 'COLLECTED') ? total('COLLECTED') : disbursed;
  return {
    currency,
    billed: billed.toFixed(),
    refunded: billedOf('REVENUE', 'RETURN').times(-1).toFixed(),
    tax: tax.toFixed(),
    partnerTax: billedOf('PARTNER_TAX').toFixed(),
    fee: fee.toFixed(),
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
 * `lines` are those of the newest version of each row; their order does not matter.
 */
export const foldLines = (lines: readonly MoneyLine[]): RevenueFigures[] =>
  [...Map.groupBy(lines, ({ currency }) => currency)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([currency, own]) => figuresIn(currency, own));
