import type { Workflow } from '../../engine/workflow.ts';
import { syncOffer } from '../marketplace/sync-listing.ts';
import { talkTo, type WorkflowServices } from '../services.ts';
import { syncAcceptance } from './offer-acceptance.ts';

/** Reads an offer with its agreements. */
export const syncOfferWorkflow = (services: WorkflowServices): Workflow<'offer.sync'> => ({
  name: 'offer.sync',
  run: async (run, { connectionId, externalId }) => {
    const which = { connectionId };
    const talk = talkTo(services, run, which);
    if (!(await syncOffer(run, talk, which, externalId))) return 'The marketplace has no such offer.';
    await syncAcceptance(run, talk, which, { step: 'agreements', offerExternalId: externalId });
    return 'The offer was read.';
  },
});
