import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { findFacts } from '../find-facts.ts';
import { type Intent, type Onboarding, type StepKey, untouched } from '../onboarding.ts';
import type { UpdateOnboardingInfo } from '../schema.ts';
import { lockOnboarding, saveOnboarding } from '../store.ts';
import { viewOnboarding } from '../view.ts';

const withStep = (steps: Onboarding['steps'], step: StepKey, intent: Intent, time: string): Onboarding['steps'] => {
  const { [step]: _before, ...others } = steps;
  return intent === 'ACTIVE' ? others : { ...others, [step]: { intent, time } };
};

/** Users' decisions, without the values derived from other rows. */
const decided = ({ intent, intent_time, steps }: Onboarding): object => ({
  intent,
  ...(intent_time === null ? {} : { intentTime: intent_time.toISOString() }),
  steps,
});

/** Skips, dismisses or resumes the whole checklist or one step. Idempotent. */
export const updateOnboardingInfo = async (
  call: ActCall,
  { body }: { body: z.output<typeof UpdateOnboardingInfo> },
) => {
  const old = (await lockOnboarding(call.db)) ?? untouched;
  const { intent, step } = body;
  const facts = await findFacts(call.db);
  const current = step ? (old.steps[step]?.intent ?? 'ACTIVE') : old.intent;
  if (current === intent) return viewOnboarding(old, facts);
  const onboarding: Onboarding = {
    ...old,
    ...(step
      ? { steps: withStep(old.steps, step, intent, call.now.toISOString()) }
      : { intent, intent_time: call.now }),
    version: old.version + 1,
  };
  await saveOnboarding(call.db, onboarding);
  const view = viewOnboarding(onboarding, facts);
  call.recordChange({
    type: 'config',
    id: 'onboarding',
    before: decided(old),
    after: decided(onboarding),
    version: onboarding.version,
    events: ['onboarding.updated'],
    payload: view,
  });
  return view;
};
