import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { dimensionUnit } from '../catalog/dimension-changes.ts';
import { describeEntity } from '../catalog/entity-view.ts';
import { accountId, amount, dimensionKey, httpsUrl, uniqueList } from '../catalog/fields.ts';
import { newEntityId } from '../entity-id.ts';
import type { AwsReader, AwsTables, AwsTransaction, Offer, Product, Term } from '../state.ts';
import { seedOffer } from './seed-offer.ts';

const dimension = z.strictObject({
  key: dimensionKey,
  name: z.string().min(1).max(80).optional(),
  description: z.string().min(1).max(1000).optional(),
  unit: dimensionUnit.default('Units'),
  types: uniqueList(z.enum(['Entitled', 'Metered', 'ExternallyMetered']), 1, 3).default(['Metered']),
  price: amount(8).optional(),
});

const productBody = z.strictObject({
  sellerAccountId: accountId,
  title: z.string().min(1).max(72),
  dimensions: z.array(dimension).min(1).max(200),
  legacy: z.boolean().default(false),
  visibility: z.enum(['Limited', 'Public']).default('Public'),
  fulfillmentUrl: httpsUrl.default('https://seller.example.com/fulfillment'),
  currencyCode: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
});

const productPatch = z.strictObject({
  legacy: z.boolean().optional(),
  visibility: z.enum(['Limited', 'Public', 'Restricted']).optional(),
});

/** Products: created and released in one call, and the switch between legacy and concurrent kind. */
export const productRoutes: ControlRoutes<AwsTables> = {
  'GET /product': ({ simulation }) => ({ value: { products: listProducts(simulation.store).map(productView) } }),
  'GET /product/:id': ({ simulation, params }) => ({ value: productView(requireProduct(simulation.store, params.id)) }),

  'POST /product': ({ simulation, body }) => {
    const wanted = readControlBody(productBody, body);
    return change(simulation, (transaction) => {
      if (transaction.get('accounts', wanted.sellerAccountId)?.kind !== 'seller') {
        throw controlError(404, `there is no seller account ${wanted.sellerAccountId}`);
      }
      const product = seedProduct(transaction, wanted);
      const terms = publicTerms(wanted);
      const offer = terms.length > 0 ? seedPublicOffer(transaction, product, terms) : null;
      return { value: { ...productView(product), publicOfferId: offer?.id ?? null }, created: true };
    });
  },

  'PATCH /product/:id': ({ simulation, params, body }) => {
    const wanted = readControlBody(productPatch, body);
    return change(simulation, (transaction) => {
      const product = requireProduct(transaction, params.id);
      const changed: Product = {
        ...product,
        legacy: wanted.legacy ?? product.legacy,
        visibility: wanted.visibility ?? product.visibility,
        revision: product.revision + 1,
        modifiedAt: transaction.at,
      };
      transaction.put('entities', changed);
      return { value: productView(changed) };
    });
  },
};

const seedProduct = (transaction: AwsTransaction, wanted: z.output<typeof productBody>): Product => {
  const product: Product = {
    type: 'SaaSProduct',
    id: newEntityId(transaction, 'SaaSProduct'),
    accountId: wanted.sellerAccountId,
    revision: 1,
    createdAt: transaction.at,
    modifiedAt: transaction.at,
    code: transaction.ids.text(25),
    legacy: wanted.legacy,
    title: wanted.title,
    visibility: wanted.visibility,
    information: {
      ProductTitle: wanted.title,
      ShortDescription: wanted.title,
      LongDescription: wanted.title,
      LogoUrl: 'https://seller.example.com/logo.png',
      Highlights: [wanted.title],
      Categories: ['Business Applications'],
      SearchKeywords: ['saas'],
      SupportDescription: 'Write to support@seller.example.com.',
    },
    dimensions: wanted.dimensions.map((item) => ({
      Key: item.key,
      Name: item.name ?? item.key,
      Description: item.description ?? item.name ?? item.key,
      Unit: item.unit,
      Types: item.types,
    })),
    buyerAccounts: [],
    deliveryOptions: [
      {
        Id: `do-${transaction.ids.text(22)}`,
        Visibility: 'Public',
        Details: { SaaSUrlDeliveryOptionDetails: { FulfillmentUrl: wanted.fulfillmentUrl } },
        BuyerAccounts: [],
      },
    ],
  };
  transaction.put('entities', product);
  transaction.put('productCodes', { id: product.code, productId: product.id });
  return product;
};

// Dimensions with a price are sold by a public offer: metered ones by usage, entitled ones for twelve months.
const publicTerms = (wanted: z.output<typeof productBody>): Term[] => {
  const priced = wanted.dimensions.filter((item) => item.price !== undefined);
  const ratesFor = (entitled: boolean) =>
    priced
      .filter((item) => item.types.includes('Entitled') === entitled)
      .map((item) => ({ DimensionKey: item.key, Price: item.price ?? '0' }));
  const terms: Term[] = [];
  const currency = { CurrencyCode: wanted.currencyCode };
  if (ratesFor(false).length > 0) {
    terms.push({ Type: 'UsageBasedPricingTerm', ...currency, RateCards: [{ RateCard: ratesFor(false) }] });
  }
  if (ratesFor(true).length > 0) {
    terms.push({
      Type: 'ConfigurableUpfrontPricingTerm',
      ...currency,
      RateCards: [
        {
          Selector: { Type: 'Duration', Value: 'P12M' },
          Constraints: { MultipleDimensionSelection: 'Allowed', QuantityConfiguration: 'Allowed' },
          RateCard: ratesFor(true),
        },
      ],
    });
  }
  return terms;
};

const seedPublicOffer = (transaction: AwsTransaction, product: Product, terms: Term[]): Offer =>
  seedOffer(transaction, product, {
    name: `${product.title ?? product.id} - public offer`,
    buyerAccountIds: [],
    availabilityEndDate: null,
    terms: [...terms, { Type: 'SupportTerm', RefundPolicy: 'No refunds.' }],
  });

const listProducts = (reader: AwsReader): Product[] =>
  reader.list('entities').filter((entity) => entity.type === 'SaaSProduct');

/** The product with an ID; throws a 404 if there is none. */
export const requireProduct = (reader: AwsReader, id: string | undefined): Product => {
  const product = reader.get('entities', id ?? '');
  if (product?.type === 'SaaSProduct') return product;
  throw controlError(404, `there is no product ${id}`);
};

const productView = (product: Product): Record<string, unknown> => ({
  productId: product.id,
  productCode: product.code,
  sellerAccountId: product.accountId,
  title: product.title,
  visibility: product.visibility,
  legacy: product.legacy,
  dimensions: product.dimensions,
  entity: describeEntity(product),
});
