/** The first steps of an organization, in the order in which they are shown. */
export const stepKeys = ['ACCOUNT', 'MARKETPLACE', 'CRM', 'NOTIFICATION', 'LISTING', 'READINESS'] as const;
export type StepKey = (typeof stepKeys)[number];

export const intents = ['ACTIVE', 'SKIPPED', 'DISMISSED'] as const;
export type Intent = (typeof intents)[number];

/** What people decided about the checklist and its steps. A step that is not in `steps` is ACTIVE. */
export type Onboarding = {
  intent: Intent;
  intent_time: Date | null;
  steps: { [K in StepKey]?: { intent: Exclude<Intent, 'ACTIVE'>; time: string } };
  version: number;
};

/** Of an organization where nobody decided anything yet. */
export const untouched: Onboarding = { intent: 'ACTIVE', intent_time: null, steps: {}, version: 0 };

/** A step as it stands in the organization's rows, whatever people decided about it. */
export type StepFacts = { done: boolean; detail: string; time?: Date | undefined };

export type Facts = Record<Exclude<StepKey, 'READINESS'>, StepFacts>;
