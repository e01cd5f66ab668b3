import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import type { WorkflowName } from '../../src/contract/workflow-inputs.ts';
import type { Database } from '../../src/db/database.ts';
import { type FaultPoint, setFaultHook } from '../../src/db/faults.ts';
import { openTest } from '../../src/engine/engine.test-support.ts';
import { stepFailed } from '../../src/engine/workflow.ts';
import { workflowNames } from '../../src/workflows/registry.ts';
import { freshDatabase } from '../fresh-database.ts';
import { type Deployment, startDeployment, type Tenant } from './deployment.ts';
import {
  crashAgainAndAgain,
  execute,
  findRunning,
  finishRuns,
  type Interference,
  type Place,
  type Run,
  type Step,
  trace,
} from './execute.ts';
import { comparePictures, countThings, takePicture, thingsSince } from './picture.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

// Every workflow, disturbed in every step: done twice, failed and tried again, refused for good, killed between any two
// writes. Each variation has an organization of its own; afterwards it must look like one where nothing went wrong. To arrange
// an organization costs more than to disturb its run: what leaves a step as it would be without it is done to every step of a run.

/** Each part has a file of its own, so that they run side by side: these are the nouns of its workflows. */
export const workflowParts = {
  'every-offer-workflow': ['offer', 'offer-set'],
  'every-product-workflow': ['product', 'wallet', 'buyer', 'invitation', 'invoice'],
  'every-crm-workflow': ['crm'],
  'every-referral-workflow': ['cosell', 'referral'],
  'every-other-workflow': [
    'agreement',
    'cancellation',
    'entitlement',
    'marketplace',
    'message',
    'partner-invitation',
    'partner-file',
    'payment',
    'renewal',
    'revenue',
    'support-attachment',
    'usage',
  ],
} as const;

export const nounOf = (name: WorkflowName): string => name.slice(0, name.indexOf('.'));

/** `before`: what the partners have before the run does anything. */
type Begun = { tenant: Tenant; run: Run; before: ReadonlyMap<string, number> };

const begin = async (deployment: Deployment, scenario: Scenario): Promise<Begun> => {
  const tenant = await deployment.addTenant({ isKnown: !scenario.isUnknownProduct });
  await scenario.arrange(tenant);
  const running = await findRunning(tenant);
  assert.equal(running.length, 1, 'one run is started');
  return { tenant, run: running[0] as Run, before: await countThings(tenant) };
};

/** The run has ended, once, and its history is whole. */
const checkEnded = async (tenant: Tenant, run: Run, status: string): Promise<void> => {
  await finishRuns(tenant);
  const operation = (await tenant.rows('operation')).find(({ id }) => id === run.id);
  assert.equal(operation?.status, status, JSON.stringify(operation?.failure));
  const events = (await tenant.rows('operation_event')).filter((event) => event.operation_id === run.id);
  const ids = events.map(({ event_id: id }) => Number(id)).sort((a, b) => a - b);
  assert.deepEqual(
    ids,
    Array.from({ length: Number(operation?.event_count) }, (_, index) => index + 1),
  );
  const ends = events
    .filter(({ type, attributes }) => type === 'STEP_COMPLETED' || (attributes as { final?: boolean }).final)
    .map(({ step }) => step);
  const twice = ends.filter((step, index) => ends.indexOf(step) < index);
  const history = events
    .filter(({ step }) => twice.includes(step))
    .map(({ event_id, type, attributes }) => [event_id, type, attributes]);
  assert.equal(new Set(ends).size, ends.length, `a step ends once: ${JSON.stringify(history)}`);
  assert.equal(events.filter(({ type, step }) => step === null && type !== 'STARTED').length, 1, 'the run ends once');
};

/** A failure on the way, which does not show whether the partner has done it. */
const connectionLost = (): Error => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

type Failing = { steps: readonly Step[]; when: 'before' | 'after'; error: () => Error; times: number };

/** Each of these steps fails, so many times. */
const failing = ({ steps, when, error, times }: Failing): Interference => {
  const left = new Map(steps.map(({ index }) => [index, times]));
  return {
    inside: async ({ index }, work) => {
      const more = left.get(index) ?? 0;
      if (more === 0) return work();
      left.set(index, more - 1);
      if (when === 'after') await work();
      throw error();
    },
  };
};

/**
 * An execution is held in or behind a step while another one takes the run over, up to behind its last step. Then the
 * first one goes on with what it knows, does all that follows again and ends the run; last the second one wakes up.
 */
const overtaken = async (
  tenant: Tenant,
  run: Run,
  { at, last, where }: { at: Step; last: Step; where: 'inside' | 'behind' },
): Promise<void> => {
  const hold = (step: Step) => {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const stop = async ({ index }: Step): Promise<void> => {
      if (index !== step.index) return;
      arrived.resolve();
      await released.promise;
    };
    return { arrived: arrived.promise, release: released.resolve, stop };
  };
  const first = hold(at);
  const second = hold(last);
  const inside: Interference['inside'] = async (step, work) => {
    const output = await work();
    await first.stop(step);
    return output;
  };
  const early = execute(tenant, run, where === 'inside' ? { inside } : { behind: first.stop });
  await Promise.race([first.arrived, early]);
  const late = execute(tenant, run, { behind: second.stop });
  await Promise.race([second.arrived, late]);
  first.release();
  await early;
  second.release();
  await late;
};

const refused = (info?: object) => () => stepFailed('AccessDeniedException', 'You may not do that.', info);
const always = Number.POSITIVE_INFINITY;

/** In a change after its work, so that there is something to roll back; a partner that refuses has done nothing. */
const refusalsOf = (step: Step): Failing[] =>
  step.kind === 'change'
    ? [{ steps: [step], when: 'after', error: refused(), times: always }]
    : [refused(), refused({ partner: 'AWS' })].map((error) => ({
        steps: [step],
        when: 'before',
        error,
        times: always,
      }));

/** Right behind a commit nothing has happened since, and a `before-begin` is like the place before it. */
const sameAsBefore: ReadonlySet<FaultPoint> = new Set(['before-begin', 'step-started', 'step-done']);

/**
 * The places to kill at, dealt out to as few runs as will do: a run is killed in each of its steps, but in no step after one
 * kill there has left something behind. A kill before the first commit leaves nothing, so that another one may follow.
 */
const dealOut = (places: readonly Place[]): Place[][] => {
  const ofSteps = Map.groupBy(
    places.filter(({ point }) => !sameAsBefore.has(point)),
    ({ step }) => step,
  );
  const kills = [...ofSteps.values()].map(([first, second, ...more]) => {
    const both = [first, second].filter((place) => place !== undefined);
    const begun = first?.point === 'before-commit' ? [both] : both.map((place) => [place]);
    return [...begun, ...more.map((place) => [place])];
  });
  const most = Math.max(...kills.map(({ length }) => length));
  return Array.from({ length: most }, (_, index) => kills.flatMap((ofStep) => ofStep[index] ?? []));
};

const namesOf = (places: readonly Place[]): string =>
  places.map(({ step, point, at }) => `${point} ${at} of ${step < 0 ? 'the run' : `step ${step + 1}`}`).join(', ');

/** Kills a run at many places. Where that fails, it is killed at each of them alone, so that the culprit is named. */
const killed = async (
  t: TestContext,
  title: string,
  places: readonly Place[],
  kill: (places: readonly Place[]) => Promise<void>,
): Promise<void> => {
  let isFine = false;
  await t.test(title, async () => {
    await kill(places);
    isFine = true;
  });
  if (isFine || places.length === 1) return;
  for (const place of places) await t.test(`killed at ${namesOf([place])}`, () => kill([place]));
};

/** A run that has something to put back, killed on that way. */
const killedWhileUndoing = async (
  t: TestContext,
  deployment: Deployment,
  scenario: Scenario,
  step: Step,
): Promise<void> => {
  const refusal = () => failing({ steps: [step], when: 'before', error: refused(), times: always });
  const { tenant, run, before } = await begin(deployment, scenario);
  const places = await trace(tenant, run, refusal());
  await checkEnded(tenant, run, 'FAILED');
  const picture = [...(await takePicture(tenant)), ...(await thingsSince(tenant, before))];
  for (const [index, some] of dealOut(places).entries()) {
    await killed(t, `step ${step.index + 1} is refused, and killed on the way back, ${index + 1}`, some, async (at) => {
      const again = await begin(deployment, scenario);
      assert.equal(namesOf(await crashAgainAndAgain(again.tenant, again.run, at, refusal())), '', 'it came there');
      await execute(again.tenant, again.run, refusal());
      await checkEnded(again.tenant, again.run, 'FAILED');
      const now = [...(await takePicture(again.tenant)), ...(await thingsSince(again.tenant, again.before))];
      assert.deepEqual(comparePictures(picture, now), []);
    });
  }
};

const vary = async (t: TestContext, deployment: Deployment, scenario: Scenario): Promise<void> => {
  const steps: Step[] = [];
  const plain = await begin(deployment, scenario);
  const places = await trace(plain.tenant, plain.run, {
    inside: async (step, work) => {
      steps[step.index] = step;
      return work();
    },
  });
  await checkEnded(plain.tenant, plain.run, scenario.status);
  await scenario.check(plain.tenant);
  const picture = [...(await takePicture(plain.tenant)), ...(await thingsSince(plain.tenant, plain.before))];

  /** The names without ids. */
  const titleOf = ({ index, name }: Step): string => `step ${index + 1} (${name.split(/ \w+-/)[0]})`;
  const variation = (title: string, play: (begun: Begun) => Promise<void>) =>
    t.test(title, async () => {
      await play(await begin(deployment, scenario));
    });
  const checkUnharmed = async ({ tenant, run, before }: Begun): Promise<void> => {
    await checkEnded(tenant, run, scenario.status);
    await scenario.check(tenant);
    const now = [...(await takePicture(tenant)), ...(await thingsSince(tenant, before))];
    assert.deepEqual(comparePictures(picture, now), []);
  };
  const harmless = (title: string, play: (tenant: Tenant, run: Run) => Promise<unknown>) =>
    variation(title, async (begun) => {
      await play(begun.tenant, begun.run);
      await checkUnharmed(begun);
    });

  await harmless('two executions at once', (tenant, run) => Promise.all([execute(tenant, run), execute(tenant, run)]));
  const last = steps.at(-1) as Step;
  const calls = steps.filter(({ kind }) => kind === 'partner');
  for (const step of steps) {
    await harmless(`overtaken behind ${titleOf(step)}`, (tenant, run) =>
      overtaken(tenant, run, { at: step, last, where: 'behind' }),
    );
    if (step.kind === 'change') continue;
    await harmless(`overtaken inside ${titleOf(step)}`, (tenant, run) =>
      overtaken(tenant, run, { at: step, last, where: 'inside' }),
    );
  }
  for (const when of calls.length > 0 ? (['before', 'after'] as const) : []) {
    await harmless(`each call fails once, ${when} AWS has done it`, (tenant, run) =>
      execute(tenant, run, failing({ steps: calls, when, error: connectionLost, times: 1 })),
    );
  }
  for (const [index, some] of dealOut(places).entries()) {
    await killed(t, `killed in every step, ${index + 1}`, some, async (at) => {
      const begun = await begin(deployment, scenario);
      assert.equal(namesOf(await crashAgainAndAgain(begun.tenant, begun.run, at)), '', 'it came there');
      await checkUnharmed(begun);
    });
  }
  for (const step of steps) {
    for (const [index, refusal] of refusalsOf(step).entries()) {
      await variation(
        `${titleOf(step)} is refused${index === 0 ? '' : ', with the reasons'}`,
        async ({ tenant, run }) => {
          await execute(tenant, run, failing(refusal));
          await checkEnded(tenant, run, scenario.survives?.(step) ? scenario.status : 'FAILED');
          await scenario.checkRefused(tenant, step);
        },
      );
    }
  }
  const [first] = calls;
  if (first && !scenario.survives?.(first) && deployment.workflows.get(plain.run.name)?.onFailure)
    await killedWhileUndoing(t, deployment, scenario, first);
};

/** Declares the tests of the workflows of one part. */
export const testWorkflows = (part: keyof typeof workflowParts): void => {
  let database: Database;
  let drop: () => Promise<void>;
  before(async () => {
    const address = await freshDatabase();
    drop = address.drop;
    database = await openTest(address.url);
  });
  after(async () => {
    await database.close();
    await drop();
  });
  const nouns: readonly string[] = workflowParts[part];
  for (const name of workflowNames.filter((one) => nouns.includes(nounOf(one)))) {
    test(`${name} has a scenario`, () => assert.ok(scenarios[name]?.length > 0));
    for (const scenario of scenarios[name] ?? []) {
      test(`${name}: ${scenario.title}`, async (t) => {
        const deployment = await startDeployment(database);
        try {
          await vary(t, deployment, scenario);
        } finally {
          setFaultHook(undefined);
          await deployment.close();
        }
      });
    }
  }
};
