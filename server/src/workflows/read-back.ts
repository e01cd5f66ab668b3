import type { StepFailed } from '../engine/workflow.ts';

/** The change is done there, and what it has become is not known here yet: reconciliation reads it. */
export const notShown = ' The marketplace does not show it yet; the next reconciliation reads it.';
export const notReadBack = ({ failure }: StepFailed): string =>
  ` What the marketplace shows of it could not be read, and is left for the next reconciliation: ${failure.message}`;
