import type { OfferSubmission } from '../adapters/marketplace/changes.ts';
import { recordOfferCreated, recordOfferCreateFailed } from '../domain/offer/actions/record-creation.ts';
import { submissionOf } from '../domain/offer/submission.ts';
import { findProduct } from '../domain/product/store.ts';
import { stepFailed, type Workflow } from '../engine/workflow.ts';
import { changeFailed, runChange } from './change-set.ts';
import { loadOffer } from './load-offer.ts';
import { talkTo, type WorkflowServices } from './services.ts';

type Loaded = { partner: string; submission: OfferSubmission };

/** Offers something at the marketplace: DRAFT was submitted, the partner makes and releases it, or says why not. */
export const createOfferWorkflow = (services: WorkflowServices): Workflow<'offer.create'> => ({
  name: 'offer.create',
  run: async (run, { offerId }) => {
    const loaded = await run.change('load', [], async (call): Promise<Loaded | null> => {
      const offer = await loadOffer(call, offerId);
      if (offer.status !== 'PENDING_CREATE') return null;
      const product = offer.product_id === null ? undefined : await findProduct(call.db, offer.product_id);
      if (!product) throw stepFailed('NotFound', 'The product of the offer is gone.');
      // Recorded here, so that every try of the same change set says the same.
      const upfrontChargeDate = call.now.toISOString().slice(0, 10);
      return { partner: offer.partner, submission: { ...submissionOf(offer, product), upfrontChargeDate } };
    });
    if (!loaded) return 'The offer is not waiting to be created any more.';
    const { partner, submission } = loaded;
    const marketplace = services.marketplaces[partner as 'AWS'];
    const talk = talkTo(services, run, { partner });
    const end = await runChange(talk, 'submit', { act: 'offer.create', offer: submission });
    if ('errors' in end) {
      await run.change('record failure', ['offer.create_failed'], (call) =>
        recordOfferCreateFailed(call, offerId, end),
      );
      throw changeFailed(end);
    }
    const externalId = end.made.offer;
    if (!externalId) throw stepFailed('UnreadableAnswer', 'The marketplace did not say which offer it made.');
    const privateOfferUrl = marketplace?.privateOfferUrl({ productEntityId: submission.productEntityId, externalId });
    await run.change('record', ['offer.released', 'offer.replaced'], (call) =>
      recordOfferCreated(call, offerId, { externalId, ...(privateOfferUrl ? { privateOfferUrl } : {}) }),
    );
    return `The offer was released as ${externalId}.`;
  },
  onFailure: {
    emits: ['offer.create_failed'],
    act: async (call, { offerId }, { code, message }) => {
      const offer = await loadOffer(call, offerId);
      if (offer.status !== 'PENDING_CREATE') return;
      await recordOfferCreateFailed(call, offerId, { errorMessages: [`${code}: ${message}`], prettified: [message] });
    },
  },
});
