import { refusal } from '../errors.ts';
import { type Field, isFilterable } from '../objects/fields.ts';
import { childrenOf, fieldOf, findObject, type ObjectType } from '../objects/schema.ts';
import { attributesOf, fieldValue } from '../objects/view.ts';
import { type Json, type Org, recordsOf, type SalesforceReader, type SfRecord } from '../state.ts';
import {
  type Comparable,
  checkFilterable,
  comparable,
  includesTest,
  literalValue,
  type Test,
  testOf,
} from './match.ts';
import { type Condition, type Literal, type Order, type Path, parseSoql, type Query, type Selected } from './parse.ts';
import { errorAt } from './tokens.ts';

/** The context of a query. `base` is the prefix of record addresses; `now` is business time. */
export type Scope = { reader: SalesforceReader; org: Org; now: number; base: string; includeDeleted: boolean };

/** A parsed query that can be run: the records that it finds, and how each is shown. */
export type Prepared = {
  isCount: boolean;
  find(): SfRecord[];
  view(record: SfRecord): { view: Json; children: number };
};

type Row = SfRecord | undefined;
/** Reads a field along a path from a record. */
type Access = { field: Field; read(record: Row): unknown };
type Context = Scope & { soql: string; object: ObjectType; alias: string | null };

/** Parses and checks a query. All errors come from here, before any record is read. */
export const prepareQuery = (scope: Scope, soql: string): Prepared => {
  const query = parseSoql(soql);
  const object = findObject(scope.reader, scope.org, query.from.name);
  if (!object) throw unsupported(soql, query.from);
  return prepare({ ...scope, soql, object, alias: query.alias }, query);
};

const unsupported = (soql: string, { name, at }: { name: string; at: number }): Error =>
  errorAt(
    soql,
    at,
    'INVALID_TYPE',
    `sObject type '${name}' is not supported. If you are attempting to use a custom object, be sure to append the '__c' after the entity name. Please reference your WSDL or the describe call for the appropriate names.`,
  );

const prepare = (context: Context, query: Query): Prepared & { findAmong(records: SfRecord[]): SfRecord[] } => {
  const { reader, org, object, includeDeleted } = context;
  const test = query.where ? conditionTest(context, query.where) : () => true;
  const compare = orderOf(context, query.orders);
  const view = viewOf(context, query.selected);
  const findAmong = (records: SfRecord[]): SfRecord[] => {
    const found = records.filter(test).sort(compare);
    return found.slice(query.offset, query.limit === null ? undefined : query.offset + query.limit);
  };
  return {
    isCount: query.isCount,
    find: () => findAmong(recordsOf(reader, org.id, object.name, includeDeleted)),
    findAmong,
    view,
  };
};

/** Follows a path through parents. An alias, or the object's name, may be its first part. */
const accessOf = (context: Context, { names, at }: Path): Access => {
  const { alias, object, soql } = context;
  const [first = '', ...rest] = names;
  const isOwn = [alias, object.name].some((name) => name?.toLowerCase() === first.toLowerCase());
  const path = rest.length > 0 && isOwn ? rest : names;
  let type = object;
  const parents: Field[] = [];
  for (const name of path.slice(0, -1)) {
    const step = [...type.fields.values()].find((one) => one.relationshipName?.toLowerCase() === name.toLowerCase());
    const parent =
      step?.referenceTo === undefined ? undefined : findObject(context.reader, context.org, step.referenceTo);
    if (!step || !parent) {
      const message = `Didn't understand relationship '${name}' in field path. If you are attempting to use a custom relationship, be sure to append the '__r' after the custom relationship name. Please reference your WSDL or the describe call for the appropriate names.`;
      throw errorAt(soql, at, 'INVALID_FIELD', message);
    }
    parents.push(step);
    type = parent;
  }
  const last = path.at(-1) ?? '';
  const field = fieldOf(type, last);
  if (!field) {
    const message = `No such column '${last}' on entity '${type.name}'. If you are attempting to use a custom field, be sure to append the '__c' after the custom field name. Please reference your WSDL or the describe call for the appropriate names.`;
    throw errorAt(soql, at, 'INVALID_FIELD', message);
  }
  const read = (record: Row): unknown => {
    const owner = parents.reduce<Row>((row, step) => parentOf(context.reader, row, step), record);
    return owner && fieldValue(owner, field);
  };
  return { field, read };
};

const parentOf = (reader: SalesforceReader, record: Row, step: Field): Row => {
  const id = record?.fields[step.name];
  return typeof id === 'string' ? reader.get('records', id) : undefined;
};

const conditionTest = (context: Context, condition: Condition): ((record: SfRecord) => boolean) => {
  if (condition.kind === 'and' || condition.kind === 'or') {
    const tests = condition.parts.map((part) => conditionTest(context, part));
    return condition.kind === 'and'
      ? (record) => tests.every((test) => test(record))
      : (record) => tests.some((test) => test(record));
  }
  if (condition.kind === 'not') {
    const test = conditionTest(context, condition.part);
    return (record) => !test(record);
  }
  const { field, read } = accessOf(context, condition.path);
  checkFilterable(field);
  const test = fieldTest(context, field, condition);
  return (record) => test(read(record));
};

const fieldTest = (
  context: Context,
  field: Field,
  condition: Exclude<Condition, { kind: 'and' | 'or' | 'not' }>,
): Test => {
  if (condition.kind === 'compare') return testOf(field, condition.operator, condition.value, context.now);
  const test =
    condition.kind === 'includes'
      ? includesTest(field, condition.values)
      : memberTest(context, field, condition.values);
  return condition.isNegated ? (value) => !test(value) : test;
};

/** The test of IN, with values or with a query of one field. */
const memberTest = (context: Context, field: Field, values: Literal[] | Query): Test => {
  if (Array.isArray(values)) {
    const wanted = new Set(values.map((one) => literalValue(field, one)));
    return (value) => wanted.has(comparable(field, value));
  }
  const { reader, org, soql } = context;
  const object = findObject(reader, org, values.from.name);
  if (!object) throw unsupported(soql, values.from);
  const [selected, ...others] = values.selected;
  if (selected?.kind !== 'field' || others.length > 0) {
    const message = 'Nesting of semi join sub-selects must select one field';
    throw errorAt(soql, values.from.at, 'MALFORMED_QUERY', message);
  }
  const inner: Context = { ...context, object, alias: values.alias };
  const { field: of, read } = accessOf(inner, selected.path);
  const found = prepare(inner, values);
  const wanted = new Set(found.find().map((record) => comparable(of, read(record))));
  wanted.delete(null);
  return (value) => wanted.has(comparable(field, value));
};

/** Without an order, and among equals, records are in order of creation. */
const orderOf = (context: Context, orders: Order[]): ((a: SfRecord, b: SfRecord) => number) => {
  const keys = orders.map(({ path, isDescending, nullsLast }) => {
    const { field, read } = accessOf(context, path);
    if (!isFilterable(field)) {
      const message = `field '${field.name}' can not be sorted in a query call`;
      throw errorAt(context.soql, path.at, 'INVALID_FIELD', message);
    }
    return { key: (record: SfRecord) => comparable(field, read(record)), isDescending, nullsLast };
  });
  // A record is compared many times: its values are read once.
  const known = new Map<SfRecord, Comparable[]>();
  const valuesOf = (record: SfRecord): Comparable[] => {
    const values = known.get(record) ?? keys.map(({ key }) => key(record));
    known.set(record, values);
    return values;
  };
  return (a, b) => {
    const [lefts, rights] = [valuesOf(a), valuesOf(b)];
    for (const [index, { isDescending, nullsLast }] of keys.entries()) {
      const [left = null, right = null] = [lefts[index], rights[index]];
      if (left === right) continue;
      if (left === null || right === null) return (left === null) === nullsLast ? 1 : -1;
      return left < right === isDescending ? 1 : -1;
    }
    return 0;
  };
};

type Show = (record: SfRecord) => { name: string; value: unknown; children: number };

/** The result for a record: fields in the order of the query, parents as objects, children as nested results. */
const viewOf = (context: Context, selected: Selected[]): Prepared['view'] => {
  const shows = groupParents(context, selected).map((one) => showOf(context, one));
  return (record) => {
    const parts = shows.map((show) => show(record));
    const view = {
      attributes: attributesOf(record, context.base),
      ...Object.fromEntries(parts.map(({ name, value }) => [name, value])),
    };
    return { view, children: parts.reduce((sum, { children }) => sum + children, 0) };
  };
};

type Group = Selected | { kind: 'parent'; step: Field; object: ObjectType; selected: Selected[] };

/** Puts fields of the same parent together, at the place of the first. */
const groupParents = (context: Context, selected: Selected[]): Group[] => {
  const groups: Group[] = [];
  const seen = new Set<string>();
  for (const one of selected) {
    if (one.kind === 'children') {
      groups.push(one);
      continue;
    }
    accessOf(context, one.path);
    const names = ownPath(context, one.path.names);
    const [first = '', ...rest] = names;
    const key = names.join('.').toLowerCase();
    if (seen.has(key))
      throw refusal(400, { errorCode: 'INVALID_FIELD', message: `duplicate field selected: ${names.join('.')}` });
    seen.add(key);
    if (rest.length === 0) {
      groups.push({ kind: 'field', path: { ...one.path, names } });
      continue;
    }
    const step = [...context.object.fields.values()].find(
      ({ relationshipName }) => relationshipName?.toLowerCase() === first.toLowerCase(),
    ) as Field;
    const inner: Selected = { kind: 'field', path: { ...one.path, names: rest } };
    const known = groups.find((group) => group.kind === 'parent' && group.step === step);
    if (known?.kind === 'parent') known.selected.push(inner);
    else {
      const object = findObject(context.reader, context.org, step.referenceTo ?? '') as ObjectType;
      groups.push({ kind: 'parent', step, object, selected: [inner] });
    }
  }
  return groups;
};

const ownPath = ({ alias, object }: Context, names: string[]): string[] => {
  const isOwn = [alias, object.name].some((name) => name?.toLowerCase() === names[0]?.toLowerCase());
  return names.length > 1 && isOwn ? names.slice(1) : names;
};

const showOf = (context: Context, group: Group): Show => {
  if (group.kind === 'field') {
    const { field, read } = accessOf(context, group.path);
    return (record) => ({ name: field.name, value: read(record) ?? null, children: 0 });
  }
  if (group.kind === 'children') return showChildren(context, group.query);
  const { step, object, selected } = group;
  const view = viewOf({ ...context, object, alias: null }, selected);
  return (record) => {
    const parent = parentOf(context.reader, record, step);
    return { name: step.relationshipName ?? step.name, value: parent ? view(parent).view : null, children: 0 };
  };
};

/** A query inside another, from the parent to the records that name it; null where there is none. */
const showChildren = (context: Context, query: Query): Show => {
  const { reader, org, object, soql, includeDeleted } = context;
  const { name, at } = query.from;
  const relation = childrenOf(reader, org, object.name).find(
    ({ field }) => field.childRelationship?.toLowerCase() === name.toLowerCase(),
  );
  if (!relation) {
    const message = `Didn't understand relationship '${name}' in FROM part of query call. If you are attempting to use a custom relationship, be sure to append the '__r' after the custom relationship name. Please reference your WSDL or the describe call for the appropriate names.`;
    throw errorAt(soql, at, 'INVALID_TYPE', message);
  }
  const inner = prepare({ ...context, object: relation.object, alias: query.alias }, query);
  let families: Map<unknown, SfRecord[]> | null = null;
  return (record) => {
    families ??= Map.groupBy(
      recordsOf(reader, org.id, relation.object.name, includeDeleted),
      ({ fields }) => fields[relation.field.name],
    );
    const found = inner.findAmong(families.get(record.id) ?? []);
    const records = found.map((child) => inner.view(child).view);
    const value = records.length === 0 ? null : { totalSize: records.length, done: true, records };
    return { name: relation.field.childRelationship ?? name, value, children: records.length };
  };
};
