import type { ChangeStarted, ChangeStep, ProductChange } from '../changes.ts';
import type { MarketplaceAccess } from '../port.ts';
import type { AzureResource } from './answers.ts';
import { again, changeIdOf, nothingToChange } from './change-id.ts';
import { refusedHere } from './client.ts';
import type { Ingestion } from './ingestion.ts';
import { resource } from './schemas.ts';
import { externalIdOf } from './translate/json.ts';
import { isDeprecated, isLive, liveOf, partOf, previewOf } from './translate/product.ts';
import {
  type Application,
  aliasOf,
  type ProductWrite,
  productExternalId,
  productResources,
} from './translate/product-resources.ts';

type Creation = Extract<ProductChange, { act: 'product.create' }>;
type Update = Exclude<ProductChange, { act: 'product.create' | 'product.publish' | 'product.targeting' }>;

const unknownProduct = (id: string) => refusedHere('notFound', `The product '${id}' is not found.`);

const writeOf = (change: Update): ProductWrite => {
  switch (change.act) {
    case 'product.update':
      return {
        listing: change.listing,
        dimensions: change.dimensions,
        ...(change.document ? { document: change.document } : {}),
      };
    case 'product.fulfillmentUrl':
      return { fulfillmentUrl: change.fulfillmentUrl };
    case 'product.price':
      return { plans: change.plans };
    case 'product.pricing':
      return { plans: change.plans, terms: change.terms };
  }
};

/**
 * Starts changes of products. Each is made in the draft first; the draft is then published to preview, and from there
 * to live if the product is already live or should go live.
 */
export const createStartProduct = (ingestion: Ingestion, applicationOf: (access: MarketplaceAccess) => Application) => {
  const submit = async (
    access: MarketplaceAccess,
    kind: 'preview' | 'live',
    productId: string,
    { id, before = [], attempt = 1 }: { id?: string; before?: Record<string, unknown>[]; attempt?: number | undefined },
  ): Promise<ChangeStarted> => {
    const submission = resource('submission', {
      ...(id === undefined ? {} : { id }),
      product: productId,
      target: { targetType: kind },
    });
    const { jobId } = await ingestion.configure(access, [...before, submission]);
    // For a repetition it is unknown whether the first try has already locked the product.
    const about = attempt > 1 ? `${productId} ${again}` : productId;
    return { changeId: changeIdOf({ kind, jobId, about }) };
  };

  const submissionsOf = async (access: MarketplaceAccess, productId: string) => {
    const submissions = await ingestion.listSubmissions(access, productId);
    if (!submissions) throw unknownProduct(productId);
    return submissions;
  };

  const goLive = async (
    access: MarketplaceAccess,
    productId: string,
    { attempt }: ChangeStep,
  ): Promise<ChangeStarted> => {
    const submissions = await submissionsOf(access, productId);
    const preview = previewOf(submissions);
    if (preview) return submit(access, 'live', productId, { id: preview.id, attempt });
    // Already in progress or done: an earlier try has started it.
    if (submissions.some(isLive))
      return { changeId: changeIdOf({ kind: 'live', jobId: '', about: `${productId} ${again}` }) };
    throw refusedHere('badRequest', 'The product has no preview submission that could go live.');
  };

  /**
   * The draft that a creation completes: the named one, or one with the same id and name that was never published, as
   * an earlier try leaves it. If another product has that id, Microsoft says that it is taken.
   */
  const draftOf = async (access: MarketplaceAccess, change: Creation): Promise<AzureResource[]> => {
    if (change.entityId !== undefined) {
      const tree = await ingestion.tree(access, change.entityId, 'draft');
      if (!tree) throw unknownProduct(change.entityId);
      return tree;
    }
    const externalId = productExternalId(change.document, change.name);
    const [found] = await ingestion.listProducts(access, externalId);
    if (!found?.id || aliasOf(found) !== change.name) return [];
    const submissions = (await ingestion.listSubmissions(access, found.id)) ?? [];
    const isDraft = submissions.every(({ target }) => target.targetType === 'draft');
    return isDraft ? ((await ingestion.tree(access, found.id, 'draft')) ?? []) : [];
  };

  const create = async (
    access: MarketplaceAccess,
    change: Creation,
    { stage, made, attempt = 1 }: ChangeStep,
  ): Promise<ChangeStarted> => {
    if (stage > 0) return submit(access, 'preview', made.product ?? '', { attempt });
    const tree = await draftOf(access, change);
    const known = partOf(tree, 'product');
    const externalId = known ? externalIdOf(known) : productExternalId(change.document, change.name);
    const { listing, dimensions, plans, terms, fulfillmentUrl, document, name } = change;
    const write = { made: { externalId, alias: name }, document, listing, dimensions, plans, terms, fulfillmentUrl };
    const { jobId } = await ingestion.configure(access, productResources(tree, write, applicationOf(access)));
    const about = known?.id ?? (attempt > 1 ? again : '');
    return { changeId: changeIdOf({ kind: 'product', jobId, about }), more: true };
  };

  const update = async (access: MarketplaceAccess, change: Update, step: ChangeStep): Promise<ChangeStarted> => {
    const { entityId } = change;
    const { stage, attempt } = step;
    const submissions = await submissionsOf(access, entityId);
    const wasLive = submissions.some(isLive);
    if (stage === 1) return { ...(await submit(access, 'preview', entityId, { attempt })), more: wasLive };
    if (stage === 2) return goLive(access, entityId, step);
    const tree = await ingestion.tree(access, entityId, 'draft');
    if (!tree) throw unknownProduct(entityId);
    const resources = productResources(tree, writeOf(change), applicationOf(access));
    // What was never published stays a draft.
    const more = submissions.some(({ target }) => target.targetType !== 'draft');
    if (resources.length === 0) return { changeId: nothingToChange };
    const { jobId } = await ingestion.configure(access, resources);
    return { changeId: changeIdOf({ kind: 'resources', jobId, about: entityId }), more };
  };

  const publish = async (
    access: MarketplaceAccess,
    { entityId }: { entityId: string },
    step: ChangeStep,
  ): Promise<ChangeStarted> => {
    if (step.stage > 0) return goLive(access, entityId, step);
    const submissions = await submissionsOf(access, entityId);
    const live = liveOf(submissions);
    const product = partOf((await ingestion.tree(access, entityId, 'draft')) ?? [], 'product');
    const isDown = isDeprecated(product) || isDeprecated(live);
    const isGoingLive = submissions.some((submission) => isLive(submission) && submission !== live);
    if (!isDown && (previewOf(submissions) || isGoingLive)) return goLive(access, entityId, step);
    if (!isDown && live) return { changeId: nothingToChange };
    // A publication puts a product that was taken down on sale again.
    const before = isDown && product ? [{ ...product, lifecycleState: 'generallyAvailable' }] : [];
    return { ...(await submit(access, 'preview', entityId, { before, attempt: step.attempt })), more: true };
  };

  return (access: MarketplaceAccess, change: ProductChange, step: ChangeStep): Promise<ChangeStarted> => {
    switch (change.act) {
      case 'product.create':
        return create(access, change, step);
      case 'product.publish':
        return publish(access, change, step);
      case 'product.targeting':
        throw new Error(`${change.act} is not a change at AZURE`);
      default:
        return update(access, change, step);
    }
  };
};
