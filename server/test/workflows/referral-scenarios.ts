import assert from 'node:assert/strict';
import { invitePartnerToReferral } from '../../src/domain/cosell/invitation/actions/invite-partner.ts';
import { startSync } from '../../src/domain/organization/connection/actions/record-sync.ts';
import { only } from './arrange.ts';
import { type CrmBench, openCrmBench } from './crm-arrange.ts';
import type { Row, Tenant } from './deployment.ts';
import { finishRuns } from './execute.ts';
import {
  type Account,
  accountIdOf,
  accountOf,
  change,
  connected,
  create,
  nextAccount,
  resync,
  shows,
  submitted,
  there,
} from './referral-arrange.ts';
import type { Scenario } from './scenario.ts';

const statusesAtPartner = async (tenant: Tenant): Promise<string[]> =>
  (await there(tenant))
    .map(({ accountId, content }) => `${accountId === accountIdOf(tenant) ? 'own' : accountId} ${content.substatus}`)
    .sort();

/** Microsoft offers a deal, and it was read. */
const offered = async (tenant: Tenant): Promise<void> => {
  const { connectionId, accountId } = await connected(tenant);
  const { control } = await tenant.deployment.azure();
  await control('POST', '/referral', { accountId });
  await tenant.act('due', (call) => startSync(call, { connectionId }));
};

const isShared = async (tenant: Tenant): Promise<void> => {
  await shows(tenant, { status: 'SUBMITTED', sync_status: 'IN_SYNC' });
  assert.deepEqual(await statusesAtPartner(tenant), ['msft Pending', 'own Accepted'], 'one deal, one invitation');
};

const isChanged = async (tenant: Tenant): Promise<void> => {
  await shows(tenant, { name: 'A better name', sync_status: 'IN_SYNC' });
  const [own] = (await there(tenant)).filter(({ accountId }) => accountId === accountIdOf(tenant));
  assert.equal(own?.content.name, 'A better name');
};

const isAccepted = async (tenant: Tenant): Promise<void> => {
  await shows(tenant, { status: 'ACCEPTED', sync_status: 'IN_SYNC' });
  assert.deepEqual(await statusesAtPartner(tenant), ['msft Accepted', 'own Accepted']);
};

const guestOf = async (tenant: Tenant): Promise<string> => {
  const accountId = nextAccount();
  const { control } = await tenant.deployment.azure();
  await control('POST', '/account', { id: accountId, name: 'Fabrikam' });
  return accountId;
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

const benchOf = new WeakMap<Tenant, CrmBench>();

/** A deal in HubSpot, its referral and Microsoft, in sync. */
const crmBench = async (tenant: Tenant): Promise<CrmBench> => {
  const bench = await openCrmBench(tenant);
  benchOf.set(tenant, bench);
  // The first run is a full one.
  await tenant.act('due', (call) => startSync(call, { connectionId: bench.crmConnectionId }));
  await finishRuns(tenant);
  await bench.writes();
  return bench;
};

/** What was changed in each place is said in all of them, and was written once. */
const isSaidEverywhere = async (tenant: Tenant): Promise<void> => {
  const bench = benchOf.get(tenant) as CrmBench;
  await shows(tenant, { sync_status: 'IN_SYNC', crm_errors: [] });
  const { nextStep: _, ...inCrm } = await bench.inCrm();
  const here = await bench.here();
  assert.deepEqual([inCrm, await bench.atPartner()], [here, here]);
  assert.deepEqual([here.value, here.notes], [60_000, 'Call me.']);
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
    {
      title: 'a deal that was changed in the CRM and here, while Microsoft wrote a note',
      arrange: async (tenant) => {
        const bench = await crmBench(tenant);
        await bench.editInCrm({ value: 60_000 });
        await bench.editAtPartner({ notes: 'Call me.' });
        await change(tenant, { name: 'A better name' });
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        await isSaidEverywhere(tenant);
        await isChanged(tenant);
      },
      checkRefused: async (tenant) => {
        await shows(tenant, { name: 'A better name', sync_status: 'FAILED' });
        await resync(tenant);
        await isSaidEverywhere(tenant);
        await isChanged(tenant);
      },
    },
  ],
  'crm.reconcile': [
    {
      title: 'a deal that was changed in the CRM, while Microsoft wrote a note',
      arrange: async (tenant) => {
        const bench = await crmBench(tenant);
        await bench.editInCrm({ value: 60_000 });
        await bench.editAtPartner({ notes: 'Call me.' });
        await tenant.act('due', (call) => startSync(call, { connectionId: bench.crmConnectionId }));
      },
      status: 'COMPLETED',
      check: isSaidEverywhere,
      checkRefused: async (tenant) => {
        const { crmConnectionId: connectionId } = benchOf.get(tenant) as CrmBench;
        // Once a day, all that differ are synchronized.
        await tenant.deployment.simulator.advance('P1D');
        await tenant.act('due', (call) => startSync(call, { connectionId }));
        await finishRuns(tenant);
        await resync(tenant);
        await isSaidEverywhere(tenant);
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
} satisfies Record<string, [Scenario, ...Scenario[]]>;
