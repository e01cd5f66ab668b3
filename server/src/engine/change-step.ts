import type { ActCall } from '../contract/call.ts';
import type { EventName } from '../contract/events.ts';
import { isRefusal } from '../kit/errors.ts';
import {
  type Execution,
  ended,
  inProgress,
  namesOf,
  recordFailure,
  requestOf,
  stepDone,
  waitForDatabase,
} from './execution.ts';
import { failureOf, internalFailure, isDefinite, isWaitedFor, pauseAfter } from './failures.ts';
import { claimStep, endOperation, findStepEnd, insertOperationEvent, type StepEnd } from './operation-store.ts';
import { runAct } from './run-act.ts';
import { asJson } from './run-state.ts';
import { type ChangeOptions, isStepFailed, type Retry } from './workflow.ts';

/** For errors that are neither a refusal nor a lost database: mostly our own bugs, so many retries would not help. */
const changeRetry: Retry = { maxAttempts: 5, firstDelayMs: 50, factor: 3, maxDelayMs: 1000 };

/** Runs the act, records the step as done and, for the last step, ends the run: all in one transaction. */
const changeOnce = async (
  execution: Execution,
  step: string,
  emits: readonly EventName[],
  act: (call: ActCall) => Promise<unknown>,
  { completes }: ChangeOptions,
): Promise<StepEnd> => {
  const { environment, operationId, state } = execution;
  const outcome = await runAct(
    environment,
    { ...requestOf(execution, step), emits },
    async (call): Promise<StepEnd | typeof ended> => {
      const eventId = await claimStep(call.db, operationId, step);
      if (eventId === undefined) return (await findStepEnd(call.db, operationId, step)) ?? ended;
      const start: ActCall['start'] = (name, input, options) =>
        call.start(name, input, { parentOperationId: operationId, ...options });
      const output = asJson(await act({ ...call, start }));
      await insertOperationEvent(call.db, operationId, {
        eventId,
        time: call.now,
        type: 'STEP_COMPLETED',
        step,
        attempt: state.stateOf(step).failed + 1,
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
  return outcome.reply;
};

/** Records the failed attempt. Returns the pause before the next attempt, or 0 if the step is over. */
const changeFailed = async (execution: Execution, step: string, error: unknown): Promise<number> => {
  const { environment, operationId, state } = execution;
  const known = isStepFailed(error) || isRefusal(error);
  const attempt = state.stateOf(step).failed + 1;
  const final = isDefinite(error) || attempt >= changeRetry.maxAttempts;
  if (!known) environment.log.error({ err: error, ...namesOf(execution), step }, 'a step failed');
  const failure = known ? failureOf(error) : internalFailure;
  await recordFailure(execution, step, failure, { attempt, final });
  return final ? 0 : pauseAfter(changeRetry, attempt, operationId);
};

/** Implements `WorkflowRun.change` for an execution. */
export const changeStep = async <T>(
  execution: Execution,
  step: string,
  emits: readonly EventName[],
  act: (call: ActCall) => Promise<T>,
  options: ChangeOptions = {},
): Promise<T> => {
  const { environment, state } = execution;
  state.enter(step);
  let gone = 0;
  for (let end = state.endOf(step); ; end = state.endOf(step)) {
    if (end) return end.output as T;
    await environment.gate();
    const wait = await inProgress(execution, async () => {
      try {
        state.settle(
          step,
          await environment.changes.use(execution.lane, () => changeOnce(execution, step, emits, act, options)),
        );
        return 0;
      } catch (error) {
        if (error === ended) throw error;
        if (!isWaitedFor(error, gone)) return changeFailed(execution, step, error);
        gone += 1;
        return waitForDatabase(execution, step, error, gone);
      }
    });
    if (state.outputs.has(step)) await stepDone(execution);
    else if (wait > 0) await environment.pause(wait);
  }
};
