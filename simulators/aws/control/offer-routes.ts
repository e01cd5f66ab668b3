import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { acceptOffer, acceptOfferSet } from '../agreement/accept-offer.ts';
import type { Selection } from '../agreement/terms.ts';
import { describeEntity } from '../catalog/entity-view.ts';
import { accountId, calendarDate, uniqueList } from '../catalog/fields.ts';
import { offerEndsAt } from '../catalog/offer-rules.ts';
import {
  legalTerm,
  netPaymentTerm,
  paymentScheduleTerm,
  pricingTerm,
  renewalTerm,
  supportTerm,
  validityTerm,
} from '../catalog/offer-terms.ts';
import type { AwsReader, AwsTables, Offer, Term } from '../state.ts';
import { agreementView } from './agreement-routes.ts';
import { checkSeedPricing } from './check-pricing.ts';
import { requireProduct } from './product-routes.ts';
import { seedOffer } from './seed-offer.ts';

const anyTerm = z.union([
  pricingTerm,
  paymentScheduleTerm,
  validityTerm,
  legalTerm,
  supportTerm,
  netPaymentTerm,
  renewalTerm,
]);

const offerBody = z.strictObject({
  productId: z.string(),
  name: z.string().min(1).max(150).default('Private offer'),
  buyerAccountIds: uniqueList(accountId, 0, 26).default([]),
  availabilityEndDate: calendarDate.optional(),
  terms: z.array(anyTerm).min(1),
});

// Forms send only strings.
const flag = z.union([z.boolean(), z.enum(['true', 'false', 'on']).transform((text) => text !== 'false')]);
const acceptBody = z.strictObject({
  buyerAccountId: accountId,
  duration: z.string().optional(),
  quantities: z.record(z.string(), z.int().min(0)).default({}),
  autoRenew: flag.default(true),
});

/** Offers: created and released in one call, and a buyer's actions on an offer or an offer set. */
export const offerRoutes: ControlRoutes<AwsTables> = {
  'GET /offer': ({ simulation }) => ({
    value: { offers: listOffers(simulation.store).map((offer) => offerView(offer, simulation.clock.now())) },
  }),
  'GET /offer/:id': ({ simulation, params }) => {
    const offer = simulation.store.get('entities', params.id ?? '');
    if (offer?.type !== 'Offer') throw controlError(404, `there is no offer ${params.id}`);
    return { value: offerView(offer, simulation.clock.now()) };
  },

  'POST /offer': ({ simulation, body }) => {
    const wanted = readControlBody(offerBody, body);
    return change(simulation, (transaction) => {
      const product = requireProduct(transaction, wanted.productId);
      const terms = wanted.terms as Term[];
      checkSeedPricing(product, terms);
      const private30Days = wanted.buyerAccountIds.length > 0 ? transaction.at + 30 * 86_400_000 : null;
      const end = private30Days === null ? null : new Date(private30Days).toISOString().slice(0, 10);
      const offer = seedOffer(transaction, product, {
        name: wanted.name,
        buyerAccountIds: wanted.buyerAccountIds,
        availabilityEndDate: wanted.availabilityEndDate ?? end,
        terms,
      });
      return { value: offerView(offer, transaction.at), created: true };
    });
  },

  'POST /offer/:id/accept': ({ simulation, params, body }) => {
    const wanted = readControlBody(acceptBody, body);
    return change(simulation, (transaction) => ({
      value: agreementView(acceptOffer(transaction, params.id ?? '', wanted.buyerAccountId, selectionOf(wanted))),
      created: true,
    }));
  },

  // In AWS a buyer who does not want an offer lets it expire: nothing changes and the seller is not notified.
  'POST /offer/:id/decline': ({ simulation, params }) => {
    const offer = simulation.store.get('entities', params.id ?? '');
    if (offer?.type !== 'Offer') throw controlError(404, `there is no offer ${params.id}`);
    return { value: { offerId: offer.id, declined: true, toldSeller: false } };
  },

  'GET /offer-set': ({ simulation }) => ({
    value: {
      offerSets: simulation.store
        .list('entities')
        .filter((entity) => entity.type === 'OfferSet')
        .map(describeEntity),
    },
  }),

  'POST /offer-set/:id/accept': ({ simulation, params, body }) => {
    const wanted = readControlBody(acceptBody, body);
    return change(simulation, (transaction) => ({
      value: {
        agreements: acceptOfferSet(transaction, params.id ?? '', wanted.buyerAccountId, selectionOf(wanted)).map(
          agreementView,
        ),
      },
      created: true,
    }));
  },

  'GET /change-set': ({ simulation }) => ({ value: { changeSets: simulation.store.list('changeSets') } }),
};

const selectionOf = (wanted: z.output<typeof acceptBody>): Selection => ({
  duration: wanted.duration,
  quantities: wanted.quantities,
  autoRenew: wanted.autoRenew,
});

const listOffers = (reader: AwsReader): Offer[] => reader.list('entities').filter((entity) => entity.type === 'Offer');

const offerView = (offer: Offer, now: number): Record<string, unknown> => {
  const endsAt = offerEndsAt(offer);
  return {
    offerId: offer.id,
    sellerAccountId: offer.accountId,
    name: offer.name,
    state: offer.state,
    productId: offer.productId,
    buyerAccountIds: offer.targeting?.buyerAccounts ?? [],
    availabilityEndDate: offer.availabilityEndDate,
    endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
    expired: endsAt !== null && now > endsAt,
    entity: describeEntity(offer),
  };
};
