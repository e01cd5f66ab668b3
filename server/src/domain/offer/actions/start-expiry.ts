import type { ActCall } from '../../../contract/call.ts';
import { operationIdOf } from '../../../engine/run-act.ts';
import { encodeId } from '../../../kit/ids.ts';
import { isOpen } from '../expiry.ts';
import { findOffer } from '../store.ts';
import { isSoldDirectly } from '../submission/partners.ts';
import { recordOfferExpired } from './record-expiry.ts';

/**
 * Handles an offer whose last instant has passed. A directly billed offer expires at once. For others the run
 * `offer.expire` asks the marketplace first, because the buyer may have accepted. Emits offer.expired and the events of
 * its offer set.
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
