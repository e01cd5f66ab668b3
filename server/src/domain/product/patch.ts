import { changedMetaInfo } from '../../contract/reference/meta-info.ts';
import type { ChangeOf } from '../../contract/reference/reference.ts';
import { isRawNumber } from '../../kit/json.ts';
import type { Product, ProductInfoDocument } from './product.ts';
import type { ProductPatch } from './schema.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

/** RFC 7386: objects are merged, null removes a member, everything else (including arrays) replaces. */
export const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
};

type Described = { key?: string | undefined; name?: string | undefined };
const ofPrices = new Set([
  'rate',
  'quantity',
  'length',
  'timeUnit',
  'term',
  'termEndTime',
  'type',
  'minimumUsers',
  'maximumUsers',
  'priceTiers',
  'includedBaseQuantities',
  'planId',
  'planName',
  'skuId',
]);

/** What a dimension is known by: its key, or its name where it has none. */
const knownBy = ({ key, name }: Described): string => JSON.stringify(key ? { key } : { name });

/**
 * The dimensions of a PATCH, each with its old prices: PATCH never changes prices. Rows that share a key are the prices of
 * one dimension: sent back as they were read, each is itself again; otherwise the first one speaks for all.
 */
const withOldPrices = <T extends Described>(given: readonly T[], old: readonly T[] = []): T[] => {
  const before = Map.groupBy(old, knownBy);
  const rows = Map.groupBy(given, knownBy);
  const seen = new Map<string, number>();
  return given.flatMap((item) => {
    const identity = knownBy(item);
    const position = seen.get(identity) ?? 0;
    seen.set(identity, position + 1);
    const said = Object.fromEntries(Object.entries(item).filter(([name]) => !ofPrices.has(name))) as T;
    const was = before.get(identity) ?? [];
    if (was.length === rows.get(identity)?.length) return [{ ...was[position], ...said }];
    if (position > 0) return [];
    return was.length === 0 ? [said] : was.map((one) => ({ ...one, ...said }));
  });
};

/** Members of `info` that have their own endpoint (`pricing`). */
const priced = ['currency', 'eulaType', 'eulaUrl', 'refundCancellationPolicy'] as const;

const cleared = <T extends object>(document: T): { [K in keyof T]?: null } =>
  Object.fromEntries(Object.keys(document).map((name) => [name, null])) as { [K in keyof T]?: null };

/** The product after a PATCH. Prices and terms stay unchanged. */
export const patchProduct = (old: Product, { name, productType, info, metaInfo }: ProductPatch): Product => {
  const patch: ChangeOf<ProductInfoDocument> = { ...info };
  for (const member of priced) delete patch[member];
  const { attributes, commits, dimensions } = patch;
  const merged = mergePatch(old.info, patch) as ProductInfoDocument;
  return {
    ...old,
    name: name?.trim() ? name : old.name,
    product_type: productType === null ? 'UNKNOWN' : (productType ?? old.product_type),
    info: {
      ...merged,
      // Its members cannot be cleared with null.
      ...(attributes ? { attributes } : {}),
      ...(commits ? { commits: withOldPrices(commits, old.info.commits) } : {}),
      ...(dimensions ? { dimensions: withOldPrices(dimensions, old.info.dimensions) } : {}),
    },
    meta_info: changedMetaInfo(old.meta_info, metaInfo === null ? cleared(old.meta_info) : (metaInfo ?? {})),
  };
};
