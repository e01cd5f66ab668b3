import assert from 'node:assert/strict';
import type { Mail } from '../../src/adapters/mail/port.ts';
import { machineSecretHashes } from '../../src/auth/secrets.ts';
import { deletePartnerFile } from '../../src/domain/prm/file/actions/delete-partner-file.ts';
import { uploadPartnerFile } from '../../src/domain/prm/file/actions/upload-partner-file.ts';

import { cancelInvitation } from '../../src/domain/prm/invitation/actions/end-invitation.ts';
import { createInvitation, resendInvitation } from '../../src/domain/prm/invitation/actions/send-invitation.ts';
import { CreateInvitation } from '../../src/domain/prm/invitation/schema.ts';
import { encodeId } from '../../src/kit/ids.ts';
import { only } from './arrange.ts';
import type { Tenant } from './deployment.ts';
import { finishRuns } from './execute.ts';
import type { Scenario } from './scenario.ts';

const addressOf = ({ orgId }: Tenant): string => `bill-${orgId}@initech.test`;
const mailsTo = (tenant: Tenant): Mail[] => tenant.deployment.mails.filter(({ to }) => to === addressOf(tenant));

const placesOfSecrets = ['partner_invitation', 'operation', 'operation_event', 'outbox', 'audit_event', 'idempotency'];

/** The last mail has the link in force; it stands nowhere in the database. */
const linkIsSent = async (tenant: Tenant): Promise<void> => {
  const invitation = only(await tenant.rows('partner_invitation'));
  assert.deepEqual([invitation.status, invitation.recipient_email], ['PENDING', addressOf(tenant)]);
  const text = mailsTo(tenant).at(-1)?.text ?? '';
  const token = /\/account\/partner-invitation\?token=(\S+)/.exec(text)?.[1] ?? '';
  const { secretKeys } = tenant.deployment.environment;
  const hashes = machineSecretHashes(secretKeys, token).map((hash) => hash.toString('hex'));
  assert.ok(hashes.includes((invitation.link_hash as Buffer).toString('hex')));
  for (const table of placesOfSecrets) {
    assert.ok(!JSON.stringify(await tenant.rows(table)).includes(token), `the link stands in ${table}`);
  }
};

const invited = async (tenant: Tenant): Promise<string> => {
  const body = CreateInvitation.parse({ recipient: { companyName: 'Initech', email: addressOf(tenant) } });
  await tenant.act('invite', (call) => createInvitation(call, { body }));
  return only(await tenant.rows('partner_invitation')).id as string;
};

const nothingIsSent = async (tenant: Tenant): Promise<void> => {
  assert.deepEqual(mailsTo(tenant), []);
  assert.equal(only(await tenant.rows('partner_invitation')).status, 'CANCELLED');
};

const removedOf = (tenant: Tenant): string[] =>
  tenant.deployment.removedFiles.filter((key) => key.startsWith(encodeId('org', tenant.orgId)));

type PartnerWorkflow = 'partner-invitation.deliver' | 'partner-file.remove';

export const partnerScenarios: Record<PartnerWorkflow, readonly [Scenario, ...Scenario[]]> = {
  'partner-invitation.deliver': [
    {
      title: 'a company is invited',
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
        const invitationId = only(await tenant.rows('partner_invitation')).id as string;
        await tenant.act('again', (call) => resendInvitation(call, { params: { invitationId } }));
        await finishRuns(tenant);
        await linkIsSent(tenant);
      },
    },
    {
      title: 'an invitation that was withdrawn before it was sent',
      arrange: async (tenant) => {
        const invitationId = await invited(tenant);
        await tenant.act('cancel', (call) => cancelInvitation(call, { params: { invitationId } }));
      },
      status: 'COMPLETED',
      check: nothingIsSent,
      checkRefused: nothingIsSent,
    },
  ],
  'partner-file.remove': [
    {
      title: 'a file is deleted',
      arrange: async (tenant) => {
        const answer = {
          id: tenant.deployment.environment.ids.next(),
          name: 'A.pdf',
          content_type: 'application/pdf',
          size: 1,
        };
        await tenant.act('upload', (call) => uploadPartnerFile(call, { answer }));
        await tenant.act('delete', (call) => deletePartnerFile(call, { params: { fileId: answer.id } }));
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.deepEqual(await tenant.rows('partner_file'), []);
        assert.equal(new Set(removedOf(tenant)).size, 1);
      },
      checkRefused: async (tenant) => {
        assert.deepEqual(removedOf(tenant), [], 'the operation is FAILED: whoever runs the service sees it');
      },
    },
  ],
};
