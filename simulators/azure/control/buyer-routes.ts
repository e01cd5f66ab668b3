import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { salesChannels } from '../billing/sales-channel.ts';
import { acceptPrivateOffer, beneficiariesOf } from '../buyer/accept-private-offer.ts';
import type { AzureChange, AzureReader, AzureTables, Buyer, PrivateOffer } from '../state.ts';

const buyerBody = z.strictObject({
  /** The billing account id. */
  id: z.string().min(1).max(200).optional(),
  name: z.string().min(1).max(200).optional(),
  tenantId: z.guid().optional(),
  objectId: z.guid().optional(),
  emailId: z.email().optional(),
  puid: z.string().min(1).max(50).optional(),
  salesChannel: z.enum(salesChannels).optional(),
});
const acceptBody = z.strictObject({ billingAccountId: z.string().min(1).optional() });

/** Buyers, and their actions on private offers. */
export const buyerRoutes: ControlRoutes<AzureTables> = {
  'GET /buyer': ({ simulation }) => ({ value: { buyers: simulation.store.list('buyers') } }),

  'POST /buyer': ({ simulation, body }) => {
    const wanted = readControlBody(buyerBody, body);
    return change(simulation, (transaction) => {
      const isKnown = wanted.id !== undefined && transaction.get('buyers', wanted.id) !== undefined;
      return { value: ensureBuyer(transaction, wanted), created: !isKnown };
    });
  },

  'GET /private-offer': ({ simulation }) => ({ value: { privateOffers: simulation.store.list('privateOffers') } }),
  'GET /private-offer/:id': ({ simulation, params }) => ({ value: findPrivateOffer(simulation.store, params.id) }),

  'POST /private-offer/:id/accept': ({ simulation, params, body }) => {
    const wanted = readControlBody(acceptBody, body);
    return change(simulation, (transaction) => {
      const offer = findPrivateOffer(transaction, params.id);
      const billingAccountId = wanted.billingAccountId ?? beneficiariesOf(offer)[0] ?? '';
      const value = acceptPrivateOffer(transaction, offer, billingAccountId);
      ensureBuyer(transaction, { id: billingAccountId });
      return { value };
    });
  },
  // At Microsoft a buyer who does not want an offer lets it lapse; the publisher is not notified.
  'POST /private-offer/:id/decline': ({ simulation, params }) => ({
    value: findPrivateOffer(simulation.store, params.id),
  }),
};

/** A private offer by its durable ID or just its GUID. */
export const findPrivateOffer = (reader: AzureReader, id = ''): PrivateOffer => {
  const offer = reader.get('privateOffers', id.startsWith('private-offer/') ? id : `private-offer/${id}`);
  if (!offer) throw controlError(404, 'there is no such private offer');
  return offer;
};

/** The buyer with a billing account; created if new. */
export const ensureBuyer = (transaction: AzureChange, wanted: z.output<typeof buyerBody>): Buyer => {
  const known = wanted.id === undefined ? undefined : transaction.get('buyers', wanted.id);
  if (known) return known;
  const { ids } = transaction;
  const buyer: Buyer = {
    id: wanted.id ?? `${ids.uuid()}:${ids.uuid()}_2019-05-31`,
    name: wanted.name ?? 'Buyer',
    tenantId: wanted.tenantId ?? ids.uuid(),
    objectId: wanted.objectId ?? ids.uuid(),
    emailId: wanted.emailId ?? `buyer-${ids.text(6)}@buyer.example`,
    puid: wanted.puid ?? `1003${ids.hex(12).toUpperCase()}`,
    azureSubscriptionId: ids.uuid(),
    salesChannel: wanted.salesChannel ?? salesChannels[0],
  };
  transaction.put('buyers', buyer);
  return buyer;
};
