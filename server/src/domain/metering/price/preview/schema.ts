import { z } from 'zod';
import { BillableDimension } from '../../../../contract/reference/dimensions.ts';
import { decimalOut, exactNumber, idIn, text, timeIn } from '../../../../contract/shapes.ts';
import { priceStepKinds } from '../price.ts';

const maxDimensions = 50;
export const maxPricedGroups = 1000;

const PricePreviewPeriod = z
  .strictObject({
    startTime: timeIn,
    endTime: timeIn,
    usedStartTime: timeIn.nullish(),
    usedEndTime: timeIn.nullish(),
    months: z.int().min(1).max(1200).nullish(),
  })
  .meta({ id: 'PricePreviewPeriod' });

const PricePreviewUsage = z
  .strictObject({
    billableMetricId: idIn('metric'),
    properties: z
      .record(z.string().max(100), text(255))
      .refine((properties) => Object.keys(properties).length <= 50, 'must have at most 50 members')
      .nullish(),
    quantity: exactNumber,
  })
  .meta({ id: 'PricePreviewUsage' });

export const PricePreviewParams = z
  .strictObject({
    entitlementId: idIn('ent').nullish(),
    currency: z
      .string()
      .regex(/^([A-Z]{3})?$/, 'must be an ISO 4217 code, such as USD')
      .nullish(),
    billableDimensions: z.array(BillableDimension.request).max(maxDimensions).nullish(),
    period: PricePreviewPeriod.nullish(),
    usage: z.array(PricePreviewUsage).max(maxPricedGroups).nullish(),
  })
  .meta({ id: 'PricePreviewParams' });

const PriceStep = z
  .strictObject({
    kind: z.enum(priceStepKinds),
    group: z.string().optional(),
    description: z.string(),
    quantity: decimalOut.optional(),
    rate: decimalOut.optional(),
    amount: decimalOut,
  })
  .meta({ id: 'PriceStep' });

const PricedDimension = z
  .strictObject({
    billableMetricId: z.string(),
    name: z.string(),
    quantity: decimalOut,
    amount: decimalOut,
    steps: z.array(PriceStep),
    omittedSteps: z.int().optional(),
  })
  .meta({ id: 'PricedDimension' });

export const PricePreview = z
  .strictObject({ currency: z.string(), amount: decimalOut, dimensions: z.array(PricedDimension) })
  .meta({ id: 'PricePreview' });
