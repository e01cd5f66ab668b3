import {
  anyObject,
  anyOf,
  bool,
  date,
  listOf,
  mapOf,
  matching,
  number,
  object,
  oneOf,
  type Shape,
  someText,
  text,
  url,
  uuid,
  wholeFrom,
} from '../written/shapes.ts';

/**
 * Resources of the Product Ingestion API. Sources: Microsoft Learn, "Product ingestion API for the commercial marketplace"
 * (resource API reference, references and durable ids, lifecycle states, submissions) and, for private offers, "Create a
 * direct ISV to customer private offer" and "Job status and retrieve private offer detail via API". The samples of
 * those pages are all that is published as pages; the members of a type that they do not show are open here (`...open`).
 */

const hosts = 'https://(schema\\.mp\\.microsoft\\.com|product-ingestion\\.azureedge\\.net)/schema';
/** Versions of the reference, and of private offers. */
const version = '(2022-03-01-preview[2-6]|2022-07-01|2023-07-15)';
export const schemaOf = (type: string): Shape => matching(`^${hosts}/${type}/${version}$`);

const guid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** `plan/<product>/<plan>`: after the type, an id contains its parents. */
export const durableId = (type: string): Shape => matching(`^${type}/${guid}(/[\\w-]+)*$`);
/** A reference to another resource: by durable id, by external id, or by its name within the request. */
const reference = (type: string): Shape =>
  anyOf(
    durableId(type),
    anyOf(object({ externalId: someText }), object({ externalID: someText }), object({ resourceName: someText })),
  );

const lifecycleState = oneOf(
  ...['notAvailable', 'neverUsed', 'test', 'preview', 'generallyAvailable', 'deprecated', 'decommissioned', 'deleted'],
);
const identity = anyOf(object({ externalId: someText }), object({ externalID: someText }));
const validation = object(
  { level: oneOf('informational', 'warning', 'error'), code: someText },
  { message: text, resourceId: text, details: listOf(anyObject) },
);
type Members = Readonly<Record<string, Shape>>;
const named = (type: string): Members => ({
  ...{ id: durableId(type), resourceName: someText, validations: listOf(validation), lifecycleState },
});

const resource = (type: string, required: Members, optional: Members = {}): Shape =>
  object({ $schema: schemaOf(type), ...required }, { ...named(type), ...optional });
/** Allows members that no page shows. */
const open = (type: string, required: Members, optional: Members = {}): Shape => {
  const { additionalProperties: _, ...shape } = resource(type, required, optional) as Record<string, unknown>;
  return { ...shape, additionalProperties: true };
};

const ofProduct = { product: reference('product') };
const ofPlan = { ...ofProduct, plan: reference('plan') };

const term = object({ type: oneOf('month', 'year'), value: wholeFrom(1) });
/** A flexible schedule is on no page of the API: its members are those of a third party's client. */
const payment = object({ pricePerPaymentInUsd: number }, { note: text, chargeDate: text });
const schedule = object({ billingSchedule: listOf(payment) }, { initialCharge: payment });
const price = anyOf(
  object({ pricePerPaymentInUsd: number, billingTerm: term }, { paymentOption: term }),
  object({ flexibleSchedule: schedule, billingTerm: term }),
);
const quantity = object({ billingTerm: term, isInfinite: bool }, { quantity: number });
const planPricing = object(
  {},
  {
    recurrentPrice: object(
      { priceInputOption: oneOf('usd', 'perMarket'), prices: listOf(price, 1) },
      {
        recurrentPriceMode: oneOf('flatRate', 'perUser'),
        userLimits: object({}, { min: wholeFrom(1), max: wholeFrom(1) }),
      },
    ),
    customMeters: object(
      { meters: mapOf(object({}, { pricePerPaymentInUsd: number, includedQuantities: listOf(quantity) })) },
      { priceInputOption: oneOf('usd', 'perMarket') },
    ),
  },
);
const offerPricingType = oneOf('editExistingOfferPricingOnly', 'saasNewCustomizedPlans', 'vmSoftwareReservations');

const offerPricing = object(
  { product: reference('product'), discountType: oneOf('percentage', 'absolute') },
  {
    ...{
      plan: reference('plan'),
      basePlan: reference('plan'),
      discountPercentage: number,
    },
    priceDetails: anyOf(durableId('price-and-availability-private-offer-plan'), object({ resourceName: someText })),
    // Its id is known once the plan is created; the reference API shows it.
    newPlanDetails: object({ name: someText }, { description: text, id: durableId('plan') }),
    ...{ productName: text, planName: text },
  },
);
const document = object({ sasUrl: url }, { fileName: text, customerFacingDocumentName: text });
const privateOffer = resource(
  'private-offer',
  {
    name: someText,
    privateOfferType: oneOf(
      'customerPromotion',
      'multipartyPromotionOriginator',
      'multiPartyPromotionChannelPartner',
      'cspPromotion',
    ),
    state: oneOf('draft', 'live', 'withdrawn', 'deleted', 'archived'),
  },
  {
    ...{ offerPricingType, variableStartDate: bool, start: date, end: date, acceptBy: date, preparedBy: text },
    ...{
      notificationContacts: listOf(text),
      termsAndConditionsDocSasUrl: url,
      termsAndConditionsDocs: listOf(document),
    },
    beneficiaries: listOf(
      object(
        { id: matching(`^${guid}:${guid}_\\d{4}-\\d\\d-\\d\\d$`) },
        { description: text, beneficiaryRecipients: listOf(anyObject) },
      ),
    ),
    ...{ pricing: listOf(offerPricing), eTag: text, lastModified: date },
    subState: oneOf('pendingAcceptance', 'accepted', 'expired', 'withdrawn'),
    acceptanceLinks: listOf(object({ beneficiaryId: someText, link: url })),
  },
);

/** By type. */
export const resources: Readonly<Record<string, Shape>> = {
  product: resource(
    'product',
    { identity, type: oneOf('softwareAsAService'), alias: someText },
    { productGroup: anyObject },
  ),
  plan: resource(
    'plan',
    { ...ofProduct, identity, alias: someText },
    { azureRegions: listOf(oneOf('azureGlobal', 'azureGovernment'), 1) },
  ),
  property: open(
    'property',
    { ...ofProduct, kind: oneOf('azureSaaS'), categories: mapOf(listOf(text)) },
    { termsConditions: text, termsOfUseUrl: url },
  ),
  listing: open('listing', { ...ofProduct, title: someText, languageId: matching('^[a-z]{2}(-[a-z]{2,4})?$') }),
  'listing-asset': open('listing-asset', { ...ofProduct, type: someText, url }),
  'listing-trailer': open('listing-trailer', ofProduct),
  'plan-listing': open('plan-listing', { ...ofPlan, name: someText }),
  'price-and-availability-offer': open('price-and-availability-offer', ofProduct),
  'price-and-availability-plan': open('price-and-availability-plan', ofPlan, {
    ...{
      visibility: oneOf('visible', 'hidden'),
      markets: listOf(matching('^[a-z]{2}$'), 1),
      audience: oneOf('public', 'private'),
    },
    pricing: anyObject,
  }),
  'price-and-availability-custom-meter': open('price-and-availability-custom-meter', {
    ...ofProduct,
    customMeters: mapOf(anyObject),
  }),
  'price-and-availability-update-private-audiences': resource('price-and-availability-update-private-audiences', {
    ...ofPlan,
    privateAudiences: object(
      {},
      Object.fromEntries(
        ['add', 'remove'].map((verb) => [
          verb,
          listOf(object({ type: oneOf('subscription', 'ea', 'msdn', 'tenant'), id: someText }, { label: text })),
        ]),
      ),
    ),
  }),
  'price-and-availability-private-offer-plan': resource(
    'price-and-availability-private-offer-plan',
    { ...ofPlan, pricing: planPricing },
    { offerPricingType },
  ),
  'commercial-marketplace-setup': open('commercial-marketplace-setup', ofProduct),
  'customer-leads': open('customer-leads', { ...ofProduct, leadDestination: someText }),
  reseller: open('reseller', ofProduct),
  'software-as-a-service-technical-configuration': resource('software-as-a-service-technical-configuration', {
    ...ofProduct,
    landingPageUrl: url,
    // A draft may still lack it.
    connectionWebhook: anyOf(url, oneOf('')),
    azureAdTenantId: uuid,
    azureAdAppId: uuid,
  }),
  submission: resource(
    'submission',
    { ...ofProduct, target: object({ targetType: oneOf('draft', 'preview', 'live') }) },
    {
      ...{
        status: oneOf('notStarted', 'running', 'completed'),
        result: oneOf('pending', 'succeeded', 'failed', 'cancelled'),
      },
      created: matching('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$'),
    },
  ),
  'private-offer': privateOffer,
};
