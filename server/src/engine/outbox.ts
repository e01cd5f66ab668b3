import type { Actor } from '../auth/principal.ts';
import { type EventName, eventCatalogue } from '../contract/events.ts';
import type { Database } from '../db/database.ts';
import { faultPoint } from '../db/faults.ts';
import {
  claimDeliveries,
  countUndelivered,
  type Delivery,
  findNextWaiting,
  freeDeliveries,
  handOutEvents,
  type OutboxWork,
  organizationsAtOnce,
  postponeDelivery,
  removeDeliveries,
} from '../db/outbox.ts';
import type { Log } from '../kit/log.ts';
import { type Loop, startLoop, unwatchedMs } from '../kit/wake.ts';
import { failureOf } from './failures.ts';

/** An event being delivered. `id` is the same in every delivery. */
export type DeliveredEvent = {
  id: string;
  orgId: string;
  name: EventName;
  entityType: string;
  entityId: string;
  version: number;
  position: number;
  payload: object;
  actor: Actor;
  time: Date;
};

/**
 * A consumer of events inside this process. It gets each event at least once, and the events of one entity in commit
 * order, never past one that failed. It must apply each `event.id` only once. If it throws, the event is delivered
 * again later.
 */
export type Receiver = {
  /** Permanent: queued rows carry this name. */
  name: string;
  wants: (name: EventName) => boolean;
  deliver: (event: DeliveredEvent) => Promise<void>;
};

const handOutAtOnce = 500;
const lookMs = 500;
/** Events that arrive within this time are handed out together, so that a busy API does not pay for each one. */
const gatherMs = 40;
const perEntity = 20;
const leaseSeconds = 60;
/** A delivery that takes longer has failed, so that no delivery outlives its lease. */
const deliveryLimitMs = (leaseSeconds * 1000 * 0.8) / perEntity;
const firstRetryMs = 500;
const maxRetryMs = 300_000;

export type Relay = {
  wake(): void;
  stop(): Promise<void>;
  /** Number of events still to be delivered that have not failed. */
  waiting(): Promise<number>;
};

const eventOf = (row: Delivery): DeliveredEvent => ({
  id: row.id,
  orgId: row.org_id,
  name: row.name as EventName,
  entityType: row.entity_type,
  entityId: row.entity_id,
  version: row.version,
  position: row.position,
  payload: row.payload,
  actor: row.actor as Actor,
  time: row.creation_time,
});

const byEntity = (rows: readonly Delivery[]): Delivery[][] => {
  const groups = new Map<string, Delivery[]>();
  for (const row of rows) {
    const key = `${row.org_id}\n${row.entity_type}\n${row.entity_id}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
};

const limited = async (work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the receiver took longer than ${deliveryLimitMs} ms`)), deliveryLimitMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Delivers committed events to their receivers. One loop distributes outbox rows to a queue for each receiver; each
 * receiver has its own loop, so a slow or failing receiver delays only itself. Without receivers, rows are done once distributed. `onHandedOut`
 * is called when `dueWork` may be due. `everyMs`: how often it polls if nothing wakes it.
 */
export const startRelay = async (
  database: Database,
  log: Log,
  receivers: readonly Receiver[],
  {
    dueWork,
    onHandedOut = () => {},
    everyMs = unwatchedMs,
  }: { dueWork?: OutboxWork | undefined; onHandedOut?: () => void; everyMs?: number } = {},
): Promise<Relay> => {
  const names = Object.keys(eventCatalogue) as EventName[];
  const wants = receivers.map(({ name, wants }) => ({ receiver: name, names: names.filter(wants) }));
  if (new Set(wants.map(({ receiver }) => receiver)).size < wants.length)
    throw new Error('two receivers have the same name');
  if (database.kind === 'embedded') await database.system(freeDeliveries);
  let stopping = false;
  let after: string | undefined;
  let atOnce = organizationsAtOnce;

  const deliverGroup = async (receiver: Receiver, rows: Delivery[]): Promise<void> => {
    const done: Delivery[] = [];
    let failed: { row: Delivery; error: unknown } | undefined;
    for (const row of rows) {
      if (stopping) break;
      try {
        await limited(receiver.deliver(eventOf(row)));
        await faultPoint('step-done');
        done.push(row);
      } catch (error) {
        failed = { row, error };
        break;
      }
    }
    await database.system(async (db) => {
      if (done.length > 0) await removeDeliveries(db, receiver.name, done);
      const next = failed?.row ?? rows[done.length];
      if (!next) return;
      const pauseMs = failed ? Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(next.attempts, 20)) : 0;
      const failure = failed && failureOf(failed.error);
      await postponeDelivery(db, receiver.name, next, {
        pauseMs,
        error: failure ? `${failure.code}: ${failure.message}`.slice(0, 500) : null,
      });
    });
    if (failed) {
      const { row, error } = failed;
      log.warn(
        { err: error, receiver: receiver.name, event: row.name, id: row.id, attempts: row.attempts + 1 },
        'a delivery failed',
      );
    }
  };

  const deliverSome = async (receiver: Receiver): Promise<boolean> => {
    const entities = database.kind === 'embedded' ? 4 : 16;
    const rows = await database.system((db) =>
      claimDeliveries(db, receiver.name, { entities, perEntity, leaseSeconds }),
    );
    await Promise.all(byEntity(rows).map((group) => deliverGroup(receiver, group)));
    return rows.length > 0 && !stopping;
  };

  const loops: Loop[] = receivers.map((receiver) =>
    startLoop(
      {
        everyMs: lookMs,
        failed: (error) =>
          log.warn({ err: error, receiver: receiver.name }, 'deliveries could not be read or recorded'),
      },
      () => deliverSome(receiver),
    ),
  );
  /**
   * After a failure each organization has a transaction of its own until the end of the round: one of which the events cannot be handed
   * out, such as one with more than the database finds in time, holds no other up.
   */
  const lookForEvents = async (): ReturnType<typeof handOutEvents> => {
    try {
      return await database.system((db) => handOutEvents(db, wants, { limit: handOutAtOnce, after, atOnce, dueWork }));
    } catch (error) {
      if (atOnce === 1) after = await database.system((db) => findNextWaiting(db, after));
      atOnce = 1;
      throw error;
    }
  };
  const handOut = startLoop(
    {
      everyMs,
      restMs: gatherMs,
      failed: (error) => log.warn({ err: error }, 'events could not be handed out'),
    },
    async () => {
      const { handed, isMore, reached } = await lookForEvents();
      after = reached;
      if (reached === undefined) atOnce = organizationsAtOnce;
      if (handed > 0) {
        for (const loop of loops) loop.wake();
        onHandedOut();
      }
      return isMore && !stopping;
    },
  );

  return {
    wake: handOut.wake,
    waiting: () => database.system(countUndelivered),
    stop: async () => {
      stopping = true;
      await Promise.all([handOut.stop(), ...loops.map((loop) => loop.stop())]);
    },
  };
};
