import type { FeedRow, RevenueChannel } from '../../../../adapters/revenue/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { chooseVersions, keyOf } from '../choose-versions.ts';
import { createTouch, foldTouched, type Touch } from '../fold-touched.ts';
import {
  findRows,
  findVersions,
  insertLines,
  insertRows,
  lockChannel,
  raiseVersions,
  supersede,
} from '../row-store.ts';
import { insertUsage, type NewUsage, removeUsage } from '../usage-store.ts';
import { type PreparedRow, type WrittenRows, writeRows } from './prepare-row.ts';

export type RowBatch = {
  channel: RevenueChannel;
  connectionId: string;
  /** Name of the part that holds the rows. */
  part: string;
  /** Whose part it is; absent: not known. */
  accountId?: string | null;
  /** At most 2000. */
  rows: readonly PreparedRow[];
  /** All of them as they are stored if each is new and counts, if that was written already. */
  written?: WrittenRows;
  /** Datasets with revisions (`RevenueFeed.revised`), and how a stored row is prepared that counts again. Absent: none. */
  revisions?: { datasets: readonly string[]; prepare: (row: FeedRow) => PreparedRow };
};

export const ingestEvents: readonly EventName[] = [];

export type Ingested = {
  newRows: number;
  /** Records that changed. */
  records: number;
  /** Keys of which the partner sent the same version with other columns; some of them. */
  contradicting: string[];
};

const namesMax = 10;

const newUsage = ({ row, usage }: PreparedRow): NewUsage[] => (row.isDeleted || !usage ? [] : [{ row, usage }]);

/** Stores the rows that are new, and the lines and usage that count because of them. Returns what they touch. */
const storeRows = async (call: ActCall, batch: RowBatch, touch: Touch) => {
  const { channel, part, accountId = null, rows, written, revisions } = batch;
  const { db, now } = call;
  const keys = [...new Map(rows.map(({ row }) => [keyOf(row), row])).values()];
  const chosen = chooseVersions(rows, await findVersions(db, channel, keys), revisions?.datasets);
  const { fresh, raised, returned, reopened } = chosen;
  const again = revisions && returned.length > 0 ? await findRows(db, channel, returned) : [];
  const winners = [...chosen.winners, ...again.flatMap((row) => revisions?.prepare(row) ?? [])];
  const areAllNew = fresh.length === rows.length && winners.length === rows.length;
  const { newRows, newLines } = (areAllNew && written) || (await writeRows(fresh, winners));
  if (newRows) await insertRows(db, { channel, part, accountId, now }, newRows);
  if (raised.length > 0) await raiseVersions(db, channel, raised);
  if (reopened.length > 0) {
    const hashOf = new Map(reopened.map((one) => [keyOf(one), one.hash]));
    for (const line of await supersede(db, channel, reopened)) touch.removed(line, hashOf.get(keyOf(line)) ?? '');
    await removeUsage(db, channel, reopened);
  }
  const usage = winners.flatMap(newUsage);
  if (usage.length > 0) await insertUsage(db, channel, usage);
  if (newLines) await insertLines(db, channel, newLines);
  for (const { row, lines: own, hash } of winners) if (!row.isDeleted) for (const line of own) touch.added(line, hash);
  return chosen;
};

/**
 * Stores rows of a part with all that follows from them: lines, records, days, totals and events. Repeatable: rows that
 * are stored already change nothing, whatever part they came with and in whatever order. Locks the channel.
 */
export const ingestRows = async (call: ActCall, batch: RowBatch): Promise<Ingested> => {
  const { channel, connectionId, part } = batch;
  const touch = createTouch();
  await lockChannel(call.db, channel);
  const { fresh, contradicting } = await storeRows(call, batch, touch);
  const records = await foldTouched(call, batch, touch);
  if (fresh.length > 0 || records > 0) {
    const after = { part, rows: fresh.length, records };
    call.recordChange({ type: 'conn', id: encodeId('conn', connectionId), before: {}, after });
  }
  const names = contradicting.slice(0, namesMax).map(({ key }) => key);
  return { newRows: fresh.length, records, contradicting: names };
};
