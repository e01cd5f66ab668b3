import type { DimensionWrite, ListingWrite, PlanWrite, PublicTermsWrite } from '../../changes.ts';
import type { AzureResource } from '../answers.ts';
import { type ResourceType, resource } from '../schemas.ts';
import { externalIdOf, type Json, objectOf, objectsOf, textOf } from './json.ts';
import { listingContent } from './listing.ts';
import { termPrice, writePricing } from './prices.ts';
import { metersOf, partOf, partsOf } from './product.ts';

/**
 * A write replaces a draft as a whole, so each resource is written as it is at Microsoft with the changes merged in:
 * first the client's own document, then what the service has members for.
 */

/** What is to be written for a product; what is absent stays as it is. */
export type ProductWrite = {
  /** For a new product: its external id and its name. */
  made?: { externalId: string; alias: string };
  document?: Json;
  listing?: ListingWrite;
  dimensions?: readonly Pick<DimensionWrite, 'key' | 'name' | 'unit'>[] | null;
  plans?: readonly PlanWrite[];
  terms?: PublicTermsWrite;
  fulfillmentUrl?: string;
};

/** What a technical configuration needs in addition to the landing page. */
export type Application = { webhookUrl: string; tenantId: string; clientId: string };

type Tree = readonly AzureResource[];
type Reference = string | { resourceName: string };

const language = 'en-us';

/** Without the members that Microsoft sets itself, and those that say where the resource belongs. */
const contentOf = ({
  $schema: _,
  resourceName: _name,
  validations: _validations,
  product: _product,
  plan: _plan,
  ...content
}: Record<string, unknown>): Record<string, unknown> => content;

const withoutId = (document: unknown): Json => {
  const { id: _, ...content } = contentOf(objectOf(document));
  return content;
};

const termsContent = ({ legal }: PublicTermsWrite): Json => {
  if (legal === null) return {};
  return legal.type === 'STANDARD'
    ? { termsConditions: 'standardMicrosoft' }
    : { termsConditions: 'custom', termsOfUseUrl: legal.url };
};

const isEmpty = (content: Json): boolean => Object.keys(content).length === 0;

const planParts = (
  tree: Tree,
  product: Reference,
  { externalId, write, document }: { externalId: string; write: PlanWrite | undefined; document: Json },
): Record<string, unknown>[] => {
  const known = partsOf(tree, 'plan').find((plan) => externalIdOf(plan) === externalId);
  const resourceName = `plan-${externalId}`;
  const plan: Reference = known?.id ?? { resourceName };
  const part = (type: ResourceType, defaults: Json, content: Json): Record<string, unknown>[] => {
    const old = known && partOf(tree, type, known.id ?? '');
    if (old && isEmpty(content)) return [];
    return [resource(type, { ...defaults, ...contentOf(old ?? {}), ...content, product, plan })];
  };
  const isNew = known === undefined;
  const planContent = withoutId(document.plan);
  const offered = known && partOf(tree, 'price-and-availability-plan', known.id ?? '');
  const { pricing: documentPricing, ...offerContent } = withoutId(document.priceAndAvailabilityPlan);
  const pricing = { ...objectOf(offered?.pricing), ...objectOf(documentPricing) };
  const written = write && {
    recurrent: write.commits.map((commit) => termPrice(pricing, commit)),
    perUser: write.perUser,
    meters: write.usage,
  };
  return [
    ...(isNew || !isEmpty(planContent)
      ? [
          resource('plan', {
            azureRegions: ['azureGlobal'],
            alias: write?.name || externalId,
            ...contentOf(known ?? {}),
            ...planContent,
            identity: { externalId },
            product,
            ...(isNew ? { resourceName } : {}),
          }),
        ]
      : []),
    ...part(
      'plan-listing',
      { kind: 'azureSaaS-plan', languageId: language, name: write?.name || externalId },
      {
        ...withoutId(document.planListing),
        ...(write?.name ? { name: write.name } : {}),
        ...(write?.description ? { description: write.description } : {}),
      },
    ),
    ...part(
      'price-and-availability-plan',
      { visibility: 'visible', markets: ['us'], audience: 'public' },
      {
        ...offerContent,
        ...(written || documentPricing ? { pricing: written ? writePricing(pricing, written) : pricing } : {}),
      },
    ),
  ];
};

const allPlans = (tree: Tree, product: Reference, { plans = [], document = {} }: ProductWrite) => {
  const documents = new Map(objectsOf(document.plans).map((item) => [externalIdOf(objectOf(item.plan)), item]));
  documents.delete('');
  const ids = new Set([...plans.flatMap(({ id }) => (id === null ? [] : [id])), ...documents.keys()]);
  return [...ids].flatMap((externalId) =>
    planParts(tree, product, {
      externalId,
      write: plans.find(({ id }) => id === externalId),
      document: documents.get(externalId) ?? {},
    }),
  );
};

/** Logos and pictures, each identified by its type. */
const allAssets = (tree: Tree, product: Reference, { document = {}, listing = {} }: ProductWrite) => {
  const given = objectsOf(document.listingAssets).map(withoutId);
  const { logoUrl } = listing;
  const hasLogo = given.some(({ type }) => type === 'azureLogoLarge');
  const logo = logoUrl === undefined || hasLogo ? [] : [{ type: 'azureLogoLarge', url: logoUrl }];
  return [...given, ...logo].map((asset) => {
    const old = partsOf(tree, 'listing-asset').find(({ type }) => type === asset.type);
    return resource('listing-asset', {
      kind: 'azure',
      languageId: language,
      ...contentOf(old ?? {}),
      ...asset,
      product,
    });
  });
};

/** Dimensions that the product does not have yet, and changes of those that it has. */
const meterContent = (tree: Tree, { document = {}, dimensions, plans = [] }: ProductWrite): Json => {
  const known = metersOf(tree);
  const priced = plans.flatMap(({ usage }) => usage).filter(({ key }) => !Object.hasOwn(known, key));
  const named = [...priced, ...(dimensions ?? [])].map(({ key, name, unit }) => [
    key,
    { ...known[key], displayName: name, unitOfMeasure: unit },
  ]);
  const given = objectOf(withoutId(document.priceAndAvailabilityCustomMeter).customMeters);
  const written = { ...given, ...Object.fromEntries(named) };
  return isEmpty(written) ? {} : { customMeters: { ...known, ...written } };
};

/** What is to be written for a product, resource by resource; `tree` is its current draft. */
export const productResources = (
  tree: Tree,
  write: ProductWrite,
  application: Application,
): Record<string, unknown>[] => {
  const { made, document = {}, listing = {}, terms, fulfillmentUrl } = write;
  const known = partOf(tree, 'product');
  const product: Reference = known?.id ?? { resourceName: 'product' };
  /** For a new product every part is written; otherwise only those that change. */
  const part = (type: ResourceType, defaults: Json, content: Json): Record<string, unknown>[] => {
    const old = partOf(tree, type);
    if (isEmpty(content) && (old || !made)) return [];
    return [resource(type, { ...defaults, ...contentOf(old ?? {}), ...content, product })];
  };
  const productContent = withoutId(document.product);
  return [
    ...(made || !isEmpty(productContent)
      ? [
          resource('product', {
            type: 'softwareAsAService',
            ...contentOf(known ?? {}),
            ...productContent,
            ...(made ? { identity: { externalId: made.externalId }, alias: made.alias } : {}),
            ...(known ? {} : { resourceName: 'product' }),
          }),
        ]
      : []),
    ...part(
      'property',
      { kind: 'azureSaaS', termsConditions: 'standardMicrosoft' },
      { ...withoutId(document.property), ...(terms ? termsContent(terms) : {}) },
    ),
    ...part(
      'listing',
      { kind: 'azureSaaS', languageId: language },
      { ...withoutId(document.listing), ...listingContent(listing) },
    ),
    ...allAssets(tree, product, write),
    ...part('commercial-marketplace-setup', { sellThroughMicrosoft: true }, withoutId(document.setup)),
    ...(isEmpty(withoutId(document.customerLeads))
      ? []
      : part('customer-leads', {}, withoutId(document.customerLeads))),
    ...(isEmpty(withoutId(document.reseller)) ? [] : part('reseller', {}, withoutId(document.reseller))),
    ...part('price-and-availability-offer', { previewAudiences: [] }, withoutId(document.priceAndAvailabilityOffer)),
    ...part('price-and-availability-custom-meter', { customMeters: {} }, meterContent(tree, write)),
    ...part(
      'software-as-a-service-technical-configuration',
      {
        connectionWebhook: application.webhookUrl,
        azureAdTenantId: application.tenantId,
        azureAdAppId: application.clientId,
      },
      {
        ...withoutId(document.technicalConfiguration),
        ...(fulfillmentUrl === undefined ? {} : { landingPageUrl: fulfillmentUrl }),
      },
    ),
    ...allPlans(tree, product, write),
  ];
};

/** The id a seller would give to a product of that name, if the document names none. */
export const productExternalId = (document: Json, name: string): string =>
  externalIdOf(objectOf(document.product)) ||
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '') ||
  'product';

export const aliasOf = (product: AzureResource): string => textOf(product.alias);
