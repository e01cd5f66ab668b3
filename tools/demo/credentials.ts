import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiClient, createApiClient, type Patience } from './client.ts';
import { waitFor } from './deal.ts';
import type { Service } from './service.ts';

type Laid = {
  organizationId: string;
  name: string;
  apps: { name: string; accessLevel: string; clientId: string; clientSecret: string }[];
  owner?: { email: string; password: string };
};
type Credentials = { baseUrl: string; authUrl: string; simulatorToken: string; organizations: Laid[] };

/** Reads the demo data that the service creates soon after it is ready, in a file that only its owner can read. */
const readCredentials = (service: Service): Promise<Credentials> =>
  waitFor('demo-credentials.json', async () => {
    service.crashed.throwIfAborted();
    const file = join(service.folder, 'data', 'demo-credentials.json');
    if (!existsSync(file)) return undefined;
    if ((statSync(file).mode & 0o077) !== 0) throw new Error('demo-credentials.json can be read by others');
    return JSON.parse(readFileSync(file, 'utf8')) as Credentials;
  });

/**
 * An organization of the demo: `api` is a program with write access, `owner` the user who signs in, `account` the same user
 * where people sign in.
 */
export type Connection = {
  api: ApiClient;
  owner: ApiClient | undefined;
  account: ApiClient | undefined;
  organizationId: string;
  name: string;
};
export type Connections = { authUrl: string; simulatorToken: string; organizations: [Connection, ...Connection[]] };

/** The demo's organizations, in their order. */
export const connect = async (service: Service, patience: Patience): Promise<Connections> => {
  const { baseUrl, authUrl, simulatorToken, organizations } = await readCredentials(service);
  const [first, ...others] = organizations.flatMap(({ organizationId, name, apps, owner }): Connection[] => {
    const app = apps.find(({ accessLevel }) => accessLevel === 'EDITOR');
    if (!app) return [];
    const place = { baseUrl, authUrl, organizationId };
    const { clientId, clientSecret } = app;
    const api = createApiClient({ ...place, clientId, clientSecret }, patience);
    const as = (baseUrl: string) => owner && createApiClient({ ...place, baseUrl, ...owner }, patience);
    return [{ api, owner: as(baseUrl), account: as(authUrl), organizationId, name }];
  });
  if (!first) throw new Error('the demo has no organization with an app that may write');
  return { authUrl, simulatorToken, organizations: [first, ...others] };
};
