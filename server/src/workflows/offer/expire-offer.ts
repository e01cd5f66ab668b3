import { importOffer, importOfferEvents } from '../../domain/offer/actions/import-offer.ts';
import { loadOffer } from '../../domain/offer/actions/load-offer.ts';
import { recordOfferExpired } from '../../domain/offer/actions/record-expiry.ts';
import { expiryKind, isOpen } from '../../domain/offer/expiry.ts';
import { offerSetFollows } from '../../domain/offer/offer-set/change.ts';
import { offerIs } from '../../domain/offer/states.ts';
import {
  type AccountRef,
  loadMarketplaceConnection,
} from '../../domain/organization/connection/actions/load-connection.ts';
import { sellerAccountOf } from '../../domain/organization/connection/connection.ts';
import { scheduleDue } from '../../engine/due-store.ts';
import type { Workflow } from '../../engine/workflow.ts';
import { encodeId } from '../../kit/ids.ts';
import { openPartnerSession, restoreOffer, type WorkflowServices } from '../services.ts';
import { syncAcceptance } from './offer-acceptance.ts';

const askAgainMs = 3_600_000;

/** An offer has expired by our clock: asks the partner whether it was accepted or extended, or has expired. */
export const expireOfferWorkflow = (services: WorkflowServices): Workflow<'offer.expire'> => ({
  name: 'offer.expire',
  run: async (run, { offerId }) => {
    const loaded = await run.change('load', [], async (call) => {
      const offer = await loadOffer(call, offerId);
      const { partner, external_id: externalId } = offer;
      return isOpen(offer) ? { partner, externalId } : null;
    });
    if (!loaded) return 'The offer is no longer waiting for its buyer.';
    const { partner, externalId } = loaded;
    if (externalId !== null) {
      const account: AccountRef = { partner };
      const session = openPartnerSession(services, run, account);
      const asked = { step: 'agreements', offerExternalId: externalId };
      if (await syncAcceptance(run, session, account, asked)) return 'The buyer accepted the offer.';
      const read = await session.ask('read', (marketplace, access) => marketplace.readOffer(access, externalId));
      if (read) {
        await run.change('import', importOfferEvents, async (call) => {
          await importOffer(
            call,
            sellerAccountOf(await loadMarketplaceConnection(call.db, account)),
            restoreOffer(read),
          );
        });
      }
    }
    const view = await run.change('record', ['offer.expired', ...offerSetFollows], (call) =>
      recordOfferExpired(call, offerId),
    );
    return offerIs.expired(view.status) ? 'The offer expired.' : 'The offer can still be accepted.';
  },
  // The due row is used up, so nothing else would check again.
  onFailure: {
    emits: [],
    act: async (call, { offerId }) => {
      if (!isOpen(await loadOffer(call, offerId))) return;
      const time = new Date(call.now.getTime() + askAgainMs);
      await scheduleDue(call.db, expiryKind, offerId, time);
      const after = { expiryIsAskedAgain: time.toISOString() };
      call.recordChange({ type: 'offer', id: encodeId('offer', offerId), before: null, after });
    },
  },
});
