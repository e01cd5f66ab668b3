import type { z } from 'zod';
import type { BillableDimension, CommitDimension } from '../../../contract/reference/dimensions.ts';
import { isInMinorUnits } from '../../../kit/currency.ts';
import { big, type Decimal, decimalFromJson } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import { isRawNumber, type JsonNumber } from '../../../kit/json.ts';

/**
 * Checks prices before they are agreed: whatever passes can be computed for any usage, and in one way only. Pure; tells
 * every fault.
 */

export type BillableDimensionDocument = z.output<typeof BillableDimension.reply>;

const billableDimensionsMax = 50;
const commitsMax = 100;
const tiersMax = 100;
const groupsMax = 200;
const propertiesMax = 10;
const lengthMax = 120;
const textMax = 150;
const descriptionMax = 1000;

type Document = Readonly<Record<string, unknown>>;

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

const numberOf = (value: unknown): Decimal | null =>
  typeof value === 'number' || isRawNumber(value) ? decimalFromJson(value as JsonNumber) : null;

type Range = { min?: number; above?: number; max?: number };

const sayRange = ({ min, above, max }: Range): string => {
  const low = above === undefined ? `at least ${min ?? 0}` : `more than ${above}`;
  return `must be a number, ${low}${max === undefined ? '' : ` and at most ${max}`}`;
};

/** Faults of a number that must be there and in range (from 0 by default). */
const numberFaults = (document: Document, name: string, path: string, range: Range = {}): Fault[] => {
  const number = numberOf(document[name]);
  const { min = 0, above, max } = range;
  const isFine =
    number !== null &&
    (above === undefined ? big(number).gte(min) : big(number).gt(above)) &&
    (max === undefined || big(number).lte(max));
  return isFine ? [] : [fault(`${path}.${name}`, number === null ? 'required' : 'range', sayRange(range))];
};

const optionalNumberFaults = (document: Document, name: string, path: string, range: Range = {}): Fault[] =>
  document[name] === undefined ? [] : numberFaults(document, name, path, range);

const textFaults = (
  document: Document,
  name: string,
  path: string,
  { max = textMax, isRequired = false } = {},
): Fault[] => {
  const text = document[name];
  if (text === undefined || text === '')
    return isRequired ? [fault(`${path}.${name}`, 'required', 'must not be empty')] : [];
  return typeof text === 'string' && text.length <= max
    ? []
    : [fault(`${path}.${name}`, 'too_long', `must have at most ${max} characters`)];
};

const periodFaults = (
  { length, timeUnit }: { length?: number | undefined; timeUnit?: string | undefined },
  path: string,
): Fault[] => {
  if (length === undefined) return [];
  if (timeUnit === undefined) return [fault(`${path}.timeUnit`, 'required', 'must be given with length')];
  return length >= 1 && length <= lengthMax ? [] : [fault(`${path}.length`, 'range', `must be from 1 to ${lengthMax}`)];
};

const listOf = (value: unknown): Document[] => (Array.isArray(value) ? value.filter(isDocument) : []);

const countFaults = (list: readonly unknown[], path: string, max: number): Fault[] =>
  list.length >= 1 && list.length <= max ? [] : [fault(path, 'count', `must have from 1 to ${max} items`)];

/** Tiers that begin at 0 and continue without a gap; the last one has no end, so that every quantity has a price. */
const tierFaults = (model: Document, path: string, priceFaults: (tier: Document, at: string) => Fault[]): Fault[] => {
  const tiers = listOf(model.tiers);
  const at = `${path}.tiers`;
  return [
    ...countFaults(tiers, at, tiersMax),
    ...tiers.flatMap((tier, index) => {
      const here = `${at}.${index}`;
      const faults = [...priceFaults(tier, here), ...optionalNumberFaults(tier, 'flatFee', here)];
      const first = tier.firstUnit === undefined && index === 0 ? '0' : numberOf(tier.firstUnit);
      const before = index === 0 ? '0' : numberOf(tiers[index - 1]?.lastUnit);
      if (first === null || (before !== null && !big(first).eq(before)))
        faults.push(
          fault(
            `${here}.firstUnit`,
            index === 0 ? 'start' : 'gap',
            index === 0 ? 'must be 0: the first tier begins there' : 'must be the lastUnit of the tier before it',
          ),
        );
      return [...faults, ...endFaults(tier.lastUnit, first, index === tiers.length - 1, `${here}.lastUnit`)];
    }),
  ];
};

const endFaults = (end: unknown, start: Decimal | null, isLast: boolean, path: string): Fault[] => {
  if (isLast)
    return end === undefined ? [] : [fault(path, 'open_end', 'must be absent in the last tier, which has no end')];
  const number = numberOf(end);
  if (number === null) return [fault(path, 'required', 'must be a number: only the last tier has no end')];
  return start === null || big(number).gt(start)
    ? []
    : [fault(path, 'order', 'must be more than where the tier begins')];
};

const volumeFaults = (model: Document, path: string): Fault[] => {
  const tiers = listOf(model.tiers);
  const at = `${path}.tiers`;
  return [
    ...countFaults(tiers, at, tiersMax),
    ...tiers.flatMap((tier, index) => [
      ...numberFaults(tier, 'unitAmount', `${at}.${index}`),
      ...optionalNumberFaults(tier, 'flatFee', `${at}.${index}`),
      ...endFaults(
        tier.maximumUnits,
        index === 0 ? '0' : numberOf(tiers[index - 1]?.maximumUnits),
        index === tiers.length - 1,
        `${at}.${index}.maximumUnits`,
      ),
    ]),
  ];
};

const propertyKey = (group: Document): string =>
  JSON.stringify(
    listOf(group.properties)
      .map(({ name, value }) => [name, value])
      .sort(),
  );

const namesKey = (group: Document): string =>
  JSON.stringify(
    listOf(group.properties)
      .map(({ name }) => name)
      .sort(),
  );

/** All groups name the same properties and no two have the same values, so that usage fits at most one. */
const matrixFaults = (model: Document, path: string): Fault[] => {
  const groups = listOf(model.matrix);
  const at = `${path}.matrix`;
  const keys = groups.map(propertyKey);
  return [
    ...numberFaults(model, 'defaultUnitAmount', path),
    ...countFaults(groups, at, groupsMax),
    ...groups.flatMap((group, index) => {
      const here = `${at}.${index}`;
      const properties = listOf(group.properties);
      const names = properties.map(({ name }) => name);
      const faults = [
        ...numberFaults(group, 'unitAmount', here),
        ...countFaults(properties, `${here}.properties`, propertiesMax),
        ...properties.flatMap((property, place) => [
          ...textFaults(property, 'name', `${here}.properties.${place}`, { isRequired: true }),
          ...textFaults(property, 'value', `${here}.properties.${place}`, { isRequired: true }),
        ]),
      ];
      if (new Set(names).size < names.length)
        faults.push(fault(`${here}.properties`, 'duplicate', 'must name each property once'));
      if (namesKey(group) !== namesKey(groups[0] ?? group))
        faults.push(fault(`${here}.properties`, 'names', 'must name the same properties as the first group'));
      if (keys.indexOf(keys[index] ?? '') < index)
        faults.push(fault(`${here}.properties`, 'duplicate', 'must differ from those of every other group'));
      return faults;
    }),
  ];
};

const percent = { max: 100 };

/** The price model of each category: where it is, and what is wrong with it. */
const models = {
  basic: ['priceModelBasic', (model, path) => numberFaults(model, 'unitAmount', path)],
  bulk: [
    'priceModelBulk',
    (model, path) => [...numberFaults(model, 'bulkAmount', path), ...numberFaults(model, 'bulkSize', path, { min: 1 })],
  ],
  matrix: ['priceModelMatrix', matrixFaults],
  percentage: [
    'priceModelPercentage',
    (model, path) => [
      ...numberFaults(model, 'percentageRate', path, percent),
      ...optionalNumberFaults(model, 'flatFee', path),
    ],
  ],
  tiered: [
    'priceModelTiered',
    (model, path) => tierFaults(model, path, (tier, at) => numberFaults(tier, 'unitAmount', at)),
  ],
  'tiered-percentage': [
    'priceModelTieredPercentage',
    (model, path) => tierFaults(model, path, (tier, at) => numberFaults(tier, 'percentageRate', at, percent)),
  ],
  volume: ['priceModelVolume', volumeFaults],
} as const satisfies Record<
  NonNullable<BillableDimensionDocument['category']>,
  readonly [keyof BillableDimensionDocument, (model: Document, path: string) => Fault[]]
>;

const modelFaults = (dimension: BillableDimensionDocument, path: string): Fault[] => {
  const { category } = dimension;
  if (category === undefined)
    return [fault(`${path}.category`, 'required', `must be one of ${Object.keys(models).join(', ')}`)];
  const [member, faultsOf] = models[category];
  const model = dimension[member];
  const others = Object.values(models).flatMap(([name]) =>
    name === member || dimension[name] === undefined
      ? []
      : [fault(`${path}.${name}`, 'other_model', `must be absent: the category is ${category}`)],
  );
  if (!isDocument(model))
    return [...others, fault(`${path}.${member}`, 'required', `must have the prices of the category ${category}`)];
  return [...others, ...faultsOf(model, `${path}.${member}`)];
};

const discountFaults = ({ discount }: BillableDimensionDocument, path: string): Fault[] => {
  if (discount === undefined) return [];
  const at = `${path}.discount`;
  if (discount.discountType === undefined)
    return [fault(`${at}.discountType`, 'required', 'must be PERCENTAGE or ABSOLUTE')];
  return numberFaults(discount, 'value', at, discount.discountType === 'PERCENTAGE' ? percent : {});
};

const minimumFaults = (dimension: BillableDimensionDocument, path: string, currency: string | undefined): Fault[] => {
  const { minimumCommit, minimumCommitProrata, minimumCommitScope } = dimension;
  const at = `${path}.minimumCommit`;
  if (minimumCommit !== undefined) {
    const amount = decimalFromJson(minimumCommit);
    if (amount === null || big(amount).lt(0)) return [fault(at, 'range', 'must be at least 0')];
    return isInMinorUnits(amount, currency)
      ? []
      : [fault(at, 'decimals', `must be a whole number of minor units of ${currency ?? 'a currency'}`)];
  }
  return minimumCommitProrata || minimumCommitScope !== undefined
    ? [fault(at, 'required', 'must be given with minimumCommitProrata or minimumCommitScope')]
    : [];
};

/** Faults of the prices of usage. Each metric is priced once. `path`: where the list is in the request. */
export const billableDimensionFaults = (
  dimensions: readonly BillableDimensionDocument[],
  { path, currency }: { path: string; currency: string | undefined },
): Fault[] => {
  if (dimensions.length > billableDimensionsMax)
    return [fault(path, 'count', `must have at most ${billableDimensionsMax} items`)];
  const metrics = dimensions.map(({ billableMetricId }) => billableMetricId);
  return dimensions.flatMap((dimension, index) => {
    const at = `${path}.${index}`;
    const metric = metrics[index];
    return [
      ...textFaults(dimension, 'billableMetricId', at, { max: 64, isRequired: true }),
      ...(metric !== undefined && metrics.indexOf(metric) < index
        ? [fault(`${at}.billableMetricId`, 'duplicate', 'is priced by another dimension in the list')]
        : []),
      ...textFaults(dimension, 'name', at),
      ...textFaults(dimension, 'description', at, { max: descriptionMax }),
      ...modelFaults(dimension, at),
      ...discountFaults(dimension, at),
      ...minimumFaults(dimension, at, currency),
      ...periodFaults(dimension, at),
    ];
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
      ...textFaults(commit, 'key', at),
      ...textFaults(commit, 'name', at),
      ...textFaults(commit, 'category', at),
      ...textFaults(commit, 'description', at, { max: descriptionMax }),
      ...numberFaults(commit, 'rate', at),
      ...optionalNumberFaults(commit, 'quantity', at, { min: 1 }),
      ...periodFaults(commit, at),
    ];
    if (!key) faults.push(fault(`${at}.key`, 'required', 'must not be empty: a commit has a key or a name'));
    else if (keys.indexOf(key) < index) faults.push(fault(`${at}.key`, 'duplicate', 'is that of another commit'));
    if (rate !== null && big(rate).gte(0) && !isInMinorUnits(rate, currency))
      faults.push(
        fault(`${at}.rate`, 'decimals', `must be a whole number of minor units of ${currency ?? 'a currency'}`),
      );
    return faults;
  });
};
