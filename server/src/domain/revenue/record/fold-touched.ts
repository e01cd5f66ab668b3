import { createHash } from 'node:crypto';
import type { MoneyLine, RevenueChannel } from '../../../adapters/revenue/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import { channelFacts } from '../channels.ts';
import { chainEvents } from './chain-events.ts';
import { insertEvents } from './event-store.ts';
import { foldRecords } from './fold-store.ts';
import { findPaidRecords, type RemovedLine } from './row-store.ts';

type Hashes = Map<string, Set<string>>;

const put = (into: Hashes, name: string | null | undefined, hash: string): void => {
  if (name === null || name === undefined) return;
  const held = into.get(name);
  if (held) held.add(hash);
  else into.set(name, new Set([hash]));
};

/** Collects which records and payouts lines touch that were added or removed, and by the rows with which hashes. */
export const createTouch = () => {
  const records: Hashes = new Map();
  const payouts: Hashes = new Map();
  const restated = new Set<string>();
  return {
    records,
    payouts,
    /** Records that lost a line that had counted. */
    restated,
    added: ({ recordId, kind, references }: MoneyLine, hash: string): void => {
      put(records, recordId, hash);
      if (kind !== 'PAYOUT') return;
      put(payouts, references.payout, hash);
      put(payouts, references.failure, hash);
    },
    removed: (line: RemovedLine, hash: string): void => {
      put(records, line.record_id, hash);
      if (line.record_id !== null) restated.add(line.record_id);
      if (line.kind !== 'PAYOUT') return;
      put(payouts, line.payout, hash);
      put(payouts, line.failure, hash);
    },
  };
};

export type Touch = ReturnType<typeof createTouch>;

/** Records that are added up in one statement; a payout can hold many thousands. */
const recordsAtOnce = 2000;

const hashOfAll = (hashes: ReadonlySet<string> = new Set()): string => {
  const [only = '', ...more] = [...hashes].sort();
  if (more.length === 0) return only;
  return createHash('sha256')
    .update([only, ...more].join('\n'))
    .digest('hex');
};

/**
 * Adds up what was touched, with events of what that changes. What names a payout is touched with it: it may have failed,
 * or have got its bank's reference. The channel must be locked. Returns how many records changed.
 */
export const foldTouched = async (
  { db, now }: ActCall,
  { channel, part }: { channel: RevenueChannel; part: string },
  { records, payouts, restated }: Touch,
): Promise<number> => {
  if (payouts.size > 0) {
    for (const { record_id: recordId, payout } of await findPaidRecords(db, channel, [...payouts.keys()]))
      for (const hash of payouts.get(payout) ?? []) put(records, recordId, hash);
  }
  const recordIds = [...records.keys()].sort();
  let changed = 0;
  for (let at = 0; at < recordIds.length; at += recordsAtOnce) {
    const folded = await foldRecords(
      db,
      { channel, ...channelFacts[channel] },
      recordIds.slice(at, at + recordsAtOnce),
      now,
    );
    const events = folded.flatMap((one) => {
      const recordId = (one.after ?? one.before)?.record_id ?? '';
      const source = { system: channel, reference: part, payloadHash: hashOfAll(records.get(recordId)) };
      return chainEvents(one, { source, time: now, isRestated: restated.has(recordId) });
    });
    if (events.length > 0) await insertEvents(db, events);
    changed += new Set(events.map(({ revenue_id: id }) => id)).size;
  }
  return changed;
};
