import { importOffer } from '../domain/offer/actions/import-offer.ts';
import { recordOfferExpired } from '../domain/offer/actions/record-expiry.ts';
import type { Workflow } from '../engine/workflow.ts';
import { syncAgreementsOfOffer } from './cancel-offer.ts';
import { loadOffer } from './load-offer.ts';
import { connectionOf, referenceOf, revivedOffer, talkTo, type Which, type WorkflowServices } from './services.ts';

/** The last instant of an offer has passed by our clock: the partner says whether it was accepted, extended, or expired. */
export const expireOfferWorkflow = (services: WorkflowServices): Workflow<'offer.expire'> => ({
  name: 'offer.expire',
  run: async (run, { offerId }) => {
    const loaded = await run.change('load', [], async (call) => {
      const { status, partner, external_id: externalId } = await loadOffer(call, offerId);
      return status === 'PENDING_ACCEPTANCE' ? { partner, externalId } : null;
    });
    if (!loaded) return 'The offer is not waiting for its buyer any more.';
    const { partner, externalId } = loaded;
    if (externalId !== null) {
      const which: Which = { partner };
      const talk = talkTo(services, run, which);
      const asked = { step: 'agreements', offerExternalId: externalId };
      if (await syncAgreementsOfOffer(run, talk, which, asked)) return 'The buyer accepted the offer.';
      const read = await talk.ask('read', (marketplace, access) => marketplace.readOffer(access, externalId));
      if (read) {
        await run.change('import', ['offer.updated', 'offer.imported'], async (call) => {
          await importOffer(call, referenceOf(await connectionOf(call.db, which)), revivedOffer(read));
        });
      }
    }
    const view = await run.change('record', ['offer.expired'], (call) => recordOfferExpired(call, offerId));
    return view.status === 'EXPIRED' ? 'The offer expired.' : 'The offer can still be accepted.';
  },
});
