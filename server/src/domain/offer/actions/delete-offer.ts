import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { watchTimes } from '../expiry.ts';
import type { OfferWithContacts } from '../offer.ts';
import { offerIs, offerTransitions, statusBeforeCancel } from '../states.ts';
import { lockOffer } from '../store.ts';
import { isSoldDirectly } from '../submission/partners.ts';

/** Whether its buyer could still accept it; a change in progress at the partner does not rule that out. */
const isWaiting = (offer: OfferWithContacts): boolean =>
  offer.external_id !== null &&
  !offer.withdrawn &&
  !isSoldDirectly(offer.partner) &&
  offerIs.acceptable(statusBeforeCancel(offer));

/**
 * Deletes an offer. The record stays readable and its entitlement continues. An offer that its buyer could still accept
 * is then withdrawn at the partner. Idempotent.
 */
export const deleteOffer = async (call: ActCall, { params }: { params: { offerId: string } }): Promise<string> => {
  const old = requireFound(await lockOffer(call.db, params.offerId), 'offer');
  call.checkVersion(old.version);
  if (offerIs.deleted(old.status)) return '';
  const status = nextStatus('Offer', offerTransitions, 'delete', old);
  await changeOffer(call, old, { status, status_before: null }, 'offer.deleted');
  await watchTimes(call, { ...old, status });
  if (isWaiting(old)) {
    const entityId = encodeId('offer', old.id);
    await call.start('offer.withdraw', { offerId: old.id }, { entityId, partner: old.partner });
  }
  return '';
};
