import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOAuthApp } from './auth/apps.ts';
import type { Actor } from './auth/principal.ts';
import type { SecretKeys } from './auth/secrets.ts';
import { createContact } from './domain/contact/actions/create-contact.ts';
import { connectMarketplace } from './domain/organization/connection/actions/connect-marketplace.ts';
import { repointConnection } from './domain/organization/connection/actions/repoint-connection.ts';
import { findMarketplaceConnection } from './domain/organization/connection/store.ts';
import { insertOrganization, organizationExists } from './domain/organization/store.ts';
import { type ActEnvironment, runAct } from './engine/run-act.ts';
import { decodeId, encodeId } from './kit/ids.ts';

type DemoApp = { name: string; accessLevel: 'EDITOR' | 'VIEWER'; clientId: string; clientSecret: string };
type DemoOrganization = { organizationId: string; name: string; apps: DemoApp[] };

/** What `demo-credentials.json` holds. */
export type DemoCredentials = {
  baseUrl: string;
  authUrl: string;
  simulatorUrl: string;
  organizations: DemoOrganization[];
};

export type DemoOptions = {
  dataDir: string;
  environment: ActEnvironment;
  secretKeys: SecretKeys;
  urls: { baseUrl: string; authUrl: string; simulatorUrl: string };
};

/** The draft is on disk before what it names is committed, so that no secret is lost to a kill on the way. */
type Draft = { organizations: DemoOrganization[]; hookSecrets: Record<string, string> };

const actor: Actor = { type: 'schedule', id: 'demo', name: 'demo' };

const companies = [
  { name: 'Acme', account: '100000000001', emailDomain: 'acme.example', title: 'Acme Analytics' },
  { name: 'Globex', account: '100000000002', emailDomain: 'globex.example', title: 'Globex Insights' },
] as const;

type Company = (typeof companies)[number];

const dimensions = [
  {
    key: 'platform',
    name: 'Platform',
    description: 'The platform, for the length of the contract',
    unit: 'Units',
    types: ['Entitled'],
  },
  {
    key: 'requests',
    name: 'Requests',
    description: 'Thousands of requests',
    unit: 'Units',
    types: ['ExternallyMetered'],
  },
  { key: 'storage', name: 'Storage', description: 'Gigabyte hours', unit: 'Units', types: ['ExternallyMetered'] },
];

const credentialsFile = (dataDir: string): string => join(dataDir, 'demo-credentials.json');
const draftFile = (dataDir: string): string => join(dataDir, 'demo-credentials.json.new');

const readJson = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
};

const writeSecret = (file: string, value: unknown): void => {
  writeFileSync(`${file}.part`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.part`, file);
};

/** Whether the demo was begun in this folder, finished or not. */
export const demoIsBegun = (dataDir: string): boolean =>
  existsSync(credentialsFile(dataDir)) || existsSync(draftFile(dataDir));

const control = async <T>(simulatorUrl: string, path: string, body?: object): Promise<T> => {
  const response = await fetch(`${simulatorUrl}/control/aws${path}`, {
    ...(body === undefined
      ? {}
      : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`the simulator answered ${response.status} to ${path}: ${await response.text()}`);
  return (await response.json()) as T;
};

type SellerAccount = {
  id: string;
  credentials?: unknown;
  accessKeyId: string;
  secretAccessKey: string;
  eventTarget?: { url: string; headers?: Record<string, string> } | null;
};

const makeOrganization = async (
  { dataDir, environment, secretKeys }: DemoOptions,
  draft: Draft,
  company: Company,
): Promise<DemoOrganization> => {
  const { database, clock, ids } = environment;
  const known = draft.organizations.find((organization) => organization.name === company.name);
  const knownId = known && decodeId('org', known.organizationId);
  if (known && knownId && (await organizationExists(database, knownId))) return known;
  return database.system(async (statements) => {
    const id = ids.next();
    await insertOrganization(statements, {
      id,
      name: company.name,
      emailDomain: company.emailDomain,
      website: `https://${company.emailDomain}`,
      createdBy: actor.id,
      now: clock.now(),
    });
    const apps: DemoApp[] = [];
    for (const accessLevel of ['EDITOR', 'VIEWER'] as const) {
      const name = `${company.name} ${accessLevel.toLowerCase()}`;
      const app = await createOAuthApp(
        statements,
        { ids, clock, secretKeys },
        { orgId: id, name, accessLevel, createdBy: actor.id },
      );
      apps.push({ name, accessLevel, clientId: app.clientId, clientSecret: app.clientSecret });
    }
    const organization = { organizationId: encodeId('org', id), name: company.name, apps };
    draft.organizations = [...draft.organizations.filter((other) => other.name !== company.name), organization];
    writeSecret(draftFile(dataDir), draft);
    return organization;
  });
};

const connect = async (options: DemoOptions, draft: Draft, company: Company, orgId: string): Promise<void> => {
  const { environment, secretKeys, urls, dataDir } = options;
  const account = await control<SellerAccount>(urls.simulatorUrl, '/account', {
    kind: 'seller',
    id: company.account,
    name: company.name,
  });
  const { products } = await control<{ products: { sellerAccountId?: string }[] }>(urls.simulatorUrl, '/product');
  if (!products.some((product) => product.sellerAccountId === company.account)) {
    await control(urls.simulatorUrl, '/product', {
      sellerAccountId: company.account,
      title: company.title,
      dimensions,
    });
  }
  const request = { orgId, actor, requestId: `demo-${company.account}`, action: 'layOutDemo' };
  await runAct(environment, { ...request, emits: ['contact.created'] }, (call) =>
    createContact(call, {
      body: {
        emailAddress: `buyer@${company.emailDomain}`,
        name: 'Robin Buyer',
        info: { companyName: 'Initech', role: 'Procurement' },
      },
    }),
  );
  let connection = await findMarketplaceConnection(environment.database.read(orgId), 'AWS');
  if (!connection) {
    await runAct(environment, { ...request, emits: ['connection.connected'] }, async (call) => {
      const made = await connectMarketplace(call, {
        keys: secretKeys,
        input: {
          partner: 'AWS',
          accountId: company.account,
          endpoint: `${urls.simulatorUrl}/aws`,
          credentials: { accessKeyId: account.accessKeyId, secretAccessKey: account.secretAccessKey },
          mode: 'LIVE',
        },
      });
      draft.hookSecrets[company.account] = made.hookSecret;
      writeSecret(draftFile(dataDir), draft);
      return made.connection;
    });
    connection = await findMarketplaceConnection(environment.database.read(orgId), 'AWS');
  }
  await control(urls.simulatorUrl, `/account/${company.account}/event-target`, {
    url: `${urls.baseUrl}/hook/aws/${encodeId('conn', connection?.id ?? '')}`,
    headers: { authorization: draft.hookSecrets[company.account] ?? '' },
  });
};

/** The service may listen elsewhere than at the last start: the simulated partner and the connections are told. */
const followAddresses = async (options: DemoOptions, credentials: DemoCredentials): Promise<void> => {
  const { environment, urls, dataDir } = options;
  const moved = (['baseUrl', 'authUrl', 'simulatorUrl'] as const).some((name) => credentials[name] !== urls[name]);
  if (!moved) return;
  const { accounts } = await control<{ accounts: SellerAccount[] }>(urls.simulatorUrl, '/account');
  for (const company of companies) {
    const organization = credentials.organizations.find(({ name }) => name === company.name);
    const orgId = organization && decodeId('org', organization.organizationId);
    const account = accounts.find(({ id }) => id === company.account);
    if (!orgId || !account) continue;
    const request = {
      orgId,
      actor,
      requestId: `demo-${company.account}`,
      action: 'followAddresses',
      emits: ['connection.updated'] as const,
    };
    const { reply } = await runAct(environment, request, (call) =>
      repointConnection(call, { partner: 'AWS', endpoint: `${urls.simulatorUrl}/aws` }),
    );
    const { id } = reply as { id: string };
    await control(urls.simulatorUrl, `/account/${company.account}/event-target`, {
      url: `${urls.baseUrl}/hook/aws/${id}`,
      headers: account.eventTarget?.headers ?? {},
    });
  }
  writeSecret(credentialsFile(dataDir), { ...credentials, ...urls });
};

/**
 * Two organizations to try everything with: apps of both access levels, a contact, and a connected simulated seller account
 * with a released product. May be killed at any moment and is finished by the next start.
 */
export const layOutDemo = async (options: DemoOptions): Promise<void> => {
  const { dataDir, urls } = options;
  const finished = readJson<DemoCredentials>(credentialsFile(dataDir));
  if (finished) return followAddresses(options, finished);
  const begun = readJson<Draft & Partial<DemoCredentials>>(draftFile(dataDir));
  if (begun?.baseUrl !== undefined) {
    renameSync(draftFile(dataDir), credentialsFile(dataDir));
    return followAddresses(options, begun as DemoCredentials);
  }
  const draft: Draft = begun ?? { organizations: [], hookSecrets: {} };
  writeSecret(draftFile(dataDir), draft);
  const organizations: DemoOrganization[] = [];
  for (const company of companies) {
    const organization = await makeOrganization(options, draft, company);
    await connect(options, draft, company, decodeId('org', organization.organizationId) ?? '');
    organizations.push(organization);
  }
  writeSecret(draftFile(dataDir), { ...urls, organizations });
  renameSync(draftFile(dataDir), credentialsFile(dataDir));
};
