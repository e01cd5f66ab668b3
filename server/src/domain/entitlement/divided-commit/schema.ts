import { z } from 'zod';
import { exactNumber, timeIn } from '../../../contract/shapes.ts';

/** Ten years of months. */
const partsMax = 120;

export const DivideEntitlementCommit = z.object({
  commitAmount: exactNumber.nullish(),
  startDates: z.array(timeIn).min(1).max(partsMax),
});
