import { z } from 'zod';
import { settingRoutes as routesOfSettings } from '../../kit/control.ts';
import { type AzureTables, readSettings } from '../state.ts';

const delay = z.int().min(0).max(86_400_000).optional();
const settingsBody = z.strictObject({
  jobDelayMs: delay,
  publishDelayMs: delay,
  operationDelayMs: delay,
  autoAcceptMs: delay,
  webhookTokenVersion: z.union([z.literal(1), z.literal(2)]).optional(),
  subscribeEvent: z.boolean().optional(),
  briefChangeEvents: z.boolean().optional(),
  reinstatement: z.enum(['notified', 'answered']).optional(),
  lastModified: z.enum(['deprecated', 'kept']).optional(),
  usageKey: z.enum(['plan', 'dimension']).optional(),
  noSeats: z.enum(['absent', 'empty']).optional(),
  termPrice: z.enum(['payment', 'term']).optional(),
  withdrawnState: z.enum(['draft', 'withdrawn']).optional(),
  offerSubState: z.enum(['shown', 'absent']).optional(),
  privateOfferList: z.enum(['value', 'privateOffers']).optional(),
  readDelayMs: delay,
  reportDelayMs: delay,
  reportLinkMs: z
    .int()
    .min(0)
    .max(366 * 86_400_000)
    .optional(),
  insightsCase: z.enum(['published', 'camel']).optional(),
  correctionLines: z.enum(['own', 'same']).optional(),
  referralAnswers: z.enum(['documented', 'observed']).optional(),
  referralDays: z.int().min(1).max(365).optional(),
  pageSize: z.int().min(1).max(1000).optional(),
});

/** Delays, and Microsoft's behavior where its documentation is ambiguous. */
export const settingRoutes = routesOfSettings<AzureTables>(settingsBody, readSettings);
