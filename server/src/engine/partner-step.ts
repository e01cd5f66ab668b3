import { isPartnerError } from '../adapters/partner-error.ts';
import type { ActCall } from '../contract/call.ts';
import type { EventName } from '../contract/events.ts';
import { refuseInsideTransaction } from '../db/database.ts';
import { faultPoint } from '../db/faults.ts';
import { uuidOf } from '../kit/ids.ts';
import {
  appendEvent,
  awaitTurn,
  type Execution,
  ended,
  inProgress,
  insist,
  namesOf,
  recordFailure,
  requestOf,
  stepDone,
  waitForDatabase,
} from './execution.ts';
import { failureOf, isDefinite, isOursToWaitFor, pauseAfter, slowTimes } from './failures.ts';
import { findOperationStatus, findStepEnd, operationIs } from './operation-store.ts';
import { runAct } from './run-act.ts';
import { asJson, timeOut } from './run-state.ts';
import {
  defaultRetry,
  isStepFailed,
  type PartnerOptions,
  type PartnerStep,
  type PollOptions,
  type Retry,
} from './workflow.ts';

const partnerTimeoutMs = 30_000;

type Notes = Record<string, string | number | boolean | null>;

/** Runs `work` with a time limit: when it is over, the signal is aborted and the promise rejects. */
const within = async <T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = Object.assign(new Error(`no answer within ${ms} ms`), { code: 'Timeout' });
      controller.abort(error);
      reject(error);
    }, ms);
    // A run abandoned by a stop must not keep the process alive.
    timer.unref();
  });
  try {
    return await Promise.race([work(controller.signal), over]);
  } finally {
    clearTimeout(timer);
  }
};

/** How long the partner wants to be left alone. */
const retryAfterOf = (error: unknown): number => (isPartnerError(error) ? (error.retryAfterMs ?? 0) : 0);

/** The partner and endpoint of a failed call. The organization's ID is enough for an operator to find the account. */
const whereItFailed = (
  { loaded }: Execution,
  error: unknown,
): { partner: string | null; endpoint: string | null; partnerRequestId: string | null } => {
  const told = isPartnerError(error) ? error : undefined;
  return {
    partner: told?.partner ?? loaded.partner,
    endpoint: told?.endpoint ?? null,
    partnerRequestId: told?.requestId ?? null,
  };
};

/** Stores what the workflow wants to keep from an attempt. */
const writeAside = async (
  execution: Execution,
  step: string,
  { after }: PartnerOptions,
  error: unknown,
): Promise<void> => {
  const aside = after?.(error) ?? null;
  if (aside === null) return;
  const { environment, operationId } = execution;
  try {
    const record = () =>
      environment.changes.use(execution.lane, () =>
        runAct(environment, { ...requestOf(execution, step), emits: aside.emits }, aside.act),
      );
    await insist(environment, operationId, record, slowTimes);
  } catch (failed) {
    environment.log.error(
      { err: failed, ...namesOf(execution), step },
      'the findings of a partner call could not be stored',
    );
  }
};

/** Implements `PartnerStep.record` for an attempt. */
const recorder =
  (execution: Execution, step: string, signal: AbortSignal): PartnerStep['record'] =>
  async <T>(emits: readonly EventName[], act: (call: ActCall) => Promise<T>): Promise<T> => {
    const { environment, operationId, lane } = execution;
    await environment.gate();
    const outcome = await insist(environment, operationId, () => {
      signal.throwIfAborted();
      return environment.changes.use(lane, () =>
        runAct(environment, { ...requestOf(execution, step), emits }, async (call) => {
          const status = await findOperationStatus(call.db, operationId);
          if (status === undefined || !operationIs.running(status)) throw ended;
          return act(call);
        }),
      );
    });
    if (outcome.replayed) throw new Error('a step has no idempotency key');
    return outcome.reply;
  };

/** Well within the time after which a silent process loses its runs (`takeover.ts`). */
const certainMs = 5000;

/** Thrown instead of a call to a partner when another process has ended the step. */
const settledElsewhere = Symbol('settled elsewhere');

/** When the database last said that the step is open. A process that stands still is not counted by one clock, one that is set by the other. */
type Seen = { monotonic: number; wall: number };

const seeNow = ({ environment }: Execution): Seen => ({
  monotonic: performance.now(),
  wall: environment.clock.wallNow().getTime(),
});

/**
 * Looks again whether the step is open, unless the database has just said so. A process that stood still, or that lost the database while its
 * call waited for its turn, may have lost the run: the step may have ended long ago, and what it says may be older than what the partner was
 * told since.
 */
const checkStillOpen = async (execution: Execution, step: string, seen: Seen): Promise<void> => {
  const { environment, orgId, operationId, state } = execution;
  const now = seeNow(execution);
  const passed = Math.max(now.monotonic - seen.monotonic, Math.abs(now.wall - seen.wall));
  // The embedded database has a single process.
  if (environment.database.kind === 'embedded' || passed < certainMs) return;
  const db = environment.database.read(orgId);
  const status = await findOperationStatus(db, operationId);
  if (status === undefined || !operationIs.running(status)) throw ended;
  const end = await findStepEnd(db, operationId, step);
  if (end === undefined) return;
  state.settle(step, end);
  throw settledElsewhere;
};

const attempt = async <T>(
  execution: Execution,
  step: string,
  options: PartnerOptions,
  call: (step: PartnerStep) => Promise<T>,
  { notes, seen }: { notes: Notes; seen: Seen },
): Promise<T> => {
  const { environment, workflow, lane, orgId, operationId, loaded, state } = execution;
  refuseInsideTransaction(`${workflow.name}/${step}`);
  const key = `${operationId}:${step}`;
  const db = environment.database.read(orgId);
  const { dueBy } = options;
  let answer: T;
  try {
    const { calls } = environment;
    const own = { partner: loaded.partner, orgId, lane };
    const end = await awaitTurn(execution, calls.begin({ ...own, ...(dueBy ? { dueBy: dueBy.getTime() } : {}) }));
    try {
      await checkStillOpen(execution, step, seen);
      answer = await within(options.timeoutMs ?? partnerTimeoutMs, (signal) =>
        call({
          key,
          keyUuid: uuidOf(key),
          attempt: state.stateOf(step).started,
          signal,
          db,
          now: environment.clock.now(),
          note: (attributes) => void Object.assign(notes, attributes),
          slowDown: (askedMs) => calls.slowDown(own, askedMs),
          record: recorder(execution, step, signal),
        }),
      );
    } finally {
      end();
    }
  } catch (error) {
    if (error !== ended && error !== settledElsewhere) await writeAside(execution, step, options, error);
    throw error;
  }
  await writeAside(execution, step, options, null);
  return answer;
};

type Failed = { error: unknown; notes: Notes; retry: Retry; failedInRow: number };

/** Records the failed attempt. Returns the pause before the next attempt, or 0 if the step is over. */
const partnerFailed = async (
  execution: Execution,
  step: string,
  { error, notes, retry, failedInRow }: Failed,
): Promise<number> => {
  const { environment, operationId } = execution;
  const state = execution.state.stateOf(step);
  const timedOut = isStepFailed(error) && error.timedOut === true;
  const final = isDefinite(error) || failedInRow >= retry.maxAttempts;
  const failure = failureOf(error);
  environment.log.warn(
    { ...namesOf(execution), step, ...whereItFailed(execution, error), attempt: state.started, failure, final },
    'a partner step failed',
  );
  await recordFailure(execution, step, failure, {
    attempt: state.started,
    final,
    attributes: { ...notes, ...(timedOut ? { timedOut } : {}) },
  });
  return final ? 0 : Math.max(pauseAfter(retry, failedInRow, operationId), retryAfterOf(error));
};

/** Makes one call with its retry policy. `pending` returns how long to wait while there is no result yet. */
const callPartner = async <T>(
  execution: Execution,
  step: string,
  options: PartnerOptions & Pick<PollOptions, 'waiting'>,
  call: (step: PartnerStep) => Promise<T | undefined>,
  pending?: (look: number, began: Date) => number,
): Promise<T> => {
  const { environment } = execution;
  const { outputs, enter, endOf, stateOf } = execution.state;
  enter(step);
  const retry: Retry = { ...defaultRetry, ...options.retry };
  const state = stateOf(step);
  let looks = 0;
  let failedInRow = state.failed;
  let gone = 0;
  let announced = false;
  let seen = seeNow(execution);

  const announce = async (): Promise<void> => {
    seen = seeNow(execution);
    state.started += 1;
    state.firstWall ??= environment.clock.wallNow().toISOString();
    const message = options.waiting === undefined ? {} : { message: options.waiting };
    await appendEvent(execution, step, { type: 'STEP_STARTED', attempt: state.started, attributes: {}, ...message });
    announced = true;
    await faultPoint('step-started');
  };

  /** Returns how long to wait before the next look or attempt. */
  const look = async (notes: Notes): Promise<number> => {
    if (!announced) await announce();
    if (outputs.has(step) || state.final) return 0;
    const began = environment.clock.now();
    const answer = await attempt(execution, step, options, call, { notes, seen });
    await faultPoint('partner-answered');
    failedInRow = 0;
    gone = 0;
    if (answer === undefined && pending) {
      looks += 1;
      return pending(looks, began);
    }
    const output = asJson(answer);
    const done = { attempt: state.started, attributes: notes, output };
    if (await appendEvent(execution, step, { type: 'STEP_COMPLETED', ...done })) outputs.set(step, output);
    return 0;
  };

  for (let end = endOf(step); ; end = endOf(step)) {
    if (end) return end.output as T;
    await environment.gate();
    const wait = await inProgress(execution, async () => {
      const notes: Notes = {};
      try {
        return await look(notes);
      } catch (error) {
        if (error === ended) throw error;
        if (error === settledElsewhere) return 0;
        if (isOursToWaitFor(error, gone)) {
          gone += 1;
          return waitForDatabase(execution, step, error, gone);
        }
        failedInRow += 1;
        announced = false;
        return partnerFailed(execution, step, { error, notes, retry, failedInRow });
      }
    });
    if (outputs.has(step)) await stepDone(execution);
    else if (wait > 0) await environment.pause(wait);
  }
};

/** Implements `WorkflowRun.partner` for an execution. */
export const partnerStep = <T>(
  execution: Execution,
  step: string,
  options: PartnerOptions,
  call: (step: PartnerStep) => Promise<T>,
): Promise<T> => callPartner<T>(execution, step, options, call);

/** Implements `WorkflowRun.poll` for an execution. */
export const pollStep = <T>(
  execution: Execution,
  step: string,
  options: PollOptions,
  look: (step: PartnerStep) => Promise<T | undefined>,
): Promise<T> => {
  const { environment, operationId, state } = execution;
  const { giveUpAfterMs, giveUpAt } = options;
  const pauses: Retry = {
    maxAttempts: Number.POSITIVE_INFINITY,
    firstDelayMs: options.firstDelayMs ?? 200,
    factor: options.factor ?? 1.5,
    maxDelayMs: options.maxDelayMs ?? 15_000,
  };
  return callPartner(execution, step, options, look, (looks, began) => {
    if (giveUpAt) {
      // Simulated business time may jump during a pause in wall time, so pauses are not extended up to the end. It may also jump during a
      // look: only one that began at the end is the last.
      if (began < giveUpAt) return pauseAfter(pauses, looks, operationId);
      throw timeOut({ code: 'TimedOut', message: `The partner gave no result by ${giveUpAt.toISOString()}.` });
    }
    const since = environment.clock.wallNow().getTime() - Date.parse(state.stateOf(step).firstWall ?? '');
    if (since >= giveUpAfterMs) {
      throw timeOut({ code: 'TimedOut', message: `The partner gave no result within ${giveUpAfterMs} ms.` });
    }
    return Math.min(pauseAfter(pauses, looks, operationId), giveUpAfterMs - since);
  });
};
