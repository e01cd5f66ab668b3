import type { AgreementShows } from '../../adapters/marketplace/messages.ts';
import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import { isStepFailed, type WorkflowRun } from '../../engine/workflow.ts';
import type { ChangeWait } from '../change-set.ts';
import { syncChanged } from '../marketplace/sync-changed.ts';
import { notReadBack, notShown } from '../read-back.ts';
import type { PartnerSession } from '../services.ts';
import type { AgreementHint } from './sync-agreement.ts';

/** Changes of a subscription take seconds, and at most a day. */
export const subscriptionWait: ChangeWait = { maxDelayMs: 5000, giveUpAfterMs: 24 * 3_600_000 };

/**
 * Reads a changed agreement and applies it. The change is done: a read that fails is left for the next reconciliation.
 * Returns what to say about it, if anything.
 */
export const readBackAgreement = async (
  run: WorkflowRun,
  session: PartnerSession,
  account: AccountRef,
  hint: AgreementHint & { shows?: AgreementShows },
): Promise<string> => {
  try {
    return (await syncChanged(run, session, account, hint)) === 'READ' ? '' : notShown;
  } catch (error) {
    if (!isStepFailed(error)) throw error;
    return notReadBack(error);
  }
};
