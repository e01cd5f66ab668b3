import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { acceptOffer } from '../buyer/accept-offer.ts';
import { entitlementView } from '../procurement/views.ts';
import { finishPublishing } from '../producer/offer-life.ts';
import { offerView } from '../producer/offer-view.ts';
import type { GcpReader, GcpTables, Json, PrivateOffer } from '../state.ts';
import { findRow } from './find.ts';

const acceptBody = z.looseObject({
  autoRenew: z.union([z.boolean(), z.stringbool()]).default(false),
  userIdentity: z.string().min(1).optional(),
});

/** Actions of customers and Google's staff on private offers. */
export const offerRoutes: ControlRoutes<GcpTables> = {
  'GET /offer': ({ simulation }) => ({
    value: { offers: simulation.store.list('privateOffers').map((row) => view(simulation.store, row)) },
  }),

  'GET /offer/:id': ({ simulation, params }) => ({
    value: view(simulation.store, findRow(simulation.store, 'privateOffers', params.id)),
  }),

  'POST /offer/:id/accept': ({ simulation, params, body }) => {
    const options = readControlBody(acceptBody, body);
    return change(simulation, (transaction) => {
      const offer = findRow(transaction, 'privateOffers', params.id);
      return { value: entitlementView(transaction, acceptOffer(transaction, offer, options)), created: true };
    });
  },

  'POST /offer/:id/decline': ({ simulation, params }) => {
    const offer = findRow(simulation.store, 'privateOffers', params.id);
    if (offer.state !== 'PUBLISHED') throw controlError(409, `the offer is ${offer.state}`);
    // At Google a customer cannot decline an offer: it expires, and the seller is not notified.
    return { value: view(simulation.store, offer) };
  },

  'POST /offer/:id/review': ({ simulation, params }) =>
    change(simulation, (transaction) => {
      const offer = findRow(transaction, 'privateOffers', params.id);
      if (offer.state !== 'PUBLISHING' || !offer.needsReview) throw controlError(409, 'the offer waits for no review');
      transaction.put('privateOffers', { ...offer, reviewedAt: transaction.at });
      finishPublishing(transaction, { id: '', kind: '', at: transaction.at, refId: offer.id, detail: {} });
      return { value: view(transaction, findRow(transaction, 'privateOffers', params.id)) };
    }),
};

const view = (reader: GcpReader, offer: PrivateOffer): Json => {
  const seller = findRow(reader, 'sellers', offer.sellerId);
  return {
    id: offer.id,
    accountId: offer.sellerId,
    buyerPath: `/gcp/console/private-offers/${offer.id}`,
    ...offerView(reader, seller, offer, true),
  };
};
