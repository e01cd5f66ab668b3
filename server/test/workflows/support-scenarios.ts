import assert from 'node:assert/strict';
import { createSupportTicketAttachment } from '../../src/domain/support/attachment/actions/add-attachment.ts';
import { deleteSupportTicketAttachment } from '../../src/domain/support/attachment/actions/delete-attachment.ts';
import { createSupportTicket } from '../../src/domain/support/ticket/actions/create-ticket.ts';
import { NewSupportTicket } from '../../src/domain/support/ticket/schema.ts';
import { decodeId, encodeId } from '../../src/kit/ids.ts';
import { only } from './arrange.ts';
import type { Tenant } from './deployment.ts';
import type { Scenario } from './scenario.ts';

const removedOf = (tenant: Tenant): string[] =>
  tenant.deployment.removedFiles.filter((key) => key.startsWith(encodeId('org', tenant.orgId)));

export const supportScenarios: Record<'support-attachment.remove', readonly [Scenario, ...Scenario[]]> = {
  'support-attachment.remove': [
    {
      title: 'an attachment of a ticket is deleted',
      arrange: async (tenant) => {
        const body = NewSupportTicket.parse({ name: 'Help' });
        const { id } = await tenant.act('create', (call) => createSupportTicket(call, { body }));
        const answer = {
          id: tenant.deployment.environment.ids.next(),
          ticket_id: decodeId('ticket', id) as string,
          name: 'a.log',
          content_type: 'text/plain',
          size: 1,
        };
        await tenant.act('attach', (call) => createSupportTicketAttachment(call, { answer }));
        const params = { ticketId: answer.ticket_id, attachmentId: answer.id };
        await tenant.act('delete', (call) => deleteSupportTicketAttachment(call, { params }));
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.deepEqual(await tenant.rows('support_attachment'), []);
        const stored = only(await tenant.rows('support_storage'));
        assert.deepEqual([Number(stored.files), Number(stored.bytes)], [0, 0]);
        assert.equal(new Set(removedOf(tenant)).size, 1);
      },
      checkRefused: async (tenant) => {
        assert.deepEqual(removedOf(tenant), [], 'the operation is FAILED: whoever runs the service sees it');
      },
    },
  ],
};
