import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody, settingRoutes } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { type AdyenTables, type Merchant, readSettings } from '../state.ts';

const accountBody = z.looseObject({
  id: z
    .string()
    .regex(/^\w{3,80}$/, 'must be letters, digits and underscores')
    .default('DemoSellerECOM'),
  companyName: z.string().min(1).default('DemoSeller'),
  captureDelay: z.enum(['immediate', 'manual']).default('immediate'),
  currency: z.string().length(3).default('EUR'),
  recurringContract: z.boolean().default(false),
});
const targetBody = z.looseObject({
  url: z.url(),
  tokenUrl: z.url().optional(),
  hmacKey: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/)
    .optional(),
  username: z.string().nullable().default(null),
  password: z.string().nullable().default(null),
  strict: z.boolean().default(false),
});

const settingsBody = z.strictObject({
  debitDelayMs: z.int().min(0).optional(),
  modificationDelayMs: z.int().min(0).optional(),
});

/** Routes that create merchant accounts, set the destinations of their webhooks, and set delays. */
export const accountRoutes: ControlRoutes<AdyenTables> = {
  'GET /account': ({ simulation }) => ({ value: { accounts: simulation.store.list('merchants') } }),
  'POST /account': ({ simulation, body }) => {
    const given = readControlBody(accountBody, body);
    const known = simulation.store.get('merchants', given.id);
    if (known) return { value: known, created: true };
    return change(simulation, (tx) => {
      const { id, companyName, captureDelay, currency, recurringContract } = given;
      const merchant: Merchant = {
        id,
        companyName,
        username: `ws_${tx.ids.digits(6)}@Company.${companyName}`,
        apiKey: `AQE${tx.ids.text(40)}`,
        clientKey: `test_${tx.ids.text(32).toUpperCase()}`,
        hmacKey: tx.ids.hex(64).toUpperCase(),
        active: true,
        captureDelay,
        currency,
        recurringContract,
        target: null,
        createdAt: tx.at,
      };
      tx.put('merchants', merchant);
      tx.put('apiKeys', { id: merchant.apiKey, merchantId: id });
      return { value: merchant, created: true };
    });
  },
  'GET /account/:id': ({ simulation, params }) => {
    const merchant = simulation.store.get('merchants', params.id ?? '');
    if (!merchant) throw controlError(404, `there is no merchant account ${params.id}`);
    return { value: merchant };
  },
  'PUT /account/:id/message-target': ({ simulation, params, body }) => {
    const { url, tokenUrl = url, hmacKey, username, password, strict } = readControlBody(targetBody, body);
    const merchant = simulation.store.get('merchants', params.id ?? '');
    if (!merchant) throw controlError(404, `there is no merchant account ${params.id}`);
    return change(simulation, (tx) => {
      const target = { url, tokenUrl, username, password, strict };
      const saved: Merchant = { ...merchant, target, hmacKey: hmacKey ?? merchant.hmacKey };
      tx.put('merchants', saved);
      return { value: { ...target, hmacKey: saved.hmacKey } };
    });
  },
  'POST /account/:id/active': ({ simulation, params, body }) => {
    const merchant = simulation.store.get('merchants', params.id ?? '');
    if (!merchant) throw controlError(404, `there is no merchant account ${params.id}`);
    const active = body.active !== false && body.active !== 'false';
    return change(simulation, (tx) => {
      tx.put('merchants', { ...merchant, active });
      return { value: { id: merchant.id, active } };
    });
  },
  ...settingRoutes<AdyenTables>(settingsBody, readSettings),
};
