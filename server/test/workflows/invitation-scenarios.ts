import assert from 'node:assert/strict';
import type { Mail } from '../../src/adapters/mail/port.ts';
import { machineSecretHashes } from '../../src/auth/secrets.ts';
import { inviteUser } from '../../src/domain/organization/access/user/actions/invite-user.ts';
import { joinOrganization } from '../../src/domain/organization/access/user/actions/join-organization.ts';
import { reinviteUser } from '../../src/domain/organization/access/user/actions/reinvite-user.ts';
import { UserInvitation } from '../../src/domain/organization/access/user/schema.ts';
import { addAccount, anHourAgo } from '../accounts.ts';
import { only } from './arrange.ts';
import type { Tenant } from './deployment.ts';
import { finishRuns } from './execute.ts';
import type { Scenario } from './scenario.ts';

const addressOf = ({ orgId }: Tenant): string => `ann-${orgId}@invited.test`;
const mailsTo = (tenant: Tenant): Mail[] => tenant.deployment.mails.filter(({ to }) => to === addressOf(tenant));

const placesOfSecrets = ['membership', 'operation', 'operation_event', 'outbox', 'audit_event', 'idempotency'];

/** The mails that went out all hold the link that opens the invitation now; it stands nowhere in the database. */
const linkIsSent = async (tenant: Tenant): Promise<void> => {
  const user = only(await tenant.rows('membership'));
  assert.deepEqual([user.status, user.email], ['INVITED', addressOf(tenant)]);
  const last = mailsTo(tenant).at(-1);
  const token = /\/console\/invitation\?token=(\S+)/.exec(last?.text ?? '')?.[1] ?? '';
  const hashes = machineSecretHashes(tenant.deployment.environment.secretKeys, token).map((hash) =>
    hash.toString('hex'),
  );
  assert.ok(hashes.includes((user.invitation_hash as Buffer).toString('hex')));
  for (const table of placesOfSecrets) {
    assert.ok(!JSON.stringify(await tenant.rows(table)).includes(token), `the link stands in ${table}`);
  }
};

const invited = async (tenant: Tenant): Promise<string> => {
  const body = UserInvitation.parse({ email: addressOf(tenant), role: 'VIEWER' });
  await tenant.act('invite', (call) => inviteUser(call, { body }));
  return only(await tenant.rows('membership')).id as string;
};

/** The actor of these scenarios is nobody of the organization. */
const madeByService = ({ orgId, deployment }: Tenant): Promise<unknown> =>
  deployment.database.system((system) =>
    system.updateTable('membership').set({ created_by: 'test' }).where('org_id', '=', orgId).execute(),
  );

const nothingIsSent = async (tenant: Tenant): Promise<void> => {
  assert.deepEqual(mailsTo(tenant), []);
  assert.equal(only(await tenant.rows('membership')).status, 'ACTIVE');
};

export const invitationScenarios: { 'invitation.send': readonly [Scenario, ...Scenario[]] } = {
  'invitation.send': [
    {
      title: 'a person is invited',
      arrange: async (tenant) => {
        await invited(tenant);
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        await linkIsSent(tenant);
        const [first, ...others] = mailsTo(tenant);
        for (const mail of others) assert.deepEqual(mail, first, 'a repeated mail is the same mail');
      },
      checkRefused: async (tenant) => {
        assert.deepEqual(mailsTo(tenant), []);
        const userId = only(await tenant.rows('membership')).id as string;
        await anHourAgo(tenant.deployment.database, tenant.orgId);
        await tenant.act('again', (call) => reinviteUser(call, { params: { userId } }));
        await finishRuns(tenant);
        await linkIsSent(tenant);
      },
    },
    {
      title: 'a person who has joined by a link that is not good any more',
      arrange: async (tenant) => {
        const userId = await invited(tenant);
        const accountId = tenant.deployment.environment.ids.next();
        const email = addressOf(tenant);
        await addAccount(tenant.deployment.database, { id: accountId, email, firstName: 'Ann', lastName: '' });
        await madeByService(tenant);
        const hashes = [only(await tenant.rows('membership')).invitation_hash as Buffer];
        assert.ok(await tenant.act('join', (call) => joinOrganization(call, { userId, accountId, hashes })));
      },
      status: 'COMPLETED',
      check: nothingIsSent,
      checkRefused: nothingIsSent,
    },
  ],
};
