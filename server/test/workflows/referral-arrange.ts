import assert from 'node:assert/strict';
import { azureDeal, type There } from '../../src/adapters/cosell/azure/bench.test-support.ts';
import { createReferral } from '../../src/domain/cosell/referral/actions/create-referral.ts';
import { syncReferral } from '../../src/domain/cosell/referral/actions/sync-referral.ts';
import { updateReferral } from '../../src/domain/cosell/referral/actions/update-referral.ts';
import { UpdateReferral } from '../../src/domain/cosell/referral/schema.ts';
import { connect } from '../../src/domain/organization/connection/actions/connect-account.ts';
import { decodeId } from '../../src/kit/ids.ts';
import { only } from './arrange.ts';
import type { Row, Tenant } from './deployment.ts';
import { finishRuns } from './execute.ts';

// Referrals to Microsoft, at its simulator, for tests of workflows.

/** Accounts at the simulator that all tenants of a deployment share. */
let accounts = 471_100_000_000;

export const nextAccount = (): string => {
  accounts += 1;
  return String(accounts);
};

export type Account = { connectionId: string; accountId: string };
export const accountOf = new WeakMap<Tenant, Account>();

/** Connects an account of Partner Center, in whose name a person has signed in. */
export const connected = async (tenant: Tenant): Promise<Account> => {
  const accountId = nextAccount();
  const { control, url } = await tenant.deployment.azure();
  const made = await control<Record<'tenantId' | 'clientId' | 'clientSecret', string>>('POST', '/account', {
    id: accountId,
    name: 'Contoso',
  });
  const user = { email: `ada@p${accountId}.example` };
  const { refreshToken } = await control<{ refreshToken: string }>('POST', `/account/${accountId}/user`, user);
  const { tenantId, clientId, clientSecret } = made;
  const credentials = { tenantId, clientId, clientSecret, refreshToken };
  const { view } = await tenant.act('connect', (call) =>
    connect(
      call,
      { partner: 'AZURE', service: 'COSELL', accountId, endpoint: `${url}/azure`, credentials },
      tenant.deployment.environment.secretKeys,
    ),
  );
  const account = { connectionId: decodeId('conn', view.id) ?? '', accountId };
  accountOf.set(tenant, account);
  return account;
};

export const accountIdOf = (tenant: Tenant): string => accountOf.get(tenant)?.accountId ?? '';

type CrmIds = { hubspotDealId?: string; salesforceOpportunityId?: string };

export const create = (
  tenant: Tenant,
  { crm = {}, deal = {} }: { crm?: CrmIds; deal?: Row } = {},
): Promise<unknown> => {
  const { externalReferenceId: _, ...document } = azureDeal(deal);
  const body = { partner: 'AZURE', ...crm, info: { createMicrosoftReferralRequest: document } } as const;
  const unset = { setHeader: () => {} };
  return tenant.act('create', (call) => createReferral({ ...call, ...unset }, { body, query: {}, answer: null }));
};

const idOf = async (tenant: Tenant): Promise<string> => only(await tenant.rows('referral')).id as string;

export const change = async (tenant: Tenant, body: Row): Promise<void> => {
  const referralId = await idOf(tenant);
  await tenant.act('change', (call) =>
    updateReferral({ ...call, checkVersion: () => {} }, { params: { referralId }, body: UpdateReferral.parse(body) }),
  );
};

/** The copies of this tenant's deals at Microsoft: its own, and those of others that it invited or was invited by. */
export const there = async (tenant: Tenant): Promise<There[]> => {
  const { control } = await tenant.deployment.azure();
  const { referrals } = await control<{ referrals: There[] }>('GET', '/referral');
  const accountId = accountIdOf(tenant);
  const engagements = new Set(referrals.filter((one) => one.accountId === accountId).map((one) => one.engagementId));
  return referrals.filter(({ engagementId }) => engagements.has(engagementId));
};

export const submitted = async (tenant: Tenant, options: Parameters<typeof create>[1] = {}): Promise<void> => {
  await connected(tenant);
  await create(tenant, options);
  await finishRuns(tenant);
};

export const shows = async (tenant: Tenant, expected: Row): Promise<void> => {
  const row = only(await tenant.rows('referral'));
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, row[name]])), expected);
};

export const resync = async (tenant: Tenant, direction?: 'INBOUND' | 'OUTBOUND'): Promise<void> => {
  const referralId = await idOf(tenant);
  const quiet = { checkVersion: () => {}, setHeader: () => {} };
  await tenant.act('sync', (call) =>
    syncReferral({ ...call, ...quiet }, { params: { referralId }, body: direction && { direction } }),
  );
  await finishRuns(tenant);
};
