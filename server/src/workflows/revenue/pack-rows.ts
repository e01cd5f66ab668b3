import type { FeedRow } from '../../adapters/revenue/port.ts';

type Cell = string | boolean | null;

/** Rows of a dataset with the same columns, as they wait on disk: the names of the columns are written once. */
export type RowPack = {
  dataset: string;
  names: readonly string[];
  /** Of each row key, version, whether it is deleted, and its columns. */
  rows: Cell[][];
};

const rowsOfPack = 100;

/** Packs rows in their order. */
export const packRows = (rows: readonly FeedRow[]): RowPack[] => {
  const packs: RowPack[] = [];
  let last: RowPack | undefined;
  for (const { dataset, key, version, isDeleted, columns } of rows) {
    const names = Object.keys(columns);
    const isLike =
      last?.dataset === dataset &&
      last.rows.length < rowsOfPack &&
      last.names.length === names.length &&
      last.names.every((name, index) => name === names[index]);
    if (!last || !isLike) {
      last = { dataset, names, rows: [] };
      packs.push(last);
    }
    const cells: Cell[] = [key, version, isDeleted];
    for (const name of names) cells.push(columns[name] ?? null);
    last.rows.push(cells);
  }
  return packs;
};

export const unpackRows = ({ dataset, names, rows }: RowPack): FeedRow[] =>
  rows.map(([key, version, isDeleted, ...values]) => {
    const columns: Record<string, string | null> = {};
    for (let index = 0; index < names.length; index += 1)
      columns[names[index] ?? ''] = (values[index] ?? null) as string | null;
    return { dataset, key: key as string, version: version as string, isDeleted: isDeleted as boolean, columns };
  });
