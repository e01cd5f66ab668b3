import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { findRunningOperation } from '../../../engine/operation-store.ts';
import { requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { isAuthorization } from '../offer.ts';
import { refuseMember } from '../offer-set/refuse-member.ts';
import { offerIs, offerTransitions, statusBeforeCancel } from '../states.ts';
import { lockOffer } from '../store.ts';
import { isSoldDirectly } from '../submission/partners.ts';
import { viewOffer } from '../view.ts';
import { refuseReceived } from './refuse-received.ts';

/**
 * Asks the partner to withdraw an offer. Idempotent while the cancellation is in progress; an abandoned cancellation is
 * resumed. Never affects an entitlement.
 */
export const cancelOffer = async (call: ActCall, { params }: { params: { offerId: string } }) => {
  const old = requireFound(await lockOffer(call.db, params.offerId), 'offer');
  call.checkVersion(old.version);
  const status = nextStatus('Offer', offerTransitions, 'cancel', old);
  const before = statusBeforeCancel(old);
  refuseReceived(old);
  const isRepeatable = offerIs.onSale(before) && !isAuthorization(old);
  // Direct billing involves no marketplace.
  if (!isSoldDirectly(old.partner)) requireCapability(isRepeatable ? 'publicOfferCancel' : 'offerCancel', old.partner);
  await refuseMember(call, old);
  const entityId = encodeId('offer', old.id);
  if (offerIs.cancelling(old.status) && (await findRunningOperation(call.db, ['offer.cancel'], entityId)))
    return viewOffer(call.orgId, old);
  const view = await changeOffer(call, old, { status, status_before: before }, 'offer.cancel_requested');
  await call.start('offer.cancel', { offerId: old.id }, { entityId, partner: old.partner });
  return view;
};
