import { announceExpiry, announceStart } from '../../domain/offer/actions/announce-times.ts';
import { recordOfferExpired } from '../../domain/offer/actions/record-expiry.ts';
import { expireSoonKind, expiryKind, isOpen, startKind } from '../../domain/offer/expiry.ts';
import { offerSetFollows } from '../../domain/offer/offer-set/change.ts';
import { findOffer } from '../../domain/offer/store.ts';
import { isSoldHere } from '../../domain/offer/submission/partners.ts';
import type { DueHandler } from '../../engine/due.ts';
import { operationIdOf } from '../../engine/run-act.ts';
import { encodeId } from '../../kit/ids.ts';

/** The times of offers, written and taken back by their acts (`watchTimes`). */
export const offerDueHandlers: readonly DueHandler[] = [
  {
    kind: expiryKind,
    entity: 'offer',
    emits: ['offer.expired', ...offerSetFollows],
    act: async (call, { entityId }) => {
      const offer = await findOffer(call.db, entityId);
      if (!offer || !isOpen(offer)) return;
      if (isSoldHere(offer.partner)) {
        await recordOfferExpired(call, offer.id);
        return;
      }
      const offerId = encodeId('offer', offer.id);
      const about = { entityId: offerId, partner: offer.partner };
      const operationId = await call.start('offer.expire', { offerId: offer.id }, about);
      const after = { name: 'offer.expire', entityId: offerId };
      call.recordChange({ type: 'operation', id: operationIdOf(operationId), before: null, after });
    },
  },
  { kind: expireSoonKind, entity: 'offer', emits: ['offer.expire_soon'], act: announceExpiry },
  { kind: startKind, entity: 'offer', emits: ['offer.started'], act: announceStart },
];
