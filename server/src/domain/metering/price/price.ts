import {
  type BillableDimensionDocument,
  type Charging,
  type Minimum,
  type PriceModel,
  readPriceModel,
  type Tier,
} from '../../../contract/reference/price-model.ts';
import { minorDigitsOf } from '../../../kit/currency.ts';
import { Big, type Decimal } from '../../../kit/decimal.ts';
import { badRequest, type Fault } from '../../../kit/errors.ts';
import { wholeMonths } from '../../../kit/months.ts';
import { runToEnd } from '../../../kit/yield-to-others.ts';
import { splitAmount, takePart } from './split-amount.ts';

/**
 * The quantity of a dimension in a billing period, of one group of usage. `group` is its expression (`os=linux`), ''
 * where the metric has no groups; `properties` are the same as values by name.
 */
export type PricedUsage = { group: string; properties: Readonly<Record<string, string>>; quantity: Decimal };

/**
 * A billing period, `[start, end)`. `usedStart` and `usedEnd`: the part of it in which the entitlement ran (by default
 * all of it). `months`: its length where it is counted in months; when absent, the whole calendar months from start to
 * end (UTC), if there is no rest.
 */
export type BillingPeriod = { start: Date; end: Date; usedStart?: Date; usedEnd?: Date; months?: number };

/** `digits`: the decimal digits down to which the price is billed; by default those of the currency's smallest unit. */
export type PriceContext = { currency: string; period: BillingPeriod; digits?: number };

const digitsOf = ({ currency, digits }: PriceContext): number => digits ?? minorDigitsOf(currency);

/**
 * `UNITS`, `PERCENTAGE`, `PACKAGES` and `FLAT_FEE`: the amount is quantity × rate. The others have neither: `DISCOUNT`
 * (below 0), `MINIMUM_COMMIT` (what is missing to the minimum) and `ROUNDING` (to the currency's smallest unit).
 */
export const priceStepKinds = [
  'UNITS',
  'PERCENTAGE',
  'PACKAGES',
  'FLAT_FEE',
  'DISCOUNT',
  'MINIMUM_COMMIT',
  'ROUNDING',
] as const;
type PriceStepKind = (typeof priceStepKinds)[number];

/** A line of a calculation. `group` is '' where it is about the whole dimension. */
export type PriceStep = {
  kind: PriceStepKind;
  group: string;
  description: string;
  quantity: Decimal | null;
  rate: Decimal | null;
  amount: Decimal;
};

/** `amount` is rounded to the digits of its context, and always exactly the sum of its steps. */
export type Price = { currency: string; quantity: Decimal; amount: Decimal; steps: PriceStep[] };

type Charge = { kind: PriceStepKind; description: string; quantity: Big; rate: Decimal };

const none = new Big(0);
const sum = (amounts: readonly (Big | Decimal)[]): Big => amounts.reduce<Big>((total, one) => total.plus(one), none);

const rangeOf = (begin: Big, { end }: Tier): string => {
  if (end === null) return begin.eq(0) ? 'all' : `above ${begin.toFixed()}`;
  return begin.eq(0) ? `up to ${end}` : `above ${begin.toFixed()} up to ${end}`;
};

const flatFeeOf = ({ flatFee }: Tier, range: string): Charge[] =>
  flatFee === '0'
    ? []
    : [{ kind: 'FLAT_FEE', description: `flat fee (${range})`, quantity: new Big(1), rate: flatFee }];

/** Each tier charges its own part of the quantity, and its flat fee once it has any. */
const chargeByTiers = (quantity: Big, { tiers, of }: Extract<Charging, { by: 'TIERS' }>): Charge[] => {
  const unit =
    of === 'UNITS' ? ({ kind: 'UNITS', noun: 'units' } as const) : ({ kind: 'PERCENTAGE', noun: 'share' } as const);
  let begin = none;
  const charges: Charge[] = [];
  for (const tier of tiers) {
    if (quantity.lte(begin)) break;
    const end = tier.end === null || quantity.lt(tier.end) ? quantity : new Big(tier.end);
    const range = rangeOf(begin, tier);
    charges.push({
      kind: unit.kind,
      description: `${unit.noun} (${range})`,
      quantity: end.minus(begin),
      rate: tier.rate,
    });
    charges.push(...flatFeeOf(tier, range));
    begin = end;
  }
  return charges;
};

/** The tier that the whole quantity falls into charges all of it. */
const chargeByVolume = (quantity: Big, tiers: readonly Tier[]): Charge[] => {
  const index = tiers.findIndex(({ end }) => end === null || quantity.lte(end));
  const tier = tiers[index] as Tier;
  const range = rangeOf(new Big(tiers[index - 1]?.end ?? 0), tier);
  return [{ kind: 'UNITS', description: `units (${range})`, quantity, rate: tier.rate }, ...flatFeeOf(tier, range)];
};

/** The first row of the matrix whose properties all have the same values charges the group. */
const chargeByMatrix = (
  quantity: Big,
  properties: PricedUsage['properties'],
  { rows, otherwise }: Extract<Charging, { by: 'MATRIX' }>,
): Charge[] => {
  const row = rows.find((one) => one.properties.every(([name, value]) => properties[name] === value));
  const where = row ? row.properties.map(([name, value]) => `${name}=${value}`).join(',') : 'any other';
  return [{ kind: 'UNITS', description: `units (${where})`, quantity, rate: row?.rate ?? otherwise }];
};

/** No usage costs nothing: flat fees are charged from the first unit on. */
const chargesOf = ({ quantity: given, properties }: PricedUsage, charging: Charging): Charge[] => {
  const quantity = new Big(given);
  if (quantity.lt(0)) throw new Error(`a quantity of usage is below 0: ${given}`);
  if (quantity.eq(0)) return [];
  if (charging.by === 'TIERS') return chargeByTiers(quantity, charging);
  if (charging.by === 'VOLUME') return chargeByVolume(quantity, charging.tiers);
  if (charging.by === 'MATRIX') return chargeByMatrix(quantity, properties, charging);
  const packages = quantity.div(charging.size).round(0, Big.roundUp);
  return [{ kind: 'PACKAGES', description: `packages of ${charging.size}`, quantity: packages, rate: charging.rate }];
};

/**
 * The calendar months from start to end; null if they are not whole. Counted from either end: from 31 January to 28
 * February, and from there to 31 March, is a month each.
 */
const monthsOf = ({ start, end }: BillingPeriod): number | null => {
  const back = wholeMonths(end, start);
  const months = wholeMonths(start, end) ?? (back === null ? null : -back);
  return months !== null && months > 0 ? months : null;
};

const dayMs = 86_400_000n;
const msBetween = (from: Date, until: Date): bigint => BigInt(Math.max(0, until.getTime() - from.getTime()));

/** The minimum of one billing period: its part of the minimum's own term, and of the period if it is prorated. */
const minimumOf = ({ amount, term, prorated }: Minimum, context: PriceContext): Decimal => {
  const { period } = context;
  let [part, whole] = [1n, 1n];
  const length = msBetween(period.start, period.end);
  if (term) {
    const months = BigInt(term.length * (term.unit === 'YEAR' ? 12 : 1));
    const periodMonths = period.months ?? monthsOf(period);
    if (term.unit === 'DAY') [part, whole] = [length, BigInt(term.length) * dayMs];
    else if (periodMonths !== null) [part, whole] = [BigInt(periodMonths), months];
    // A month has 365 / 12 days.
    else [part, whole] = [length * 12n, months * 365n * dayMs];
  }
  if (prorated && length > 0n) {
    part *= msBetween(period.usedStart ?? period.start, period.usedEnd ?? period.end);
    whole *= length;
  }
  return takePart(amount, part, whole, digitsOf(context));
};

const percent = (amount: Big, value: Decimal): Big => amount.times(value).times('0.01');

/** Digits of the parts of a discount beyond those of the amounts: not seen in any rounded sum. */
const splitDigits = 12;
const digitsAfterPoint = (amount: Decimal): number => amount.split('.')[1]?.length ?? 0;

/**
 * What each group pays less. A percentage is taken from each. An absolute discount is split among them in proportion to
 * what they cost, by largest remainder, and is never more than that.
 */
const discountsOf = ({ discount }: PriceModel, costs: readonly Big[]): Big[] => {
  if (!discount) return costs.map(() => none);
  if (discount.type === 'PERCENTAGE') return costs.map((cost) => percent(cost, discount.value));
  const total = sum(costs);
  const amount = (total.lt(discount.value) ? total : new Big(discount.value)).toFixed();
  const weights = costs.map((cost) => cost.toFixed());
  const digits = Math.max(...[amount, ...weights].map(digitsAfterPoint)) + splitDigits;
  return splitAmount(amount, weights, digits).map((part) => new Big(part));
};

const describeDiscount = ({ discount }: PriceModel): string =>
  discount?.type === 'PERCENTAGE' ? `discount of ${discount.value} %` : 'discount';

/** Adds what is missing to a minimum. */
const topUp = (minimum: Decimal, cost: Big, group: string): PriceStep[] => {
  const missing = new Big(minimum).minus(cost);
  if (missing.lte(0)) return [];
  const description = `up to the minimum of ${minimum}`;
  return [{ kind: 'MINIMUM_COMMIT', group, description, quantity: null, rate: null, amount: missing.toFixed() }];
};

/** The steps of a calculation as far as they are shown, how many more there are, and what all of them add up to. */
const createSteps = (shown: number) => {
  const steps: PriceStep[] = [];
  let exact = none;
  let count = 0;
  return {
    add: (step: PriceStep): void => {
      exact = exact.plus(step.amount);
      count += 1;
      if (steps.length < shown) steps.push(step);
    },
    result: () => ({ steps, exact, omitted: count - steps.length }),
  };
};

/** A price with its first steps. `omitted`: how many more there are. */
export type ShownPrice = Price & { omitted: number };

/**
 * The price of usage by a price model that has been read, with at most `shown` steps. See `priceUsage`. It pauses after each
 * group of usage: thousands of groups by a hundred tiers take most of a second.
 */
export const pricing = function* (
  model: PriceModel,
  usage: readonly PricedUsage[],
  context: PriceContext,
  shown: number,
): Generator<void, ShownPrice> {
  const steps = createSteps(shown);
  const costs: Big[] = [];
  let used = none;
  for (const one of usage) {
    let cost = none;
    for (const { kind, description, quantity, rate } of chargesOf(one, model.charging)) {
      const amount = quantity.times(rate).toFixed();
      cost = cost.plus(amount);
      steps.add({ kind, group: one.group, description, quantity: quantity.toFixed(), rate, amount });
    }
    costs.push(cost);
    used = used.plus(one.quantity);
    yield;
  }
  const discounts = discountsOf(model, costs);
  for (const [index, { group }] of usage.entries()) {
    const discount = discounts[index] ?? none;
    if (discount.eq(0)) continue;
    const amount = discount.times(-1).toFixed();
    steps.add({ kind: 'DISCOUNT', group, description: describeDiscount(model), quantity: null, rate: null, amount });
    yield;
  }
  const net = costs.map((cost, index) => cost.minus(discounts[index] ?? none));
  if (model.minimum) {
    const minimum = minimumOf(model.minimum, context);
    const missing = model.minimum.byGroup
      ? usage.flatMap(({ group }, index) => topUp(minimum, net[index] ?? none, group))
      : topUp(minimum, sum(net), '');
    for (const step of missing) steps.add(step);
  }
  const { exact } = steps.result();
  const amount = exact.round(digitsOf(context), Big.roundHalfEven);
  if (!amount.eq(exact)) {
    const description = `rounding to the smallest unit of ${context.currency}`;
    const rest = amount.minus(exact).toFixed();
    steps.add({ kind: 'ROUNDING', group: '', description, quantity: null, rate: null, amount: rest });
  }
  const { steps: kept, omitted } = steps.result();
  return { currency: context.currency, quantity: used.toFixed(), amount: amount.toFixed(), steps: kept, omitted };
};

/** The work of `priceUsage`, which pauses so that it can be done in turns. */
export const pricingOf = function* (
  dimension: BillableDimensionDocument,
  usage: readonly PricedUsage[],
  context: PriceContext,
): Generator<void, Price> {
  const faults: Fault[] = [];
  const model = readPriceModel(dimension, '', faults);
  if (!model) throw badRequest(faults);
  const { omitted: _, ...price } = yield* pricing(model, usage, context, Number.POSITIVE_INFINITY);
  return price;
};

/**
 * What the usage of a billing period costs by a billable dimension, with every step of the calculation. Each group of
 * usage is priced by itself. Everything is exact; the sum is rounded once, half-even, to the digits of the context.
 * Throws 400 with every fault of a dimension that cannot be priced.
 */
export const priceUsage = (
  dimension: BillableDimensionDocument,
  usage: readonly PricedUsage[],
  context: PriceContext,
): Price => runToEnd(pricingOf(dimension, usage, context));
