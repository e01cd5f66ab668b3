import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { channelFacts, revenueChannels } from '../../channels.ts';
import { chainEvents } from '../chain-events.ts';
import { insertEvents } from '../event-store.ts';
import { findMatchable, foldRecords } from '../fold-store.ts';
import { lockChannel } from '../row-store.ts';

/** Kind of the due rows for matching records again; their entity is the channel. Written by the database (0067). */
export const matchKind = 'revenue.match';

const recordsAtOnce = 500;

/**
 * Handles the due row `revenue.match`: matches the records of a channel that name something which has been imported since.
 * Many records are matched in several transactions.
 */
export const matchRecords = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const { db, now } = call;
  const channel = revenueChannels.find((one) => one === entityId);
  if (channel === undefined) return;
  await lockChannel(db, channel);
  const recordIds = await findMatchable(db, channel, recordsAtOnce);
  if (recordIds.length === 0) return;
  const source = { system: 'SERVICE', reference: matchKind, payloadHash: '' };
  const folded = await foldRecords(db, { channel, ...channelFacts[channel] }, recordIds, now);
  const events = folded.flatMap((one) => chainEvents(one, { source, time: now, isRestated: false }));
  if (events.length > 0) await insertEvents(db, events);
  const matched = new Set(events.map(({ revenue_id: id }) => id)).size;
  call.recordChange({ type: 'config', id: `revenueMatch.${channel}`, before: {}, after: { records: matched } });
  // Without a change the same records would be found for ever.
  if (recordIds.length === recordsAtOnce && matched > 0) await scheduleDue(db, matchKind, channel, now);
};
