import { z } from 'zod';
import { referralStages } from '../../../adapters/cosell/port.ts';
import { day, decimalOut } from '../../../contract/shapes.ts';
import { referralPartners } from '../referral/referral.ts';
import { referralStatuses } from '../referral/states.ts';

export const CoSellMetricParams = z.object({
  startDate: z
    .union([day, z.literal('')])
    .optional()
    .meta({ type: 'string', format: 'date', description: 'The first day, UTC; absent: 364 days before the last' }),
  endDate: z
    .union([day, z.literal('')])
    .optional()
    .meta({ type: 'string', format: 'date', description: 'The last day, UTC, included; absent: today' }),
  partner: z
    .enum([...referralPartners, ''])
    .optional()
    .meta({ description: 'Only referrals to this partner' }),
});

const DealValue = z.strictObject({ currency: z.string(), amount: decimalOut }).meta({ id: 'CosellMetricDealValue' });

const counted = { count: z.int(), dealValue: z.array(DealValue) };

/** Co-sell metrics for a range of days in UTC. Amounts of different currencies are never added up. */
export const CosellMetric = z
  .strictObject({
    startDate: z.string().meta({ format: 'date' }),
    endDate: z.string().meta({ format: 'date' }),
    totals: z.strictObject(counted).meta({ id: 'CosellMetricTotals' }),
    byStatus: z.array(
      z.strictObject({ status: z.enum(referralStatuses), ...counted }).meta({ id: 'CosellMetricStatus' }),
    ),
    byStage: z.array(z.strictObject({ stage: z.enum(referralStages), ...counted }).meta({ id: 'CosellMetricStage' })),
    byPartner: z.array(
      z.strictObject({ partner: z.enum(referralPartners), ...counted }).meta({ id: 'CosellMetricPartner' }),
    ),
    winRate: decimalOut.nullable(),
    averageDaysToClose: decimalOut.nullable(),
    series: z.array(
      z
        .strictObject({
          date: z.string().meta({ format: 'date' }),
          created: z.int(),
          won: z.int(),
          lost: z.int(),
        })
        .meta({ id: 'CosellMetricDay' }),
    ),
  })
  .meta({ id: 'CosellMetric' });
