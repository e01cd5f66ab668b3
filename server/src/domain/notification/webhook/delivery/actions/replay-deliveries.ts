import type { z } from 'zod';
import type { ActCall } from '../../../../../contract/call.ts';
import { badRequest, Refusal } from '../../../../../kit/errors.ts';
import { encodeId } from '../../../../../kit/ids.ts';
import { checkTypes, eventsOfTypes } from '../../subscription.ts';
import { countWaiting, findReplayed, insertDeliveries, type ReplayPlace } from '../queue-store.ts';
import type { ReplayRequest } from '../schema.ts';
import { lockEnabledWebhook } from './lock-enabled.ts';
import { queued } from './queue-deliveries.ts';

type Body = z.output<typeof ReplayRequest>;

/** Events that one call looks at. */
const replayedAtOnce = 10_000;
/** With more waiting, nothing is replayed. */
const waitingMax = 100_000;
const atOnce = 2000;

const cursorPattern = /^([0-9a-z]{1,10})\.([0-9a-z]{1,10})$/;

const writeCursor = ({ time, sequence }: ReplayPlace): string =>
  `${time.getTime().toString(36)}.${sequence.toString(36)}`;

const readCursor = (text: string): ReplayPlace => {
  const [, ms, sequence] = cursorPattern.exec(text) ?? [];
  if (ms === undefined || sequence === undefined) {
    const message = 'must be the cursor of an earlier answer; without one, the replay begins with the period';
    throw badRequest([{ path: 'cursor', code: 'cursor', message }]);
  }
  return { time: new Date(Number.parseInt(ms, 36)), sequence: Number.parseInt(sequence, 36) };
};

const readPeriod = ({ from, to, cursor }: Body) => {
  if (!from || !to || from >= to) throw badRequest([{ path: 'to', code: 'range', message: 'must be later than from' }]);
  return { from, to, after: cursor ? readCursor(cursor) : undefined };
};

/**
 * Queues the events of a period again, with the same IDs, as far as the webhook wants them; `onlyFailed`: those that were never
 * delivered to it although they were tried. Looks at ten thousand events; the cursor of the answer leads on.
 */
export const replayDeliveries = async (
  call: ActCall,
  { params, body }: { params: { webhookId: string }; body: Body },
) => {
  const period = readPeriod(body);
  checkTypes(body.types ?? [], 'types');
  const webhook = await lockEnabledWebhook(call, params.webhookId);
  if ((await countWaiting(call.db, webhook.id, waitingMax)) >= waitingMax) {
    const message = `${waitingMax} deliveries of the webhook are waiting. Replay when they are over.`;
    throw new Refusal('Conflict', message, { limit: waitingMax });
  }
  const subscribed = new Set(eventsOfTypes(webhook.types));
  const names = eventsOfTypes(body.types ?? []).filter((name) => subscribed.has(name));
  const wanted = { ...webhook, names, onlyFailed: body.onlyFailed ?? false };
  const { events, reached } = await findReplayed(call.db, wanted, period, replayedAtOnce);
  const replayId = call.newId();
  let count = 0;
  for (let from = 0; from < events.length; from += atOnce) {
    const rows = events.slice(from, from + atOnce).map((event) => queued(call, webhook, event));
    count += await insertDeliveries(call.db, rows, { now: call.now, replayId });
  }
  const id = encodeId('replay', replayId);
  const reply = { replayId: id, queued: count, ...(reached && { cursor: writeCursor(reached) }) };
  const [from, to] = [period.from.toISOString(), period.to.toISOString()];
  const said = { webhookId: encodeId('webhook', webhook.id), from, to, ...reply };
  call.recordChange({ type: 'replay', id, before: null, after: said });
  return reply;
};
