import { createHash } from 'node:crypto';
import type { FeedRow, MoneyLine, RevenueChannel } from '../../../../adapters/revenue/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { decodeId, encodeId } from '../../../../kit/ids.ts';
import { chainEvents } from '../chain-events.ts';
import { chooseVersions, hashRow, keyOf } from '../choose-versions.ts';
import { insertEvents } from '../event-store.ts';
import { foldRecords } from '../fold-store.ts';
import {
  findPaidRecords,
  findVersions,
  insertLines,
  insertRows,
  lockChannel,
  type NewLine,
  type RemovedLine,
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

/** Records that are added up in one statement; a payout can hold many thousands. */
const recordsAtOnce = 2000;

type FreshRow = TranslatedRow & { hash: string; superseded: boolean };

const dayOf = (line: MoneyLine | undefined): string | null => line?.time.toISOString().slice(0, 10) ?? null;

const newRow = ({ row, hash, superseded, lines }: FreshRow) => {
  const line = lines.find(({ recordId }) => recordId !== null);
  return { row, hash, superseded, recordId: line?.recordId ?? null, day: dayOf(line) };
};

const newLines = ({ row, lines, superseded }: FreshRow): NewLine[] =>
  superseded || row.isDeleted
    ? []
    : lines.map((line, position) => {
        const { invoice } = line.references;
        return { row, position, line, invoiceId: invoice === undefined ? null : decodeId('invoice', invoice) };
      });

/** Which records an arrival touches, and by which rows. */
const createTouch = () => {
  const hashes = new Map<string, Set<string>>();
  const payouts = new Map<string, Set<string>>();
  const put = (into: Map<string, Set<string>>, name: string | null | undefined, hash: string): void => {
    if (name === null || name === undefined) return;
    const held = into.get(name);
    if (held) held.add(hash);
    else into.set(name, new Set([hash]));
  };
  return {
    hashes,
    payouts,
    line: ({ recordId, kind, references }: MoneyLine, hash: string): void => {
      put(hashes, recordId, hash);
      if (kind !== 'PAYOUT') return;
      put(payouts, references.payout, hash);
      put(payouts, references.failure, hash);
    },
    removed: (line: RemovedLine, hash: string): void => {
      put(hashes, line.record_id, hash);
      if (line.kind !== 'PAYOUT') return;
      put(payouts, line.payout, hash);
      put(payouts, line.failure, hash);
    },
  };
};

const hashOfAll = (hashes: ReadonlySet<string>): string => {
  const [only = '', ...more] = [...hashes].sort();
  if (more.length === 0) return only;
  return createHash('sha256')
    .update([only, ...more].join('\n'))
    .digest('hex');
};

/** Stores the rows that are new, and the lines that count because of them. Returns what they touch. */
const storeRows = async (call: ActCall, { channel, part, rows }: RowBatch) => {
  const { db, now } = call;
  const hashed = rows.map((one) => ({ ...one, hash: hashRow(one.row) }));
  const keys = [...new Map(rows.map(({ row }) => [keyOf(row), row])).values()];
  const { fresh, winners, contradicting } = chooseVersions(hashed, await findVersions(db, channel, keys));
  const touch = createTouch();
  const restated = new Set<string>();
  if (fresh.length === 0) return { fresh, touch, restated, contradicting };
  await insertRows(db, { channel, part, now }, fresh.map(newRow));
  if (winners.length > 0) {
    const hashOf = new Map(winners.map((winner) => [keyOf(winner), winner.hash]));
    for (const line of await supersede(db, channel, winners)) {
      if (line.record_id !== null) restated.add(line.record_id);
      touch.removed(line, hashOf.get(keyOf(line)) ?? '');
    }
  }
  const lines = fresh.flatMap(newLines);
  if (lines.length > 0) await insertLines(db, channel, lines);
  for (const one of fresh)
    if (!one.superseded && !one.row.isDeleted) for (const line of one.lines) touch.line(line, one.hash);
  return { fresh, touch, restated, contradicting };
};

/**
 * Stores rows of a part with all that follows from them: lines, records, days, totals and events. Repeatable: rows that
 * are stored already change nothing, whatever part they came with and in whatever order. Locks the channel.
 */
export const ingestRows = async (call: ActCall, batch: RowBatch): Promise<Ingested> => {
  const { db, now } = call;
  const { channel, connectionId, part } = batch;
  await lockChannel(db, channel);
  const { fresh, touch, restated, contradicting } = await storeRows(call, batch);
  const { hashes, payouts } = touch;
  if (payouts.size > 0) {
    for (const { record_id: recordId, payout } of await findPaidRecords(db, channel, [...payouts.keys()])) {
      const held = hashes.get(recordId) ?? new Set();
      for (const hash of payouts.get(payout) ?? []) held.add(hash);
      hashes.set(recordId, held);
    }
  }
  const recordIds = [...hashes.keys()].sort();
  let changed = 0;
  for (let at = 0; at < recordIds.length; at += recordsAtOnce) {
    const folded = await foldRecords(db, channel, recordIds.slice(at, at + recordsAtOnce), now);
    const events = folded.flatMap((one) => {
      const recordId = (one.after ?? one.before)?.record_id ?? '';
      const source = { system: channel, reference: part, payloadHash: hashOfAll(hashes.get(recordId) ?? new Set()) };
      return chainEvents(one, { source, time: now, isRestated: restated.has(recordId) });
    });
    if (events.length > 0) await insertEvents(db, events);
    changed += new Set(events.map(({ revenue_id: id }) => id)).size;
  }
  if (fresh.length > 0) {
    const after = { part, rows: fresh.length, records: changed };
    call.recordChange({ type: 'conn', id: encodeId('conn', connectionId), before: {}, after });
  }
  return {
    newRows: fresh.length,
    records: changed,
    contradicting: contradicting.slice(0, namesMax).map(({ key }) => key),
  };
};
