import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody, settingRoutes } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { scheduleBilling } from '../billing/schedule-billing.ts';
import { accountId } from '../catalog/fields.ts';
import { type Account, type AwsTables, type AwsTransaction, readSettings } from '../state.ts';

const targetBody = z.strictObject({ url: z.url(), headers: z.record(z.string(), z.string()).default({}) });

const accountBody = z.strictObject({
  kind: z.enum(['seller', 'buyer']).default('seller'),
  name: z.string().min(1).max(200).optional(),
  id: accountId.optional(),
  accessKeyId: z
    .string()
    .regex(/^\w{16,128}$/)
    .optional(),
  secretAccessKey: z.string().min(1).max(128).optional(),
  messageTarget: targetBody.optional(),
});

const settingsBody = z.strictObject({
  // AWS takes up to 37 days for a review.
  changeSetDelayMs: z
    .int()
    .min(0)
    .max(90 * 86_400_000)
    .optional(),
  licenseDelayMs: z.int().min(0).max(86_400_000).optional(),
  eventRetryMs: z.int().min(1).max(60_000).optional(),
  eventAttemptsMax: z.int().min(1).max(1000).optional(),
  quotas: z.boolean().optional(),
  openChangeSetsMax: z.int().min(1).max(100_000).optional(),
  partnerTaskDelayMs: z
    .int()
    .min(0)
    .max(30 * 86_400_000)
    .optional(),
});

/** Accounts, the destinations of their events, and the simulator's settings. */
export const accountRoutes: ControlRoutes<AwsTables> = {
  'GET /account': ({ simulation }) => ({ value: { accounts: simulation.store.list('accounts') } }),

  'POST /account': ({ simulation, body }) => {
    const wanted = readControlBody(accountBody, body);
    return change(simulation, (transaction) => {
      const known = wanted.id === undefined ? undefined : transaction.get('accounts', wanted.id);
      if (known) return { value: repeatAccount(transaction, known, wanted) };
      const id = wanted.id ?? transaction.ids.digits(12);
      const account: Account = {
        id,
        kind: wanted.kind,
        name: wanted.name ?? `${wanted.kind === 'seller' ? 'Seller' : 'Buyer'} ${id}`,
        accessKeyId: wanted.accessKeyId ?? `AKIA${transaction.ids.text(16).toUpperCase()}`,
        secretAccessKey: wanted.secretAccessKey ?? transaction.ids.text(40),
        messageTarget: wanted.messageTarget ?? null,
        createdAt: transaction.at,
      };
      if (transaction.get('accessKeys', account.accessKeyId)) {
        throw controlError(409, 'the access key id belongs to another account');
      }
      transaction.put('accounts', account);
      transaction.put('accessKeys', { id: account.accessKeyId, accountId: id });
      if (account.kind === 'seller') scheduleBilling(transaction, id);
      return { value: account, created: true };
    });
  },

  'PUT /account/:id/message-target': ({ simulation, params, body }) => {
    const messageTarget = readControlBody(targetBody, body);
    return change(simulation, (transaction) => ({ value: setTarget(transaction, params.id ?? '', messageTarget) }));
  },

  'DELETE /account/:id/message-target': ({ simulation, params }) =>
    change(simulation, (transaction) => ({ value: setTarget(transaction, params.id ?? '', null) })),

  ...settingRoutes<AwsTables>(settingsBody, readSettings),
};

// Creating an existing account with the same data succeeds: a service may do so at every start.
const repeatAccount = (transaction: AwsTransaction, known: Account, wanted: z.output<typeof accountBody>): Account => {
  const differs =
    known.kind !== wanted.kind ||
    (wanted.accessKeyId !== undefined && wanted.accessKeyId !== known.accessKeyId) ||
    (wanted.secretAccessKey !== undefined && wanted.secretAccessKey !== known.secretAccessKey);
  if (differs) throw controlError(409, `account ${known.id} exists with other credentials or of another kind`);
  const account: Account = {
    ...known,
    name: wanted.name ?? known.name,
    messageTarget: wanted.messageTarget ?? known.messageTarget,
  };
  transaction.put('accounts', account);
  // An account of an earlier release has no bills or feeds yet.
  if (account.kind === 'seller') scheduleBilling(transaction, account.id);
  return account;
};

const setTarget = (transaction: AwsTransaction, id: string, messageTarget: Account['messageTarget']): Account => {
  const account = transaction.get('accounts', id);
  if (!account) throw controlError(404, `there is no account ${id}`);
  const changed: Account = { ...account, messageTarget };
  transaction.put('accounts', changed);
  return changed;
};
