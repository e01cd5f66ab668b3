import { z } from 'zod';
import { BillableDimension, CommitDimension } from '../../../contract/reference/dimensions.ts';
import { timeIn } from '../../../contract/shapes.ts';

/** null clears, as in every PATCH; an empty list does too. */
const clearable = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullable()
    .transform((list) => list ?? [])
    .optional();

export const UpdateEntitlementPriceModel = z.object({
  applyTime: timeIn.nullish(),
  billableDimensions: clearable(BillableDimension.request),
  commits: clearable(CommitDimension.request),
});
