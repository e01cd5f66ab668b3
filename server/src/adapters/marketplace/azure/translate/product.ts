import type { PlanWrite } from '../../changes.ts';
import type { ProductRead } from '../../port.ts';
import { type AzureResource, type AzureSubmission, timeOf } from '../answers.ts';
import type { Target } from '../ingestion.ts';
import { typeOf } from '../schemas.ts';
import { externalIdOf, type Json, objectOf, textOf } from './json.ts';
import { readPricing } from './prices.ts';

/** What publications say about a product. */
export type Standing = { status: ProductRead['status']; target: Target; version: number };

const hasSucceeded = ({ status, result }: AzureSubmission): boolean =>
  (status ?? 'completed').toLowerCase() === 'completed' && (result ?? 'succeeded').toLowerCase() === 'succeeded';

const createdOf = (submission: AzureSubmission | undefined): number => timeOf(submission?.created)?.getTime() ?? 0;

export const isLive = ({ target }: AzureSubmission): boolean => target.targetType === 'live';
const isPreview = ({ target }: AzureSubmission): boolean => target.targetType === 'preview';

/** The preview that can go live: the newest one that was published and is not yet live. */
export const previewOf = (submissions: readonly AzureSubmission[]): AzureSubmission | undefined =>
  submissions
    .filter((submission) => isPreview(submission) && hasSucceeded(submission))
    .sort((left, right) => createdOf(right) - createdOf(left))[0];

export const liveOf = (submissions: readonly AzureSubmission[]): AzureSubmission | undefined =>
  submissions.filter((submission) => isLive(submission) && hasSucceeded(submission))[0];

export const isDeprecated = (document: Json | undefined): boolean => document?.lifecycleState === 'deprecated';

const ranks = { DRAFT: 0, LIMITED: 0, PUBLIC: 1, RESTRICTED: 2 } as const;

/**
 * The status of a product, and a version that rises. What is published changes only by a publication, so its time
 * counts; going live and being taken down keep the publication and rank after it. A draft has no timestamp: the time of the query counts, so that the latest read is always applied.
 */
export const standingOf = (
  submissions: readonly AzureSubmission[],
  { deprecated, asked }: { deprecated: boolean; asked: Date },
): Standing => {
  const live = liveOf(submissions);
  const preview = previewOf(submissions);
  const status = live ? (deprecated || isDeprecated(live) ? 'RESTRICTED' : 'PUBLIC') : preview ? 'LIMITED' : 'DRAFT';
  const time = status === 'DRAFT' ? asked.getTime() : createdOf(live ?? preview);
  return {
    status,
    target: live ? 'live' : preview ? 'preview' : 'draft',
    version: time * 4 + ranks[status],
  };
};

type Tree = readonly AzureResource[];

export const partsOf = (tree: Tree, type: string): AzureResource[] => tree.filter((part) => typeOf(part) === type);
export const partOf = (tree: Tree, type: string, planId?: string): AzureResource | undefined =>
  partsOf(tree, type).find((part) => planId === undefined || textOf(part.plan) === planId);

/** What the product says about its dimensions, by their ids. */
export const metersOf = (tree: Tree): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(objectOf(partOf(tree, 'price-and-availability-custom-meter')?.customMeters)).map(([key, value]) => [
      key,
      objectOf(value),
    ]),
  );

const planWrites = (tree: Tree): PlanWrite[] => {
  const meters = metersOf(tree);
  return partsOf(tree, 'plan')
    .filter((plan) => !isDeprecated(plan))
    .map((plan) => {
      const id = externalIdOf(plan);
      const listing = partOf(tree, 'plan-listing', plan.id ?? '');
      const name = textOf(listing?.name) || textOf(plan.alias) || id;
      const description = textOf(listing?.description);
      const offered = partOf(tree, 'price-and-availability-plan', plan.id ?? '');
      const { prices, usage, perUser } = readPricing(objectOf(offered?.pricing), meters);
      return {
        id,
        name,
        description,
        commits: prices.map(({ durationIso, price }) => ({
          key: id,
          name,
          description,
          price,
          quantity: 1,
          durationIso,
        })),
        usage,
        perUser: perUser ?? null,
        currency: prices.length + usage.length > 0 ? 'USD' : '',
        billingTermIso: null,
      };
    });
};

const productTypeOf = (plans: readonly PlanWrite[]): ProductRead['productType'] => {
  if (plans.some(({ perUser }) => perUser)) return 'PER_USER';
  const hasFee = plans.some(({ commits }) => commits.some(({ price }) => Number(price) > 0));
  if (hasFee) return 'FLAT_RATE';
  return plans.some(({ usage }) => usage.length > 0) ? 'USAGE_BASED' : 'UNKNOWN';
};

const legalOf = (property: AzureResource | undefined): NonNullable<ProductRead['publicTerms']> => {
  const url = textOf(property?.termsOfUseUrl);
  if (property?.termsConditions === 'standardMicrosoft') return { legal: { type: 'STANDARD' }, refundPolicy: null };
  return { legal: url === '' ? null : { type: 'CUSTOM', url }, refundPolicy: null };
};

/** The product in the reference's shape: each resource under its name, plans with theirs. */
const documentOf = (tree: Tree, product: AzureResource): Record<string, unknown> => {
  const named = (name: string, type: string): Record<string, unknown> => {
    const part = partOf(tree, type);
    return part ? { [name]: part } : {};
  };
  const assets = partsOf(tree, 'listing-asset');
  return {
    product,
    ...named('property', 'property'),
    ...named('listing', 'listing'),
    ...(assets.length === 0 ? {} : { listingAssets: assets }),
    ...named('setup', 'commercial-marketplace-setup'),
    ...named('customerLeads', 'customer-leads'),
    ...named('reseller', 'reseller'),
    ...named('priceAndAvailabilityOffer', 'price-and-availability-offer'),
    ...named('priceAndAvailabilityCustomMeter', 'price-and-availability-custom-meter'),
    ...named('technicalConfiguration', 'software-as-a-service-technical-configuration'),
    plans: partsOf(tree, 'plan').map((plan) => {
      const of = (name: string, type: string): Record<string, unknown> => {
        const part = partOf(tree, type, plan.id ?? '');
        return part ? { [name]: part } : {};
      };
      return {
        plan,
        ...of('planListing', 'plan-listing'),
        ...of('priceAndAvailabilityPlan', 'price-and-availability-plan'),
      };
    }),
  };
};

/** A product as its resources show it; null: the tree contains none. */
export const readProductTree = (tree: Tree, { status, version }: Standing): ProductRead | null => {
  const product = partOf(tree, 'product');
  if (!product?.id) return null;
  const plans = planWrites(tree);
  const listing = partOf(tree, 'listing');
  const technical = partOf(tree, 'software-as-a-service-technical-configuration');
  return {
    entityId: product.id,
    externalId: externalIdOf(product),
    title: textOf(listing?.title) || textOf(product.alias) || externalIdOf(product),
    status,
    productType: productTypeOf(plans),
    fulfillmentUrl: textOf(technical?.landingPageUrl),
    dimensions: Object.entries(metersOf(tree)).map(([key, { displayName, unitOfMeasure }]) => ({
      key,
      name: textOf(displayName) || key,
      description: '',
      unit: textOf(unitOfMeasure) || 'unit',
      types: ['Metered'],
    })),
    plans,
    publicTerms: legalOf(partOf(tree, 'property')),
    meteringKey: 'LICENSE',
    version,
    document: documentOf(tree, product),
  };
};
