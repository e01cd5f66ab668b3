import type { Actor } from '../auth/principal.ts';
import { connect } from '../domain/organization/connection/actions/connect-account.ts';
import { repointConnection } from '../domain/organization/connection/actions/repoint-connection.ts';
import { findServiceConnection } from '../domain/organization/connection/store.ts';
import { runAct } from '../engine/run-act.ts';
import { encodeId } from '../kit/ids.ts';
import type { Company, DemoOptions } from './draft.ts';

// Connecting a simulated account of any partner.

const actor: Actor = { type: 'schedule', id: 'demo', name: 'demo' };

/** A company's account at a simulated partner. `path`: the path of its API on the simulators' server. */
export type DemoAccount = {
  partner: string;
  service: 'MARKETPLACE' | 'PAYMENT' | 'COSELL' | 'CRM';
  path: string;
  accountId: string;
  credentials: Record<string, string>;
};

/** Calls the control API of a simulator (`/control/azure`). */
export const control = async <T>(
  { urls, simulatorToken }: DemoOptions,
  simulator: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<T> => {
  const response = await fetch(`${urls.simulatorUrl}/control/${simulator}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${simulatorToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok)
    throw new Error(`the simulator responded with ${response.status} to ${path}: ${await response.text()}`);
  return (await response.json()) as T;
};

/**
 * Connects an account, once. Returns the URL for the partner's messages. `keepSecret` is given the hook's secret before the
 * connection is committed, if it has one.
 */
export const connectAccount = async (
  { environment, secretKeys, urls }: DemoOptions,
  company: Company,
  orgId: string,
  { partner, service, path, accountId, credentials }: DemoAccount,
  keepSecret?: (secret: string) => void,
): Promise<string> => {
  const request = { orgId, actor, requestId: `demo-${service}-${partner}-${company.account}`, action: 'createDemo' };
  const known = await findServiceConnection(environment.database.read(orgId), partner, service);
  const endpoint = `${urls.simulatorUrl}${path}`;
  const live = service === 'MARKETPLACE' ? { mode: 'LIVE' as const } : {};
  const input = { partner, service, accountId, endpoint, credentials, ...live };
  if (!known) {
    await runAct(environment, { ...request, emits: ['connection.connected'] }, async (call) => {
      const { view, hookSecret } = await connect(call, input, secretKeys);
      if (hookSecret !== null) keepSecret?.(hookSecret);
      return view;
    });
  }
  return hookOf(environment.database, urls.baseUrl, orgId, { partner, service });
};

const hookOf = async (
  database: DemoOptions['environment']['database'],
  baseUrl: string,
  orgId: string,
  { partner, service }: Pick<DemoAccount, 'partner' | 'service'>,
): Promise<string> => {
  const account = await findServiceConnection(database.read(orgId), partner, service);
  return `${baseUrl}/hook/${partner.toLowerCase()}/${encodeId('conn', account?.id ?? '')}`;
};

/**
 * Updates the account after the service's URL has changed. Returns the new hook URL, or null if there is no such
 * account: in a demo of an older release, or where the owner has disconnected it.
 */
export const moveAccount = async (
  { environment, urls }: DemoOptions,
  company: Company,
  orgId: string,
  { partner, service, path }: Pick<DemoAccount, 'partner' | 'service' | 'path'>,
): Promise<string | null> => {
  if (!(await findServiceConnection(environment.database.read(orgId), partner, service))) return null;
  const request = { orgId, actor, requestId: `demo-${partner}-${company.account}`, action: 'followAddresses' };
  await runAct(environment, { ...request, emits: ['connection.updated'] }, (call) =>
    repointConnection(call, { partner, service, endpoint: `${urls.simulatorUrl}${path}` }),
  );
  return hookOf(environment.database, urls.baseUrl, orgId, { partner, service });
};
