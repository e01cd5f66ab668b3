import { z } from 'zod';
import { type ControlRoutes, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { type AzureTables, readSettings, type Settings } from '../state.ts';

const delay = z.int().min(0).max(86_400_000).optional();
const settingsBody = z.strictObject({
  jobDelayMs: delay,
  publishDelayMs: delay,
  operationDelayMs: delay,
  autoAcceptMs: delay,
  webhookTokenVersion: z.union([z.literal(1), z.literal(2)]).optional(),
  subscribeEvent: z.boolean().optional(),
  withdrawnState: z.enum(['draft', 'withdrawn']).optional(),
  readDelayMs: delay,
  pageSize: z.int().min(1).max(1000).optional(),
});

export const settingRoutes: ControlRoutes<AzureTables> = {
  'GET /settings': ({ simulation }) => ({ value: readSettings(simulation.store) }),
  'POST /settings': ({ simulation, body }) => {
    const given = Object.entries(readControlBody(settingsBody, body)).filter(([, value]) => value !== undefined);
    return change(simulation, (transaction) => {
      const value: Settings = { ...readSettings(transaction), ...Object.fromEntries(given) };
      transaction.put('settings', value);
      return { value };
    });
  },
};
