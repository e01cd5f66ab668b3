import type { Workflow } from '../../engine/workflow.ts';
import { syncOffer } from '../marketplace/sync-listing.ts';
import { openPartnerSession, type WorkflowServices } from '../services.ts';
import { syncAcceptance } from './offer-acceptance.ts';

/** Reads an offer with its agreements. */
export const syncOfferWorkflow = (services: WorkflowServices): Workflow<'offer.sync'> => ({
  name: 'offer.sync',
  run: async (run, { connectionId, externalId }) => {
    const account = { connectionId };
    const session = openPartnerSession(services, run, account);
    if (!(await syncOffer(run, session, account, externalId))) return 'The marketplace has no such offer.';
    await syncAcceptance(run, session, account, { step: 'agreements', offerExternalId: externalId });
    return 'The offer was read.';
  },
});
