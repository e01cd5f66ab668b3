import type { TestOrganization } from '../app.ts';
import { aContact } from './contact.ts';
import { type Examples, idOf } from './example.ts';

export const aTicket = async (organization: TestOrganization, fields: object = {}): Promise<string> => {
  const body = { name: 'The report is late', ...fields };
  const reply = await organization.editor.call('POST', '/support/ticket', { body });
  if (reply.status !== 200) throw new Error(reply.text);
  return idOf(reply);
};

const aClosedTicket = async (organization: TestOrganization): Promise<string> => {
  const ticketId = await aTicket(organization);
  await organization.editor.call('PATCH', `/support/ticket/${ticketId}/close`);
  return ticketId;
};

const file = { name: 'report.log', content: '2026-01-01 The report was not sent.\n' };

export const anAttachment = async (
  organization: TestOrganization,
): Promise<{ ticketId: string; attachmentId: string }> => {
  const ticketId = await aTicket(organization);
  const reply = await organization.editor.call('POST', `/support/ticket/${ticketId}/attachment`, { file });
  if (reply.status !== 200) throw new Error(reply.text);
  return { ticketId, attachmentId: (reply.body as { id: string }[])[0]?.id ?? '' };
};

export const supportExamples: Examples = {
  listSupportTickets: async (_app, organization) => {
    await aTicket(organization, { priority: 'HIGH' });
    return { query: 'status=OPEN&priority=HIGH&keyword=report&limit=5' };
  },
  createSupportTicket: async (_app, organization) => ({
    body: {
      name: 'The report is late',
      description: 'The usage report of yesterday has not arrived.',
      priority: 'HIGH',
      taskType: 'Bug',
      creator: 'ann@customer.example',
      watchers: ['bill@customer.example'],
      entityType: 'CONTACT',
      entityId: await aContact(organization),
    },
  }),
  getSupportTicket: async (_app, organization) => ({ params: { ticketId: await aTicket(organization) } }),
  updateSupportTicket: async (_app, organization) => ({
    params: { ticketId: await aTicket(organization) },
    body: { priority: 'URGENT', watchers: ['bill@customer.example'] },
  }),
  updateSupportTicketStatus: async (_app, organization) => ({
    params: { ticketId: await aTicket(organization) },
    body: { status: 'IN PROGRESS' },
  }),
  closeSupportTicket: async (_app, organization) => ({ params: { ticketId: await aTicket(organization) } }),
  reopenSupportTicket: async (_app, organization) => ({ params: { ticketId: await aClosedTicket(organization) } }),
  createSupportTicketComment: async (_app, organization) => ({
    params: { ticketId: await aTicket(organization, { creator: 'ann@customer.example' }) },
    body: { comment_text: 'We are looking into it.' },
  }),
  listSupportTicketComments: async (_app, organization) => {
    const ticketId = await aTicket(organization);
    await organization.editor.call('POST', `/support/ticket/${ticketId}/comment`, { body: { comment_text: 'Hello' } });
    return { params: { ticketId }, query: 'visibility=PUBLIC&page_size=5' };
  },
  createSupportTicketAttachment: async (_app, organization) => ({
    params: { ticketId: await aTicket(organization) },
    file,
  }),
  listSupportTicketAttachments: async (_app, organization) => {
    const { ticketId } = await anAttachment(organization);
    return { params: { ticketId }, query: 'page_size=5' };
  },
  downloadSupportTicketAttachment: async (_app, organization) => ({ params: await anAttachment(organization) }),
  deleteSupportTicketAttachment: async (_app, organization) => ({ params: await anAttachment(organization) }),
};
