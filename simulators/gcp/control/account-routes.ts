import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody, settingRoutes } from '../../kit/control.ts';
import { sendWaiting } from '../../kit/deliveries.ts';
import { newKeyPair } from '../../kit/rsa-keys.ts';
import { change } from '../../kit/simulation.ts';
import { subscriptionName } from '../pubsub/push.ts';
import {
  type GcpChange,
  type GcpReader,
  type GcpTables,
  type Json,
  type PushTarget,
  readSettings,
  type Seller,
} from '../state.ts';
import { findRow } from './find.ts';

const id = z.string().regex(/^[a-z][a-z0-9-]{2,62}$/, 'must be small letters, digits and hyphens, at least three');
const targetBody = z.looseObject({
  url: z.url(),
  audience: z.string().optional(),
  email: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});
const signUpBody = z.looseObject({ url: z.url(), domain: z.string().min(1).optional() });
const accountBody = z.looseObject({
  id: id.optional(),
  name: z.string().min(1).optional(),
  projectId: id.optional(),
  projectNumber: z
    .string()
    .regex(/^\d{6,14}$/)
    .optional(),
  privateKey: z.string().startsWith('-----BEGIN PRIVATE KEY-----').optional(),
  domain: z.string().min(1).optional(),
  signUpUrl: z.url().optional(),
  subscription: z.string().min(3).optional(),
  messageTarget: targetBody.optional(),
});

const settingsBody = z.strictObject({
  activationDelayMs: z.int().min(0).optional(),
  publishDelayMs: z.int().min(0).optional(),
  cancellingDelayMs: z.int().min(0).optional(),
  usageWindowMs: z.int().min(0).nullable().optional(),
  accountsStartRequested: z.boolean().optional(),
  publicFees: z.enum(['whole', 'prorated']).optional(),
});

/** Sellers: their credentials, and the destinations of messages and customers. */
export const accountRoutes: ControlRoutes<GcpTables> = {
  'GET /account': ({ simulation }) => ({ value: { accounts: simulation.store.list('sellers').map(sellerView) } }),

  'GET /account/:id': ({ simulation, params }) => ({
    value: sellerView(findRow(simulation.store, 'sellers', params.id)),
  }),

  'POST /account': ({ simulation, body }) => {
    const wanted = readControlBody(accountBody, body);
    return change(simulation, (transaction) => {
      const known = wanted.id === undefined ? undefined : transaction.get('sellers', wanted.id);
      const seller = known ? repeat(known, wanted) : create(transaction, wanted);
      transaction.put('sellers', seller);
      return { value: sellerView(seller), created: !known };
    });
  },

  'PUT /account/:id/message-target': ({ simulation, params, body }) => {
    const target = readTarget(readControlBody(targetBody, body));
    return change(simulation, (transaction) => ({ value: setTarget(transaction, params.id, target) }));
  },

  'DELETE /account/:id/message-target': ({ simulation, params }) =>
    change(simulation, (transaction) => ({ value: setTarget(transaction, params.id, null) })),

  'PUT /account/:id/sign-up': ({ simulation, params, body }) => {
    const { url, domain } = readControlBody(signUpBody, body);
    return change(simulation, (transaction) => {
      const seller = findRow(transaction, 'sellers', params.id);
      const changed: Seller = { ...seller, signUpUrl: url, domain: domain ?? new URL(url).hostname };
      transaction.put('sellers', changed);
      return { value: sellerView(changed) };
    });
  },
  ...settingRoutes<GcpTables>(settingsBody, readSettings),
};

type Wanted = z.output<typeof accountBody>;

const create = (transaction: GcpChange, wanted: Wanted): Seller => {
  const providerId = wanted.id ?? `seller-${transaction.ids.text(8)}`;
  const projectId = wanted.projectId ?? providerId;
  const pair = wanted.privateKey
    ? { privateKey: wanted.privateKey, publicKey: publicKeyOf(wanted.privateKey) }
    : newKeyPair();
  const signUpUrl = wanted.signUpUrl ?? null;
  return {
    id: providerId,
    name: wanted.name ?? providerId,
    projectId,
    projectNumber: wanted.projectNumber ?? transaction.ids.digits(12),
    clientEmail: `marketplace@${projectId}.iam.gserviceaccount.com`,
    ...pair,
    keyId: transaction.ids.hex(40),
    domain: wanted.domain ?? (signUpUrl === null ? `${providerId}.example.com` : new URL(signUpUrl).hostname),
    signUpUrl,
    target: wanted.messageTarget ? readTarget(wanted.messageTarget) : null,
    subscription: wanted.subscription ?? 'marketplace-events',
    createdAt: transaction.at,
  };
};

// Creating an existing account again succeeds: a service may do so at every start.
const repeat = (known: Seller, wanted: Wanted): Seller => {
  if (wanted.privateKey !== undefined && wanted.privateKey !== known.privateKey) {
    throw controlError(409, `account ${known.id} exists with another key`);
  }
  return {
    ...known,
    name: wanted.name ?? known.name,
    domain: wanted.domain ?? known.domain,
    signUpUrl: wanted.signUpUrl ?? known.signUpUrl,
    target: wanted.messageTarget ? readTarget(wanted.messageTarget) : known.target,
  };
};

const publicKeyOf = (privateKey: string): string => {
  try {
    return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  } catch {
    throw controlError(400, 'privateKey is no private key');
  }
};

const readTarget = ({ url, audience, email, headers }: z.output<typeof targetBody>): PushTarget => ({
  url,
  audience: audience ?? url,
  email: email ?? 'pubsub-push@system.gserviceaccount.com',
  headers: headers ?? {},
});

/** Messages that were waiting to be pulled are now pushed. */
const setTarget = (transaction: GcpChange, sellerId: string | undefined, target: PushTarget | null): Json => {
  const seller: Seller = { ...findRow(transaction, 'sellers', sellerId), target };
  transaction.put('sellers', seller);
  if (target) sendWaiting(transaction, seller.id);
  return sellerView(seller);
};

const sellerView = (seller: Seller): Json => {
  const { publicKey: _, target, keyId, ...shown } = seller;
  return {
    ...shown,
    providerId: seller.id,
    privateKeyId: keyId,
    subscriptionName: subscriptionName(seller),
    messageTarget: target,
    parent: `projects/${seller.projectId}/locations/global`,
  };
};

/** The seller of a request, which may be omitted if there is only one. */
export const findSeller = (reader: GcpReader, id: string | undefined): Seller => {
  if (id !== undefined) return findRow(reader, 'sellers', id);
  const [only, ...others] = reader.list('sellers');
  if (!only || others.length > 0) throw controlError(400, 'accountId names the seller');
  return only;
};
