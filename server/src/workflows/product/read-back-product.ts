import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import { isStepFailed, type WorkflowRun } from '../../engine/workflow.ts';
import { syncProduct } from '../marketplace/sync-listing.ts';
import { notReadBack, notShown } from '../read-back.ts';
import type { PartnerSession } from '../services.ts';

/**
 * Imports the product after a change, so that our record shows what the partner has. The next reconciliation picks up
 * whatever cannot be read now. Returns what the operation's message appends about the read.
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
