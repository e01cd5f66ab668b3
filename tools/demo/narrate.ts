/** Prints the progress. `quiet` suppresses it, for runs with several seeds. */
export type Narrator = {
  chapter(title: string): void;
  say(text: string): void;
  /** Aligned columns under a header row. */
  table(rows: readonly (readonly string[])[]): void;
};

const print = (text: string): void => void process.stdout.write(`${text}\n`);

export const createNarrator = (quiet: boolean): Narrator => {
  let chapters = 0;
  const began = performance.now();
  const out = quiet ? () => undefined : print;
  return {
    chapter: (title) => {
      chapters += 1;
      out(`\n${chapters}. ${title}  [${((performance.now() - began) / 1000).toFixed(1)} s]`);
    },
    say: (text) => out(text.replace(/^(?=.)/gm, '   ')),
    table: (rows) => out(alignColumns(rows).replace(/^/gm, '   ')),
  };
};

/** Aligns text columns to the left and numeric columns to the right. */
const alignColumns = (rows: readonly (readonly string[])[]): string => {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const at = (row: readonly string[], column: number): string => row[column] ?? '';
  const layout = Array.from({ length: columns }, (_, column) => ({
    width: Math.max(...rows.map((row) => at(row, column).length)),
    isNumber: rows.slice(1).every((row) => /^-?[\d.]*$/.test(at(row, column))),
  }));
  return rows
    .map((row) =>
      layout
        .map(({ width, isNumber }, column) =>
          isNumber ? at(row, column).padStart(width) : at(row, column).padEnd(width),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
