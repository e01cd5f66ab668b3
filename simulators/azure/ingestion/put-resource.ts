import { objectOf, objectsOf, textOf } from '../api/call.ts';
import { externalIdOf } from '../catalog/plan.ts';
import type { AzureChange, Json, Resource } from '../state.ts';
import { jobError } from './job-error.ts';
import { planIdOf, productIdOf } from './references.ts';
import { resourceTypes } from './resource-types.ts';

/** Creates or replaces the draft of a resource. Returns its durable ID, or null if it was deleted. */
export const putResource = (
  transaction: AzureChange,
  publisherId: string,
  type: string,
  given: Json,
): string | null => {
  const { resourceName: _, ...document } = given;
  if (type === 'product') return putProduct(transaction, publisherId, document);
  const productId = productIdOf(transaction, publisherId, document.product);
  if (type === 'plan') return putPlan(transaction, publisherId, productId, document);
  const planId = document.plan === undefined ? null : planIdOf(transaction, publisherId, productId, document.plan);
  const placed: Json = { ...document, product: productId, ...(planId === null ? {} : { plan: planId }) };
  if (type === 'price-and-availability-update-private-audiences') return syncAudiences(transaction, placed);
  const id = durableId(transaction, type, productId, planId, placed);
  if (document.id !== undefined && document.id !== id && resourceTypes[type]?.idOf !== null)
    throw jobError('badRequest', `The id '${String(document.id)}' is not the id of the resource: '${id}'.`);
  return store(transaction, { id, type, publisherId, productId }, { ...placed, id });
};

const durableId = (
  transaction: AzureChange,
  type: string,
  productId: string,
  planId: string | null,
  document: Json,
): string => {
  const product = productId.split('/')[1] ?? '';
  const known = textOf(document.id);
  const { idOf } = resourceTypes[type] ?? {};
  if (idOf) return `${type}/${idOf(product, planId?.split('/')[2] ?? '', document)}`;
  if (known !== null && transaction.get('resources', known)) return known;
  return `${type}/${product}/${transaction.ids.digits(19)}`;
};

const putProduct = (transaction: AzureChange, publisherId: string, document: Json): string | null => {
  const externalId = externalIdOf(document);
  const known = document.id === undefined ? undefined : transaction.get('resources', String(document.id));
  if (document.id !== undefined && known?.publisherId !== publisherId)
    throw jobError('notFound', `The product '${String(document.id)}' is not found.`);
  if (known && externalIdOf(known.draft ?? {}) !== externalId)
    throw jobError('badRequest', 'The external id of a product cannot be changed.');
  const isTaken = transaction
    .list('resources')
    .some((row) => row.type === 'product' && row.id !== known?.id && externalIdOf(row.draft ?? {}) === externalId);
  if (isTaken) throw jobError('conflict', `The external id '${externalId}' is already in use.`);
  const id = known?.id ?? `product/${transaction.ids.uuid()}`;
  return store(transaction, { id, type: 'product', publisherId, productId: id }, { ...document, id });
};

const putPlan = (transaction: AzureChange, publisherId: string, productId: string, document: Json): string | null => {
  const externalId = externalIdOf(document);
  const siblings = transaction.list('resources').filter((row) => row.type === 'plan' && row.productId === productId);
  const known = siblings.find((row) => row.id === document.id);
  if (document.id !== undefined && !known)
    throw jobError('notFound', `The plan '${String(document.id)}' is not found in the product.`);
  if (known && externalIdOf(known.draft ?? {}) !== externalId)
    throw jobError('badRequest', 'The external id of a plan cannot be changed.');
  if (siblings.some((row) => row.id !== known?.id && externalIdOf(row.draft ?? {}) === externalId))
    throw jobError('conflict', `The external id '${externalId}' is already in use in the product.`);
  const id = known?.id ?? `plan/${productId.slice('product/'.length)}/${transaction.ids.uuid()}`;
  return store(transaction, { id, type: 'plan', publisherId, productId }, { ...document, id, product: productId });
};

const store = (
  transaction: AzureChange,
  identity: Pick<Resource, 'id' | 'type' | 'publisherId' | 'productId'>,
  document: Json,
): string | null => {
  const known = transaction.get('resources', identity.id);
  if (document.lifecycleState === 'deleted') {
    if (known?.preview || known?.live)
      throw jobError('badRequest', 'Only resources that have never been published can be deleted.');
    removeWithParts(transaction, identity.id);
    return null;
  }
  transaction.put('resources', { preview: null, live: null, ...known, ...identity, draft: document });
  return identity.id;
};

const removeWithParts = (transaction: AzureChange, id: string): void => {
  for (const row of transaction.list('resources')) {
    const refersTo = row.productId === id || row.draft?.plan === id;
    if (row.id === id || refersTo) transaction.remove('resources', row.id);
  }
};

/** Changes the private audience of a plan in all environments at once. */
const syncAudiences = (transaction: AzureChange, document: Json): string => {
  const row = transaction
    .list('resources')
    .find((item) => item.type === 'price-and-availability-plan' && item.draft?.plan === document.plan);
  if (!row) throw jobError('notFound', 'The plan has no price and availability.');
  const { add, remove } = objectOf(document.privateAudiences);
  const removed = objectsOf(remove).map(({ id }) => id);
  const added = objectsOf(add);
  const change = (old: Json | null): Json | null =>
    old && {
      ...old,
      privateAudiences: [
        ...objectsOf(old.privateAudiences).filter(
          ({ id }) => !removed.includes(id) && !added.some((audience) => audience.id === id),
        ),
        ...added,
      ],
    };
  const changed = { draft: change(row.draft), preview: change(row.preview), live: change(row.live) };
  transaction.put('resources', { ...row, ...changed });
  return row.id;
};
