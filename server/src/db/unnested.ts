import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { bytesArray, dayArray, intArray, jsonArray, jsonbArray, textArray, timeArray } from './array-bytes.ts';

/**
 * A column of a list of items: its name, its type, and its value in an item. Types in `written` are sent in the binary
 * format: `timestamptz` and `date` (in UTC) from Date, `bytea` from hexadecimal. Others are sent as they are.
 */
export type Column<T> = readonly [
  name: string,
  type: string,
  pick: (item: T) => string | number | boolean | Date | null,
];

const written: Readonly<Record<string, (items: readonly never[]) => Buffer>> = {
  text: textArray,
  json: jsonArray,
  jsonb: jsonbArray,
  bytea: bytesArray,
  int: intArray,
  timestamptz: timeArray,
  date: dayArray,
};

const valuesOf = <T>([, type, pick]: Column<T>, items: readonly T[]): Buffer | unknown[] => {
  const values = items.map(pick);
  return written[type]?.(values as never[]) ?? values;
};

/** The columns of many items as arrays, for `from`; a statement has one text however many items there are. */
export const unnested = <T>(columns: readonly Column<T>[], items: readonly T[]): RawBuilder<unknown> => {
  const arrays = columns.map((column) => sql`${valuesOf(column, items)}::${sql.raw(column[1])}[]`);
  return sql`unnest(${sql.join(arrays)}) as u (${namesOf(columns)})`;
};

const unnestEach = <T>(columns: readonly Column<T>[], values: readonly unknown[]): RawBuilder<unknown> =>
  sql.join(columns.map(([, type], index) => sql`unnest(${values[index]}::${sql.raw(type)}[])`));

/**
 * The columns of many items for the one row of VALUES of an insert: PostgreSQL expands it to as many rows as there are items. Where tables are
 * distributed, such an insert goes to one shard, and INSERT … SELECT from `unnested` does not. The types are those of the table's columns.
 */
export const unnestedValues = <T>(columns: readonly Column<T>[], items: readonly T[]): RawBuilder<unknown> =>
  unnestEach(
    columns,
    columns.map((column) => valuesOf(column, items)),
  );

/** The same, but made before the transaction, in turns of the event loop: in the meantime, the database may be busy with others. */
export const unnestedValuesInTurns = async <T>(
  columns: readonly Column<T>[],
  items: readonly T[],
): Promise<RawBuilder<unknown>> => {
  const values: unknown[] = [];
  for (const column of columns) {
    values.push(valuesOf(column, items));
    await nextTurn();
  }
  return unnestEach(columns, values);
};

/** The names of the columns, for the list of an insert or select. */
export const namesOf = <T>(columns: readonly Column<T>[]): RawBuilder<unknown> =>
  sql.join(columns.map(([name]) => sql.ref(name)));
