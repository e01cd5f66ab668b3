import type { FeedRow } from '../port.ts';

type Columns = FeedRow['columns'];

const suffixOf = (place: number): string => ` #${place}`;

/** One row of several with the same key: the columns of the second one end in `#2`, and so on. */
export const joinRows = (rows: readonly Columns[]): Columns => {
  const [first = {}, ...others] = rows;
  if (others.length === 0) return first;
  const joined: Record<string, string | null> = { ...first };
  for (const [index, columns] of others.entries())
    for (const [name, text] of Object.entries(columns)) joined[`${name}${suffixOf(index + 2)}`] = text;
  return joined;
};

/** The rows that were joined; `name` is a column that each of them has. */
export const splitRow = (row: FeedRow, name: string): FeedRow[] => {
  const rows = [row];
  for (let place = 2; row.columns[`${name}${suffixOf(place)}`] !== undefined; place += 1) {
    const suffix = suffixOf(place);
    const own = Object.entries(row.columns).filter(([column]) => column.endsWith(suffix));
    const columns = Object.fromEntries(own.map(([column, text]) => [column.slice(0, -suffix.length), text]));
    rows.push({ ...row, columns });
  }
  return rows;
};
