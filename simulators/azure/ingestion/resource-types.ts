import { objectOf, textOf } from '../api/call.ts';
import { externalIdOf } from '../catalog/plan.ts';
import type { Json } from '../state.ts';

type ResourceType = {
  /** Properties that a request must have. */
  required: string[];
  /** The part of the durable ID after the type, derived from the IDs of its product and plan; null to generate one. */
  idOf: ((product: string, plan: string, document: Json) => string) | null;
  /** Separate from the product: neither in its tree nor published with it. */
  isApart?: boolean;
};

const byProduct = (product: string): string => product;
const byPlan = (product: string, plan: string): string => `${product}/${plan}`;
const languageOf = (document: Json): string => textOf(document.languageId) ?? 'en-us';

/** The resource types of a SaaS product and of private offers. */
export const resourceTypes: Record<string, ResourceType> = {
  product: { required: ['identity', 'type', 'alias'], idOf: null },
  plan: { required: ['product', 'identity', 'alias'], idOf: null },
  property: { required: ['product', 'kind', 'categories'], idOf: (product) => `${product}/public/main` },
  listing: {
    required: ['product', 'title', 'languageId'],
    idOf: (product, _, document) => `${product}/public/main/default/${languageOf(document)}`,
  },
  'listing-asset': {
    required: ['product', 'type', 'url'],
    idOf: (product, _, document) => `${product}/public/main/default/${languageOf(document)}/${String(document.type)}`,
  },
  'listing-trailer': { required: ['product'], idOf: byProduct },
  'plan-listing': {
    required: ['product', 'plan', 'name', 'languageId'],
    idOf: (product, plan, document) => `${product}/public/main/${plan}/${languageOf(document)}`,
  },
  'price-and-availability-offer': { required: ['product'], idOf: byProduct },
  'price-and-availability-plan': { required: ['product', 'plan'], idOf: byPlan },
  'price-and-availability-custom-meter': { required: ['product', 'customMeters'], idOf: byProduct },
  'price-and-availability-update-private-audiences': {
    required: ['product', 'plan', 'privateAudiences'],
    idOf: byPlan,
    isApart: true,
  },
  'price-and-availability-private-offer-plan': {
    required: ['product', 'plan', 'pricing'],
    idOf: null,
    isApart: true,
  },
  'commercial-marketplace-setup': { required: ['product'], idOf: byProduct },
  'customer-leads': { required: ['product', 'leadDestination'], idOf: byProduct },
  reseller: { required: ['product'], idOf: byProduct },
  'software-as-a-service-technical-configuration': {
    required: ['product', 'landingPageUrl', 'connectionWebhook', 'azureAdTenantId', 'azureAdAppId'],
    idOf: byProduct,
  },
  submission: { required: ['product', 'target'], idOf: null, isApart: true },
  'private-offer': { required: ['name', 'privateOfferType', 'state'], idOf: null, isApart: true },
};

const externalIdPattern = /^[a-z0-9][a-z0-9_-]{0,49}$/;
const lifecycleStates = ['generallyAvailable', 'deprecated', 'deleted'];
const offerStates = ['draft', 'live', 'withdrawn', 'deleted'];
const offerTypes = [
  'customerPromotion',
  'cspPromotion',
  'multipartyPromotionOriginator',
  'multipartyPromotionChannelPartner',
];
const pricingTypes = ['editExistingOfferPricingOnly', 'saasNewCustomizedPlans', 'vmSoftwareReservations'];

/** `{"developer-tools-saas": ["devService"]}` */
const areCategories = (value: unknown): boolean => {
  const lists = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : [];
  return (
    lists.length >= 1 &&
    lists.length <= 2 &&
    lists.every((list) => Array.isArray(list) && list.every((one) => typeof one === 'string'))
  );
};

/** The violations of a resource against the schema of its type. */
export const schemaProblems = (type: string, document: Json): string[] => {
  const problems: string[] = [];
  const isOneOf = (name: string, value: unknown, values: string[]): void => {
    if (value !== undefined && !values.includes(String(value)))
      problems.push(`'${name}' must be one of: ${values.join(', ')}.`);
  };
  for (const name of resourceTypes[type]?.required ?? []) {
    // A resource that is only deleted needs no further properties.
    if (document[name] === undefined) problems.push(`Required property '${name}' is missing.`);
  }
  isOneOf('lifecycleState', document.lifecycleState, lifecycleStates);
  if (type === 'product' || type === 'plan') {
    const externalId = externalIdOf(document);
    if (document.identity !== undefined && !externalIdPattern.test(externalId ?? ''))
      problems.push("'identity.externalId' must be 1 to 50 lower-case letters, digits, dashes or underscores.");
  }
  if (type === 'product' && textOf(document.type) === null) problems.push("'type' must be a text.");
  if (type === 'property' && document.categories !== undefined && !areCategories(document.categories))
    problems.push("'categories' must contain 1 or 2 categories, each with a list of subcategories.");
  if (type === 'submission') isOneOf('target.targetType', objectOf(document.target).targetType, ['preview', 'live']);
  if (type === 'private-offer') {
    isOneOf('state', document.state, offerStates);
    isOneOf('privateOfferType', document.privateOfferType, offerTypes);
    isOneOf('offerPricingType', document.offerPricingType, pricingTypes);
    const isMultiparty = String(document.privateOfferType).startsWith('multiparty');
    if (document.termsAndConditionsDocs !== undefined && !isMultiparty)
      problems.push("'termsAndConditionsDocs' is only applicable to multiparty private offers.");
  }
  if (type === 'software-as-a-service-technical-configuration') {
    for (const name of ['landingPageUrl', 'connectionWebhook']) {
      if (document[name] !== undefined && !URL.canParse(String(document[name])))
        problems.push(`'${name}' must be a URL.`);
    }
  }
  return problems;
};
