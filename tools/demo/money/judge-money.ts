import { Big } from '../../../server/src/kit/decimal.ts';
import type { JournalRecord } from '../compare.ts';

/** The money of one purchase according to the service, summed over its records, in US dollars. */
export type ServiceBook = { billed: Big; fee: Big; collected: Big; disbursed: Big; outstanding: Big };

/** The same according to the marketplace's own book: what was billed, how much of that reached the seller's bank, and what is held. */
export type PartnerBook = { billed: Big; paid: Big; held: Big };

/** The price of a unit of each metered dimension, and what was paid at the start. */
export type Prices = { unit: string; upfront: string };

const sum = (amounts: readonly Big[]): Big => amounts.reduce((total, amount) => total.plus(amount), new Big(0));

/** What the acknowledged usage and the contract cost. A unit costs a whole number of cents, so that nothing is rounded. */
export const costOf = (journal: readonly JournalRecord[], { unit, upfront }: Prices): Big =>
  sum(journal.map(({ quantity }) => new Big(quantity).times(unit))).plus(upfront);

/** The differences between the books of one purchase; empty if they agree to the cent. */
export const judgeMoney = (cost: Big, service: ServiceBook, partner: PartnerBook): string[] => {
  const findings: string[] = [];
  const same = (what: string, left: Big, right: Big): void => {
    if (!left.eq(right)) findings.push(`${what}: ${left.toFixed()} and ${right.toFixed()}`);
  };
  same('billed is what was acknowledged times its price, and the contract', service.billed, cost);
  same('billed is what the marketplace billed', service.billed, partner.billed);
  same('disbursed is what reached the bank', service.disbursed, partner.paid);
  same('disbursed is what was collected less what is held', service.disbursed, service.collected.minus(partner.held));
  same(
    'outstanding is what was billed less the fee and what was collected',
    service.outstanding,
    service.billed.minus(service.fee).minus(service.collected),
  );
  return findings;
};
