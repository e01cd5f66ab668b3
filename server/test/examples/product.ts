import type { TestApp, TestOrganization } from '../app.ts';
import { anAwsProduct } from '../factories/product.ts';
import { actIn, aDeal } from './deal.ts';
import { type Examples, idOf } from './example.ts';

const aDraft = async (organization: TestOrganization, change: Record<string, unknown> = {}): Promise<string> =>
  idOf(await organization.editor.call('POST', '/draftProduct', { body: anAwsProduct(change) }));

let count = 0;

/** A product as it is after AWS has created it, made without AWS; a new one each time, because a change to it starts at once. */
const aLimitedProduct = async (app: TestApp, organization: TestOrganization): Promise<string> => {
  count += 1;
  const name = `Limited ${count}`;
  const id = await aDraft(organization, { name });
  await actIn(app, organization, async (call) => {
    await call.db
      .updateTable('product')
      .set({ status: 'LIMITED', entity_id: `prod-limited${String(count).padStart(6, '0')}` })
      .where('product.name', '=', name)
      .execute();
  });
  return id;
};

export const productExamples: Examples = {
  createOrUpdateDraftProduct: async () => ({ body: anAwsProduct({ name: 'New draft' }) }),
  listProducts: async (app, organization) => {
    await aDeal(app, organization);
    return { query: 'partner=AWS&view=lite&forCreateOffer=true' };
  },
  listProductsByPartner: async (app, organization) => {
    await aDeal(app, organization);
    return { params: { partner: 'AWS' } };
  },
  createProduct: async () => ({ body: anAwsProduct({ name: 'New product' }) }),
  queryProducts: async (app, organization) => {
    await aDeal(app, organization);
    return { query: 'q=(in status ("LIMITED" "PUBLIC"))&s=name' };
  },
  getProduct: async (app, organization) => ({ params: { productId: (await aDeal(app, organization)).productId } }),
  updateProduct: async (app, organization) => ({
    params: { productId: await aLimitedProduct(app, organization) },
    body: {
      name: 'Renamed',
      info: { awsSaasProduct: { Description: { ShortDescription: 'Shorter.' } }, attributes: { color: 'red' } },
      metaInfo: { internalNote: 'renamed' },
    },
  }),
  deleteProduct: async (_app, organization) => ({ params: { productId: await aDraft(organization) } }),
  listProductMeteringDimensions: async (app, organization) => ({
    params: { productId: (await aDeal(app, organization)).productId },
  }),
  updateProductFulfillmentUrl: async (app, organization) => {
    const productId = await aLimitedProduct(app, organization);
    const fulfillmentUrl = 'https://acme.example/other';
    return { params: { productId }, body: { id: productId, organizationID: organization.id, fulfillmentUrl } };
  },
  updateProductMetaInfo: async (app, organization) => ({
    params: { productId: await aLimitedProduct(app, organization) },
    body: { internalNote: 'noted', hubspotDealId: null },
  }),
  updateProductPrice: async (app, organization) => ({
    params: { productId: await aLimitedProduct(app, organization) },
    body: {
      plans: [
        {
          name: 'Standard',
          commits: [{ key: 'seats', rate: 1300, length: 12, timeUnit: 'MONTH' }],
          dimensions: [{ key: 'gb', rate: 0.2 }],
        },
      ],
    },
  }),
  updateProductPricing: async (app, organization) => ({
    params: { productId: await aLimitedProduct(app, organization) },
    body: {
      currency: 'USD',
      dimensions: [{ key: 'gb', rate: 0.3 }],
      eulaType: 'SCMP',
      refundCancellationPolicy: 'Within a week.',
      sellerNotes: 'New in December.',
    },
  }),
  publishProduct: async (app, organization) => ({ params: { productId: await aLimitedProduct(app, organization) } }),
  updateProductTargeting: async (app, organization) => ({
    params: { productId: await aLimitedProduct(app, organization) },
    body: { buyerAccountIds: ['444455556666'] },
  }),
};
