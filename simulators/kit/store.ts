import { openJournal } from './journal.ts';
import { createSeededIds, type SeededIds } from './seeded-ids.ts';

/** Tables are maps from `id` to row. Rows are never changed in place: a change puts a new row. */
export type Row = { id: string };
type Tables = Record<string, Row>;

/** Reads of the state. */
export type Reader<T extends Tables> = {
  get<K extends keyof T & string>(table: K, id: string): T[K] | undefined;
  list<K extends keyof T & string>(table: K): T[K][];
  count<K extends keyof T & string>(table: K): number;
  /** Grows with every change of the table; for caches. */
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
  /** Runs a synchronous change; when it throws, nothing has happened. It is on the disk once `durable` resolves. */
  write<R>(at: number, change: (transaction: Transaction<T>) => R): R;
  durable(): Promise<void>;
  close(): Promise<void>;
  /** The whole state as plain data ordered by id, for comparison. */
  snapshot(): Record<string, Row[]>;
};

type Operation = ['put', string, Row] | ['remove', string, string];
type JournalLine = { seed: string } | { at: number; drawn: number; ops: Operation[] };

/**
 * Opens the state kept in the journal at `path`. A line of the journal holds the rows that one change has put or
 * removed, its business time, and how many ids were drawn: replaying it needs no rule and gives the same state.
 * The seed of an existing journal wins over the given one.
 */
export function openStore<T extends Tables>(options: { path: string; seed: string }): Store<T> {
  const tables = new Map<string, Map<string, Row>>();
  const changes = new Map<string, number>();
  let ids = createSeededIds(options.seed);
  let seeded = false;

  const journal = openJournal(options.path, (record) => {
    const line = record as JournalLine;
    if ('seed' in line) {
      ids = createSeededIds(line.seed);
      seeded = true;
      return;
    }
    for (const operation of line.ops) applyOperation(operation);
    ids.restore(line.drawn);
  });
  if (!seeded) journal.append({ seed: options.seed });

  function tableOf(name: string): Map<string, Row> {
    let table = tables.get(name);
    if (!table) {
      table = new Map();
      tables.set(name, table);
    }
    return table;
  }

  function applyOperation(operation: Operation): void {
    changes.set(operation[1], (changes.get(operation[1]) ?? 0) + 1);
    if (operation[0] === 'put') tableOf(operation[1]).set(operation[2].id, operation[2]);
    else tableOf(operation[1]).delete(operation[2]);
  }

  const reader: Reader<T> = {
    get: <K extends keyof T & string>(table: K, id: string) => tableOf(table).get(id) as T[K] | undefined,
    list: <K extends keyof T & string>(table: K) => [...tableOf(table).values()] as T[K][],
    count: (table) => tableOf(table).size,
    changes: (table) => changes.get(table) ?? 0,
  };

  function write<R>(at: number, change: (transaction: Transaction<T>) => R): R {
    const ops: Operation[] = [];
    const undo: (() => void)[] = [];
    const drawn = ids.drawn();

    function record(operation: Operation): void {
      undo.push(undoOf(operation));
      ops.push(operation);
      applyOperation(operation);
    }

    function undoOf(operation: Operation): () => void {
      const table = tableOf(operation[1]);
      const id = operation[0] === 'put' ? operation[2].id : operation[2];
      const old = table.get(id);
      return () => {
        changes.set(operation[1], (changes.get(operation[1]) ?? 0) + 1);
        if (old) table.set(id, old);
        else table.delete(id);
      };
    }

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
  }

  return {
    ...reader,
    write,
    durable: () => journal.durable(),
    close: () => journal.close(),
    snapshot: () => {
      const names = [...tables.keys()].filter((name) => tableOf(name).size > 0).sort();
      const rowsOf = (name: string): Row[] => [...tableOf(name).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
      return Object.fromEntries(names.map((name) => [name, rowsOf(name)]));
    },
  };
}
