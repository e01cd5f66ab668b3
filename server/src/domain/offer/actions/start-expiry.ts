import type { ActCall } from '../../../contract/call.ts';
import { operationIdOf } from '../../../engine/run-act.ts';
import { encodeId } from '../../../kit/ids.ts';
import { isOpen } from '../expiry.ts';
import { findOffer } from '../store.ts';
import { isSoldDirectly } from '../submission/partners.ts';
import { recordOfferExpired } from './record-expiry.ts';

/**
 * The last instant of an offer has passed. One of direct billing expires at once; a marketplace is asked first by the run
 * `offer.expire`, because its buyer may have accepted. Emits offer.expired and what its set follows with.
 */
export const startExpiry = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const offer = await findOffer(call.db, entityId);
  if (!offer || !isOpen(offer)) return;
  if (isSoldDirectly(offer.partner)) {
    await recordOfferExpired(call, offer.id);
    return;
  }
  const offerId = encodeId('offer', offer.id);
  const operationId = await call.start(
    'offer.expire',
    { offerId: offer.id },
    { entityId: offerId, partner: offer.partner },
  );
  const after = { name: 'offer.expire', entityId: offerId };
  call.recordChange({ type: 'operation', id: operationIdOf(operationId), before: null, after });
};
