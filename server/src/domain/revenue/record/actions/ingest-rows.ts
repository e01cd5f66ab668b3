import type { FeedRow, MoneyLine, RevenueChannel } from '../../../../adapters/revenue/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { decodeId, encodeId } from '../../../../kit/ids.ts';
import { chooseVersions, hashRow, keyOf } from '../choose-versions.ts';
import { createTouch, foldTouched, type Touch } from '../fold-touched.ts';
import {
  findVersions,
  insertLines,
  insertRows,
  lockChannel,
  type NewLine,
  raiseVersions,
  supersede,
} from '../row-store.ts';

/** A row with the amounts that it states. */
export type TranslatedRow = { row: FeedRow; lines: readonly MoneyLine[] };

export type RowBatch = {
  channel: RevenueChannel;
  connectionId: string;
  /** Name of the part that holds the rows. */
  part: string;
  /** At most 2000. */
  rows: readonly TranslatedRow[];
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

type FreshRow = TranslatedRow & { hash: string; superseded: boolean };
type CountedRow = TranslatedRow & { hash: string };

const dayOf = (line: MoneyLine | undefined): string | null => line?.time.toISOString().slice(0, 10) ?? null;

const newRow = ({ row, hash, superseded, lines }: FreshRow) => {
  const line = lines.find(({ recordId }) => recordId !== null);
  return { row, hash, superseded, recordId: line?.recordId ?? null, day: dayOf(line) };
};

const newLines = ({ row, lines }: CountedRow): NewLine[] =>
  row.isDeleted
    ? []
    : lines.map((line, position) => {
        const { invoice } = line.references;
        return { row, position, line, invoiceId: invoice === undefined ? null : decodeId('invoice', invoice) };
      });

/** Stores the rows that are new, and the lines that count because of them. Returns what they touch. */
const storeRows = async (call: ActCall, { channel, part, rows }: RowBatch, touch: Touch) => {
  const { db, now } = call;
  const hashed = rows.map((one) => ({ ...one, hash: hashRow(one.row) }));
  const keys = [...new Map(rows.map(({ row }) => [keyOf(row), row])).values()];
  const chosen = chooseVersions(hashed, await findVersions(db, channel, keys));
  const { fresh, raised, winners, reopened } = chosen;
  if (fresh.length > 0) await insertRows(db, { channel, part, now }, fresh.map(newRow));
  if (raised.length > 0) await raiseVersions(db, channel, raised);
  if (reopened.length > 0) {
    const hashOf = new Map(reopened.map((one) => [keyOf(one), one.hash]));
    for (const line of await supersede(db, channel, reopened)) touch.removed(line, hashOf.get(keyOf(line)) ?? '');
  }
  const lines = winners.flatMap(newLines);
  if (lines.length > 0) await insertLines(db, channel, lines);
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
