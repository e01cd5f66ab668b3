import type { FeedWindow } from '../../adapters/revenue/port.ts';
import { forgetParts } from '../../domain/revenue/connection/actions/forget-parts.ts';
import { keepParts } from '../../domain/revenue/connection/actions/keep-parts.ts';
import { loadSyncWindow } from '../../domain/revenue/connection/actions/load-parts.ts';
import {
  failedEvents,
  recordSynced,
  recordSyncFailed,
  syncedEvents,
} from '../../domain/revenue/connection/actions/record-revenue-sync.ts';
import type { RunProgress, SyncError } from '../../domain/revenue/connection/connection.ts';
import { dayFrom } from '../../domain/revenue/connection/windows.ts';
import type { Failure } from '../../engine/operation-store.ts';
import { stepFailed, type Workflow, type WorkflowRun } from '../../engine/workflow.ts';
import type { WorkflowServices } from '../services.ts';
import { type FeedReader, isGone, openFeedSession } from './feed-session.ts';
import { type PartsRead, readParts, triesMax } from './read-parts.ts';

/** A list may be long, and a part large: what hangs is ended by the feeds themselves, much earlier. */
const listTimeoutMs = 30 * 60_000;
const readTimeoutMs = 2 * 3_600_000;
/** Parts that are stored in one transaction. */
const partsAtOnce = 500;
/** Steps of one run; the parts that are left then are read by the next one. */
const stepsMax = 2000;

/** Lists the parts and stores those to read. The list itself may be long, so it is not an output of the step. */
const listParts = async (
  { feed, access, owner, step, call }: FeedReader,
  window: FeedWindow,
): Promise<{ listed: number; found: number; gone?: number }> => {
  const parts = await call(() => feed.listParts(access, window), { isWhole: true });
  let found = 0;
  for (let at = 0; at < parts.length; at += partsAtOnce) {
    const some = parts.slice(at, at + partsAtOnce);
    found += await step.record([], (act) => keepParts(act, owner, some));
  }
  const since = window.start;
  const gone = await step.record([], (act) => forgetParts(act, owner, { since, listed: parts }));
  const shown = { listed: parts.length, found, ...(gone === 0 ? {} : { gone }) };
  step.note(shown);
  return shown;
};

type Wanted = { connectionId: string; windowOf: (reader: FeedReader) => FeedWindow | Promise<FeedWindow> };

const readAll = async (
  services: WorkflowServices,
  run: WorkflowRun,
  { connectionId, windowOf }: Wanted,
): Promise<PartsRead> => {
  const { operationId } = run;
  const session = openFeedSession(services, run, connectionId);
  await session.ask('list', { timeoutMs: listTimeoutMs }, async (reader) => listParts(reader, await windowOf(reader)));
  let inRow = 0;
  for (let number = 1; ; number += 1) {
    const options = { timeoutMs: readTimeoutMs, retry: { maxAttempts: triesMax } };
    const last = await session.ask(`read ${number}`, options, (reader) =>
      readParts(reader, { connectionId, operationId, inRow }),
    );
    if (last.isSilent || last.left === 0 || last.handled === 0 || number >= stepsMax) return last;
    inRow = last.inRow;
  }
};

const placeOf = ({ part, line }: SyncError): string =>
  part === undefined ? '' : line === undefined ? `${part}: ` : `${part}, line ${line}: `;

const sentenceOf = ({ read, rows, newRows, faulty, undelivered, left }: RunProgress): string =>
  [
    `${read} parts were read: ${rows} rows, ${newRows} of them new.`,
    ...(faulty === 0 ? [] : [`Faulty and not stored: ${faulty}.`]),
    ...(undelivered + left === 0 ? [] : [`Left for the next run: ${undelivered + left}.`]),
  ].join(' ');

/** The sentence of a run that read everything; throws if it could not, or found a part that is not what it says. */
const concluded = (progress: RunProgress): string => {
  const sum = sentenceOf(progress);
  const cause = progress.fault ?? progress.failure;
  if (cause === null) return sum;
  throw stepFailed(cause.code, `${sum} ${placeOf(cause)}${cause.message}`, { cause });
};

/** What the health of the channel shows of a failed run: its cause, without what was read nevertheless. */
const causeOf = ({ code, message, info }: Failure): SyncError =>
  (info as { cause?: SyncError } | undefined)?.cause ?? { code, message };

const goneMessage = (error: unknown): string => {
  if (!isGone(error)) throw error;
  return (error as Error).message;
};

/**
 * Reads what is new of what an account earned: lists the parts of a window that reaches back before the last sync, and
 * reads those that are new or have another version, also those that an earlier run left. Safe to run at any time and any
 * number of times. A disconnected account ends it. Otherwise either its last step or `onFailure` records how it ended.
 */
export const syncRevenueWorkflow = (services: WorkflowServices): Workflow<'revenue.sync'> => ({
  name: 'revenue.sync',
  run: async (run, { connectionId }) => {
    const { startTime } = run;
    const windowOf: Wanted['windowOf'] = ({ owner, step }) =>
      loadSyncWindow(step.db, owner.channel, connectionId, startTime);
    let progress: PartsRead;
    try {
      progress = await readAll(services, run, { connectionId, windowOf });
    } catch (error) {
      return goneMessage(error);
    }
    const completes = concluded(progress);
    await run.change('record', syncedEvents, (call) => recordSynced(call, { connectionId, startTime, progress }), {
      completes,
    });
    return completes;
  },
  onFailure: {
    emits: failedEvents,
    act: (call, { connectionId }, failure) => recordSyncFailed(call, { connectionId, error: causeOf(failure) }),
  },
});

/**
 * Reads what an account earned in a window, once. If the process is killed, the run continues with the part that it was
 * reading. It does not count as a sync: faults that it finds are shown by the parts.
 */
export const backfillRevenueWorkflow = (services: WorkflowServices): Workflow<'revenue.backfill'> => ({
  name: 'revenue.backfill',
  run: async (run, { connectionId, windowStart, windowEnd }) => {
    const window = { start: dayFrom(windowStart), end: dayFrom(windowEnd) };
    try {
      return concluded(await readAll(services, run, { connectionId, windowOf: () => window }));
    } catch (error) {
      return goneMessage(error);
    }
  },
});
