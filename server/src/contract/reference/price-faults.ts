import { isInMinorUnits } from '../../kit/currency.ts';
import { big, decimalFromJson } from '../../kit/decimal.ts';
import type { Fault } from '../../kit/errors.ts';
import { isRawNumber } from '../../kit/json.ts';
import type { CommitDimension } from './dimensions.ts';
import { type BillableDimensionDocument, readPriceModel } from './price-model.ts';

/**
 * Checks prices before they are agreed: whatever passes can be computed for any usage, and in one way only. Pure; tells
 * every fault.
 */

const billableDimensionsMax = 50;
const commitsMax = 100;
const lengthMax = 120;
const textMax = 150;
const descriptionMax = 1000;
const idMax = 64;

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });

const textFaults = (text: string | undefined, path: string, max = textMax): Fault[] =>
  text === undefined || text.length <= max ? [] : [fault(path, 'too_long', `must have at most ${max} characters`)];

type Period = { length?: number | undefined; timeUnit?: string | undefined };

/** A length of 0 is that of Go clients that mean none. A length without its unit would be read as that of the purchase. */
export const periodFaults = ({ length = 0, timeUnit }: Period, path: string): Fault[] => {
  if (length < 0 || length > lengthMax)
    return [fault(`${path}.length`, 'range', `must be from 1 to ${lengthMax}, or absent`)];
  return length > 0 && timeUnit === undefined
    ? [fault(`${path}.timeUnit`, 'required', 'must be given with length')]
    : [];
};

/** The maximum of a single charge: providers accept no more, and sums stay exact. */
const chargeMax = '1000000000000000';

/** Faults of an amount that is charged at once: rate × quantity. */
export const chargeFaults = (path: string, { rate, quantity }: Pick<CommitDimension, 'rate' | 'quantity'>): Fault[] => {
  const amount = rate === undefined ? null : decimalFromJson(rate);
  return amount !== null &&
    big(amount)
      .times(quantity ?? 1)
      .gte(chargeMax)
    ? [fault(path, 'range', `must come to less than ${chargeMax} in all`)]
    : [];
};

/** The price model of each category. */
const memberOf = {
  basic: 'priceModelBasic',
  bulk: 'priceModelBulk',
  matrix: 'priceModelMatrix',
  percentage: 'priceModelPercentage',
  tiered: 'priceModelTiered',
  'tiered-percentage': 'priceModelTieredPercentage',
  volume: 'priceModelVolume',
} as const satisfies Record<NonNullable<BillableDimensionDocument['category']>, keyof BillableDimensionDocument>;

/** Whether it is empty: Go clients write each price model of a dimension, those of other categories with empty values. */
const isUnset = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  value === false ||
  (typeof value === 'object' && !isRawNumber(value) && Object.values(value).every(isUnset));

/** The category names the one price model that is there. */
const categoryFaults = (dimension: BillableDimensionDocument, path: string): Fault[] => {
  const { category } = dimension;
  if (category === undefined) return [];
  const member = memberOf[category];
  const faults = Object.values(memberOf)
    .filter((name) => name !== member && !isUnset(dimension[name]))
    .map((name) => fault(`${path}.${name}`, 'other_model', `must be absent: the category is ${category}`));
  if (dimension[member] === undefined)
    faults.push(fault(`${path}.${member}`, 'required', `must have the prices of the category ${category}`));
  return faults;
};

type Members = { readonly [name: string]: true | Members };
const tier = { firstUnit: true, lastUnit: true, flatFee: true } as const;

/** The members of each price model, and of what its lists consist of (PriceModelBasic, … of the reference). */
const membersOf: Readonly<Record<keyof typeof memberOf, Members>> = {
  basic: { unitAmount: true },
  bulk: { bulkSize: true, bulkAmount: true },
  matrix: {
    defaultUnitAmount: true,
    matrix: { unitAmount: true, properties: { name: true, value: true } },
  },
  percentage: { percentageRate: true, flatFee: true },
  tiered: { tiers: { ...tier, unitAmount: true } },
  'tiered-percentage': { tiers: { ...tier, percentageRate: true } },
  volume: { tiers: { maximumUnits: true, unitAmount: true, flatFee: true } },
};

/** The members that are prices. */
const prices = ['unitAmount', 'bulkAmount', 'percentageRate', 'flatFee', 'defaultUnitAmount', 'value'] as const;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Numbers under a name that the price model does not have, where it has no price. A price that is absent is 0, as Go clients
 * write it: under a misspelled name it would be agreed as 0, too, and the usage billed as free. Beside a price, members of a
 * later release of the reference are left alone, as anywhere.
 */
const memberFaults = (document: unknown, members: Members, path: string): Fault[] => {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return [];
  const object = document as Record<string, unknown>;
  const hasPrice = prices.some((name) => Object.hasOwn(members, name) && isGiven(object[name]));
  return Object.entries(object).flatMap(([name, value]) => {
    const inner = Object.hasOwn(members, name) ? members[name] : undefined;
    if (inner === undefined)
      return hasPrice || !(typeof value === 'number' || isRawNumber(value))
        ? []
        : [fault(`${path}.${name}`, 'unknown_field', `is unknown here; there are ${Object.keys(members).join(', ')}`)];
    return inner === true || !Array.isArray(value)
      ? []
      : value.flatMap((item, index) => memberFaults(item, inner, `${path}.${name}.${index}`));
  });
};

/** Prices in the price model and the discount of a dimension that nothing reads. */
export const unreadPrices = ({ category, ...dimension }: BillableDimensionDocument, path: string): Fault[] => {
  const member = category && memberOf[category];
  return [
    ...(member ? memberFaults(dimension[member], membersOf[category], `${path}.${member}`) : []),
    ...memberFaults(dimension.discount, { discountType: true, value: true }, `${path}.discount`),
  ];
};

type Row = { properties?: { name?: unknown; value?: unknown }[] };

const rowKey = ({ properties = [] }: Row): string =>
  JSON.stringify(properties.map(({ name, value }) => [name, value]).sort());

/** No two rows of a matrix are for the same usage, and a row names each property once. */
const rowFaults = ({ category, priceModelMatrix }: BillableDimensionDocument, path: string): Fault[] => {
  const matrix = category === 'matrix' ? priceModelMatrix?.matrix : undefined;
  const rows = Array.isArray(matrix) ? (matrix as Row[]) : [];
  const keys = rows.map(rowKey);
  return rows.flatMap((row, index) => {
    const at = `${path}.priceModelMatrix.matrix.${index}.properties`;
    const names = (row.properties ?? []).map(({ name }) => name);
    if (new Set(names).size < names.length) return [fault(at, 'duplicate', 'must name each property once')];
    return keys.indexOf(keys[index] ?? '') < index ? [fault(at, 'duplicate', 'are those of an earlier row')] : [];
  });
};

/** Faults of the prices of usage. Each metric is priced once. `path`: where the list is in the request. */
export const billableDimensionFaults = (dimensions: readonly BillableDimensionDocument[], path: string): Fault[] => {
  if (dimensions.length > billableDimensionsMax)
    return [fault(path, 'count', `must have at most ${billableDimensionsMax} items`)];
  const metrics = dimensions.map(({ billableMetricId }) => billableMetricId ?? '');
  return dimensions.flatMap((dimension, index) => {
    const at = `${path}.${index}`;
    const metric = metrics[index] ?? '';
    const faults = [
      ...textFaults(metric, `${at}.billableMetricId`, idMax),
      ...textFaults(dimension.name, `${at}.name`),
      ...textFaults(dimension.description, `${at}.description`, descriptionMax),
      ...periodFaults(dimension, at),
    ];
    if (metric === '') faults.push(fault(`${at}.billableMetricId`, 'required', 'must be the metric that is billed'));
    else if (metrics.indexOf(metric) < index)
      faults.push(fault(`${at}.billableMetricId`, 'duplicate', 'is the metric of another dimension'));
    const wrongModel = categoryFaults(dimension, at);
    faults.push(...wrongModel);
    if (wrongModel.length === 0) {
      readPriceModel(dimension, at, faults);
      faults.push(...unreadPrices(dimension, at));
      faults.push(...rowFaults(dimension, at));
    }
    return faults;
  });
};

/** Faults of recurring commits. Each key occurs once. `path`: where the list is in the request. */
export const commitFaults = (
  commits: readonly CommitDimension[],
  { path, currency }: { path: string; currency: string | undefined },
): Fault[] => {
  if (commits.length > commitsMax) return [fault(path, 'count', `must have at most ${commitsMax} items`)];
  const keys = commits.map(({ key, name }) => key || name);
  return commits.flatMap((commit, index) => {
    const at = `${path}.${index}`;
    const key = keys[index];
    const rate = commit.rate === undefined ? null : decimalFromJson(commit.rate);
    const faults = [
      ...textFaults(commit.key, `${at}.key`),
      ...textFaults(commit.name, `${at}.name`),
      ...textFaults(commit.category, `${at}.category`),
      ...textFaults(commit.description, `${at}.description`, descriptionMax),
      ...periodFaults(commit, at),
      ...chargeFaults(`${at}.rate`, commit),
    ];
    if (!key) faults.push(fault(`${at}.key`, 'required', 'must not be empty: a commit has a key or a name'));
    else if (keys.indexOf(key) < index) faults.push(fault(`${at}.key`, 'duplicate', 'is that of another commit'));
    if (commit.quantity !== undefined && commit.quantity < 1)
      faults.push(fault(`${at}.quantity`, 'range', 'must be at least 1, or absent'));
    if (rate === null || big(rate).lt(0)) faults.push(fault(`${at}.rate`, 'range', 'must be a number, at least 0'));
    else if (!isInMinorUnits(rate, currency)) {
      const message = `must be a whole number of minor units of ${currency ?? 'a currency'}`;
      faults.push(fault(`${at}.rate`, 'decimals', message));
    }
    return faults;
  });
};
