import type { Failure, LoadedEvent, StepEnd } from './operation-store.ts';
import { type StepFailed, stepFailed } from './workflow.ts';

/** What a run's history says about one step. */
export type StepState = {
  /** Number of attempts started, across executions. */
  started: number;
  failed: number;
  /** Wall time of the first attempt, as ISO 8601. */
  firstWall: string | undefined;
  /** The failure that ended the step for good. */
  final: Failure | undefined;
  timedOut: boolean;
};

export type RunState = {
  /** Outputs of completed steps, by step name. */
  outputs: Map<string, unknown>;
  stateOf(step: string): StepState;
  /** Called when the workflow reaches a step. Throws if it has reached this step before. */
  enter(step: string): void;
  /** Returns the step's output if it is done, or undefined if it is open. Throws if it failed for good. */
  endOf(step: string): { output: unknown } | undefined;
  /** Records how a step ended. */
  settle(step: string, end: StepEnd): void;
};

/** Outputs pass through JSON the first time too, so that a restart sees what the first execution saw. */
export const asJson = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

export const timeOut = (failure: Failure): StepFailed =>
  Object.assign(stepFailed(failure.code, failure.message, failure.info), { timedOut: true as const });

const failFinally = (failure: Failure, timedOut: boolean): StepFailed =>
  timedOut ? timeOut(failure) : stepFailed(failure.code, failure.message, failure.info);

const pickFailure = ({ code, message, info }: Failure): Failure => ({
  code,
  message,
  ...(info === undefined ? {} : { info }),
});

const noteEvent = ({ outputs, stateOf }: RunState, event: LoadedEvent): void => {
  const step = event.step ?? '';
  const state = stateOf(step);
  const attributes = event.attributes as Failure & { final?: boolean; timedOut?: boolean };
  switch (event.type) {
    case 'STEP_STARTED':
      state.started += 1;
      state.firstWall ??= event.wall;
      break;
    case 'STEP_COMPLETED':
      outputs.set(step, event.output);
      break;
    case 'STEP_FAILED':
      state.failed += 1;
      state.timedOut = attributes.timedOut === true;
      if (attributes.final) state.final = pickFailure(attributes);
      break;
  }
};

/** Rebuilds the state of a run's steps from its history. */
export const readRunState = (workflow: string, events: readonly LoadedEvent[]): RunState => {
  const states = new Map<string, StepState>();
  const used = new Set<string>();
  const run: RunState = {
    outputs: new Map(),
    stateOf: (step) => {
      let state = states.get(step);
      if (!state) {
        state = { started: 0, failed: 0, firstWall: undefined, final: undefined, timedOut: false };
        states.set(step, state);
      }
      return state;
    },
    enter: (step) => {
      if (used.has(step)) throw new Error(`${workflow} has two steps named ${step}`);
      used.add(step);
    },
    endOf: (step) => {
      if (run.outputs.has(step)) return { output: run.outputs.get(step) };
      const { final, timedOut } = run.stateOf(step);
      if (final) throw failFinally(final, timedOut);
      return undefined;
    },
    settle: (step, end) => {
      if ('output' in end) run.outputs.set(step, end.output);
      else
        Object.assign(run.stateOf(step), { final: pickFailure(end.failure), timedOut: end.failure.timedOut === true });
    },
  };
  for (const event of events) noteEvent(run, event);
  return run;
};
