import { laneOf } from '../contract/workflow-inputs.ts';
import { isRefusal } from '../kit/errors.ts';
import { changeStep } from './change-step.ts';
import { type Execution, ended, insist, namesOf, namesOfRun, type RunEnvironment, requestOf } from './execution.ts';
import { failureOf, internalFailure } from './failures.ts';
import { endOperation, type Failure, loadRun, operationIs, type RunEnd } from './operation-store.ts';
import { partnerStep, pollStep } from './partner-step.ts';
import { runAct } from './run-act.ts';
import { readRunState } from './run-state.ts';
import { type AnyWorkflow, isStepFailed, type WorkflowRun } from './workflow.ts';

const undoStep = 'undo';

type Undone = { failure: Failure; timedOut: boolean };

const endRun = async (execution: Execution, end: Omit<RunEnd, 'time'>): Promise<void> => {
  const { environment, workflow, lane, operationId } = execution;
  await insist(environment, operationId, () =>
    environment.changes.use(lane, () =>
      runAct(environment, { ...requestOf(execution, 'end'), emits: [] }, (call) =>
        endOperation(call.db, operationId, { ...end, time: call.now }),
      ),
    ),
  );
  environment.metrics.observeRun(workflow.name, end.status);
};

const endAsFailed = (execution: Execution, { failure, timedOut }: Undone): Promise<void> =>
  endRun(execution, { status: timedOut ? 'TIMED_OUT' : 'FAILED', message: failure.message, failure });

/** Undoes once what the run had begun, unless its failure is recorded. The undo is recorded like any step. */
const undo = async (execution: Execution, undone: Undone): Promise<Undone> => {
  const { environment, workflow, loaded, state } = execution;
  const { onFailure } = workflow;
  if (state.outputs.has(undoStep)) return state.outputs.get(undoStep) as Undone;
  if (!onFailure) return undone;
  try {
    return await changeStep(execution, undoStep, onFailure.emits, async (call) => {
      await onFailure.act(call, loaded.input as never, undone.failure);
      return undone;
    });
  } catch (error) {
    if (error === ended) throw error;
    environment.log.error({ err: error, ...namesOf(execution) }, 'a failed run could not be undone');
    return undone;
  }
};

const undoneOf = (execution: Execution, error: unknown): Undone => {
  if (isStepFailed(error) || isRefusal(error)) {
    return { failure: failureOf(error), timedOut: isStepFailed(error) && error.timedOut === true };
  }
  execution.environment.log.error({ err: error, ...namesOf(execution) }, 'a workflow failed outside its steps');
  return { failure: internalFailure, timedOut: false };
};

/** The object that the workflow's code receives. */
const runOf = (execution: Execution, onCompleted: () => void): WorkflowRun => {
  const { orgId, operationId, loaded } = execution;
  return {
    orgId,
    operationId,
    entityId: loaded.entity_id,
    partnerName: loaded.partner,
    startTime: loaded.start_time,
    change: async (step, emits, act, options = {}) => {
      const output = await changeStep(execution, step, emits, act, options);
      if (options.completes !== undefined) onCompleted();
      return output;
    },
    fail: async (failed, emits, act) => {
      await changeStep(execution, undoStep, emits, async (call): Promise<Undone> => {
        await act(call);
        return undoneOf(execution, failed);
      });
      return failed;
    },
    partner: (step, options, call) => partnerStep(execution, step, options, call),
    poll: (step, options, look) => pollStep(execution, step, options, look),
  };
};

const play = async (execution: Execution): Promise<void> => {
  const { workflow, loaded, state } = execution;
  // An earlier execution undid the run and stopped before it could record the end; the steps must not be retried after
  // that.
  if (state.outputs.has(undoStep)) return endAsFailed(execution, state.outputs.get(undoStep) as Undone);
  let isCompleted = false;
  const run = runOf(execution, () => {
    isCompleted = true;
  });
  let message: unknown;
  try {
    message = await workflow.run(run, loaded.input as never);
  } catch (error) {
    if (error === ended) throw error;
    return endAsFailed(execution, await undo(execution, undoneOf(execution, error)));
  }
  if (isCompleted) return execution.environment.metrics.observeRun(workflow.name, 'COMPLETED');
  await endRun(execution, { status: 'COMPLETED', message: typeof message === 'string' ? message : '', failure: null });
};

/**
 * Ends an abandoned run: its process died repeatedly while running it, or it failed in a way that its history could not record. What it had
 * started is undone as after any failure.
 */
export const giveUpRun = async (
  environment: RunEnvironment,
  workflow: AnyWorkflow,
  orgId: string,
  operationId: string,
): Promise<void> => {
  const loaded = await loadRun(environment.database.read(orgId), operationId);
  if (!loaded || !operationIs.running(loaded.status)) return;
  const state = readRunState(workflow.name, loaded.events);
  const lane = laneOf(workflow.name);
  const execution = { environment, workflow, lane, orgId, operationId, loaded, state, isResumed: false };
  try {
    await endAsFailed(execution, await undo(execution, { failure: internalFailure, timedOut: false }));
  } catch (error) {
    if (error !== ended) throw error;
  }
};

/** Executes one run from wherever it stands to its end. Concurrent executions of the same run are harmless. */
export const executeRun = async (
  environment: RunEnvironment,
  workflow: AnyWorkflow,
  orgId: string,
  operationId: string,
): Promise<void> => {
  await environment.gate();
  const loaded = await insist(environment, operationId, () => loadRun(environment.database.read(orgId), operationId));
  if (!loaded) {
    environment.log.error(namesOfRun(orgId, operationId), 'the run has no operation and is dropped');
    return;
  }
  if (!operationIs.running(loaded.status)) return;
  const state = readRunState(workflow.name, loaded.events);
  try {
    const isResumed = loaded.events.length > 0;
    await play({ environment, workflow, lane: laneOf(workflow.name), orgId, operationId, loaded, state, isResumed });
  } catch (error) {
    if (error !== ended) throw error;
  }
};
