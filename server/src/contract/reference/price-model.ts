import type { z } from 'zod';
import { big, type Decimal, decimalFromJson } from '../../kit/decimal.ts';
import type { Fault } from '../../kit/errors.ts';
import { isRawNumber, type JsonNumber } from '../../kit/json.ts';
import type { BillableDimension } from './dimensions.ts';

export type BillableDimensionDocument = z.output<typeof BillableDimension.reply>;

/** A range of quantities: above the end of the range before, up to and including `end`. Null: no end. */
export type Tier = { end: Decimal | null; rate: Decimal; flatFee: Decimal };

export type MatrixRow = { properties: (readonly [name: string, value: string])[]; rate: Decimal };

/** How a quantity is charged. `SHARE`: the rate is the part of the quantity that is charged, 0.25 for 25 %. */
export type Charging =
  | { by: 'TIERS'; of: 'UNITS' | 'SHARE'; tiers: Tier[] }
  | { by: 'VOLUME'; tiers: Tier[] }
  | { by: 'PACKAGES'; size: Decimal; rate: Decimal }
  | { by: 'MATRIX'; rows: MatrixRow[]; otherwise: Decimal };

export type Discount = { type: 'PERCENTAGE' | 'ABSOLUTE'; value: Decimal };

/** The least that is charged, for each `term` (by default each billing period), as a whole or by group of usage. */
export type Minimum = {
  amount: Decimal;
  byGroup: boolean;
  prorated: boolean;
  term: { length: number; unit: 'DAY' | 'MONTH' | 'YEAR' } | null;
};

export type PriceModel = { charging: Charging; discount: Discount | null; minimum: Minimum | null };

/** Most tiers, and most rows of a matrix, of one dimension. */
const maxTiers = 100;
const maxRows = 1000;
const maxProperties = 20;

type Json = Record<string, unknown>;
const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value) ? (value as Json) : {};

/** Reads the numbers of one document; what is missing is 0, as Go clients write it. */
const createReader = (faults: Fault[]) => {
  const refuse = (path: string, code: string, message: string): void => void faults.push({ path, code, message });
  const number = (value: unknown, path: string): Decimal => {
    if (value === undefined || value === null) return '0';
    const isNumber = typeof value === 'number' || isRawNumber(value);
    const decimal = isNumber ? decimalFromJson(value as JsonNumber) : null;
    if (decimal === null) refuse(path, 'decimal', 'must be a number with at most 18 integer and 9 fraction digits');
    else if (decimal.startsWith('-')) refuse(path, 'negative', 'must not be negative');
    else return decimal;
    return '0';
  };
  /** A list of 1 to `most` objects. */
  const list = (value: unknown, path: string, most: number): Json[] => {
    const items = Array.isArray(value) ? value : [];
    if (items.length === 0) refuse(path, 'required', 'must have at least one entry');
    if (items.length > most) refuse(path, 'too_many', `must have at most ${most} entries`);
    return items.slice(0, most).map(objectOf);
  };
  const share = (value: unknown, path: string): Decimal => {
    const rate = number(value, path);
    if (big(rate).gt(1)) refuse(path, 'range', 'must be from 0 to 1: 0.25 stands for 25 %');
    return rate;
  };
  return { refuse, number, list, share };
};
type Reader = ReturnType<typeof createReader>;

/**
 * Tiers in order. A tier begins where the one before ends: its `firstUnit` repeats that `lastUnit` (0–5, 5–10), or names
 * the next whole unit (1–5, 6–10). Both mean the same. The last tier has no end.
 */
const readTiers = (
  document: Json,
  path: string,
  reader: Reader,
  rateOf: (tier: Json, at: string) => Decimal,
): Tier[] => {
  const tiers = reader.list(document.tiers, `${path}.tiers`, maxTiers);
  let begin = big(0);
  return tiers.map((tier, index): Tier => {
    const at = `${path}.tiers.${index}`;
    const isLast = index === tiers.length - 1;
    const first = big(reader.number(tier.firstUnit, `${at}.firstUnit`));
    const end = big(reader.number(tier.lastUnit, `${at}.lastUnit`));
    const isNamed = index > 0 || !first.eq(0);
    if (isNamed && !first.eq(begin) && !first.eq(begin.plus(1))) {
      const message = `must be ${begin.toFixed()} or ${begin.plus(1).toFixed()}: a tier begins where the one before ends`;
      reader.refuse(`${at}.firstUnit`, 'gap', message);
    }
    if (!isLast && end.lte(begin)) {
      const message = `must be above ${begin.toFixed()}: only the last tier has no end`;
      reader.refuse(`${at}.lastUnit`, 'order', message);
    }
    begin = end;
    return {
      end: isLast ? null : end.toFixed(),
      rate: rateOf(tier, at),
      flatFee: reader.number(tier.flatFee, `${at}.flatFee`),
    };
  });
};

const readVolume = (document: Json, path: string, reader: Reader): Tier[] => {
  const tiers = reader.list(document.tiers, `${path}.tiers`, maxTiers);
  let begin = big(0);
  return tiers.map((tier, index): Tier => {
    const at = `${path}.tiers.${index}`;
    const isLast = index === tiers.length - 1;
    const end = big(reader.number(tier.maximumUnits, `${at}.maximumUnits`));
    if (!isLast && end.lte(begin)) {
      const message = `must be above ${begin.toFixed()}: only the last tier has no end`;
      reader.refuse(`${at}.maximumUnits`, 'order', message);
    }
    begin = end;
    return {
      end: isLast ? null : end.toFixed(),
      rate: reader.number(tier.unitAmount, `${at}.unitAmount`),
      flatFee: reader.number(tier.flatFee, `${at}.flatFee`),
    };
  });
};

const readMatrix = (document: Json, path: string, reader: Reader): Charging => {
  const rows = reader.list(document.matrix, `${path}.matrix`, maxRows).map((row, index): MatrixRow => {
    const at = `${path}.matrix.${index}`;
    const properties = reader.list(row.properties, `${at}.properties`, maxProperties).map((property, place) => {
      const { name, value } = property;
      const isText = typeof name === 'string' && name !== '' && typeof value === 'string';
      if (!isText) reader.refuse(`${at}.properties.${place}`, 'required', 'must have a name and a value');
      return [String(name), String(value)] as const;
    });
    return { properties, rate: reader.number(row.unitAmount, `${at}.unitAmount`) };
  });
  return { by: 'MATRIX', rows, otherwise: reader.number(document.defaultUnitAmount, `${path}.defaultUnitAmount`) };
};

type Category = NonNullable<BillableDimensionDocument['category']>;

const priceModels: Readonly<Record<Category, { member: keyof BillableDimensionDocument; read: ReadCharging }>> = {
  basic: {
    member: 'priceModelBasic',
    read: (document, path, reader) => {
      const rate = reader.number(document.unitAmount, `${path}.unitAmount`);
      return { by: 'TIERS', of: 'UNITS', tiers: [{ end: null, rate, flatFee: '0' }] };
    },
  },
  tiered: {
    member: 'priceModelTiered',
    read: (document, path, reader) => {
      const tiers = readTiers(document, path, reader, (tier, at) => reader.number(tier.unitAmount, `${at}.unitAmount`));
      return { by: 'TIERS', of: 'UNITS', tiers };
    },
  },
  bulk: {
    member: 'priceModelBulk',
    read: (document, path, reader) => {
      const size = reader.number(document.bulkSize, `${path}.bulkSize`);
      if (size === '0' || size.includes('.'))
        reader.refuse(`${path}.bulkSize`, 'range', 'must be a whole number of at least 1');
      return { by: 'PACKAGES', size, rate: reader.number(document.bulkAmount, `${path}.bulkAmount`) };
    },
  },
  volume: {
    member: 'priceModelVolume',
    read: (document, path, reader) => ({ by: 'VOLUME', tiers: readVolume(document, path, reader) }),
  },
  percentage: {
    member: 'priceModelPercentage',
    read: (document, path, reader) => {
      const rate = reader.share(document.percentageRate, `${path}.percentageRate`);
      const flatFee = reader.number(document.flatFee, `${path}.flatFee`);
      return { by: 'TIERS', of: 'SHARE', tiers: [{ end: null, rate, flatFee }] };
    },
  },
  'tiered-percentage': {
    member: 'priceModelTieredPercentage',
    read: (document, path, reader) => {
      const rateOf = (tier: Json, at: string): Decimal => reader.share(tier.percentageRate, `${at}.percentageRate`);
      return { by: 'TIERS', of: 'SHARE', tiers: readTiers(document, path, reader, rateOf) };
    },
  },
  matrix: { member: 'priceModelMatrix', read: readMatrix },
};
type ReadCharging = (document: Json, path: string, reader: Reader) => Charging;

const readDiscount = (value: unknown, path: string, reader: Reader): Discount | null => {
  const { discountType: type, value: given } = objectOf(value);
  const amount = reader.number(given, `${path}.value`);
  if (amount === '0') return null;
  if (type !== 'PERCENTAGE' && type !== 'ABSOLUTE') {
    reader.refuse(`${path}.discountType`, 'choice', 'must be PERCENTAGE or ABSOLUTE');
    return null;
  }
  if (type === 'PERCENTAGE' && big(amount).gt(100)) reader.refuse(`${path}.value`, 'range', 'must be from 0 to 100');
  return { type, value: amount };
};

/** A minimum of 0 or less is none, as the reference API says. */
const readMinimum = (dimension: BillableDimensionDocument, path: string, reader: Reader): Minimum | null => {
  const { minimumCommit: given, minimumCommitScope: scope, minimumCommitProrata: prorated } = dimension;
  const isNegative = typeof given === 'number' && given < 0;
  const amount = isNegative ? '0' : reader.number(given, `${path}minimumCommit`);
  if (amount === '0') return null;
  const { length = 0, timeUnit: unit } = dimension;
  if (unit && length < 0) reader.refuse(`${path}length`, 'range', 'must not be negative');
  const term = unit && length > 0 ? { length, unit } : null;
  return { amount, byGroup: scope === 'DIMENSION_GROUP_BY', prorated: prorated === true, term };
};

/**
 * Reads the price model of a billable dimension and adds every fault it finds. `path` is where the dimension is in the
 * request, '' for the whole of it. Returns undefined if there was a fault.
 */
export const readPriceModel = (
  dimension: BillableDimensionDocument,
  path: string,
  faults: Fault[],
): PriceModel | undefined => {
  const before = faults.length;
  const reader = createReader(faults);
  const prefix = path === '' ? '' : `${path}.`;
  const { category } = dimension;
  const minimum = readMinimum(dimension, prefix, reader);
  const discount = readDiscount(dimension.discount, `${prefix}discount`, reader);
  if (!category) {
    reader.refuse(`${prefix}category`, 'required', `must be one of ${Object.keys(priceModels).join(', ')}`);
    return undefined;
  }
  const { member, read } = priceModels[category];
  const charging = read(objectOf(dimension[member]), `${prefix}${member}`, reader);
  return faults.length > before ? undefined : { charging, discount, minimum };
};
