import { z } from 'zod';
import { day, decimalOut, textParam } from '../../../contract/shapes.ts';

/** As the reference lists them, and ADYEN, which is no other than STRIPE here. Usage is reported to some of them only. */
const aggregatedPartners = ['AWS', 'AZURE', 'GCP', 'ALIBABA', 'STRIPE', 'AWS_CHINA', 'ADYEN'] as const;

export const UsageRecordAggregated = z
  .strictObject({ date: z.string().meta({ format: 'date' }), dimensionKey: z.string(), quantity: decimalOut })
  .meta({ id: 'UsageRecordAggregated' });

export const UsageTotalParams = z.object({
  partner: z.enum(aggregatedPartners, { error: `must be one of ${aggregatedPartners.join(', ')}` }),
  granularity: z.enum(['day', 'month'], { error: 'must be one of day, month' }),
  startDate: day,
  endDate: day,
  productId: textParam(),
  entitlementId: textParam(),
  buyerId: textParam(),
});
