import { z } from 'zod';
import { marketplaceCodes } from '../../../contract/marketplaces/marketplaces.ts';
import { choiceIn, textParam, timeOut } from '../../../contract/shapes.ts';
import { cursorParam, limitParam } from '../usage-proof/schema.ts';

export const SilentMeterParams = z.object({
  entitlementId: textParam(),
  partner: choiceIn(marketplaceCodes).optional(),
  limit: limitParam,
  cursor: cursorParam,
});

const SilentMeter = z
  .strictObject({
    entitlementID: z.string(),
    partner: z.string(),
    productID: z.string().optional(),
    buyerID: z.string().optional(),
    dimension: z.string(),
    usualIntervalDays: z.int(),
    lastUsageDate: z.iso.date(),
    lastUsageTime: timeOut.optional(),
    silentSince: timeOut,
    emptyDays: z.int(),
    announcedTime: timeOut,
  })
  .meta({ id: 'SilentMeter' });

export const SilentMeterPage = z
  .strictObject({ silentMeters: z.array(SilentMeter), nextCursor: z.string().optional() })
  .meta({ id: 'SilentMeterPage' });
