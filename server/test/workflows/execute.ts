import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActCall } from '../../src/contract/call.ts';
import type { EventName } from '../../src/contract/events.ts';
import { type FaultPoint, setFaultHook } from '../../src/db/faults.ts';
import { createPartnerCalls, type PartnerCalls } from '../../src/engine/partner-calls.ts';
import { executeRun } from '../../src/engine/run.ts';
import type {
  AnyWorkflow,
  ChangeOptions,
  PartnerOptions,
  PartnerStep,
  PollOptions,
  WorkflowRun,
} from '../../src/engine/workflow.ts';
import { silentLog } from '../../src/kit/log.ts';
import { silentMetrics } from '../../src/kit/metrics.ts';
import { createFairSlots } from '../../src/kit/slots.ts';
import type { Tenant } from './deployment.ts';

export type Run = { id: string; name: string };

/** `index` counts from 0 in the order in which the workflow comes to its steps; names may hold ids. */
export type Step = { index: number; name: string; kind: 'change' | 'partner' };

/** What a test does to the steps of one execution. */
export type Interference = {
  /** Stands around the work of a step, inside it. */
  inside?: (step: Step, work: () => Promise<unknown>) => Promise<unknown>;
  /** Between a step that is done and the next one. */
  behind?: (step: Step) => Promise<void>;
  /** In place of how often steps are tried otherwise. */
  maxAttempts?: number;
};

/** The execution, and its step, in which the code runs that asks. */
const current = new AsyncLocalStorage<{ execution: object; step: number }>();
const outside = -1;

const interfere = (workflow: AnyWorkflow, { inside, behind, maxAttempts }: Interference): AnyWorkflow => {
  const hasty = <Options extends PartnerOptions>(options: Options): Options =>
    maxAttempts === undefined ? options : { ...options, retry: { ...options.retry, maxAttempts } };
  const wrap = (run: WorkflowRun): WorkflowRun => {
    let count = 0;
    const enter = <T>(kind: Step['kind'], name: string) => {
      const step: Step = { index: count, name, kind };
      count += 1;
      return {
        work: (work: () => Promise<T>): Promise<T> => (inside ? (inside(step, work) as Promise<T>) : work()),
        leave: async (take: () => Promise<T>): Promise<T> => {
          const value = await current.run({ execution: {}, ...current.getStore(), step: step.index }, take);
          await behind?.(step);
          return value;
        },
      };
    };
    return {
      ...run,
      change: <T>(
        name: string,
        emits: readonly EventName[],
        act: (call: ActCall) => Promise<T>,
        options?: ChangeOptions,
      ) => {
        const { work, leave } = enter<T>('change', name);
        return leave(() => run.change(name, emits, (call) => work(() => act(call)), options));
      },
      partner: <T>(name: string, options: PartnerOptions, call: (step: PartnerStep) => Promise<T>) => {
        const { work, leave } = enter<T>('partner', name);
        return leave(() => run.partner(name, hasty(options), (step) => work(() => call(step))));
      },
      poll: <T>(name: string, options: PollOptions, look: (step: PartnerStep) => Promise<T | undefined>) => {
        const { work, leave } = enter<T | undefined>('partner', name);
        return leave(() => run.poll(name, hasty(options), (step) => work(() => look(step)))) as Promise<T>;
      },
    };
  };
  return { ...workflow, run: (run, input) => workflow.run(wrap(run), input) };
};

const never = new Promise<never>(() => {});
/** Pauses of the engine become short, so that a retry costs nothing. */
const pauseMs = 2;

/** The same of the pauses that partners ask for: a clock jumps to their end. */
const hastyCalls = (): PartnerCalls => {
  let now = 0;
  return createPartnerCalls({
    now: () => now,
    timer: (ms, work) => {
      const timer = setTimeout(() => {
        now += ms;
        work();
      }, pauseMs);
      return () => clearTimeout(timer);
    },
  });
};

/** Executes a run in a new execution, as a process that takes it from the queue does. Without `workflow`: undisturbed. */
export const execute = async (
  { deployment, orgId }: Tenant,
  { id, name }: Run,
  interference: Interference = {},
  control: { isDead?: () => boolean; onAbandoned?: () => void; pause?: (ms: number) => Promise<void> } = {},
): Promise<void> => {
  const workflow = deployment.workflows.get(name);
  if (!workflow) throw new Error(`no workflow ${name}`);
  const slots = createFairSlots(4, 4);
  const live = async (): Promise<void> => {
    if (!control.isDead?.()) return;
    control.onAbandoned?.();
    await never;
  };
  await executeRun(
    {
      ...deployment.environment,
      log: silentLog,
      metrics: silentMetrics,
      changes: slots,
      calls: hastyCalls(),
      gate: live,
      pause: async (ms) => {
        await live();
        if (control.pause) await control.pause(ms);
        else await new Promise((resolve) => setTimeout(resolve, Math.min(ms, pauseMs)));
        await live();
      },
      inProgress: { steps: 0 },
    },
    interfere(workflow, interference),
    orgId,
    id,
  );
};

export const findRunning = async (tenant: Tenant): Promise<Run[]> =>
  (await tenant.rows('operation')).filter(({ status }) => status === 'RUNNING') as Run[];

/** Executes all runs that wait, undisturbed. */
export const finishRuns = async (tenant: Tenant): Promise<void> => {
  for (let runs = await findRunning(tenant); runs.length > 0; runs = await findRunning(tenant)) {
    for (const run of runs) await execute(tenant, run);
  }
};

/**
 * Where in an execution: the fault point, and the how-manieth time it is passed in this step. Outside the steps, at the begin
 * and the end of a run, the step is -1.
 */
export type Place = { step: number; point: FaultPoint; at: number };

/** Counts within each step: what an execution passes there does not depend on how many steps were done before it. */
const counter = () => {
  const seen = new Map<string, number>();
  return (point: FaultPoint): Place => {
    const step = current.getStore()?.step ?? outside;
    const at = (seen.get(`${step} ${point}`) ?? 0) + 1;
    seen.set(`${step} ${point}`, at);
    return { step, point, at };
  };
};

/** Executes a run undisturbed and answers the places that it passed, in order. */
export const trace = async (tenant: Tenant, run: Run, interference: Interference = {}): Promise<Place[]> => {
  const places: Place[] = [];
  const count = counter();
  setFaultHook((point) => void places.push(count(point)));
  try {
    await execute(tenant, run, interference);
  } finally {
    setFaultHook(undefined);
  }
  return places;
};

/**
 * Executes a run until it comes to one of the places and throws the execution away there: nothing of it is done any more, an
 * open transaction is rolled back. Answers the place, or nothing if it came to none of them.
 */
export const crash = async (
  tenant: Tenant,
  run: Run,
  places: readonly Place[],
  interference: Interference = {},
): Promise<Place | undefined> => {
  const count = counter();
  const abandoned = Promise.withResolvers<void>();
  const execution = {};
  let reached: Place | undefined;
  setFaultHook((point) => {
    // What an earlier execution had begun is over too.
    if (!reached && current.getStore()?.execution === execution) {
      const here = count(point);
      reached = places.find(({ step, at, ...place }) => place.point === point && step === here.step && at === here.at);
      if (!reached) return undefined;
    }
    // Between begin and commit the database has to see the end of the connection.
    if (point === 'before-commit' || point === 'after-commit') {
      throw Object.assign(new Error('connection terminated'), { code: '57P01' });
    }
    abandoned.resolve();
    return never;
  });
  try {
    const control = { isDead: () => reached !== undefined, onAbandoned: () => abandoned.resolve() };
    const work = () => execute(tenant, run, interference, control);
    await Promise.race([current.run({ execution, step: outside }, work), abandoned.promise]);
  } finally {
    setFaultHook(undefined);
  }
  return reached;
};

/** Each execution is thrown away at the next of the places. Answers those to which none came. */
export const crashAgainAndAgain = async (
  tenant: Tenant,
  run: Run,
  places: readonly Place[],
  interference: Interference = {},
): Promise<Place[]> => {
  const left = new Set(places);
  while (left.size > 0) {
    const reached = await crash(tenant, run, [...left], interference);
    if (!reached) break;
    left.delete(reached);
  }
  return [...left];
};
