import { isStepFailed, type WorkflowRun } from '../../engine/workflow.ts';
import { syncProduct } from '../marketplace/sync-listing.ts';
import { notReadBack, notShown } from '../read-back.ts';
import type { Talk, Which } from '../services.ts';

/**
 * After a change: the record shows what the partner has. What cannot be read now is met by the next reconciliation; the answer
 * is what the operation says of it, after its own sentence.
 */
export const readBackProduct = async (
  run: WorkflowRun,
  talk: Talk,
  which: Which,
  entityId: string,
): Promise<string> => {
  try {
    return (await syncProduct(run, talk, which, entityId)) ? '' : notShown;
  } catch (error) {
    if (!isStepFailed(error)) throw error;
    return notReadBack(error);
  }
};
