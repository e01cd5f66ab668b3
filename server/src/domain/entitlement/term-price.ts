import type { AgreementRead } from '../../adapters/marketplace/port.ts';
import { findMarketplaceFacts } from '../../contract/marketplaces/marketplaces.ts';
import type { Partner } from '../../contract/partner-codes.ts';
import { Big, big, type Decimal, decimalFromJson } from '../../kit/decimal.ts';
import type { OfferInfoDocument } from '../offer/offer.ts';
import type { ProductInfoDocument } from '../product/product.ts';
import { monthsOf } from './agreement-info.ts';

/**
 * What a term that was bought costs as a whole, where a marketplace shows one price and does not say whether it is that of the term or
 * of one of its payments (AZURE, decision 0345).
 */

/** How far a price may have changed, as a share, since it was bought. Numbers of payments differ by more: 1, 2 years, 12 months. */
const tolerance = '0.2';

type Priced = { months: number; price: Decimal; payments: { price: Decimal; day: string | null }[] | null };

/** In how many equal payments a term may be paid: at once, each month, or each year. */
const countsOf = (months: number): number[] => [1, months, ...(months > 12 && months % 12 === 0 ? [months / 12] : [])];

/**
 * The price of a whole term, of which one is shown: as often as it is paid, so that it adds up to one of the `known` prices of
 * whole terms, or comes near it. The price that is shown, if that is none of them. `stored`: what was found before counts, if it is a
 * sum of payments: the listing may have other prices by now.
 */
export const wholePrice = (
  shown: Decimal,
  months: number,
  known: readonly Decimal[],
  stored: Decimal | null = null,
): Decimal => {
  const sums = countsOf(months).map((count) => big(shown).times(count));
  const off = (sum: Big, whole: Decimal): Big => sum.minus(whole).abs();
  const exact = sums.find((sum) => known.some((whole) => sum.eq(whole)));
  const near = sums
    .flatMap((sum) => known.map((whole) => ({ sum, whole, off: off(sum, whole) })))
    .filter(({ whole, off }) => off.lte(big(whole).times(tolerance)))
    .sort((left, right) => left.off.cmp(right.off))[0]?.sum;
  const before = stored === null ? undefined : sums.find((sum) => !sum.eq(shown) && sum.eq(stored));
  return (exact ?? before ?? near ?? big(shown)).toFixed();
};

type Commits = NonNullable<ProductInfoDocument['commits']>;

const pricesOf = (commits: Commits = [], months: number): Decimal[] =>
  commits.flatMap((commit) => {
    const rate = monthsOf(commit) === months ? decimalFromJson(commit.rate ?? 0) : null;
    return rate === null || big(rate).lte(0) ? [] : [rate];
  });

const less = (price: Decimal, percent: Decimal): Decimal =>
  big(price).times(new Big(100).minus(percent)).div(100).toFixed();

const priced = (bought: NonNullable<AgreementRead['bought']>) => ({
  bought,
  value: big(bought.rate).times(bought.quantity).toFixed(),
});

/**
 * The read with the price of the whole term that was bought. A single price by a schedule is what was agreed; of others, what the offer
 * says counts before the listing, whose prices an offer may lower. Prices in another currency say nothing. `storedValue`: of the same term,
 * by an earlier read; null: there is none.
 */
export const withTermPrice = (
  partner: Partner,
  read: AgreementRead,
  {
    product = {},
    offer,
    storedValue = null,
  }: {
    product: ProductInfoDocument | undefined;
    offer: OfferInfoDocument | undefined;
    storedValue?: Decimal | null;
  },
): AgreementRead => {
  const { bought } = read;
  if (!bought || bought.months <= 1) return read;
  const { months, quantity } = bought;
  const shown = findMarketplaceFacts(partner)?.termPricesOf(offer ?? {});
  const ofTerm = (shown?.terms ?? []).filter((term) => term.months === months);
  const [scheduled]: (Priced | undefined)[] = ofTerm.length === 1 ? ofTerm : [];
  const currency = shown?.currency ?? 'USD';
  if (read.currency !== currency) return read;
  if (scheduled?.payments) {
    const firstDay = read.startTime.toISOString().slice(0, 10);
    const installments = scheduled.payments.map(({ price, day }) => ({ day: day ?? firstDay, amount: price }));
    const { price: rate } = scheduled;
    return { ...read, agreed: { ...read.agreed, installments }, ...priced({ months, quantity, rate }) };
  }
  const own = [...ofTerm.map(({ price }) => price), ...pricesOf(offer?.commits, months)].filter((one) =>
    big(one).gt(0),
  );
  const discounts = [
    ...(shown?.discounts ?? []),
    ...(offer?.discountPercentage === undefined ? [] : [decimalFromJson(offer.discountPercentage) ?? '0']),
  ];
  const ofPlan = product.commits?.filter(({ key }) => read.planId === null || key === read.planId);
  const listed = pricesOf(ofPlan, months).flatMap((price) =>
    discounts.length === 0 ? [price] : discounts.map((percent) => less(price, percent)),
  );
  // Other seats than were bought then make no whole number of payments of it.
  const stored = storedValue === null || big(quantity).eq(0) ? null : big(storedValue).div(quantity).toFixed();
  const rate = wholePrice(bought.rate, months, own.length > 0 ? own : listed, stored);
  return { ...read, ...priced({ months, quantity, rate }) };
};
