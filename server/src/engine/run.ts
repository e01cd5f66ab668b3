import { createHash } from 'node:crypto';
import type { ActCall } from '../contract/call.ts';
import type { EventName } from '../contract/events.ts';
import { refuseInsideTransaction } from '../db/database.ts';
import { faultPoint } from '../db/faults.ts';
import type { OrgDb } from '../db/org-db.ts';
import { isRefusal } from '../kit/errors.ts';
import type { Log } from '../kit/log.ts';
import { failureOf, internalFailure, isDatabaseGone, isDefinite, pauseAfter } from './failures.ts';
import {
  appendStepEvent,
  claimStep,
  endOperation,
  type Failure,
  findStepOutput,
  insertOperationEvent,
  loadRun,
  type NewEvent,
  type RunEnd,
} from './operation-store.ts';
import { type ActEnvironment, operationIdOf, runAct } from './run-act.ts';
import type { Slots } from './slots.ts';
import {
  type AnyWorkflow,
  type ChangeOptions,
  defaultRetry,
  isStepFailed,
  type PartnerOptions,
  type PartnerStep,
  type PollOptions,
  type Retry,
  type StepFailed,
  stepFailed,
  type WorkflowRun,
} from './workflow.ts';

export type RunEnvironment = ActEnvironment & {
  log: Log;
  /** Transactions of steps at once, so that runs leave connections to the API. */
  changes: Slots;
  /** Calls at once to one partner, so that a slow one does not hold the others. */
  callsTo(partner: string | null): Slots;
  /**
   * Once the engine stops, `gate` and `pause` never come back: the run stays where it is, for the next process. A step
   * begins behind the gate; what was done is still recorded after it has closed.
   */
  gate(): Promise<void>;
  pause(ms: number): Promise<void>;
  /** Counts the steps under way; a stop waits for them for some seconds. */
  underWay: { steps: number };
};

const partnerTimeoutMs = 30_000;
/** For errors that are neither a refusal nor the database being away: mostly ours, so little is gained by patience. */
const changeRetry: Retry = { maxAttempts: 5, firstDelayMs: 50, factor: 3, maxDelayMs: 1000 };
const databaseRetry: Retry = { maxAttempts: Number.POSITIVE_INFINITY, firstDelayMs: 100, factor: 2, maxDelayMs: 2000 };
const undoStep = 'undo';

type Notes = Record<string, string | number | boolean | null>;
type Undone = { failure: Failure; timedOut: boolean };

/** The run was ended by somebody else (canceled, or by another process); this execution just stops. */
const ended = Symbol('ended');

type StepState = {
  started: number;
  failed: number;
  firstWall: string | undefined;
  final: Failure | undefined;
  timedOut: boolean;
};

/** Outputs go through JSON the first time too, so that a restart sees what the first execution saw. */
const asJson = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

/** A UUID (version 8) that anybody can compute again from the key. */
const uuidOf = (key: string): string => {
  const hex = createHash('sha256').update(key).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Runs `work` with a signal that is aborted, and a promise that fails, when the time is over. */
const within = async <T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = Object.assign(new Error(`no answer within ${ms} ms`), { code: 'Timeout' });
      controller.abort(error);
      reject(error);
    }, ms);
    // A run that is left behind by a stop must not keep the process.
    timer.unref();
  });
  try {
    return await Promise.race([work(controller.signal), over]);
  } finally {
    clearTimeout(timer);
  }
};

const timeOut = (failure: Failure): StepFailed =>
  Object.assign(stepFailed(failure.code, failure.message, failure.info), { timedOut: true as const });

const pickFailure = ({ code, message, info }: Failure): Failure => ({
  code,
  message,
  ...(info === undefined ? {} : { info }),
});

/** Partners may say when to come back; adapters put it on the error as `retryAfterMs`. */
const retryAfterOf = (error: unknown): number =>
  error instanceof Error && 'retryAfterMs' in error && typeof error.retryAfterMs === 'number' ? error.retryAfterMs : 0;

/** Executes one run from wherever it stands to its end. Several executions of one run at once do no harm. */
export const executeRun = async (
  environment: RunEnvironment,
  workflow: AnyWorkflow,
  orgId: string,
  operationId: string,
): Promise<void> => {
  const { database, clock, log, gate } = environment;
  const actor = { type: 'workflow' as const, id: workflow.name, name: workflow.name };

  /** Asks the database until it answers: a run never fails because the database was away. */
  const insist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isDatabaseGone(error)) throw error;
        log.debug({ operationId, err: failureOf(error) }, 'the database is away, the run waits');
        await environment.pause(pauseAfter(databaseRetry, Math.min(attempt, 10), operationId));
      }
    }
  };

  await gate();
  const loaded = await insist(() => loadRun(database.read(orgId), operationId));
  if (!loaded) {
    log.error({ operationId, orgId }, 'a run without its operation; it is dropped');
    return;
  }
  if (loaded.status !== 'RUNNING') return;

  const outputs = new Map<string, unknown>();
  const states = new Map<string, StepState>();
  const used = new Set<string>();
  let completed = false;
  const stateOf = (step: string): StepState => {
    let state = states.get(step);
    if (!state) {
      state = { started: 0, failed: 0, firstWall: undefined, final: undefined, timedOut: false };
      states.set(step, state);
    }
    return state;
  };
  for (const event of loaded.events) {
    const state = stateOf(event.step ?? '');
    const attributes = event.attributes as Failure & { final?: boolean; timedOut?: boolean };
    if (event.type === 'STEP_STARTED') {
      state.started += 1;
      state.firstWall ??= event.wall;
    } else if (event.type === 'STEP_COMPLETED') {
      outputs.set(event.step ?? '', event.output);
    } else if (event.type === 'STEP_FAILED') {
      state.failed += 1;
      state.timedOut = attributes.timedOut === true;
      if (attributes.final) state.final = pickFailure(attributes);
    }
  }

  const enter = (step: string): void => {
    if (used.has(step)) throw new Error(`${workflow.name} has two steps named ${step}`);
    used.add(step);
  };

  /** Appends an event of a step, when the run still runs and the step is not done by another execution. */
  const append = async (step: string, event: Omit<NewEvent, 'eventId' | 'time' | 'step'>): Promise<void> => {
    const found = await insist(() =>
      environment.changes.use(() =>
        database.write(orgId, async (db) => {
          if (await appendStepEvent(db, operationId, { ...event, time: clock.now(), step })) return undefined;
          return (await findStepOutput(db, operationId, step)) ?? ended;
        }),
      ),
    );
    if (found === ended) throw ended;
    if (found !== undefined) outputs.set(step, found.output);
  };

  const changeOnce = async <T>(
    step: string,
    emits: readonly EventName[],
    act: (call: ActCall) => Promise<T>,
    { completes }: ChangeOptions,
  ): Promise<unknown> => {
    const outcome = await runAct(
      environment,
      { orgId, actor, action: `${workflow.name}/${step}`, requestId: operationIdOf(operationId), emits },
      async (call) => {
        const eventId = await claimStep(call.db, operationId, step);
        if (eventId === undefined) return (await findStepOutput(call.db, operationId, step)) ?? ended;
        const start: ActCall['start'] = (name, input, options) =>
          call.start(name, input, { parentOperationId: operationId, ...options });
        const output = asJson(await act({ ...call, start }));
        const attempt = stateOf(step).failed + 1;
        await insertOperationEvent(call.db, operationId, {
          eventId,
          time: call.now,
          type: 'STEP_COMPLETED',
          step,
          attempt,
          attributes: {},
          output,
        });
        if (completes !== undefined) {
          await endOperation(call.db, operationId, {
            status: 'COMPLETED',
            time: call.now,
            message: completes,
            failure: null,
          });
        }
        return { output };
      },
    );
    if (outcome.replayed) throw new Error('a step has no idempotency key');
    if (outcome.reply === ended) throw ended;
    return (outcome.reply as { output: unknown }).output;
  };

  const failStep = async (
    step: string,
    failure: Failure,
    more: { attempt: number; final: boolean; attributes?: object },
  ) => {
    const state = stateOf(step);
    state.failed += 1;
    if (more.final) state.final = failure;
    await append(step, {
      type: 'STEP_FAILED',
      attempt: more.attempt,
      attributes: { ...more.attributes, ...failure, ...(more.final ? { final: true } : {}) },
    });
  };

  const rethrowFinal = (step: string): void => {
    const { final, timedOut } = stateOf(step);
    if (final) throw timedOut ? timeOut(final) : stepFailed(final.code, final.message, final.info);
  };

  const change = async <T>(
    step: string,
    emits: readonly EventName[],
    act: (call: ActCall) => Promise<T>,
    options: ChangeOptions = {},
  ): Promise<T> => {
    enter(step);
    rethrowFinal(step);
    for (;;) {
      if (outputs.has(step)) return outputs.get(step) as T;
      await gate();
      let wait = databaseRetry.firstDelayMs;
      environment.underWay.steps += 1;
      try {
        outputs.set(step, await environment.changes.use(() => changeOnce(step, emits, act, options)));
        wait = 0;
        completed = options.completes !== undefined;
      } catch (error) {
        if (error === ended) throw error;
        if (!isDatabaseGone(error)) wait = await changeFailed(step, error);
      } finally {
        environment.underWay.steps -= 1;
      }
      if (outputs.has(step)) await faultPoint('step-done');
      else await environment.pause(wait);
    }
  };

  /** Records the failed attempt; answers the pause before the next one, or throws when there is none. */
  const changeFailed = async (step: string, error: unknown): Promise<number> => {
    const known = isStepFailed(error) || isRefusal(error);
    const attempt = stateOf(step).failed + 1;
    const final = isDefinite(error) || attempt >= changeRetry.maxAttempts;
    if (!known) log.error({ err: error, operationId, workflow: workflow.name, step }, 'a step failed');
    const failure = known ? failureOf(error) : internalFailure;
    await failStep(step, failure, { attempt, final });
    if (final) throw stepFailed(failure.code, failure.message, failure.info);
    return pauseAfter(changeRetry, attempt, operationId);
  };

  const attemptPartner = async <T>(
    step: string,
    options: PartnerOptions,
    call: (step: PartnerStep) => Promise<T>,
    notes: Notes,
  ): Promise<T> => {
    refuseInsideTransaction(`${workflow.name}/${step}`);
    const key = `${operationId}:${step}`;
    const read: OrgDb = database.read(orgId);
    return environment.callsTo(loaded.partner).use(() =>
      within(options.timeoutMs ?? partnerTimeoutMs, (signal) =>
        call({
          key,
          keyUuid: uuidOf(key),
          attempt: stateOf(step).started,
          signal,
          db: read,
          now: clock.now(),
          note: (attributes) => void Object.assign(notes, attributes),
        }),
      ),
    );
  };

  /** One look or call with its policy. `pending` answers how long to wait when the answer is not there yet. */
  const callPartner = async <T>(
    step: string,
    options: PartnerOptions,
    call: (step: PartnerStep) => Promise<T | undefined>,
    pending: ((look: number) => number) | undefined,
  ): Promise<T> => {
    enter(step);
    rethrowFinal(step);
    const retry: Retry = { ...defaultRetry, ...options.retry };
    const state = stateOf(step);
    let looks = 0;
    let failedInRow = state.failed;
    let announced = false;
    for (;;) {
      if (outputs.has(step)) return outputs.get(step) as T;
      await gate();
      const notes: Notes = {};
      let wait = 0;
      environment.underWay.steps += 1;
      try {
        if (!announced) {
          state.started += 1;
          state.firstWall ??= clock.wallNow().toISOString();
          await append(step, { type: 'STEP_STARTED', attempt: state.started, attributes: {} });
          announced = true;
          await faultPoint('step-started');
          if (outputs.has(step)) continue;
        }
        const answer = await attemptPartner(step, options, call, notes);
        await faultPoint('partner-answered');
        failedInRow = 0;
        if (answer === undefined && pending) {
          looks += 1;
          wait = pending(looks);
        } else {
          const output = asJson(answer);
          await append(step, { type: 'STEP_COMPLETED', attempt: state.started, attributes: notes, output });
          if (!outputs.has(step)) outputs.set(step, output);
        }
      } catch (error) {
        if (error === ended) throw error;
        failedInRow += 1;
        announced = false;
        wait = await partnerFailed(step, error, { notes, retry, failedInRow });
      } finally {
        environment.underWay.steps -= 1;
      }
      if (outputs.has(step)) await faultPoint('step-done');
      else if (wait > 0) await environment.pause(wait);
    }
  };

  /** Records the failed attempt; answers the pause before the next one, or throws when there is none. */
  const partnerFailed = async (
    step: string,
    error: unknown,
    { notes, retry, failedInRow }: { notes: Notes; retry: Retry; failedInRow: number },
  ): Promise<number> => {
    const state = stateOf(step);
    const timedOut = isStepFailed(error) && error.timedOut === true;
    const final = isDefinite(error) || failedInRow >= retry.maxAttempts;
    const failure = failureOf(error);
    state.timedOut = timedOut;
    log.warn(
      { operationId, workflow: workflow.name, step, attempt: state.started, failure, final },
      'a partner step failed',
    );
    await failStep(step, failure, {
      attempt: state.started,
      final,
      attributes: { ...notes, ...(timedOut ? { timedOut } : {}) },
    });
    if (final) throw timedOut ? timeOut(failure) : stepFailed(failure.code, failure.message, failure.info);
    return Math.max(pauseAfter(retry, failedInRow, operationId), retryAfterOf(error));
  };

  const poll = <T>(
    step: string,
    options: PollOptions,
    look: (step: PartnerStep) => Promise<T | undefined>,
  ): Promise<T> => {
    const pauses: Retry = {
      maxAttempts: Number.POSITIVE_INFINITY,
      firstDelayMs: options.firstDelayMs ?? 200,
      factor: options.factor ?? 1.5,
      maxDelayMs: options.maxDelayMs ?? 15_000,
    };
    return callPartner(step, options, look, (looks) => {
      const since = clock.wallNow().getTime() - Date.parse(stateOf(step).firstWall ?? '');
      if (since >= options.giveUpAfterMs) {
        throw timeOut({ code: 'TimedOut', message: `The partner had no answer within ${options.giveUpAfterMs} ms.` });
      }
      return Math.min(pauseAfter(pauses, looks, operationId), options.giveUpAfterMs - since);
    });
  };

  const run: WorkflowRun = {
    orgId,
    operationId,
    entityId: loaded.entity_id,
    partnerName: loaded.partner,
    startTime: loaded.start_time,
    change,
    partner: <T>(step: string, options: PartnerOptions, call: (step: PartnerStep) => Promise<T>) =>
      callPartner<T>(step, options, call, undefined),
    poll,
  };

  const finish = async (end: Omit<RunEnd, 'time'>): Promise<void> => {
    await insist(() =>
      environment.changes.use(() =>
        runAct(
          environment,
          { orgId, actor, action: `${workflow.name}/end`, requestId: operationIdOf(operationId), emits: [] },
          (call) => endOperation(call.db, operationId, { ...end, time: call.now }),
        ),
      ),
    );
  };

  const undo = async (failure: Failure, timedOut: boolean): Promise<Undone> => {
    const { onFailure } = workflow;
    if (!onFailure) return { failure, timedOut };
    return change(undoStep, onFailure.emits, async (call) => {
      await onFailure.act(call, loaded.input as never, failure);
      return { failure, timedOut };
    });
  };

  const conclude = async ({ failure, timedOut }: Undone): Promise<void> =>
    finish({ status: timedOut ? 'TIMED_OUT' : 'FAILED', message: failure.message, failure });

  try {
    // Undone in an earlier execution that ended before it could say so; the steps must not be tried again after that.
    if (outputs.has(undoStep)) return await conclude(outputs.get(undoStep) as Undone);
    let message: unknown;
    try {
      message = await workflow.run(run, loaded.input as never);
    } catch (error) {
      if (error === ended) return;
      const known = isStepFailed(error) || isRefusal(error);
      if (!known)
        log.error({ err: error, operationId, workflow: workflow.name }, 'a workflow failed outside its steps');
      const failure = known ? failureOf(error) : internalFailure;
      const timedOut = isStepFailed(error) && error.timedOut === true;
      return await conclude(
        await undo(failure, timedOut).catch((reason: unknown) => {
          if (reason === ended) throw reason;
          log.error({ err: reason, operationId, workflow: workflow.name }, 'a failed run could not be undone');
          return { failure, timedOut };
        }),
      );
    }
    if (!completed)
      await finish({ status: 'COMPLETED', message: typeof message === 'string' ? message : '', failure: null });
  } catch (error) {
    if (error !== ended) throw error;
  }
};
