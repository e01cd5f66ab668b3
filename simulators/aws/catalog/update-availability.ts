import { optOutOfRenewal } from '../agreement/opt-out.ts';
import { lockoutStartAt } from '../agreement/renewal-term.ts';
import { endOfDay, type Offer } from '../state.ts';
import { businessError, type ChangeDraft } from './change-rule.ts';
import { checkSchedule, isPrivateOffer, targetAgreement, termOf } from './offer-rules.ts';

/** UpdateAvailability: a future date moves an offer's end, a past one withdraws a released offer. */
export const updateAvailability = (draft: ChangeDraft, offer: Offer, date: string): void => {
  const past = endOfDay(date) <= draft.at;
  if (offer.createdBySource === 'AwsMarketplace') {
    withdrawRenewal(draft, offer, past);
    return;
  }
  if (offer.state === 'Released' && !isPrivateOffer(offer)) {
    throw businessError(['INVALID_AVAILABILITY_END_DATE', 'A public offer has no availability end date.']);
  }
  if (offer.state === 'Draft' && past) {
    throw businessError(['INVALID_AVAILABILITY_END_DATE', 'The date lies in the past.']);
  }
  const end = termOf(offer, 'ValidityTerm')?.AgreementEndDate;
  if (typeof end === 'string' && date >= end) {
    throw businessError(['INVALID_AVAILABILITY_END_DATE', 'The date has to lie before the agreement end date.']);
  }
  const changed: Offer = { ...offer, availabilityEndDate: date, withdrawnAt: past ? draft.at : null };
  if (!past) checkSchedule(changed);
  draft.put(changed);
};

// AWS does not document how a seller opts out of a renewal; we assume a past date on the renewal offer.
const withdrawRenewal = (draft: ChangeDraft, offer: Offer, past: boolean): void => {
  if (!past) throw businessError(['INVALID_AVAILABILITY_END_DATE', 'A renewal offer ends with its agreement.']);
  const agreement = targetAgreement(draft, offer);
  const lockout = lockoutStartAt(agreement);
  if (agreement.status !== 'ACTIVE' || (lockout !== null && draft.at >= lockout)) {
    throw businessError(['INVALID_UPDATE_REQUEST', 'The renewal is locked.']);
  }
  draft.put({ ...offer, withdrawnAt: draft.at });
  draft.onSuccess(() => optOutOfRenewal(draft.transaction, agreement.id));
};
