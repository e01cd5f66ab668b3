import { randomUUID } from 'node:crypto';
import type { TestApp, TestOrganization } from '../app.ts';
import { aDealWith, won } from './direct-deal.ts';
import { type Examples, idOf } from './example.ts';

type Sent = { id: string; partnerId: string; token: string };

export const tokenOf = (acceptUrl: string): string => new URL(acceptUrl).searchParams.get('token') ?? '';

/** Sends an invitation to a new person. */
export const anInvitation = async (sender: TestOrganization, more: object = {}): Promise<Sent> => {
  const recipient = { companyName: 'Initech', email: `${randomUUID()}@initech.example`, name: 'Bill' };
  const reply = await sender.editor.call('POST', '/prm/invitation', { body: { recipient, ...more } });
  if (reply.status !== 200) throw new Error(reply.text);
  const { id, partnerId, acceptUrl } = reply.body as { id: string; partnerId: string; acceptUrl: string };
  return { id, partnerId, token: tokenOf(acceptUrl) };
};

/** A person opens a link for an organization. */
export const askByLink = async (
  app: TestApp,
  { path, token, by, more = {} }: { path: string; token: string; by?: string; more?: object },
): Promise<{ status: number; body: never; text: string }> => {
  const response = await fetch(`${app.authUrl}/partner-invitation/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(by === undefined ? {} : { authorization: `Bearer ${by}` }) },
    body: JSON.stringify({ token, ...more }),
  });
  const text = await response.text();
  return { status: response.status, text, body: (text === '' ? undefined : JSON.parse(text)) as never };
};

/** Opens the link for an organization: it has the invitation as INBOUND. Returns its id there. */
export const received = async (app: TestApp, receiver: TestOrganization, token: string): Promise<string> => {
  const { owner, id: organizationID } = receiver;
  const reply = await askByLink(app, { path: 'receive', token, by: owner.token, more: { organizationID } });
  if (reply.status !== 200) throw new Error(reply.text);
  return (reply.body as { invitationID: string }).invitationID;
};

/** An invitation that an organization has received from another one, made for it. */
const anInboundInvitation = async (app: TestApp, receiver: TestOrganization) => {
  const sender = await app.addOrganization(`sender-${randomUUID().slice(0, 8)}`);
  const sent = await anInvitation(sender);
  return { sender, sent, id: await received(app, receiver, sent.token) };
};

/** A partnership in force: with the ids of both records. */
export const aPartnership = async (app: TestApp, receiver: TestOrganization) => {
  const { sender, sent, id } = await anInboundInvitation(app, receiver);
  const reply = await receiver.editor.call('POST', `/prm/invitation/${id}/accept`);
  if (reply.status !== 200) throw new Error(reply.text);
  return { partner: sender, theirId: sent.partnerId, id: (reply.body as { partnerId: string }).partnerId };
};

const pdf = Buffer.from('%PDF-1.7\nan example\n').toString('base64');

export const aFile = async (organization: TestOrganization, sharing?: object): Promise<string> => {
  const body = { name: 'Overview.pdf', content: pdf };
  const fileId = idOf(await organization.editor.call('POST', '/prm/file', { body }));
  if (sharing) await organization.editor.call('POST', `/prm/file/${fileId}/share`, { body: sharing });
  return fileId;
};

const forAll = { sharedWith: 'ALL_PARTNERS' };

const recipient = { companyName: 'Initech', name: 'Bill Lumbergh', website: 'https://initech.example' };
const recipientAt = () => ({ ...recipient, email: `bill-${randomUUID()}@initech.example` });

export const prmExamples: Examples = {
  listInvitations: async (_app, organization) => {
    await anInvitation(organization);
    return { query: 'q=(= direction "OUTBOUND")&page_size=5' };
  },
  createInvitation: async (_app, organization) => ({
    body: {
      recipient: recipientAt(),
      relationship: 'RESELLER',
      engagementType: 'RESELL',
      message: { subject: 'Shall we work together?', body: 'We would like to work with you.' },
      linkedFileIds: [await aFile(organization, forAll)],
      acceptByDays: 14,
    },
  }),
  acceptInvitation: async (app, organization) => ({
    params: { invitationId: (await anInboundInvitation(app, organization)).id },
  }),
  declineInvitation: async (app, organization) => ({
    params: { invitationId: (await anInboundInvitation(app, organization)).id },
  }),
  cancelInvitation: async (_app, organization) => ({ params: { invitationId: (await anInvitation(organization)).id } }),
  resendInvitation: async (_app, organization) => ({ params: { invitationId: (await anInvitation(organization)).id } }),
  generateInvitationEmail: async (_app, organization) => ({
    body: {
      recipient: recipientAt(),
      relationship: 'RESELLER',
      tone: 'FRIENDLY',
      linkedFileIds: [await aFile(organization, forAll)],
    },
  }),
  listPartnerInvitations: async (_app, organization) => ({
    params: { partnerId: (await anInvitation(organization)).partnerId },
  }),
  invitePartnerContact: async (_app, organization) => ({
    params: { partnerId: (await anInvitation(organization)).partnerId },
    body: { recipient: recipientAt(), acceptByDays: 30 },
  }),
  listPartnerRelationships: async (_app, organization) => {
    await anInvitation(organization);
    return { query: 'q=(= status "INVITED")&page_size=5' };
  },
  getPartnerRelationship: async (app, organization) => ({
    params: { partnerId: (await aPartnership(app, organization)).id },
  }),
  updatePartnerRelationship: async (_app, organization) => {
    const users = await organization.owner.call('GET', '/user?status=ACTIVE&limit=1');
    const userId = (users.body as { id: string }[])[0]?.id;
    return {
      params: { partnerId: (await anInvitation(organization)).partnerId },
      body: {
        relationship: 'DISTRIBUTOR',
        company: { industry: 'Software', employeeCount: 250 },
        partnerManager: { userId },
        tags: ['north', `since ${randomUUID()}`],
      },
    };
  },
  listPartnerContacts: async (_app, organization) => ({
    params: { partnerId: (await anInvitation(organization)).partnerId },
    query: 's=name',
  }),
  listPartnerCommissions: async (app, organization) => {
    const { id } = await aPartnership(app, organization);
    await won(organization, await aDealWith(organization, id));
    return { params: { partnerId: id }, query: 'status=PENDING_CONFIRMATION&page_size=5' };
  },
  getPartnerCommissionStatement: async (app, organization) => ({
    params: { partnerId: (await aPartnership(app, organization)).id },
    query: 'month=2026-11&format=pdf',
  }),
  listLinkableFiles: async (_app, organization) => {
    await aFile(organization, forAll);
    return {};
  },
  listPartnerFiles: async (_app, organization) => {
    await aFile(organization);
    return { query: 'page_size=5' };
  },
  uploadPartnerFile: async () => ({ body: { name: 'Overview.pdf', content: pdf } }),
  getPartnerFile: async (_app, organization) => ({ params: { fileId: await aFile(organization) } }),
  sharePartnerFile: async (_app, organization) => ({ params: { fileId: await aFile(organization) }, body: forAll }),
  unsharePartnerFile: async (_app, organization) => ({ params: { fileId: await aFile(organization, forAll) } }),
  downloadPartnerFile: async (_app, organization) => ({ params: { fileId: await aFile(organization) } }),
  deletePartnerFile: async (_app, organization) => ({ params: { fileId: await aFile(organization) } }),
  listSharedFiles: async (app, organization) => {
    const { partner, id } = await aPartnership(app, organization);
    await aFile(partner, forAll);
    return { params: { partnerId: id } };
  },
  downloadSharedFile: async (app, organization) => {
    const { partner, id } = await aPartnership(app, organization);
    return { params: { partnerId: id, fileId: await aFile(partner, forAll) } };
  },
};
