import type { OfferChange } from '../../adapters/marketplace/changes.ts';
import { loadOffer, loadOfferedProduct } from '../../domain/offer/actions/load-offer.ts';
import { recordOfferRepriced, recordOfferRepriceRefused } from '../../domain/offer/actions/record-price.ts';
import { newDimensionsOf, ratesOf } from '../../domain/offer/repricing.ts';
import { stepFailed, type Workflow } from '../../engine/workflow.ts';
import { changeFailed, runChange } from '../change-set.ts';
import { openPartnerSession, type WorkflowServices } from '../services.ts';

type Loaded = { partner: string; change: OfferChange };

/** Adds usage prices to a released offer or changes them, with the dimensions that its product lacks. */
export const repriceOfferWorkflow = (services: WorkflowServices): Workflow<'offer.reprice'> => ({
  name: 'offer.reprice',
  run: async (run, { offerId }) => {
    const loaded = await run.change('load', [], async (call): Promise<Loaded | null> => {
      const { pending, external_id: externalId, ...offer } = await loadOffer(call, offerId);
      if (pending?.kind !== 'PRICE' || externalId === null) return null;
      const product = await loadOfferedProduct(call, offer);
      if (!product?.entity_id) throw stepFailed('NotFound', 'The product of the offer is not known.');
      const change: OfferChange = {
        act: 'offer.reprice',
        externalId,
        productEntityId: product.entity_id,
        newDimensions: newDimensionsOf(pending.dimensions, product),
        currency: offer.info.currency ?? '',
        rates: ratesOf(pending.dimensions),
      };
      return { partner: offer.partner, change };
    });
    if (!loaded) return 'The offer is no longer waiting for prices.';
    const { partner, change } = loaded;
    const end = await runChange(openPartnerSession(services, run, { partner }), 'reprice', change);
    if ('errors' in end) {
      throw await run.fail(changeFailed(end), ['offer.reprice_failed'], (call) =>
        recordOfferRepriceRefused(call, offerId, end),
      );
    }
    await run.change('record', ['offer.repriced'], (call) => recordOfferRepriced(call, offerId));
    return 'The prices are in force.';
  },
  onFailure: {
    emits: ['offer.reprice_failed'],
    act: async (call, { offerId }, { code, message }) => {
      await recordOfferRepriceRefused(call, offerId, { errorMessages: [`${code}: ${message}`], prettified: [message] });
    },
  },
});
