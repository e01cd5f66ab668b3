/**
 * A second calculation of prices for tests, in fractions of whole numbers: it shares nothing with the first one, and
 * computes with numbers as they are written in a dimension.
 */
export type Fraction = { n: bigint; d: bigint };

export const fraction = (text: string | number): Fraction => {
  const [whole = '0', decimals = ''] = String(text).split('.');
  return { n: BigInt(whole + decimals), d: 10n ** BigInt(decimals.length) };
};
const zero = fraction(0);
const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
export const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });
const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { n: -b.n, d: b.d });
export const isBelow = (a: Fraction, b: Fraction): boolean => a.n * b.d < b.n * a.d;
const smaller = (a: Fraction, b: Fraction): Fraction => (isBelow(a, b) ? a : b);
const larger = (a: Fraction, b: Fraction): Fraction => (isBelow(a, b) ? b : a);

const floor = ({ n, d }: Fraction): bigint => n / d - (n % d !== 0n && n < 0n ? 1n : 0n);

/** Half-even, as a whole number of the smallest units. */
export const inUnits = (amount: Fraction, digits: number): bigint => {
  const scaled = times(amount, fraction(10 ** digits));
  const whole = floor(scaled);
  const rest = minus(scaled, { n: whole, d: 1n });
  const half = { n: 1n, d: 2n };
  const isUp = isBelow(half, rest) || (!isBelow(rest, half) && whole % 2n !== 0n);
  return isUp ? whole + 1n : whole;
};

// biome-ignore lint/suspicious/noExplicitAny: it reads documents as they are sent
type Document = any;

const costOf = (dimension: Document, properties: Record<string, string>, quantity: Fraction): Fraction => {
  if (!isBelow(zero, quantity)) return zero;
  const rated = (units: Fraction, rate: number, fee = 0): Fraction => plus(times(units, fraction(rate)), fraction(fee));
  if (dimension.category === 'basic') return rated(quantity, dimension.priceModelBasic.unitAmount);
  if (dimension.category === 'percentage') {
    const { percentageRate, flatFee } = dimension.priceModelPercentage;
    return rated(quantity, percentageRate, flatFee);
  }
  if (dimension.category === 'bulk') {
    const { bulkSize, bulkAmount } = dimension.priceModelBulk;
    let packages = floor({ n: quantity.n, d: quantity.d * BigInt(bulkSize) });
    if (isBelow({ n: packages * BigInt(bulkSize), d: 1n }, quantity)) packages += 1n;
    return times({ n: packages, d: 1n }, fraction(bulkAmount));
  }
  if (dimension.category === 'matrix') {
    const { matrix, defaultUnitAmount } = dimension.priceModelMatrix;
    for (const row of matrix)
      if (row.properties.every((one: Document) => properties[one.name] === one.value))
        return rated(quantity, row.unitAmount);
    return rated(quantity, defaultUnitAmount);
  }
  if (dimension.category === 'volume') {
    const { tiers } = dimension.priceModelVolume;
    for (const { maximumUnits, unitAmount, flatFee } of tiers)
      if (!maximumUnits || !isBelow(fraction(maximumUnits), quantity)) return rated(quantity, unitAmount, flatFee);
    throw new Error('no tier');
  }
  const { tiers } = dimension.priceModelTiered ?? dimension.priceModelTieredPercentage;
  let [cost, edge] = [zero, zero];
  for (const { lastUnit, unitAmount, percentageRate, flatFee } of tiers) {
    if (!isBelow(edge, quantity)) continue;
    const end = lastUnit ? smaller(fraction(lastUnit), quantity) : quantity;
    cost = plus(cost, rated(minus(end, edge), unitAmount ?? percentageRate, flatFee));
    edge = end;
  }
  return cost;
};

type Usage = { properties: Readonly<Record<string, string>>; quantity: string };

/** The exact price before rounding; `minimum` is the minimum of the period. */
export const exactPrice = (dimension: Document, usage: readonly Usage[], minimum: Fraction): Fraction => {
  const costs = usage.map((one) => costOf(dimension, one.properties, fraction(one.quantity)));
  const total = costs.reduce(plus, zero);
  const { discountType, value = 0 } = dimension.discount ?? {};
  const cut =
    discountType === 'PERCENTAGE'
      ? times(total, { n: fraction(value).n, d: fraction(value).d * 100n })
      : smaller(fraction(value), total);
  if (dimension.minimumCommitScope !== 'DIMENSION_GROUP_BY') return larger(minus(total, cut), minimum);
  const nets = costs.map((cost) =>
    total.n === 0n ? zero : minus(cost, times(cut, { n: cost.n * total.d, d: cost.d * total.n })),
  );
  return nets.map((net) => larger(net, minimum)).reduce(plus, zero);
};
