import type { AgreementShows } from '../../adapters/marketplace/messages.ts';
import type { AgreementRead } from '../../adapters/marketplace/port.ts';
import { agreementIs } from '../../domain/entitlement/states.ts';
import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import { isStepFailed, type WorkflowRun } from '../../engine/workflow.ts';
import { type AgreementHint, syncAgreement } from '../entitlement/sync-agreement.ts';
import { type PartnerSession, stepName } from '../services.ts';

/** What became of a message: `NOT_SHOWN`: what it is about was read, and does not show yet what the message says. */
export type Followed = 'NOTHING' | 'READ' | 'NOT_SHOWN';

/** A partner's reads follow its messages after seconds, sometimes minutes. */
const pace = { firstDelayMs: 1000, factor: 2, maxDelayMs: 30_000, giveUpAfterMs: 5 * 60_000 };

const isShown = (read: AgreementRead, { planId, quantity, statuses, endsAfter }: AgreementShows): boolean =>
  // What has ended comes back no more: a message of before is overtaken.
  agreementIs.over(read.status) ||
  ((planId === undefined || read.planId === planId) &&
    (quantity === undefined || read.quantity === quantity) &&
    (statuses === undefined || statuses.includes(read.status)) &&
    (endsAfter === undefined || read.endTime === null || new Date(read.endTime) > new Date(endsAfter)));

/**
 * Reads and applies what a message is about, and again until the read shows what the message says has happened: the message can
 * be faster. Where the read never shows it, because a later change undid it, what was read last stands, and reconciliation
 * mends the rest.
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
