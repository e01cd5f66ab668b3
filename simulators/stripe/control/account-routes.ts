import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody, settingRoutes } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { putEndpoint } from '../events/endpoints.ts';
import { type Account, readSettings, type StripeTables, type Thing } from '../state.ts';
import { saveThing } from '../things.ts';
import { actFor } from './staff.ts';

const accountBody = z.looseObject({
  id: z
    .string()
    .regex(/^acct_\w{1,60}$/, 'must look like acct_…')
    .default('acct_1Demo'),
  name: z.string().min(1).default('Demo seller'),
  email: z.email().default('billing@seller.example'),
  country: z.string().length(2).default('US'),
  currency: z.string().length(3).default('usd'),
  /** The platform that may act for it with `Stripe-Account`. */
  platformId: z.string().nullable().default(null),
});

const targetBody = z.looseObject({
  url: z.url(),
  secret: z
    .string()
    .regex(/^whsec_\w+$/)
    .optional(),
  enabledEvents: z.array(z.string()).min(1).default(['*']),
});

const settingsBody = z.strictObject({
  debitDelayMs: z.int().min(0).optional(),
  reconcileDelayMs: z.int().min(0).optional(),
});

/** Routes that create accounts, set the destinations of their messages, and set delays. */
export const accountRoutes: ControlRoutes<StripeTables> = {
  'GET /customer': ({ simulation }) => ({ value: { customers: simulation.store.list('customer') } }),
  'GET /account': ({ simulation }) => ({ value: { accounts: simulation.store.list('accounts') } }),
  'POST /account': ({ simulation, body }) => {
    const { id, name, email, country, currency, platformId } = readControlBody(accountBody, body);
    const known = simulation.store.get('accounts', id);
    if (known) return { value: known, created: true };
    return change(simulation, (tx) => {
      const account: Account = {
        id,
        name,
        email,
        country,
        currency,
        secretKey: `sk_test_${tx.ids.text(32)}`,
        publishableKey: `pk_test_${tx.ids.text(32)}`,
        platformId,
        createdAt: tx.at,
      };
      tx.put('accounts', account);
      for (const key of [account.secretKey, account.publishableKey]) tx.put('keys', { id: key, accountId: id });
      return { value: account, created: true };
    });
  },
  'GET /account/:id': ({ simulation, params }) => {
    const account = simulation.store.get('accounts', params.id ?? '');
    if (!account) throw controlError(404, `there is no account ${params.id}`);
    return { value: account };
  },
  'PUT /account/:id/message-target': ({ simulation, params, body }) => {
    const { url, secret, enabledEvents } = readControlBody(targetBody, body);
    const accountId = params.id ?? '';
    const id = `we_${accountId.slice('acct_'.length)}Target`;
    return actFor(simulation, accountId, {}, (call) => {
      const given = secret === undefined ? {} : { secret };
      const old = call.tx.get('webhook_endpoint', id);
      const wire = { url, enabled_events: enabledEvents, status: 'enabled', deleted: false };
      const saved: Thing = old
        ? saveThing(call, 'webhook_endpoint', old, wire, given)
        : putEndpoint(call, { url, enabled_events: enabledEvents }, { id, ...given });
      return { value: { id: saved.id, url, enabledEvents, secret: saved.hidden.secret } };
    });
  },
  ...settingRoutes<StripeTables>(settingsBody, readSettings),
};
