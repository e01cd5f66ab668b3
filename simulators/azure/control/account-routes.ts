import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { sendWaiting } from '../../kit/deliveries.ts';
import { change } from '../../kit/simulation.ts';
import type { AzureChange, AzureTables, Publisher } from '../state.ts';

const target = z.object({ url: z.url(), headers: z.record(z.string(), z.string()).default({}) });
const accountBody = z.strictObject({
  /** The publisher id. */
  id: z
    .string()
    .regex(/^[a-z0-9]{2,50}$/)
    .optional(),
  name: z.string().min(1).max(200).optional(),
  tenantId: z.guid().optional(),
  clientId: z.guid().optional(),
  clientSecret: z.string().min(1).max(200).optional(),
  landingPageUrl: z.url().optional(),
  messageTarget: target.optional(),
});
const accountPatch = z.strictObject({
  name: z.string().min(1).max(200).optional(),
  clientSecret: z.string().min(1).max(200).optional(),
  landingPageUrl: z.url().nullable().optional(),
});

/** Publishers with the credentials of their application, and the destinations of webhooks. */
export const accountRoutes: ControlRoutes<AzureTables> = {
  'GET /account': ({ simulation }) => ({ value: { accounts: simulation.store.list('publishers') } }),
  'GET /account/:id': ({ simulation, params }) => ({
    value: find(simulation.store.get('publishers', params.id ?? '')),
  }),

  'POST /account': ({ simulation, body }) => {
    const wanted = readControlBody(accountBody, body);
    return change(simulation, (transaction) => {
      const known = wanted.id === undefined ? undefined : transaction.get('publishers', wanted.id);
      if (known) return { value: repeatAccount(known, wanted) };
      const { ids } = transaction;
      const id = wanted.id ?? `publisher${ids.text(8)}`;
      const publisher: Publisher = {
        id,
        name: wanted.name ?? id,
        tenantId: (wanted.tenantId ?? ids.uuid()).toLowerCase(),
        clientId: (wanted.clientId ?? ids.uuid()).toLowerCase(),
        clientSecret: wanted.clientSecret ?? ids.text(40),
        landingPageUrl: wanted.landingPageUrl ?? null,
        messageTarget: wanted.messageTarget ?? null,
        createdAt: transaction.at,
      };
      if (transaction.list('publishers').some((row) => row.clientId === publisher.clientId))
        throw controlError(409, 'the client id belongs to another account');
      transaction.put('publishers', publisher);
      return { value: publisher, created: true };
    });
  },

  'PATCH /account/:id': ({ simulation, params, body }) => {
    const { name, clientSecret, landingPageUrl } = readControlBody(accountPatch, body);
    return patch(simulation, params.id, (old) => ({
      ...old,
      name: name ?? old.name,
      clientSecret: clientSecret ?? old.clientSecret,
      landingPageUrl: landingPageUrl === undefined ? old.landingPageUrl : landingPageUrl,
    }));
  },

  'PUT /account/:id/message-target': ({ simulation, params, body }) => {
    const messageTarget = readControlBody(target, body);
    return patch(simulation, params.id, (old, transaction) => {
      sendWaiting(transaction, old.id);
      return { ...old, messageTarget };
    });
  },
  'DELETE /account/:id/message-target': ({ simulation, params }) =>
    patch(simulation, params.id, (old) => ({ ...old, messageTarget: null })),
};

const find = (publisher: Publisher | undefined): Publisher => {
  if (!publisher) throw controlError(404, 'there is no such account');
  return publisher;
};

const patch = (
  simulation: Parameters<NonNullable<ControlRoutes<AzureTables>[string]>>[0]['simulation'],
  id: string | undefined,
  run: (old: Publisher, transaction: AzureChange) => Publisher,
): { value: Publisher } =>
  change(simulation, (transaction) => {
    const value = run(find(transaction.get('publishers', id ?? '')), transaction);
    transaction.put('publishers', value);
    return { value };
  });

const repeatAccount = (known: Publisher, wanted: z.output<typeof accountBody>): Publisher => {
  const names = ['tenantId', 'clientId', 'clientSecret'] as const;
  if (names.some((name) => wanted[name] !== undefined && wanted[name] !== known[name]))
    throw controlError(409, 'the account exists with other credentials');
  return known;
};
