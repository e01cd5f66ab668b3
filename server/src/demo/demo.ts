import { renameSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../auth/principal.ts';
import { createContact } from '../domain/contact/actions/create-contact.ts';
import { connectMarketplace } from '../domain/organization/connection/actions/connect-marketplace.ts';
import { findMarketplaceConnection } from '../domain/organization/connection/store.ts';
import { hasProduct } from '../domain/product/store.ts';
import { runAct } from '../engine/run-act.ts';
import { Refusal } from '../kit/errors.ts';
import { decodeId, encodeId } from '../kit/ids.ts';
import { control as controlOf, moveAccount } from './accounts.ts';
import { connectAzure, moveAzure } from './azure.ts';
import { connectCoSell, moveCoSell } from './cosell.ts';
import {
  type Company,
  companies,
  credentialsFile,
  type DemoCredentials,
  type DemoOptions,
  type DemoOrganization,
  type Draft,
  draftFile,
  readJson,
  writeSecret,
} from './draft.ts';
import { connectGcp, moveGcp } from './gcp.ts';
import { makeOrganization } from './organization.ts';
import { connectPayments, movePayments } from './payments.ts';

const actor: Actor = { type: 'schedule', id: 'demo', name: 'demo' };

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

const control = <T>(options: DemoOptions, path: string, body?: object): Promise<T> =>
  controlOf<T>(options, 'aws', body === undefined ? 'GET' : 'POST', path, body);

type SellerAccount = {
  id: string;
  credentials?: unknown;
  accessKeyId: string;
  secretAccessKey: string;
  messageTarget?: { url: string; headers?: Record<string, string> } | null;
};

const connect = async (options: DemoOptions, draft: Draft, company: Company, orgId: string): Promise<void> => {
  const { environment, secretKeys, urls, dataDir } = options;
  const account = await control<SellerAccount>(options, '/account', {
    kind: 'seller',
    id: company.account,
    name: company.name,
  });
  const { products } = await control<{ products: { sellerAccountId?: string }[] }>(options, '/product');
  if (!products.some((product) => product.sellerAccountId === company.account)) {
    await control(options, '/product', {
      sellerAccountId: company.account,
      title: company.title,
      dimensions,
    });
  }
  const request = { orgId, actor, requestId: `demo-${company.account}`, action: 'createDemo' };
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
          credentials: {
            accessKeyId: account.accessKeyId,
            secretAccessKey: account.secretAccessKey,
            feedBucket: `marketplace-data-feeds-${company.account}`,
          },
          mode: 'LIVE',
        },
      });
      draft.hookSecrets[company.account] = made.hookSecret;
      writeSecret(draftFile(dataDir), draft);
      return made.connection;
    });
    connection = await findMarketplaceConnection(environment.database.read(orgId), 'AWS');
  }
  await controlOf(options, 'aws', 'PUT', `/account/${company.account}/message-target`, {
    url: `${urls.baseUrl}/hook/aws/${encodeId('conn', connection?.id ?? '')}`,
    headers: { authorization: draft.hookSecrets[company.account] ?? '' },
  });
};

/** Updates the simulated partners and the connections if the service's URL has changed since the last start. */
const followAddresses = async (options: DemoOptions, credentials: DemoCredentials): Promise<void> => {
  const { urls, dataDir, simulatorToken } = options;
  const moved = (['baseUrl', 'authUrl', 'simulatorUrl'] as const).some((name) => credentials[name] !== urls[name]);
  if (!moved) {
    if (credentials.simulatorToken !== simulatorToken)
      writeSecret(credentialsFile(dataDir), { ...credentials, simulatorToken });
    return;
  }
  const { accounts } = await control<{ accounts: SellerAccount[] }>(options, '/account');
  for (const company of companies) {
    const organization = credentials.organizations.find(({ name }) => name === company.name);
    const orgId = organization && decodeId('org', organization.organizationId);
    const account = accounts.find(({ id }) => id === company.account);
    if (!orgId || !account) continue;
    const url = await moveAccount(options, company, orgId, { partner: 'AWS', service: 'MARKETPLACE', path: '/aws' });
    // The owner may have disconnected the account.
    if (url !== null)
      await controlOf(options, 'aws', 'PUT', `/account/${company.account}/message-target`, {
        url,
        headers: account.messageTarget?.headers ?? {},
      });
    await moveAzure(options, company, orgId);
    await moveGcp(options, company, orgId);
    await movePayments(options, company, orgId);
    await moveCoSell(options, company, orgId);
  }
  writeSecret(credentialsFile(dataDir), { ...credentials, ...urls, simulatorToken });
};

const busyMs = 60_000;
const busyPauseMs = 500;

/**
 * Repeats work that the busy database refused: on a slow machine the imports of the first connections keep its one session occupied for longer
 * than an act waits. `work` continues with what it has made already, as after a kill.
 */
export const untilFree = async <T>(work: () => Promise<T>, pauseMs = busyPauseMs): Promise<T> => {
  const until = performance.now() + busyMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'ServiceUnavailable') || performance.now() > until) throw error;
      await sleep(pauseMs);
    }
  }
};

const importWaitMs = 60_000;
const importCheckMs = 50;

/** Waits until the engine has imported the product of each company, which the first steps with a demo begin with. */
export const waitForProducts = async ({
  dataDir,
  environment,
}: Pick<DemoOptions, 'dataDir' | 'environment'>): Promise<void> => {
  const { organizations } = readJson<DemoCredentials>(credentialsFile(dataDir)) ?? { organizations: [] };
  const until = performance.now() + importWaitMs;
  for (const { organizationId } of organizations) {
    const db = environment.database.read(decodeId('org', organizationId) ?? '');
    while (!(await untilFree(() => hasProduct(db, 'AWS'))) && performance.now() < until) await sleep(importCheckMs);
  }
};

/**
 * Creates two organizations to try everything with: apps of both access levels, a contact, and a connected simulated
 * seller account with a released product. If it is killed at any moment, the next start completes it. Returns whether there
 * was anything to create.
 */
export const createDemo = (options: DemoOptions): Promise<boolean> => untilFree(() => layOut(options));

const layOut = async (options: DemoOptions): Promise<boolean> => {
  const { dataDir, urls } = options;
  const finished = readJson<DemoCredentials>(credentialsFile(dataDir));
  if (finished) {
    await followAddresses(options, finished);
    return false;
  }
  const begun = readJson<Draft & Partial<DemoCredentials>>(draftFile(dataDir));
  if (begun?.baseUrl !== undefined) {
    renameSync(draftFile(dataDir), credentialsFile(dataDir));
    await followAddresses(options, begun as DemoCredentials);
    return false;
  }
  const draft: Draft = { organizations: [], hookSecrets: {}, owners: {}, ...begun };
  writeSecret(draftFile(dataDir), draft);
  const organizations: DemoOrganization[] = [];
  for (const company of companies) {
    const organization = await makeOrganization(options, draft, company);
    const orgId = decodeId('org', organization.organizationId) ?? '';
    await connect(options, draft, company, orgId);
    await connectAzure(options, company, orgId);
    await connectGcp(options, company, orgId);
    await connectPayments(options, company, orgId);
    await connectCoSell(options, draft, company, orgId);
    organizations.push(organization);
  }
  writeSecret(draftFile(dataDir), { ...urls, simulatorToken: options.simulatorToken, organizations });
  renameSync(draftFile(dataDir), credentialsFile(dataDir));
  return true;
};
