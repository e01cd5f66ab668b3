import type { PartnerStanding } from '../../../adapters/cosell/port.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import type { Referral } from './referral.ts';
import { type ReferralAct, type ReferralStatus, referralIs, referralTransitions } from './states.ts';

/** What each standing at the partner does to a referral; null: nothing. */
export const actOf: Readonly<Record<PartnerStanding, ReferralAct | null>> = {
  CREATED: null,
  SUBMITTED: 'showSubmitted',
  IN_REVIEW: 'showInReview',
  ACTION_REQUIRED: 'showActionRequired',
  ACCEPTED: 'showAccepted',
  REJECTED: 'showRejected',
  PENDING_ACCEPTANCE: null,
  EXPIRED: 'showExpired',
  WON: 'showWon',
  LOST: 'showLost',
};

/** The status of a referral that is seen for the first time. */
const firstStatus: Readonly<Record<PartnerStanding, ReferralStatus>> = {
  CREATED: 'DRAFT',
  SUBMITTED: 'SUBMITTED',
  IN_REVIEW: 'IN_REVIEW',
  ACTION_REQUIRED: 'ACTION_REQUIRED',
  ACCEPTED: 'ACCEPTED',
  REJECTED: 'REJECTED',
  PENDING_ACCEPTANCE: 'PENDING_ACCEPTANCE',
  EXPIRED: 'EXPIRED',
  WON: 'WON',
  LOST: 'LOST',
};

export const firstStatusOf = (standing: PartnerStanding): ReferralStatus => firstStatus[standing];

/**
 * The status after a read of the partner. If the partner's status is unchanged, our own pending move is kept. `isSettled`: nothing remains
 * to be sent; if the partner still requires more, it did not get it.
 */
export const statusAfterRead = (
  referral: Referral,
  standing: PartnerStanding,
  { isSettled }: { isSettled: boolean },
): ReferralStatus => {
  const act = actOf[standing];
  const isRepeated = standing === referral.partner_standing && !(isSettled && standing === 'ACTION_REQUIRED');
  if (act === null || isRepeated) return referral.status;
  return allows(referralTransitions, act, referral.status)
    ? nextStatus('Referral', referralTransitions, act, referral)
    : referral.status;
};

/**
 * The columns that go with a status: when the deal was closed, and whether the CRM record is still taken. A closed deal that is
 * put away stays one that was won or lost, with its time.
 */
export const statusColumns = (
  old: Pick<Referral, 'status' | 'status_before' | 'closed_time' | 'close_reason' | 'crm_claim'>,
  status: ReferralStatus,
  now: Date,
) => {
  const isArchived = referralIs.archived(status);
  const isKept = old.status === status || isArchived;
  return {
    status,
    status_before: isArchived ? (old.status === status ? old.status_before : old.status) : null,
    closed_time: isKept ? old.closed_time : referralIs.closed(status) ? now : null,
    close_reason: referralIs.reasoned(status) ? old.close_reason : null,
    crm_claim: old.crm_claim && !referralIs.givenUp(status),
  };
};
