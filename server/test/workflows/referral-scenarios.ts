import assert from 'node:assert/strict';
import { azureDeal, type There } from '../../src/adapters/cosell/azure/bench.test-support.ts';
import { invitePartnerToReferral } from '../../src/domain/cosell/invitation/actions/invite-partner.ts';
import { createReferral } from '../../src/domain/cosell/referral/actions/create-referral.ts';
import { syncReferral } from '../../src/domain/cosell/referral/actions/sync-referral.ts';
import { updateReferral } from '../../src/domain/cosell/referral/actions/update-referral.ts';
import { UpdateReferral } from '../../src/domain/cosell/referral/schema.ts';
import { connect } from '../../src/domain/organization/connection/actions/connect-account.ts';
import { startSync } from '../../src/domain/organization/connection/actions/record-sync.ts';
import { decodeId } from '../../src/kit/ids.ts';
import { only } from './arrange.ts';
import type { Row, Tenant } from './deployment.ts';
import { finishRuns } from './execute.ts';
import type { Scenario } from './scenario.ts';

/** Accounts at the simulator that all tenants of a deployment share. */
let accounts = 471_100_000_000;

type Account = { connectionId: string; accountId: string };
const accountOf = new WeakMap<Tenant, Account>();

/** Connects an account of Partner Center, in whose name a person has signed in. */
const connected = async (tenant: Tenant): Promise<Account> => {
  accounts += 1;
  const accountId = String(accounts);
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

const accountIdOf = (tenant: Tenant): string => accountOf.get(tenant)?.accountId ?? '';

const create = (tenant: Tenant): Promise<unknown> => {
  const { externalReferenceId: _, ...document } = azureDeal();
  const body = { partner: 'AZURE', info: { createMicrosoftReferralRequest: document } } as const;
  const unset = { setHeader: () => {} };
  return tenant.act('create', (call) => createReferral({ ...call, ...unset }, { body, query: {}, answer: null }));
};

const idOf = async (tenant: Tenant): Promise<string> => only(await tenant.rows('referral')).id as string;

const change = async (tenant: Tenant, body: Row): Promise<void> => {
  const referralId = await idOf(tenant);
  await tenant.act('change', (call) =>
    updateReferral({ ...call, checkVersion: () => {} }, { params: { referralId }, body: UpdateReferral.parse(body) }),
  );
};

/** The copies of this tenant's deals at Microsoft: its own, and those of others that it invited or was invited by. */
const there = async (tenant: Tenant): Promise<There[]> => {
  const { control } = await tenant.deployment.azure();
  const { referrals } = await control<{ referrals: There[] }>('GET', '/referral');
  const accountId = accountIdOf(tenant);
  const engagements = new Set(referrals.filter((one) => one.accountId === accountId).map((one) => one.engagementId));
  return referrals.filter(({ engagementId }) => engagements.has(engagementId));
};

const statusesThere = async (tenant: Tenant): Promise<string[]> =>
  (await there(tenant))
    .map(({ accountId, content }) => `${accountId === accountIdOf(tenant) ? 'own' : accountId} ${content.substatus}`)
    .sort();

const submitted = async (tenant: Tenant): Promise<void> => {
  await connected(tenant);
  await create(tenant);
  await finishRuns(tenant);
};

/** Microsoft offers a deal, and it was read. */
const offered = async (tenant: Tenant): Promise<void> => {
  const { connectionId, accountId } = await connected(tenant);
  const { control } = await tenant.deployment.azure();
  await control('POST', '/referral', { accountId });
  await tenant.act('due', (call) => startSync(call, { connectionId }));
};

const shows = async (tenant: Tenant, expected: Row): Promise<void> => {
  const row = only(await tenant.rows('referral'));
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, row[name]])), expected);
};

const isShared = async (tenant: Tenant): Promise<void> => {
  await shows(tenant, { status: 'SUBMITTED', sync_status: 'IN_SYNC' });
  assert.deepEqual(await statusesThere(tenant), ['msft Pending', 'own Accepted'], 'one deal, one invitation');
};

const resync = async (tenant: Tenant): Promise<void> => {
  const referralId = await idOf(tenant);
  const quiet = { checkVersion: () => {}, setHeader: () => {} };
  await tenant.act('sync', (call) => syncReferral({ ...call, ...quiet }, { params: { referralId }, body: undefined }));
  await finishRuns(tenant);
};

const isChanged = async (tenant: Tenant): Promise<void> => {
  await shows(tenant, { name: 'A better name', sync_status: 'IN_SYNC' });
  const [own] = (await there(tenant)).filter(({ accountId }) => accountId === accountIdOf(tenant));
  assert.equal(own?.content.name, 'A better name');
};

const isAccepted = async (tenant: Tenant): Promise<void> => {
  await shows(tenant, { status: 'ACCEPTED', sync_status: 'IN_SYNC' });
  assert.deepEqual(await statusesThere(tenant), ['msft Accepted', 'own Accepted']);
};

const guestOf = async (tenant: Tenant): Promise<string> => {
  accounts += 1;
  const { control } = await tenant.deployment.azure();
  await control('POST', '/account', { id: String(accounts), name: 'Fabrikam' });
  return String(accounts);
};

const invite = async (tenant: Tenant, invitedMpnId: string): Promise<unknown> => {
  const own = (await tenant.rows('referral')).find(({ partner_view: view }) => !isGuest(view));
  const referralId = own?.id as string;
  const body = { invitedMpnId, notes: 'Join us.', assistanceRequestCode: 'General' };
  const quiet = { checkVersion: () => {}, setHeader: () => {} };
  return tenant.act('invite', (call) =>
    invitePartnerToReferral({ ...call, ...quiet }, { params: { referralId }, body }),
  );
};

const isGuest = (view: unknown): boolean =>
  (view as { document?: { organizationName?: string } } | null)?.document?.organizationName === 'Fabrikam';

const isInvited = async (tenant: Tenant): Promise<void> => {
  const rows = await tenant.rows('referral');
  assert.deepEqual(rows.map(({ partner_view: view }) => isGuest(view)).sort(), [false, true]);
  assert.deepEqual([...new Set(rows.map((row) => row.sync_status))], ['IN_SYNC']);
  assert.equal((await there(tenant)).length, 3, 'invited once');
};

export const referralScenarios = {
  'referral.submit': [
    {
      title: 'a deal that is shared with Microsoft',
      arrange: async (tenant) => {
        await connected(tenant);
        await create(tenant);
      },
      status: 'COMPLETED',
      check: isShared,
      checkRefused: async (tenant) => {
        const { status } = only(await tenant.rows('referral'));
        if (status === 'CREATE_FAILED') await change(tenant, { status: 'SUBMITTED' });
        else await resync(tenant);
        await finishRuns(tenant);
        await isShared(tenant);
      },
    },
  ],
  'referral.sync': [
    {
      title: 'a name that was changed here, while Microsoft wrote a note',
      arrange: async (tenant) => {
        await submitted(tenant);
        const { control } = await tenant.deployment.azure();
        const [own] = (await there(tenant)).filter(({ accountId }) => accountId === accountIdOf(tenant));
        await control('POST', `/referral/${own?.id}/note`, { notes: 'Call me.' });
        await change(tenant, { name: 'A better name' });
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        await isChanged(tenant);
        const { document } = only(await tenant.rows('referral')) as { document: { details: Row } };
        assert.equal(document.details.notes, 'Call me.');
      },
      checkRefused: async (tenant) => {
        await shows(tenant, { name: 'A better name', sync_status: 'FAILED' });
        await resync(tenant);
        await isChanged(tenant);
      },
    },
  ],
  'referral.answer': [
    {
      title: 'a deal of Microsoft that is accepted',
      arrange: async (tenant) => {
        await offered(tenant);
        await finishRuns(tenant);
        await change(tenant, { status: 'ACCEPTED' });
      },
      status: 'COMPLETED',
      check: isAccepted,
      checkRefused: async (tenant) => {
        await resync(tenant);
        const { status } = only(await tenant.rows('referral'));
        if (status === 'PENDING_ACCEPTANCE') {
          await change(tenant, { status: 'ACCEPTED' });
          await finishRuns(tenant);
        }
        await isAccepted(tenant);
      },
    },
  ],
  'referral.invite': [
    {
      title: 'another partner joins a deal',
      arrange: async (tenant) => {
        await submitted(tenant);
        await invite(tenant, await guestOf(tenant));
      },
      status: 'COMPLETED',
      check: isInvited,
      checkRefused: async (tenant) => {
        const [invitation] = await tenant.rows('referral_invitation');
        await invite(tenant, String(invitation?.partner_id));
        await finishRuns(tenant);
        await isInvited(tenant);
      },
    },
  ],
  'cosell.reconcile': [
    {
      title: 'a deal that Microsoft offers',
      arrange: offered,
      status: 'COMPLETED',
      check: async (tenant) => {
        await shows(tenant, { status: 'PENDING_ACCEPTANCE', direction: 'INBOUND', sync_status: 'IN_SYNC' });
        only(await tenant.rows('cosell_cursor'));
      },
      checkRefused: async (tenant) => {
        const { connectionId } = accountOf.get(tenant) as Account;
        // One referral that cannot be read does not hold up the others: it is read again once a day.
        await tenant.deployment.simulator.advance('P1D');
        await tenant.act('due', (call) => startSync(call, { connectionId }));
        await finishRuns(tenant);
        await shows(tenant, { status: 'PENDING_ACCEPTANCE' });
      },
    },
  ],
} satisfies Record<string, [Scenario]>;
