import { textOf } from '../api/call.ts';
import { externalIdOf } from '../catalog/plan.ts';
import type { AzureReader, Json, Resource } from '../state.ts';
import { jobError } from './job-error.ts';

/** The names of other resources of the request that a resource refers to. */
export const namesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (value === null || typeof value !== 'object') return [];
  const name = referredName(value as Json);
  return name === null ? Object.values(value).flatMap(namesIn) : [name];
};

const referredName = (value: Json): string | null => {
  const [key, ...more] = Object.keys(value);
  return key === 'resourceName' && more.length === 0 ? textOf(value.resourceName) : null;
};

/** Replaces a resource's references by name, to others of its request, with durable IDs. */
export const replaceNames = (value: unknown, ids: Map<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => replaceNames(item, ids));
  if (value === null || typeof value !== 'object') return value;
  const name = referredName(value as Json);
  if (name !== null) return ids.get(name) ?? value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceNames(item, ids)]));
};

/** The durable ID of a product given by durable ID, bare ID or external ID. */
export const productIdOf = (reader: AzureReader, publisherId: string, reference: unknown): string => {
  const id = referredId(reference, 'product');
  const found = ownResources(reader, publisherId, 'product').find(
    (resource) => resource.id === id || (id === null && isNamed(resource, reference)),
  );
  if (!found) throw jobError('notFound', `The product ${textIn(reference)} is not found.`);
  return found.id;
};

/** The durable id of a plan of a product. */
export const planIdOf = (reader: AzureReader, publisherId: string, productId: string, reference: unknown): string => {
  const id = referredId(reference, 'plan');
  const found = ownResources(reader, publisherId, 'plan').find(
    (resource) =>
      resource.productId === productId &&
      (resource.id === id ||
        (id !== null && !id.slice(5).includes('/') && resource.id === `plan/${productId.slice(8)}/${id.slice(5)}`) ||
        (id === null && isNamed(resource, reference))),
  );
  if (!found) throw jobError('notFound', `The plan ${textIn(reference)} is not found in the product.`);
  return found.id;
};

const ownResources = (reader: AzureReader, publisherId: string, type: string): Resource[] =>
  reader.list('resources').filter((row) => row.publisherId === publisherId && row.type === type);

const referredId = (reference: unknown, type: string): string | null => {
  const text = textOf(reference);
  if (text === null) return null;
  return text.startsWith(`${type}/`) ? text : `${type}/${text}`;
};

const isNamed = (resource: Resource, reference: unknown): boolean => {
  const wanted = externalIdOf({ identity: reference });
  return wanted !== null && externalIdOf(resource.draft ?? resource.live ?? {}) === wanted;
};

const textIn = (reference: unknown): string =>
  typeof reference === 'string' ? `'${reference}'` : JSON.stringify(reference ?? null);
