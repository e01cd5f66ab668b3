import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody, settingRoutes } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { reportUserOf } from '../settlement/download.ts';
import { type AdyenTables, type Merchant, readSettings, type Target } from '../state.ts';

const accountBody = z.looseObject({
  id: z
    .string()
    .regex(/^\w{3,80}$/, 'must be letters, digits and underscores')
    .default('DemoSellerECOM'),
  companyName: z.string().min(1).default('DemoSeller'),
  captureDelay: z.enum(['immediate', 'manual']).default('immediate'),
  currency: z.string().length(3).default('EUR'),
  recurringContract: z.boolean().default(false),
  namesDisputes: z.boolean().default(true),
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
  reportsUrl: z.url().optional(),
});

const settingsBody = z.strictObject({
  debitDelayMs: z.int().min(0).optional(),
  modificationDelayMs: z.int().min(0).optional(),
  reportDelayMs: z.int().min(0).optional(),
});

const withReportUser = (merchant: Merchant) => ({ ...merchant, reportUser: reportUserOf(merchant) });

/** Routes that create merchant accounts, set the destinations of their webhooks, and set delays. */
export const accountRoutes: ControlRoutes<AdyenTables> = {
  'GET /account': ({ simulation }) => ({ value: { accounts: simulation.store.list('merchants').map(withReportUser) } }),
  'POST /account': ({ simulation, body }) => {
    const given = readControlBody(accountBody, body);
    const known = simulation.store.get('merchants', given.id);
    if (known) return { value: withReportUser(known), created: true };
    return change(simulation, (tx) => {
      const { id, companyName, captureDelay, currency, recurringContract, namesDisputes } = given;
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
        namesDisputes,
        target: null,
        createdAt: tx.at,
      };
      tx.put('merchants', merchant);
      tx.put('apiKeys', { id: merchant.apiKey, merchantId: id });
      return { value: withReportUser(merchant), created: true };
    });
  },
  'GET /account/:id': ({ simulation, params }) => {
    const merchant = simulation.store.get('merchants', params.id ?? '');
    if (!merchant) throw controlError(404, `there is no merchant account ${params.id}`);
    return { value: withReportUser(merchant) };
  },
  'PUT /account/:id/message-target': ({ simulation, params, body }) => {
    const { url, tokenUrl = url, hmacKey, username, password, strict, reportsUrl } = readControlBody(targetBody, body);
    const merchant = simulation.store.get('merchants', params.id ?? '');
    if (!merchant) throw controlError(404, `there is no merchant account ${params.id}`);
    return change(simulation, (tx) => {
      const reports = reportsUrl === undefined ? {} : { reportsUrl };
      const target: Target = { url, tokenUrl, username, password, strict, ...reports };
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
