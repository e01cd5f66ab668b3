import { refusal } from '../errors.ts';
import { type Field, isFilterable, isNumber, isText } from '../objects/fields.ts';
import { readId } from '../objects/ids.ts';
import { readTime } from '../objects/values.ts';
import { rangeOf } from './dates.ts';
import type { Comparison, Literal } from './parse.ts';

/** Whether a value of a field satisfies a condition. */
export type Test = (value: unknown) => boolean;

/** The form in which values are compared: texts ignoring case, times as numbers. */
export type Comparable = string | number | boolean | null;

/** A value of a record, ready to be compared or sorted. */
export const comparable = (field: Field, value: unknown): Comparable => {
  if (value === null || value === undefined) return null;
  if (field.type === 'datetime') return readTime(String(value));
  if (field.type === 'date') return Date.parse(`${value}T00:00:00Z`);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return field.type === 'id' || field.type === 'reference' ? String(value) : String(value).toLowerCase();
};

const wrongType = (field: Field): Error => {
  const isQuoted = isText(field) || field.type === 'id' || field.type === 'reference';
  const kind = isQuoted && field.type !== 'id' && field.type !== 'reference' ? 'string' : field.type;
  const quotes = isQuoted ? 'should be enclosed in quotes' : 'should not be enclosed in quotes';
  const message = `value of filter criterion for field '${field.name}' must be of type ${kind} and ${quotes}`;
  return refusal(400, { errorCode: 'INVALID_FIELD', message });
};

/** A field that may be used in a condition. */
export const checkFilterable = (field: Field): void => {
  if (isFilterable(field)) return;
  const message = `field '${field.name}' can not be filtered in a query call`;
  throw refusal(400, { errorCode: 'INVALID_FIELD', message });
};

/** The test of a comparison. Nothing is less or greater than null; `!=` is true for null. */
export const testOf = (field: Field, operator: Comparison, literal: Literal, now: number): Test => {
  if (operator === 'LIKE') return likeTest(field, literal);
  if (literal.kind === 'null') {
    if (operator !== '=' && operator !== '!=') throw wrongType(field);
    return (value) => (value === null || value === undefined) === (operator === '=');
  }
  if (literal.kind === 'named') return rangeTest(field, operator, rangeOf(literal.value, now));
  const wanted = literalValue(field, literal);
  return (value) => holds(operator, comparable(field, value), wanted);
};

const holds = (operator: Exclude<Comparison, 'LIKE'>, value: Comparable, wanted: Comparable): boolean => {
  if (operator === '=') return value === wanted;
  if (operator === '!=') return value !== wanted;
  if (value === null || wanted === null) return false;
  if (operator === '<') return value < wanted;
  if (operator === '<=') return value <= wanted;
  return operator === '>' ? value > wanted : value >= wanted;
};

/** A literal as a value of the field's type, or a refusal. */
export const literalValue = (field: Field, literal: Literal): Comparable => {
  const { type } = field;
  if (literal.kind === 'null') return null;
  if (type === 'id' || type === 'reference') {
    if (literal.kind !== 'text') throw wrongType(field);
    const id = readId(literal.value);
    if (id !== null) return id;
    throw refusal(400, { errorCode: 'INVALID_QUERY_FILTER_OPERATOR', message: `invalid ID field: ${literal.value}` });
  }
  const kind = isText(field) ? 'text' : isNumber(field) ? 'number' : type;
  if (literal.kind === 'named' || literal.kind !== kind) throw wrongType(field);
  return comparable(field, literal.value);
};

const rangeTest = (field: Field, operator: Comparison, { start, end }: { start: number; end: number }): Test => {
  if (field.type !== 'date' && field.type !== 'datetime') throw wrongType(field);
  return (raw) => {
    const value = comparable(field, raw);
    if (typeof value !== 'number') return operator === '!=';
    const isIn = value >= start && value < end;
    if (operator === '=') return isIn;
    if (operator === '!=') return !isIn;
    if (operator === '<') return value < start;
    if (operator === '<=') return value < end;
    return operator === '>' ? value >= end : value >= start;
  };
};

/** `%` matches any text, `_` one character; a backslash escapes them. Case is ignored. */
const likeTest = (field: Field, literal: Literal): Test => {
  if (!isText(field) || literal.kind !== 'text') {
    const message = `invalid operator on ${field.type} field: ${field.name}`;
    throw refusal(400, { errorCode: 'INVALID_QUERY_FILTER_OPERATOR', message });
  }
  const pattern = literal.value.replaceAll(/\\([%_])|([%_])|([.*+?^${}()|[\]\\])/g, (_, plain, wild, special) => {
    if (plain) return plain;
    return wild ? (wild === '%' ? '.*' : '.') : `\\${special}`;
  });
  const test = new RegExp(`^${pattern}$`, 'isu');
  return (value) => typeof value === 'string' && test.test(value);
};

/** The test of INCLUDES: the picklist has all values of one of the literals, which are separated by semicolons. */
export const includesTest = (field: Field, literals: Literal[]): Test => {
  if (field.type !== 'multipicklist') throw wrongType(field);
  const wanted = literals.map((one) => (one.kind === 'text' ? one.value.split(';') : []));
  return (value) => {
    const chosen = typeof value === 'string' ? value.split(';') : [];
    return wanted.some((all) => all.every((one) => chosen.includes(one)));
  };
};
