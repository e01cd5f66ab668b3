import { z } from 'zod';
import { timeOut } from '../../../contract/shapes.ts';

const Change = z
  .strictObject({ path: z.string(), before: z.unknown(), after: z.unknown() })
  .meta({ id: 'ReferralChange' });

/** What was sent or received for a referral. */
export const ReferralSyncEvent = z
  .strictObject({
    id: z.string(),
    referralId: z.string(),
    creationTime: timeOut,
    system: z.enum(['AWS', 'AZURE', 'GCP', 'SALESFORCE', 'HUBSPOT']),
    direction: z.enum(['INBOUND', 'OUTBOUND']),
    operationId: z.string().optional(),
    changes: z.array(Change),
    conflicts: z.array(Change),
    error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
  })
  .meta({ id: 'ReferralSyncEvent' });
