import { z } from 'zod';
import { marketplaceCodes } from '../../../../contract/marketplaces/marketplaces.ts';
import { referenceObject, untypedChoice } from '../../../../contract/reference/reference.ts';
import { choiceIn, text, timeOut } from '../../../../contract/shapes.ts';
import { RevenueRecord } from '../schema.ts';

const revenueReportTypes = ['GrossAmount', 'InvoicedAmount', 'CollectableAmount', 'DisbursedAmount'] as const;
export type RevenueReportType = (typeof revenueReportTypes)[number];

const intervals = ['day', 'month'] as const;

const ownerId = text(64).nullish();

/** The reference calls groupBy an object, though it is one of two words. */
export const GetRevenueReportParams = z.object({
  organizationID: text(64),
  partner: z.enum(marketplaceCodes),
  service: z.enum(['MARKETPLACE']),
  reportType: z.enum(revenueReportTypes),
  groupBy: choiceIn(intervals)
    .meta({ type: ['string', 'object'], enum: [...intervals] })
    .nullish(),
  productID: ownerId,
  entitlementID: ownerId,
  buyerID: ownerId,
});

export const RevenueReport = referenceObject('RevenueReport', () => ({
  buyerID: z.string(),
  entitlementID: z.string(),
  groupBy: untypedChoice(intervals),
  organizationID: z.string(),
  partner: z.string(),
  productID: z.string(),
  reportDate: timeOut,
  reportType: z.enum(revenueReportTypes),
  revenueRecords: z.array(RevenueRecord),
  service: z.string(),
})).reply;
