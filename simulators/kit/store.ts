import { openJournal } from './journal.ts';
import { createSeededIds, type SeededIds } from './seeded-ids.ts';

/** Tables are maps from `id` to row. Rows are never modified in place: a change inserts a new row. */
export type Row = { id: string };
type Tables = Record<string, Row>;

/** Reads of the state. */
export type Reader<T extends Tables> = {
  get<K extends keyof T & string>(table: K, id: string): T[K] | undefined;
  list<K extends keyof T & string>(table: K): T[K][];
  count<K extends keyof T & string>(table: K): number;
  /** Increases with every change of the table; for caches. */
  changes<K extends keyof T & string>(table: K): number;
};

/** One all-or-nothing change. `at` is the business time (epoch milliseconds) at which it happens. */
export type Transaction<T extends Tables> = Reader<T> & {
  at: number;
  ids: SeededIds;
  put<K extends keyof T & string>(table: K, row: T[K]): void;
  remove<K extends keyof T & string>(table: K, id: string): void;
};

/** The journaled state of one simulator. */
export type Store<T extends Tables> = Reader<T> & {
  /** Runs a synchronous change; if it throws, nothing has happened. It is on disk once `durable` resolves. */
  write<R>(at: number, change: (transaction: Transaction<T>) => R): R;
  durable(): Promise<void>;
  /** Resolves at once, unless earlier changes could not be written because the disk was full: then once they are on disk. */
  recovered(): Promise<void>;
  close(): Promise<void>;
  /** Reads the matching rows of a table without scanning the others, such as the few that are waiting among many. */
  subset<K extends keyof T & string>(table: K, fits: (row: T[K]) => boolean): () => T[K][];
  /** The whole state as plain data ordered by id, for comparison. */
  snapshot(): Record<string, Row[]>;
};

type Operation = ['put', string, Row] | ['remove', string, string];
type JournalLine = { seed: string } | { at: number; drawn: number; ops: Operation[] };

/**
 * Opens the state stored in the journal at `path`. A line of the journal contains the rows that one change has put or
 * removed, its business time, and how many IDs were drawn: replaying it needs no rules and gives the same state. The
 * seed of an existing journal takes precedence over the given one.
 */
export const openStore = <T extends Tables>(options: {
  path: string;
  seed: string;
  /** Reads a row that an earlier release may have written; by default it is unchanged. */
  readRow?: ((table: string, row: Row, reader: Reader<T>) => Row) | undefined;
}): Store<T> => {
  const tables = new Map<string, Map<string, Row>>();
  const changes = new Map<string, number>();
  const subsets: { table: string; fits: (row: Row) => boolean; ids: Set<string> }[] = [];
  let ids = createSeededIds(options.seed);
  let seeded = false;

  const reader: Reader<T> = {
    get: <K extends keyof T & string>(table: K, id: string) => tableOf(table).get(id) as T[K] | undefined,
    list: <K extends keyof T & string>(table: K) => [...tableOf(table).values()] as T[K][],
    count: (table) => tableOf(table).size,
    changes: (table) => changes.get(table) ?? 0,
  };

  const { readRow = (_table, row) => row } = options;

  const tableOf = (name: string): Map<string, Row> => {
    let table = tables.get(name);
    if (!table) {
      table = new Map();
      tables.set(name, table);
    }
    return table;
  };

  const setRow = (table: string, id: string, row: Row | undefined): void => {
    changes.set(table, (changes.get(table) ?? 0) + 1);
    if (row) tableOf(table).set(id, row);
    else tableOf(table).delete(id);
    for (const subset of subsets) {
      if (subset.table !== table) continue;
      if (row && subset.fits(row)) subset.ids.add(id);
      else subset.ids.delete(id);
    }
  };

  const applyOperation = ([kind, table, what]: Operation): void => {
    if (kind === 'put') setRow(table, what.id, what);
    else setRow(table, what, undefined);
  };

  const journal = openJournal(options.path, (record) => {
    const line = record as JournalLine;
    if ('seed' in line) {
      ids = createSeededIds(line.seed);
      seeded = true;
      return;
    }
    for (const [kind, table, what] of line.ops) {
      applyOperation(kind === 'put' ? [kind, table, readRow(table, what, reader)] : [kind, table, what]);
    }
    ids.restore(line.drawn);
  });
  if (!seeded) journal.append({ seed: options.seed });

  const write = <R>(at: number, change: (transaction: Transaction<T>) => R): R => {
    const ops: Operation[] = [];
    const undo: (() => void)[] = [];
    const drawn = ids.drawn();

    const record = (operation: Operation): void => {
      undo.push(undoOf(operation));
      ops.push(operation);
      applyOperation(operation);
    };

    const undoOf = (operation: Operation): (() => void) => {
      const table = tableOf(operation[1]);
      const id = operation[0] === 'put' ? operation[2].id : operation[2];
      const old = table.get(id);
      return () => setRow(operation[1], id, old);
    };

    try {
      const result = change({
        ...reader,
        at,
        ids,
        put: (table, row) => record(['put', table, row]),
        remove: (table, id) => record(['remove', table, id]),
      });
      if (ops.length > 0) journal.append({ at, drawn: ids.drawn(), ops } satisfies JournalLine);
      return result;
    } catch (error) {
      for (const step of undo.reverse()) step();
      ids.restore(drawn);
      throw error;
    }
  };

  return {
    ...reader,
    write,
    durable: () => journal.durable(),
    recovered: () => journal.recovered(),
    close: () => journal.close(),
    subset<K extends keyof T & string>(table: K, fits: (row: T[K]) => boolean) {
      const isIn = fits as (row: Row) => boolean;
      const ids = new Set(reader.list(table).flatMap((row) => (isIn(row) ? [row.id] : [])));
      subsets.push({ table, fits: isIn, ids });
      return () => [...ids].map((id) => tableOf(table).get(id) as T[K]);
    },
    snapshot: () => {
      const names = [...tables.keys()].filter((name) => tableOf(name).size > 0).sort();
      const rowsOf = (name: string): Row[] => [...tableOf(name).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
      return Object.fromEntries(names.map((name) => [name, rowsOf(name)]));
    },
  };
};
