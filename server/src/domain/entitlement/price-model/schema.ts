import { z } from 'zod';
import { BillableDimension, CommitDimension } from '../../../contract/reference/dimensions.ts';
import { timeIn } from '../../../contract/shapes.ts';

export const UpdateEntitlementPriceModel = z.object({
  applyTime: timeIn.nullish(),
  billableDimensions: z.array(BillableDimension.request).optional(),
  commits: z.array(CommitDimension.request).optional(),
});
