import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FeedRow, RevenueFeed } from '../../adapters/revenue/port.ts';
import {
  type PreparedRow,
  prepareRow,
  type WrittenRows,
  writeRows,
} from '../../domain/revenue/record/actions/prepare-row.ts';

/** Rows of one transaction. */
const rowsAtOnce = 2000;
/** The number of rows prepared before other events are handled, so that the database can answer earlier queries. */
const rowsPerTurn = 100;

/** `written`: for the case that all of them are new, which is usual. */
type PreparedRows = { rows: readonly PreparedRow[]; written: WrittenRows };

type Reading = Pick<RevenueFeed, 'translate' | 'readUsage'>;

/** A row with the amounts that it states and the usage that it shows. Throws a fault for a value that cannot be read. */
export const prepareFeedRow = (row: FeedRow, { translate, readUsage }: Reading): PreparedRow =>
  prepareRow({ row, lines: translate(row), usage: readUsage?.(row) ?? null });

/** Rows with the amounts that they state and the usage that they show, in batches of one transaction. Throws a fault for a value that cannot be read. */
export const prepareRows = async function* (
  rows: AsyncIterable<readonly FeedRow[]>,
  reading: Reading,
): AsyncGenerator<PreparedRows> {
  let prepared: PreparedRow[] = [];
  for await (const some of rows) {
    for (const row of some) {
      prepared.push(prepareFeedRow(row, reading));
      if (prepared.length % rowsPerTurn === 0) await nextTurn();
      if (prepared.length < rowsAtOnce) continue;
      yield { rows: prepared, written: await writeRows(prepared, prepared) };
      prepared = [];
    }
  }
  if (prepared.length > 0) yield { rows: prepared, written: await writeRows(prepared, prepared) };
};
