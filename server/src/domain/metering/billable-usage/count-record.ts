import { big, decimalFromJson } from '../../../kit/decimal.ts';
import { isRawNumber, type JsonNumber } from '../../../kit/json.ts';
import type { BillableMetric, MetricFilter } from '../billable-metric/billable-metric.ts';
import type { AcceptedRecord, Properties, PropertyValue, SentRecord } from './billable-record.ts';

/** A property as text; numbers in their shortest form. */
const textOf = (value: PropertyValue): string =>
  typeof value === 'number' || isRawNumber(value) ? (decimalFromJson(value) ?? '') : String(value);

/** A property as an exact number; undefined if it is none. Texts that are written as numbers count. */
const numberOf = (value: PropertyValue | undefined) => {
  if (value === undefined || typeof value === 'boolean') return undefined;
  const text = textOf(value);
  return /^-?\d{1,18}(\.\d{1,9})?$/.test(text) ? big(text) : undefined;
};

type Comparison = (given: PropertyValue | undefined, value: NonNullable<MetricFilter['value']>) => boolean;

const compareTexts =
  (holds: (given: string, value: string) => boolean): Comparison =>
  (given, value) =>
    given !== undefined && holds(textOf(given), String(value));

const compareNumbers =
  (holds: (order: number) => boolean): Comparison =>
  (given, value) => {
    const number = numberOf(given);
    return number !== undefined && holds(number.cmp(decimalFromJson(value as JsonNumber) ?? 0));
  };

const not =
  (comparison: Comparison): Comparison =>
  (given, value) =>
    !comparison(given, value);

const is = compareTexts((given, value) => given === value);
const contains = compareTexts((given, value) => given.includes(value));
const equals = compareNumbers((order) => order === 0);

/**
 * Text is compared exactly. A negated operation is met wherever the other one is not: also where the property is not
 * given. A comparison of numbers is not met by a property that is no number.
 */
const comparisons: Readonly<Record<MetricFilter['operation'], Comparison>> = {
  IS: is,
  NOT_IS: not(is),
  CONTAINS: contains,
  NOT_CONTAINS: not(contains),
  GT: compareNumbers((order) => order > 0),
  GTE: compareNumbers((order) => order >= 0),
  LT: compareNumbers((order) => order < 0),
  LTE: compareNumbers((order) => order <= 0),
  EQ: equals,
  NOT_EQ: not(equals),
  EXISTS: (given) => given !== undefined,
  NOT_EXISTS: (given) => given === undefined,
};

const propertyOf = (properties: Properties, name: string): PropertyValue | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

/** Whether one filter of every group is met. */
const meetsFilters = ({ filterGroups = [] }: BillableMetric['info'], properties: Properties): boolean =>
  filterGroups.every(({ filters }) =>
    filters.some(({ name, operation, value }) => comparisons[operation](propertyOf(properties, name), value ?? '')),
  );

/** `%`, `=` and `,` inside a value, so that an expression can be read back. */
const escapeMarks = (value: string): string => value.replaceAll(/[%=,]/g, (mark) => encodeURIComponent(mark));

/** The group of a record, `os=linux,cluster=cluster-1`; '' for a metric without groups. */
export const groupOf = ({ groupBys = [] }: BillableMetric['info'], properties: Properties): string =>
  groupBys.map((name) => `${name}=${escapeMarks(textOf(propertyOf(properties, name) ?? ''))}`).join(',');

/** The values of a group by name, read back from its expression. */
export const groupValues = (expression: string): Record<string, string> =>
  Object.fromEntries(
    expression === ''
      ? []
      : expression.split(',').map((one) => {
          const [name = '', value = ''] = one.split('=');
          return [name, decodeURIComponent(value)];
        }),
  );

/** What a record counts under its metric. */
export const countRecord = (
  { properties, quantity }: SentRecord,
  { id, info, aggregation_type: type }: BillableMetric,
): AcceptedRecord => {
  const unique = type === 'UNIQUE_COUNT' ? propertyOf(properties, info.propertyUniqueOn ?? '') : undefined;
  return {
    metricId: id,
    groupBy: groupOf(info, properties),
    quantity: quantity ?? '0',
    uniqueValue: unique === undefined ? null : textOf(unique),
    counted: meetsFilters(info, properties) && (type !== 'UNIQUE_COUNT' || unique !== undefined),
  };
};
