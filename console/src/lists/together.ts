/** The number of rows shown so far, for each owner who has more. */
export type Shown = Readonly<Record<string, number>>;

/** The next rows of one owner, newest first, of whom `offset` were shown before. */
export type Part<Row> = { owner: string; offset: number; rows: readonly Row[]; hasNext: boolean };

/**
 * The next page of the lists of several owners, newest first, and the rest after it. Each part has as many rows as
 * the page, or all rows of its owner, so no row that belongs on the page is missing.
 */
export const mergePages = <Row>(
  parts: readonly Part<Row>[],
  timeOf: (row: Row) => number,
  size: number,
): { rows: Row[]; left: Shown } => {
  // Sorting is stable: rows of one owner and one time keep their order, from page to page.
  const ranked = parts.flatMap(({ owner, rows }) => rows.map((row) => ({ owner, row })));
  ranked.sort((one, other) => timeOf(other.row) - timeOf(one.row));
  const taken = ranked.slice(0, size);
  const left: Record<string, number> = {};
  for (const { owner, offset, rows, hasNext } of parts) {
    const count = taken.filter((one) => one.owner === owner).length;
    // An empty page is the end, even if a next page was announced.
    if (rows.length > 0 && (count < rows.length || hasNext)) left[owner] = offset + count;
  }
  return { rows: taken.map(({ row }) => row), left };
};
