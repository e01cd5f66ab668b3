import { z } from 'zod';
import type { AzureChange, Json, Publisher } from '../state.ts';

const externalId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,49}$/);
const termUnit = z.string().regex(/^P(?:1M|[1-5]Y)$/);

export const productBody = z.strictObject({
  accountId: z.string(),
  /** The external id of the product. */
  offerId: externalId,
  title: z.string().min(1).max(200),
  landingPageUrl: z.url().optional(),
  webhookUrl: z.url().optional(),
  dimensions: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(50),
        displayName: z.string().optional(),
        unitOfMeasure: z.string().optional(),
      }),
    )
    .default([]),
  plans: z
    .array(
      z.strictObject({
        planId: externalId,
        name: z.string().min(1),
        description: z.string().default(''),
        isPrivate: z.boolean().default(false),
        tenants: z.array(z.guid()).default([]),
        isPerSeat: z.boolean().default(false),
        /** The first term is a free trial. */
        hasFreeTrial: z.boolean().default(false),
        minQuantity: z.int().min(1).optional(),
        maxQuantity: z.int().min(1).optional(),
        /** With `paymentUnit`, a term is paid in parts: `price` is that of each payment. */
        prices: z
          .array(z.strictObject({ termUnit, paymentUnit: termUnit.optional(), price: z.number().min(0) }))
          .default([]),
        /** Prices of the product's dimensions in this plan, in USD. */
        meters: z.record(z.string(), z.number().min(0)).default({}),
        /** Quantities included in the price of a term; null for unlimited. */
        included: z.record(z.string(), z.partialRecord(termUnit, z.number().min(0).nullable())).default({}),
      }),
    )
    .min(1),
});

type Seed = z.output<typeof productBody>;

const schema = (type: string, version: string): string => `https://schema.mp.microsoft.com/schema/${type}/${version}`;

/** Creates a published, live product with its plans. Returns its durable ID. */
export const seedProduct = (transaction: AzureChange, publisher: Publisher, seed: Seed): string => {
  const guid = transaction.ids.uuid();
  const productId = `product/${guid}`;
  const content: Record<string, Json> = {};
  const put = (type: string, version: string, tail: string, document: Json): void => {
    const id = `${type}/${tail}`;
    const isProduct = type === 'product';
    const whole = { $schema: schema(type, version), id, ...(isProduct ? {} : { product: productId }), ...document };
    content[id] = whole;
    transaction.put('resources', {
      id,
      type,
      publisherId: publisher.id,
      productId,
      draft: whole,
      preview: whole,
      live: whole,
    });
  };

  put('product', '2022-03-01-preview3', guid, {
    identity: { externalId: seed.offerId },
    type: 'softwareAsAService',
    alias: seed.title,
  });
  put('property', '2022-03-01-preview5', `${guid}/public/main`, {
    kind: 'azureSaaS',
    termsConditions: 'standardMicrosoft',
    categories: { 'developer-tools-saas': ['devService'] },
  });
  put('listing', '2022-03-01-preview5', `${guid}/public/main/default/en-us`, {
    kind: 'azureSaaS',
    languageId: 'en-us',
    title: seed.title,
  });
  put('commercial-marketplace-setup', '2022-03-01-preview2', guid, { sellThroughMicrosoft: true });
  put('price-and-availability-offer', '2022-03-01-preview3', guid, { previewAudiences: [] });
  put('price-and-availability-custom-meter', '2022-03-01-preview3', guid, {
    customMeters: Object.fromEntries(
      seed.dimensions.map(({ id, displayName = id, unitOfMeasure = id }) => [id, { displayName, unitOfMeasure }]),
    ),
  });
  put('software-as-a-service-technical-configuration', '2022-03-01-preview3', guid, {
    landingPageUrl: seed.landingPageUrl ?? publisher.landingPageUrl ?? 'https://publisher.example/landing',
    connectionWebhook: seed.webhookUrl ?? '',
    azureAdTenantId: publisher.tenantId,
    azureAdAppId: publisher.clientId,
  });
  for (const plan of seed.plans) {
    const planGuid = transaction.ids.uuid();
    const planId = `plan/${guid}/${planGuid}`;
    put('plan', '2022-03-01-preview2', `${guid}/${planGuid}`, {
      identity: { externalId: plan.planId },
      alias: plan.name,
      azureRegions: ['azureGlobal'],
    });
    put('plan-listing', '2022-03-01-preview5', `${guid}/public/main/${planGuid}/en-us`, {
      plan: planId,
      kind: 'azureSaaS-plan',
      languageId: 'en-us',
      name: plan.name,
      description: plan.description,
    });
    put('price-and-availability-plan', '2022-03-01-preview4', `${guid}/${planGuid}`, {
      ...(plan.hasFreeTrial ? { trial: { type: 'month', value: 1 } } : {}),
      plan: planId,
      visibility: 'visible',
      markets: ['us'],
      audience: plan.isPrivate ? 'private' : 'public',
      privateAudiences: plan.tenants.map((id) => ({ type: 'tenant', id, label: '' })),
      pricing: pricingOf(plan),
    });
  }
  const id = `submission/${guid}/${transaction.ids.digits(19)}`;
  transaction.put('submissions', {
    id,
    publisherId: publisher.id,
    productId,
    target: 'live',
    status: 'completed',
    result: 'succeeded',
    createdAt: transaction.at,
    schema: schema('submission', '2022-03-01-preview2'),
    content,
  });
  return productId;
};

const pricingOf = (plan: Seed['plans'][number]): Json => {
  const termOf = (unit: string): Json => ({
    type: unit.endsWith('Y') ? 'year' : 'month',
    value: Number(unit.slice(1, -1)),
  });
  const { minQuantity: min = 0, maxQuantity: max = 0 } = plan;
  return {
    recurrentPrice: {
      priceInputOption: 'usd',
      recurrentPriceMode: plan.isPerSeat ? 'perUser' : 'flatRate',
      ...(plan.isPerSeat ? { userLimits: { min, max } } : {}),
      prices: plan.prices.map(({ termUnit: unit, paymentUnit = unit, price }) => ({
        billingTerm: termOf(unit),
        paymentOption: termOf(paymentUnit),
        pricePerPaymentInUsd: price,
      })),
    },
    customMeters: {
      priceInputOption: 'usd',
      meters: Object.fromEntries(
        Object.entries(plan.meters).map(([id, pricePerPaymentInUsd]) => {
          const includedQuantities = Object.entries(plan.included[id] ?? {}).map(([unit, quantity]) => ({
            billingTerm: termOf(unit),
            isInfinite: quantity === null,
            ...(quantity === null ? {} : { quantity }),
          }));
          return [id, { pricePerPaymentInUsd, ...(includedQuantities.length > 0 ? { includedQuantities } : {}) }];
        }),
      ),
    },
  };
};
