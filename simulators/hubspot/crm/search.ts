import Big from 'big.js';
import { invalid } from '../errors.ts';
import { type HubRecord, type HubspotReader, type Json, type Portal, recordsOf } from '../state.ts';
import { linksOf } from './associations.ts';
import { findObjectType, type ObjectName, objectType } from './object-types.ts';
import { findProperty } from './properties.ts';
import type { Property } from './property.ts';
import { readMoment } from './values.ts';

/** Limits of a search (HubSpot developer docs, Search; changelog of 26 August 2024). */
const groupsMax = 6;
const filtersOfGroupMax = 10;
const filtersMax = 25;
const resultsMax = 10_000;
const pageMax = 200;
const queryMax = 3000;

type Found = { record: HubRecord; properties: Record<string, string> };
type Test = (found: Found) => boolean;
type Comparable = Big | string;

/** The thirteen operators, and the operands of each. */
const operators: Record<string, 'value' | 'values' | 'range' | 'nothing'> = {
  EQ: 'value',
  NEQ: 'value',
  LT: 'value',
  LTE: 'value',
  GT: 'value',
  GTE: 'value',
  CONTAINS_TOKEN: 'value',
  NOT_CONTAINS_TOKEN: 'value',
  BETWEEN: 'range',
  IN: 'values',
  NOT_IN: 'values',
  HAS_PROPERTY: 'nothing',
  NOT_HAS_PROPERTY: 'nothing',
};

/** Runs a search; returns the page of records as indexed, and the total. */
export const searchRecords = (
  reader: HubspotReader,
  { portal, type, now, body }: { portal: Portal; type: ObjectName; now: number; body: Json },
): { total: number; records: HubRecord[]; next: number | null } => {
  const limit = wholeNumber(body.limit, 'limit', 10);
  const after = wholeNumber(body.after, 'after', 0);
  if (limit < 1 || limit > pageMax) throw invalid(`limit must be from 1 to ${pageMax}`);
  if (after + limit > resultsMax) {
    throw invalid(`A search has ${resultsMax} results at most; after and limit go beyond them. Narrow the filters.`);
  }
  const test = testOf(reader, portal, type, body);
  const { modified } = objectType(type);
  const found = recordsOf(reader, portal.id, type).flatMap((record): Found[] => {
    const isNoticed = record.indexed.until <= now;
    const properties = isNoticed ? record.properties : record.indexed.properties;
    return properties === null
      ? []
      : [{ record: { ...record, properties, updatedAt: Date.parse(properties[modified] ?? '') }, properties }];
  });
  const fitting = found.filter(test).sort(orderOf(reader, portal, type, body.sorts));
  const end = after + limit;
  return {
    total: fitting.length,
    records: fitting.slice(after, end).map(({ record }) => record),
    next: end < fitting.length ? end : null,
  };
};

const wholeNumber = (given: unknown, name: string, otherwise: number): number => {
  if (given === undefined || given === null || given === '') return otherwise;
  const value = Number(given);
  if (Number.isInteger(value) && value >= 0) return value;
  throw invalid(`${name} is not a whole number`);
};

const listOf = (given: unknown, name: string): Json[] => {
  if (given === undefined || given === null) return [];
  if (Array.isArray(given)) return given as Json[];
  throw invalid(`${name} is not a list`);
};

/** All filters of at least one group must match; the words of `query` must occur in some text. */
const testOf = (reader: HubspotReader, portal: Portal, type: ObjectName, body: Json): Test => {
  const groups = listOf(body.filterGroups, 'filterGroups').map(({ filters }) => listOf(filters, 'filters'));
  const total = groups.reduce((sum, filters) => sum + filters.length, 0);
  const isTooMuch =
    groups.length > groupsMax || total > filtersMax || groups.some(({ length }) => length > filtersOfGroupMax);
  if (isTooMuch) {
    throw invalid(
      `A search takes ${groupsMax} filterGroups, ${filtersOfGroupMax} filters in each and ${filtersMax} in all.`,
    );
  }
  const tests = groups.map((filters) => filters.map((filter) => filterTest(reader, portal, type, filter)));
  const words = queryWords(body.query);
  return (found) =>
    (tests.length === 0 || tests.some((all) => all.every((test) => test(found)))) &&
    words.every((word) => Object.values(found.properties).some((value) => value.toLowerCase().includes(word)));
};

const queryWords = (query: unknown): string[] => {
  if (query === undefined || query === null) return [];
  if (typeof query !== 'string' || query.length > queryMax) {
    throw invalid(`query must be a text of at most ${queryMax} characters`);
  }
  return query.toLowerCase().split(/\s+/).filter(Boolean);
};

const filterTest = (reader: HubspotReader, portal: Portal, type: ObjectName, filter: Json): Test => {
  const { propertyName, operator } = filter;
  const needs = operators[String(operator)];
  if (needs === undefined) throw invalid(`${String(operator)} is no operator; allowed: ${Object.keys(operators)}`);
  const missing =
    (needs === 'value' && filter.value === undefined) ||
    (needs === 'range' && (filter.value === undefined || filter.highValue === undefined)) ||
    (needs === 'values' && !Array.isArray(filter.values));
  if (missing)
    throw invalid(`the operator ${String(operator)} lacks its ${needs === 'range' ? 'value or highValue' : needs}`);
  const linked = findObjectType(/^associations\.(\w+)$/.exec(String(propertyName))?.[1] ?? '');
  if (linked) return associationTest(reader, linked.name, filter);
  const property = findProperty(reader, portal.id, type, String(propertyName));
  if (!property) {
    const message = `There is no property ${String(propertyName)} to search by`;
    throw invalid(message, [
      { message, code: 'PROPERTY_DOESNT_EXIST', context: { propertyName: [String(propertyName)] } },
    ]);
  }
  return ({ properties }) => holds(property, String(operator), properties[property.name], filter);
};

/** `associations.contact` finds records that are associated with one of some ids. */
const associationTest = (reader: HubspotReader, to: ObjectName, { operator, value, values }: Json): Test => {
  const wanted = new Set((Array.isArray(values) ? values : [value]).map(String));
  return ({ record }) => {
    const links = linksOf(reader, record, to);
    if (operator === 'HAS_PROPERTY') return links.length > 0;
    if (operator === 'NOT_HAS_PROPERTY') return links.length === 0;
    const isLinked = links.some((link) => wanted.has(link.to));
    return operator === 'EQ' || operator === 'IN' ? isLinked : !isLinked;
  };
};

/** A value prepared for comparison: numbers and times by size, texts ignoring case. */
const comparable = ({ type, name }: Property, value: unknown): Comparable => {
  if (type === 'number') {
    if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(String(value)))
      throw invalid(`${String(value)} is no number for ${name}`);
    return new Big(String(value));
  }
  if (type !== 'date' && type !== 'datetime') return String(value).toLowerCase();
  const time = readMoment(String(value));
  if (time === null) throw invalid(`${String(value)} is no time for ${name}; give epoch milliseconds`);
  return new Big(time);
};

const compare = (left: Comparable, right: Comparable): number => {
  if (typeof left !== 'string' && typeof right !== 'string') return left.cmp(right);
  return left < right ? -1 : left > right ? 1 : 0;
};

/** A record without the property matches only the negating operators. */
const holds = (property: Property, operator: string, raw: string | undefined, filter: Json): boolean => {
  if (operator === 'HAS_PROPERTY' || operator === 'NOT_HAS_PROPERTY')
    return (raw !== undefined) === (operator === 'HAS_PROPERTY');
  const wanted = Array.isArray(filter.values) ? filter.values : [filter.value];
  const compared = wanted.map((one) => (operator.endsWith('TOKEN') ? String(one) : comparable(property, one)));
  const isDenied = operator.startsWith('N');
  if (raw === undefined) return isDenied;
  if (operator.endsWith('TOKEN')) return hasToken(raw, String(filter.value)) !== isDenied;
  const value = comparable(property, raw);
  const [first] = compared as [Comparable];
  if (operator === 'BETWEEN') {
    return compare(value, first) >= 0 && compare(value, comparable(property, filter.highValue)) <= 0;
  }
  const order = compare(value, first);
  if (operator === 'LT') return order < 0;
  if (operator === 'LTE') return order <= 0;
  if (operator === 'GT') return order > 0;
  if (operator === 'GTE') return order >= 0;
  return compared.some((one) => compare(value, one as Comparable) === 0) !== isDenied;
};

/** Whether a word of a text matches the token, in which `*` matches any letters. */
const hasToken = (text: string, token: string): boolean => {
  const pattern = token
    .toLowerCase()
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*');
  const whole = new RegExp(`^${pattern}$`);
  return [text.toLowerCase(), ...text.toLowerCase().split(/[^\p{L}\p{N}]+/u)].some((word) => whole.test(word));
};

/** One sort at most: a name, with a minus sign for descending, or `{propertyName, direction}`. Default: oldest first. */
const orderOf = (
  reader: HubspotReader,
  portal: Portal,
  type: ObjectName,
  given: unknown,
): ((a: Found, b: Found) => number) => {
  const sorts = listOf(given, 'sorts') as unknown[];
  if (sorts.length > 1) throw invalid('A search takes one sort at most');
  const [sort] = sorts;
  const { propertyName, direction } = (typeof sort === 'object' && sort !== null ? sort : {}) as Json;
  const name = typeof sort === 'string' ? sort.replace(/^-/, '') : String(propertyName ?? 'createdate');
  const isDescending = typeof sort === 'string' ? sort.startsWith('-') : direction === 'DESCENDING';
  const property = findProperty(reader, portal.id, type, name);
  if (!property) throw invalid(`There is no property ${name} to sort by`);
  return (a, b) => {
    const [left, right] = [a.properties[name], b.properties[name]];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    const order = compare(comparable(property, left), comparable(property, right));
    return isDescending ? -order : order;
  };
};
