import { z } from 'zod';
import { exactNumber, partnerDocument } from '../shapes.ts';
import { timeUnits, valueTypes } from './enums.ts';
import { referenceObject, untypedChoice } from './reference.ts';

/**
 * A quantity bought for a period at a fixed price. `rate` is the price of one unit for the whole `length` of
 * `timeUnit`s.
 */
export const CommitDimension = referenceObject(
  'CommitDimension',
  () => ({
    category: z.string(),
    description: z.string(),
    isUserCreated: z.boolean(),
    key: z.string(),
    length: z.int32(),
    maximumUsers: z.int32(),
    minimumUsers: z.int32(),
    name: z.string(),
    quantity: z.int32(),
    rate: exactNumber,
    term: z.string(),
    termEndTime: z.string(),
    timeUnit: untypedChoice(timeUnits),
    type: untypedChoice(['FLAT_RATE', 'PER_USER']),
    types: z.array(z.string()),
  }),
  { neverZero: ['length', 'maximumUsers', 'minimumUsers', 'quantity'] },
);
export type CommitDimension = z.output<typeof CommitDimension.reply>;

/** Metered usage. `rate` is the price of one unit in the currency of the containing document. */
export const MeteringDimension = referenceObject('MeteringDimension', () => ({
  category: z.string(),
  description: z.string(),
  includedBaseQuantities: z.array(partnerDocument('AzureIncludedBaseQuantity')),
  key: z.string(),
  name: z.string(),
  planId: z.string(),
  planName: z.string(),
  priceTiers: z.array(partnerDocument('GcpPriceTier')),
  rate: exactNumber,
  skuId: z.string(),
  types: z.array(z.string()),
  usageCount: partnerDocument('UsageCount'),
  valueType: untypedChoice(valueTypes),
}));
export type MeteringDimension = z.output<typeof MeteringDimension.reply>;

/** What direct billing charges for, with its price model. */
export const BillableDimension = referenceObject(
  'BillableDimension',
  () => ({
    billableMetricId: z.string(),
    category: untypedChoice(['basic', 'tiered', 'bulk', 'volume', 'percentage', 'tiered-percentage', 'matrix']),
    description: z.string(),
    discount: partnerDocument('BillingDiscount'),
    length: z.int32(),
    minimumCommit: exactNumber,
    minimumCommitProrata: z.boolean(),
    minimumCommitScope: untypedChoice(['DIMENSION', 'DIMENSION_GROUP_BY']),
    name: z.string(),
    priceModelBasic: partnerDocument('PriceModelBasic'),
    priceModelBulk: partnerDocument('PriceModelBulk'),
    priceModelMatrix: partnerDocument('PriceModelMatrix'),
    priceModelPercentage: partnerDocument('PriceModelPercentage'),
    priceModelTiered: partnerDocument('PriceModelTiered'),
    priceModelTieredPercentage: partnerDocument('PriceModelTieredPercentage'),
    priceModelVolume: partnerDocument('PriceModelVolume'),
    timeUnit: untypedChoice(timeUnits),
  }),
  { neverZero: ['length'] },
);
