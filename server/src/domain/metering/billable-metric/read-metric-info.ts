import { decimalFromJson } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import { isRawNumber, type JsonNumber } from '../../../kit/json.ts';
import type { AggregationType, MetricFilter, MetricInfo } from './billable-metric.ts';
import type { BillableMetricInfoIn } from './schema.ts';

type ValueType = NonNullable<MetricFilter['valueType']>;

/** Which values an operation compares with; null: with none. */
const valueTypeOf: Readonly<Record<MetricFilter['operation'], ValueType | null>> = {
  IS: 'STRING',
  NOT_IS: 'STRING',
  CONTAINS: 'STRING',
  NOT_CONTAINS: 'STRING',
  GT: 'FLOAT',
  GTE: 'FLOAT',
  LT: 'FLOAT',
  LTE: 'FLOAT',
  EQ: 'FLOAT',
  NOT_EQ: 'FLOAT',
  EXISTS: null,
  NOT_EXISTS: null,
};

/** Most characters of the text that a filter compares with. */
const maxText = 1000;

/** `=` and `,` separate the names and values of a group. */
const namePattern = /^[^=,\s][^=,]{0,99}$/;
const nameMessage = 'must be the name of a property: 1 to 100 characters without = and ,';

const isNumber = (value: unknown): value is JsonNumber =>
  (typeof value === 'number' && Number.isFinite(value)) || isRawNumber(value);

type FilterIn = NonNullable<NonNullable<NonNullable<BillableMetricInfoIn['filterGroups']>[number]['filters']>[number]>;

const readFilter = (filter: FilterIn, at: string, faults: Fault[]): MetricFilter | undefined => {
  const before = faults.length;
  const refuse = (member: string, code: string, message: string): void =>
    void faults.push({ path: `${at}.${member}`, code, message });
  const { name, operation, value, valueType } = filter;
  if (!name || !namePattern.test(name)) refuse('name', 'name', nameMessage);
  if (!operation) refuse('operation', 'required', 'must contain the comparison of the property');
  if (!name || !operation) return undefined;
  const type = valueTypeOf[operation];
  if (type === null) return faults.length > before ? undefined : { name, operation };
  if (valueType && valueType !== type) refuse('valueType', 'value_type', `must be ${type} for ${operation}`);
  if (type === 'STRING' && (typeof value !== 'string' || value.length > maxText))
    refuse('value', 'type', `must be text of at most ${maxText} characters for ${operation}`);
  if (type === 'FLOAT' && (!isNumber(value) || decimalFromJson(value) === null))
    refuse('value', 'type', `must be a number with at most 18 integer and 9 fraction digits for ${operation}`);
  return faults.length > before ? undefined : { name, operation, value: value as string, valueType: type };
};

/** Reads what a metric counts and adds every fault it finds. Unset members are dropped. */
export const readMetricInfo = (
  info: BillableMetricInfoIn | null | undefined,
  aggregationType: AggregationType | undefined,
  faults: Fault[],
): MetricInfo => {
  const { filterGroups, groupBys, propertyUniqueOn: unique } = info ?? {};
  const groups = (filterGroups ?? []).map(({ filters }, index) => {
    const at = `info.filterGroups.${index}.filters`;
    if (!filters || filters.length === 0) {
      faults.push({ path: at, code: 'required', message: 'must have at least one filter' });
      return { filters: [] };
    }
    return { filters: filters.flatMap((filter, place) => readFilter(filter, `${at}.${place}`, faults) ?? []) };
  });
  for (const [index, name] of (groupBys ?? []).entries()) {
    const path = `info.groupBys.${index}`;
    if (!namePattern.test(name)) faults.push({ path, code: 'name', message: nameMessage });
    if (groupBys?.indexOf(name) !== index) faults.push({ path, code: 'repeated', message: 'is given twice' });
  }
  const path = 'info.propertyUniqueOn';
  const countsValues = aggregationType === 'UNIQUE_COUNT';
  if (countsValues && (!unique || !namePattern.test(unique)))
    faults.push({ path, code: unique ? 'name' : 'required', message: nameMessage });
  if (aggregationType && !countsValues && unique)
    faults.push({ path, code: 'not_here', message: `is for UNIQUE_COUNT only, and this metric is ${aggregationType}` });
  return {
    ...(groups.length === 0 ? {} : { filterGroups: groups }),
    ...(groupBys && groupBys.length > 0 ? { groupBys } : {}),
    ...(unique ? { propertyUniqueOn: unique } : {}),
  };
};
