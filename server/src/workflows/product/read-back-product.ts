import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import { isStepFailed, type WorkflowRun } from '../../engine/workflow.ts';
import { syncProduct } from '../marketplace/sync-listing.ts';
import { notReadBack, notShown } from '../read-back.ts';
import type { PartnerSession } from '../services.ts';

/**
 * After a change: the record shows what the partner has. What cannot be read now is met by the next reconciliation; the answer
 * is what the operation says of it, after its own sentence.
 */
export const readBackProduct = async (
  run: WorkflowRun,
  session: PartnerSession,
  account: AccountRef,
  entityId: string,
): Promise<string> => {
  try {
    return (await syncProduct(run, session, account, entityId)) ? '' : notShown;
  } catch (error) {
    if (!isStepFailed(error)) throw error;
    return notReadBack(error);
  }
};
