import { z } from 'zod';
import type { Dimension } from '../state.ts';
import { businessError, type ChangeRules, changeRule, draftEntity } from './change-rule.ts';
import { dimensionKey, uniqueList } from './fields.ts';

const dimensionTypes = uniqueList(z.enum(['Entitled', 'Metered', 'ExternallyMetered']), 1, 3);
/** Developer Guide, "Work with SaaS products": the units of a dimension are a closed list. */
export const dimensionUnit = z.enum([
  'GB',
  'Gbps',
  'HostHrs',
  'Hosts',
  'MB',
  'Mbps',
  'Requests',
  'TaskHrs',
  'TB',
  'TierHrs',
  'UnitHrs',
  'Units',
  'UserHrs',
  'Users',
]);
const startsVisibly = (most: number) => z.string().min(1).max(most).regex(/^\S/, 'must not begin with a blank');
const dimension = z.strictObject({
  Key: dimensionKey,
  Name: startsVisibly(80),
  Description: startsVisibly(1000),
  Unit: dimensionUnit,
  Types: dimensionTypes,
});
/** The unit cannot change (UpdateDimensionChangeDetail of the published shapes). */
const dimensionUpdate = z.strictObject({
  Key: dimensionKey,
  Name: startsVisibly(80).optional(),
  Description: startsVisibly(1000).optional(),
  Types: dimensionTypes,
});

/** The change types of the dimensions of SaaSProduct@1.0. */
export const dimensionChanges: ChangeRules = {
  AddDimensions: changeRule({
    schema: z.array(dimension).min(1).max(200),
    apply(draft, id, details) {
      const product = draftEntity(draft, 'SaaSProduct', id);
      const dimensions = [...product.dimensions];
      for (const added of details) {
        if (dimensions.some((known) => known.Key === added.Key)) {
          throw businessError(['DUPLICATE_DIMENSION_KEYS', `Dimension ${added.Key} exists already.`]);
        }
        if (dimensions.some((known) => known.Name === added.Name)) {
          throw businessError(['DUPLICATE_DIMENSION_NAMES', `A dimension named ${added.Name} exists already.`]);
        }
        dimensions.push(added);
      }
      if (dimensions.length > 200)
        throw businessError(['TOO_MANY_DIMENSIONS', 'A product has at most 200 dimensions.']);
      draft.put({ ...product, dimensions });
    },
  }),

  UpdateDimensions: changeRule({
    schema: z.array(dimensionUpdate).min(1).max(200),
    apply(draft, id, details) {
      const product = draftEntity(draft, 'SaaSProduct', id);
      let dimensions = product.dimensions;
      for (const update of details) {
        requireDimension(dimensions, update.Key);
        dimensions = dimensions.map((known) =>
          known.Key === update.Key ? { ...known, ...(update as Dimension) } : known,
        );
      }
      draft.put({ ...product, dimensions });
    },
  }),

  RestrictDimensions: changeRule({
    schema: z
      .array(z.strictObject({ Key: dimensionKey, Types: dimensionTypes }))
      .min(1)
      .max(200),
    apply(draft, id, details) {
      const product = draftEntity(draft, 'SaaSProduct', id);
      let dimensions = product.dimensions;
      for (const restriction of details) {
        requireDimension(dimensions, restriction.Key);
        const removed: string[] = restriction.Types;
        dimensions = dimensions.map((known) =>
          known.Key === restriction.Key
            ? { ...known, Types: known.Types.filter((type) => !removed.includes(type)) }
            : known,
        );
      }
      draft.put({ ...product, dimensions });
    },
  }),
};

const requireDimension = (dimensions: Dimension[], key: string): void => {
  if (dimensions.some((known) => known.Key === key)) return;
  throw businessError(['INVALID_DIMENSION_KEY', `Dimension ${key} does not exist.`]);
};
