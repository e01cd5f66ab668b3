/** An organization's first steps, in display order. */
export const stepKeys = ['ACCOUNT', 'MARKETPLACE', 'CRM', 'NOTIFICATION', 'LISTING', 'READINESS'] as const;
export type StepKey = (typeof stepKeys)[number];

export const intents = ['ACTIVE', 'SKIPPED', 'DISMISSED'] as const;
export type Intent = (typeof intents)[number];

/** Users' decisions about the checklist and its steps. A step that is not in `steps` is ACTIVE. */
export type Onboarding = {
  intent: Intent;
  intent_time: Date | null;
  steps: { [K in StepKey]?: { intent: Exclude<Intent, 'ACTIVE'>; time: string } };
  version: number;
};

/** The checklist of an organization without any decisions. */
export const untouched: Onboarding = { intent: 'ACTIVE', intent_time: null, steps: {}, version: 0 };

/** The state of a step in the organization's data, regardless of users' decisions. */
export type StepFacts = { done: boolean; detail: string; time?: Date | undefined };

export type Facts = Record<Exclude<StepKey, 'READINESS'>, StepFacts>;
