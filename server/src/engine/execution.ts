import type { Lane } from '../adapters/lanes.ts';
import { faultPoint } from '../db/faults.ts';
import { isSlow } from '../kit/database-faults.ts';
import { encodeId } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import type { Metrics } from '../kit/metrics.ts';
import type { FairSlots } from '../kit/slots.ts';
import { failureOf, isDatabaseGone, pauseAfter } from './failures.ts';
import {
  appendStepEvent,
  type Failure,
  findStepEnd,
  forgiveRun,
  type LoadedRun,
  type NewEvent,
} from './operation-store.ts';
import type { PartnerCalls } from './partner-calls.ts';
import { type ActEnvironment, type ActRequest, operationIdOf } from './run-act.ts';
import type { RunState } from './run-state.ts';
import type { AnyWorkflow, Retry } from './workflow.ts';

export type RunEnvironment = ActEnvironment & {
  log: Log;
  metrics: Pick<Metrics, 'observeRun'>;
  /**
   * Limits the concurrent transactions of steps, so that runs leave connections to the API. Lanes go in turn: a step of
   * usage waits for at most one of each other lane.
   */
  changes: FairSlots;
  /** Through it go all calls of runs to partners. */
  calls: PartnerCalls;
  /**
   * Once the engine stops, `gate` and `pause` never resolve: the run stays where it is, for the next process. A step
   * begins after passing the gate; work already done is still recorded after the gate has closed.
   */
  gate(): Promise<void>;
  pause(ms: number): Promise<void>;
  /** Counts steps in progress; a stop gives them a few seconds. */
  inProgress: { steps: number };
};

/** One execution of a run in this process. After a takeover another process may have one too. */
export type Execution = {
  environment: RunEnvironment;
  workflow: AnyWorkflow;
  lane: Lane;
  orgId: string;
  operationId: string;
  loaded: LoadedRun;
  state: RunState;
  /** Earlier executions left a history, and this one has not got further yet. */
  isResumed: boolean;
};

/** Names a run in the log by the IDs that the API shows. */
export const namesOfRun = (orgId: string, operationId: string): { organization: string; operation: string } => ({
  organization: encodeId('org', orgId),
  operation: operationIdOf(operationId),
});

/** Names an execution in the log, with its workflow. */
export const namesOf = ({ workflow, orgId, operationId }: Execution): Record<string, string> => ({
  ...namesOfRun(orgId, operationId),
  workflow: workflow.name,
});

/**
 * Thrown when the run has been ended elsewhere (canceled by a user, or finished by another process); this execution
 * just stops.
 */
export const ended = Symbol('ended');

const databaseRetry: Retry = {
  maxAttempts: Number.POSITIVE_INFINITY,
  firstDelayMs: 100,
  factor: 2,
  maxDelayMs: 2000,
};

/**
 * Retries until the database responds: a run never fails because of a database outage. A partner's answer is recorded however long that
 * takes: without the record the partner would be called again. `slowTimes`: how often work that is too slow is repeated.
 */
export const insist = async <T>(
  { log, pause }: Pick<RunEnvironment, 'log' | 'pause'>,
  operationId: string,
  work: () => Promise<T>,
  slowTimes = Number.POSITIVE_INFINITY,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseGone(error) && !(isSlow(error) && attempt <= slowTimes)) throw error;
      log[isSlow(error) && attempt > 1 ? 'warn' : 'debug'](
        { operation: operationIdOf(operationId), err: failureOf(error) },
        'the database is unavailable; the run waits',
      );
      await pause(pauseAfter(databaseRetry, Math.min(attempt, 10), operationId));
    }
  }
};

/**
 * The pause after a step that the database did not let happen, for the given time in a row. No attempt is counted: a run does not fail because
 * of the database.
 */
export const waitForDatabase = (execution: Execution, step: string, error: unknown, times: number): number => {
  const { environment, operationId } = execution;
  const said = { ...namesOf(execution), step, times, err: failureOf(error) };
  environment.log[times === 1 ? 'debug' : 'warn'](said, 'the database prevented a step; the run waits');
  return pauseAfter(databaseRetry, Math.min(times, 10), operationId);
};

/** The act request under which a step writes to the audit trail. */
export const requestOf = (
  { workflow: { name }, orgId, operationId }: Execution,
  step: string,
): Pick<ActRequest, 'orgId' | 'actor' | 'action' | 'requestId'> => ({
  orgId,
  actor: { type: 'workflow', id: name, name },
  action: `${name}/${step}`,
  requestId: operationIdOf(operationId),
});

/** Counts a step as in progress while `work` runs. */
export const inProgress = async <T>({ environment }: Execution, work: () => Promise<T>): Promise<T> => {
  environment.inProgress.steps += 1;
  try {
    return await work();
  } finally {
    environment.inProgress.steps -= 1;
  }
};

/** Waits for `turn` without counting it as a step in progress: a stop does not wait for it. */
export const awaitTurn = async <T>({ environment }: Execution, turn: Promise<T>): Promise<T> => {
  environment.inProgress.steps -= 1;
  try {
    return await turn;
  } finally {
    environment.inProgress.steps += 1;
  }
};

/**
 * Appends an event of a step. Returns false if another execution has already ended the step; its result is then
 * adopted.
 */
export const appendEvent = async (
  { environment, lane, orgId, operationId, state }: Execution,
  step: string,
  event: Omit<NewEvent, 'eventId' | 'time' | 'step'> & { message?: string },
): Promise<boolean> => {
  const { database, clock, changes } = environment;
  const found = await insist(environment, operationId, () =>
    changes.use(lane, () =>
      database.write(orgId, async (db) => {
        if (await appendStepEvent(db, operationId, { ...event, time: clock.now(), step })) return undefined;
        return (await findStepEnd(db, operationId, step)) ?? ended;
      }),
    ),
  );
  if (found === ended) throw ended;
  if (found !== undefined) state.settle(step, found);
  return found === undefined;
};

/** To be called when a step is done. The first one after a restart shows that the run goes on, whatever killed the process. */
export const stepDone = async (execution: Execution): Promise<void> => {
  await faultPoint('step-done');
  if (!execution.isResumed) return;
  execution.isResumed = false;
  const { environment, orgId, operationId, lane } = execution;
  await insist(environment, operationId, () =>
    environment.changes.use(lane, () => environment.database.write(orgId, (db) => forgiveRun(db, operationId))),
  );
};

/** Records a failed attempt of a step. `final`: there will be no further attempt. */
export const recordFailure = async (
  execution: Execution,
  step: string,
  failure: Failure,
  { attempt, final, attributes }: { attempt: number; final: boolean; attributes?: object },
): Promise<void> => {
  const end = { ...attributes, ...failure, ...(final ? { final: true } : {}) };
  execution.state.stateOf(step).failed += 1;
  const isOurs = await appendEvent(execution, step, { type: 'STEP_FAILED', attempt, attributes: end });
  if (final && isOurs) execution.state.settle(step, { failure: end });
};
