import type { StepFailed } from '../engine/workflow.ts';

/** The change is done in the marketplace, but we have not read its result yet: reconciliation does. */
export const notShown = ' The marketplace does not show it yet; the next reconciliation will read it.';
export const notReadBack = ({ failure }: StepFailed): string =>
  ` What the marketplace shows could not be read and is left for the next reconciliation: ${failure.message}`;
