import type { z } from 'zod';
import type { Facts, Onboarding, StepFacts, StepKey } from './onboarding.ts';
import type { OnboardingStatus } from './schema.ts';

type Status = z.input<typeof OnboardingStatus>;
type Step = Status['steps'][number];

const skipped = ' It was skipped.';

const stepOf = (onboarding: Onboarding, key: StepKey, { done, detail, time }: StepFacts): Step => {
  if (done) return { key, status: 'DONE', detail, ...(time && { completedTime: time.toISOString() }) };
  return key in onboarding.steps
    ? { key, status: 'SKIPPED', detail: `${detail}${skipped}` }
    : { key, status: 'TODO', detail };
};

/** READINESS is derived from the other steps, and is reached when the last of them is. */
const readiness = (onboarding: Onboarding, others: readonly Step[]): StepFacts => {
  const todo = others.filter(({ status }) => status === 'TODO').length;
  if (todo > 0) return { done: false, detail: todo === 1 ? 'One step is left.' : `${todo} steps are left.` };
  const times = others.flatMap(({ key, completedTime }) => completedTime ?? onboarding.steps[key]?.time ?? []);
  const last = times.sort().at(-1);
  return {
    done: true,
    detail: 'Everything is done or skipped.',
    ...(last === undefined ? {} : { time: new Date(last) }),
  };
};

/** The checklist, from actual data and users' decisions. A completed step is DONE even if it was skipped. */
export const viewOnboarding = (onboarding: Onboarding, facts: Facts): Status => {
  const others = (Object.keys(facts) as (keyof Facts)[]).map((key) => stepOf(onboarding, key, facts[key]));
  const steps = [...others, stepOf(onboarding, 'READINESS', readiness(onboarding, others))];
  return {
    intent: onboarding.intent,
    ...(onboarding.intent_time === null ? {} : { intentTime: onboarding.intent_time.toISOString() }),
    completedCount: steps.filter(({ status }) => status === 'DONE').length,
    totalCount: steps.length,
    steps,
  };
};
