import type { AgreementShows } from '../../adapters/marketplace/messages.ts';
import type { AgreementRead } from '../../adapters/marketplace/port.ts';
import { agreementIs } from '../../domain/entitlement/states.ts';
import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import { isStepFailed, type WorkflowRun } from '../../engine/workflow.ts';
import { type AgreementHint, syncAgreement } from '../entitlement/sync-agreement.ts';
import { type PartnerSession, stepName } from '../services.ts';

/** The result of a message. `NOT_SHOWN`: its subject was read, but does not show yet what the message says. */
export type Followed = 'NOTHING' | 'READ' | 'NOT_SHOWN';

/** A partner's reads lag behind its messages by seconds, sometimes minutes. */
const pace = { firstDelayMs: 1000, factor: 2, maxDelayMs: 30_000, giveUpAfterMs: 5 * 60_000 };

const isShown = (read: AgreementRead, { planId, quantity, statuses, endsAfter }: AgreementShows): boolean =>
  // An ended agreement does not come back: an earlier message is outdated.
  agreementIs.over(read.status) ||
  ((planId === undefined || read.planId === planId) &&
    (quantity === undefined || read.quantity === quantity) &&
    (statuses === undefined || statuses.includes(read.status)) &&
    (endsAfter === undefined || read.endTime === null || new Date(read.endTime) > new Date(endsAfter)));

/**
 * Reads and applies the subject of a message, and repeats this until the read shows the change in the message, because the message can be
 * faster. If the read never shows it, because a later change undid it, the last read counts, and reconciliation repairs the rest.
 */
export const syncChanged = async (
  run: WorkflowRun,
  session: PartnerSession,
  account: AccountRef,
  hint: AgreementHint & { shows?: AgreementShows },
): Promise<Followed> => {
  const { agreementId, shows } = hint;
  const read = await syncAgreement(run, session, account, hint);
  if (!read) return 'NOTHING';
  if (!shows || isShown(read, shows)) return 'READ';
  try {
    await session.waitFor(stepName('await change of', agreementId), pace, async (marketplace, access) => {
      const now = await marketplace.readAgreement(access, agreementId);
      return now && !isShown(now, shows) ? undefined : true;
    });
  } catch (error) {
    if (!isStepFailed(error) || !error.timedOut) throw error;
    return 'NOT_SHOWN';
  }
  return (await syncAgreement(run, session, account, { ...hint, again: true })) ? 'READ' : 'NOTHING';
};
