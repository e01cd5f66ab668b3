import { importProduct } from '../../src/domain/product/actions/import-product.ts';
import { decodeId, encodeId } from '../../src/kit/ids.ts';
import type { TestApp, TestOrganization } from '../app.ts';
import { aCompleteOffer, aProductRead } from '../factories/commerce.ts';
import { actIn, aDeal } from './deal.ts';
import { type Examples, idOf } from './example.ts';

/** Offers that wait for their buyer, are at a marketplace, and others with them, made without one. */
let count = 0;

const aDraft = async (organization: TestOrganization, productID: string): Promise<string> => {
  count += 1;
  const body = { ...aCompleteOffer(productID, { name: `Sold ${count}` }), expireTime: '2027-06-30T00:00:00Z' };
  return idOf(await organization.editor.call('POST', '/draftOffer', { body }));
};

const aReleasedOffer = async (app: TestApp, organization: TestOrganization): Promise<string> => {
  const { productId } = await aDeal(app, organization);
  const id = await aDraft(organization, productId);
  const uuid = decodeId('offer', id) ?? '';
  await actIn(app, organization, async (call) => {
    const row = { status: 'PENDING_ACCEPTANCE', external_id: `offer-${uuid}` } as const;
    await call.db.updateTable('offer').set(row).where('offer.id', '=', uuid).execute();
  });
  return id;
};

const twoDrafts = async (app: TestApp, organization: TestOrganization): Promise<string[]> => {
  const { connectionId, productId } = await aDeal(app, organization);
  const connection = { id: decodeId('conn', connectionId) ?? '', partner: 'AWS', accountId: '111122223333' } as const;
  const read = aProductRead({ entityId: 'prod-second', externalId: 'second', title: 'Acme Extra' });
  const second = await actIn(app, organization, (call) => importProduct(call, connection, read));
  return [await aDraft(organization, productId), await aDraft(organization, encodeId('prod', second))];
};

const aSet = async (app: TestApp, organization: TestOrganization): Promise<object> => ({
  name: 'Bundle',
  partner: 'AWS',
  offerIDs: await twoDrafts(app, organization),
  info: { buyerNotes: 'Both together' },
});

export const offerExamples: Examples = {
  deleteOffer: async (app, organization) => ({ params: { offerId: await aReleasedOffer(app, organization) } }),
  extendPrivateOfferExpiryDate: async (app, organization) => ({
    params: { offerId: await aReleasedOffer(app, organization) },
    query: 'newExpiryDate=2027-07-31',
  }),
  updateOfferPrice: async (app, organization) => ({
    params: { offerId: await aReleasedOffer(app, organization) },
    body: { dimensions: [{ key: 'gb', rate: 0.0025 }] },
  }),
  syncOffer: async (app, organization) => ({ params: { offerId: await aReleasedOffer(app, organization) } }),
  listOfferSets: async () => ({ query: 'q=(= status "PENDING_CREATE")&s=-creation_time' }),
  createOfferSet: async (app, organization) => ({ body: await aSet(app, organization) }),
  getOfferSet: async (app, organization) => {
    const body = await aSet(app, organization);
    return { params: { offerSetId: idOf(await organization.editor.call('POST', '/offerSet', { body })) } };
  },
};
