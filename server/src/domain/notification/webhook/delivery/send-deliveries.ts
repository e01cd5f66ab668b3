import type { Outgoing } from '../../../../adapters/outgoing/outgoing.ts';
import { faultPoint } from '../../../../db/faults.ts';
import type { OnWork } from '../../../../db/waiting-work.ts';
import {
  type ClaimedDelivery,
  claimWebhookDeliveries,
  findSendableWebhooks,
  freeWebhookDeliveries,
  returnDeliveries,
  takeClaimTurn,
  type WebhookKey,
} from '../../../../db/webhooks.ts';
import { type ActEnvironment, runAct } from '../../../../engine/run-act.ts';
import { encodeId, nilId } from '../../../../kit/ids.ts';
import type { Log } from '../../../../kit/log.ts';
import { startLoop, unwatchedMs } from '../../../../kit/wake.ts';
import { recordAttempt } from './actions/record-attempt.ts';
import { exchangeMs } from './delivery.ts';
import { type Outcome, sendDelivery } from './send-delivery.ts';
import { createTurns, type Share, shareSlots, slots } from './shares.ts';
import { findSendable } from './store.ts';

/** Webhooks that one look goes over. */
const lookedAt = 500;
/** Time for recording, beyond that for the exchange. */
const recordingMs = 15_000;
/** How long a stop waits for exchanges in progress. */
const drainMs = 4_000;

const actor = { type: 'workflow', id: 'webhook.deliver', name: 'webhook.deliver' } as const;
const fromTheFirst: WebhookKey = { org_id: nilId, webhook_id: nilId };

export type DeliveriesOptions = {
  environment: ActEnvironment;
  outgoing: Pick<Outgoing, 'agents'>;
  log: Log;
  onWork: OnWork;
  /** The time that a whole exchange may take. */
  ms?: number | undefined;
};

type Running = { done: Promise<void>; failing: boolean };

/**
 * Sends what is due of the webhooks of all organizations. Each delivery is leased for longer than an exchange may take: if the
 * process dies before it has recorded the result, it is sent again with the same ID. Returns how to stop.
 */
export const startDeliveries = async ({
  environment,
  outgoing,
  log,
  onWork,
  ms = exchangeMs,
}: DeliveriesOptions): Promise<() => Promise<void>> => {
  const { database, clock, ids, secretKeys } = environment;
  const running = new Map<ClaimedDelivery, Running>();
  const givenUp = new AbortController();
  const sending = { outgoing, clock, secretKeys, ms };
  const turns = createTurns();
  let after = fromTheFirst;
  if (database.kind === 'embedded') await database.system(freeWebhookDeliveries);

  const record = (claimed: ClaimedDelivery, time: Date, outcome: Outcome): Promise<unknown> =>
    runAct(
      environment,
      {
        orgId: claimed.org_id,
        actor,
        action: 'webhook.deliver',
        requestId: ids.next(),
        emits: ['webhook.disabled', 'message.created'],
      },
      async (call) => {
        const { webhook_id: webhookId, id: deliveryId, lease_until: leaseUntil } = claimed;
        await recordAttempt(call, { webhookId, deliveryId, leaseUntil, time, outcome });
      },
    );

  const deliver = async (claimed: ClaimedDelivery): Promise<void> => {
    const delivery = await findSendable(database.read(claimed.org_id), claimed.id);
    if (!delivery) return database.system((db) => returnDeliveries(db, [claimed]));
    const time = clock.now();
    const outcome = await sendDelivery(sending, { orgId: claimed.org_id, delivery, signal: givenUp.signal });
    await faultPoint('partner-answered');
    await record(claimed, time, outcome);
  };

  const begin = (claimed: ClaimedDelivery, failing: boolean): void => {
    const done = deliver(claimed)
      .catch((error: unknown) => {
        if (givenUp.signal.aborted) return;
        const names = { organization: encodeId('org', claimed.org_id), delivery: encodeId('delivery', claimed.id) };
        log.warn({ err: error, ...names }, 'a webhook delivery could not be sent or recorded');
      })
      .finally(() => {
        if (!givenUp.signal.aborted) running.delete(claimed);
        loop.wake();
      });
    running.set(claimed, { done, failing });
  };

  const claim = async (): Promise<{ claimed: ClaimedDelivery[]; shares: Share[] }> => {
    const now = clock.now();
    const failing = [...running.values()].filter((one) => one.failing).length;
    return database.system(async (db) => {
      if (!(await takeClaimTurn(db))) return { claimed: [], shares: [] };
      const { found, reached } = await findSendableWebhooks(db, { now, after, limit: lookedAt });
      const shares = shareSlots(turns.inTurn(found), { total: running.size, failing });
      after = reached ?? fromTheFirst;
      return { claimed: await claimWebhookDeliveries(db, { now, shares, leaseMs: ms + recordingMs }), shares };
    });
  };

  const failed = (error: unknown): void => log.warn({ err: error }, 'webhook deliveries could not be claimed');
  const loop = startLoop({ everyMs: unwatchedMs, failed }, async (isStopping) => {
    if (running.size >= slots || isStopping()) return false;
    const { claimed, shares } = await claim();
    const failing = new Set(shares.filter((share) => share.failing).map(({ webhook_id: id }) => id));
    turns.note(claimed);
    for (const one of claimed) begin(one, failing.has(one.webhook_id));
    return false;
  });

  onWork('deliveries', loop.wake);

  return async () => {
    await loop.stop();
    const all = Promise.all([...running.values()].map(({ done }) => done));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, drainMs);
    });
    await Promise.race([all, late]);
    clearTimeout(timer);
    if (running.size === 0) return;
    givenUp.abort();
    await all;
    await database.system((db) => returnDeliveries(db, [...running.keys()])).catch(() => {});
  };
};
