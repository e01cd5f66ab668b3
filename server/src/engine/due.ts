import type { ActCall } from '../contract/call.ts';
import type { EventName } from '../contract/events.ts';
import { faultPoint } from '../db/faults.ts';
import { findDueOrganizations } from '../db/system.ts';
import type { BoundedKind } from '../db/times-ahead.ts';
import { encodeId, type IdPrefix } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import { claimDue, type DueRow, findNextDue, postponeDue, removeDue } from './due-store.ts';
import { failureOf } from './failures.ts';
import { type ActEnvironment, runAct } from './run-act.ts';

/** Performs the work of a due row, as an act of its organization. `call.now` may be later than `dueTime`. */
export type DueHandler = {
  kind: string;
  /** ID prefix of the row's entity; absent if the row's subject is not a resource of the API. */
  entity?: IdPrefix;
  /** Its rows do not wait for those of the organization that were due before. */
  isUrgent?: true;
  /** Its rows go in the order of their entities: those behind one that failed wait for it, for about a minute. */
  inOrder?: true;
  /** Its rows are never scheduled further ahead: one that is was written before the clock was set back, and is due. */
  longestMs?: number;
  emits: readonly EventName[];
  act: (call: ActCall, due: { entityId: string; dueTime: Date }) => Promise<void>;
};

/** The handlers whose rows are never scheduled far ahead. */
export const boundedKinds = (handlers: readonly DueHandler[]): BoundedKind[] =>
  handlers.flatMap(({ kind, longestMs }) => (longestMs === undefined ? [] : [{ kind, longestMs }]));

export type Due = {
  /**
   * Performs all work that is due now, urgent kinds first and then in order of time, including rows created on the way. Returns the number of rows
   * done.
   */
  runNow(isStopping?: () => boolean): Promise<number>;
};

const organizationsAtOnce = 4;
/** After this many rows, the next organization has its turn. */
const rowsPerTurn = 100;
/** A look for organizations reads all that is due: turns between two looks take so many times as long as the look. */
const turnsToLook = 10;
const firstRetryMs = 1000;
const maxRetryMs = 300_000;

/** `busy`: another process works on the organization's rows; they are checked again at the next tick. */
type Outcome = 'done' | 'failed' | 'busy';

export const createDue = (environment: ActEnvironment & { log: Log }, handlers: readonly DueHandler[]): Due => {
  const { database, clock, ids, log } = environment;
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]));
  const urgent = handlers.filter(({ isUrgent }) => isUrgent).map(({ kind }) => kind);
  const inOrder = handlers.filter((handler) => handler.inOrder).map(({ kind }) => kind);
  if (byKind.size < handlers.length) throw new Error('two due handlers have the same kind');

  const handle = async (orgId: string, row: DueRow): Promise<Outcome> => {
    const handler = byKind.get(row.kind);
    try {
      if (!handler) throw new Error(`no handler for ${row.kind}`);
      const outcome = await runAct(
        environment,
        {
          orgId,
          actor: { type: 'schedule', id: row.kind, name: row.kind },
          action: row.kind,
          requestId: ids.next(),
          emits: handler.emits,
        },
        async (call) => {
          if (!(await claimDue(call.db, row))) return false;
          await handler.act(call, { entityId: row.entity_id, dueTime: row.due_time });
          await faultPoint('step-done');
          await removeDue(call.db, row);
          return true;
        },
      );
      return outcome.reply === true ? 'done' : 'busy';
    } catch (error) {
      const failure = failureOf(error);
      log.error(
        {
          err: error,
          organization: encodeId('org', orgId),
          kind: row.kind,
          entity: handler?.entity ? encodeId(handler.entity, row.entity_id) : row.entity_id,
          attempts: row.attempts + 1,
        },
        'due work failed',
      );
      const pause = Math.min(maxRetryMs, firstRetryMs * 2 ** row.attempts);
      await database.write(orgId, (db) =>
        postponeDue(db, row, pause, `${failure.code}: ${failure.message}`.slice(0, 500)),
      );
      return 'failed';
    }
  };

  const takeTurn = async (orgId: string, isStopping: () => boolean): Promise<{ done: number; isMore: boolean }> => {
    let done = 0;
    for (let count = 0; count < rowsPerTurn && !isStopping(); count += 1) {
      const row = await findNextDue(database.read(orgId), clock.now(), { urgent, inOrder });
      if (!row) return { done, isMore: false };
      const outcome = await handle(orgId, row);
      if (outcome === 'busy') return { done, isMore: false };
      if (outcome === 'done') done += 1;
    }
    return { done, isMore: true };
  };

  /** Gives a turn to every organization that has due work, and further ones to those that have more of it, until the next look. */
  const round = async (isStopping: () => boolean): Promise<number> => {
    const begun = performance.now();
    const waiting = await database.system((db) => findDueOrganizations(db, clock.now()));
    const lookAgain = begun + (performance.now() - begun) * (1 + turnsToLook);
    let done = 0;
    const worker = async (): Promise<void> => {
      for (let orgId = waiting.shift(); orgId !== undefined; orgId = waiting.shift()) {
        try {
          const turn = await takeTurn(orgId, isStopping);
          done += turn.done;
          if (turn.isMore && !isStopping() && performance.now() < lookAgain) waiting.push(orgId);
        } catch (error) {
          log.warn({ err: error, organization: encodeId('org', orgId) }, 'due work could not be read or postponed');
        }
      }
    };
    await Promise.all(Array.from({ length: database.kind === 'embedded' ? 1 : organizationsAtOnce }, worker));
    return done;
  };

  const all = async (isStopping: () => boolean): Promise<number> => {
    let total = 0;
    for (let done = await round(isStopping); done > 0; done = await round(isStopping)) total += done;
    return total;
  };

  let current: Promise<number> = Promise.resolve(0);
  return {
    runNow: (isStopping = () => false) => {
      // One pass at a time. A call made during a pass starts another one after it, since its rows may be newer.
      const next = () => all(isStopping);
      current = current.then(next, next);
      return current;
    },
  };
};
