import { z } from 'zod';
import { decimalOut, exactNumber, text } from '../../../contract/shapes.ts';
import { earlyDays, standardDays } from '../notices/end-soon.ts';

/** An id that is also in the path: equal to it, or absent. */
const repeatedId = text(64).nullish();

export const UpdateEntitlementName = z.object({
  id: repeatedId,
  name: text(150, 1),
  organizationID: repeatedId,
});

/** The days that the reference knows (EntitlementInfo.alertDaysBeforeEnd). */
export const UpdateEntitlementEndNotice = z.strictObject({
  alertDaysBeforeEnd: z.union([z.literal(standardDays), z.literal(earlyDays)]),
});

export const AddEntitlementCredit = z.object({
  creditAmountIncrement: exactNumber,
  entitlementID: repeatedId,
  entitlementTermID: text(64).nullish(),
  organizationID: repeatedId,
});

export const AddEntitlementCreditResponse = z
  .strictObject({
    creditAmountIncrement: decimalOut,
    entitlementID: z.string(),
    entitlementTermID: z.string(),
    newCreditAmount: decimalOut,
    organizationID: z.string(),
  })
  .meta({ id: 'AddEntitlementCreditResponse' });
