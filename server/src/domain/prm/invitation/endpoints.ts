import { acts, type Endpoint, reads, readsLive } from '../../../contract/endpoint.ts';
import { listHeaders } from '../../../contract/shapes.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { acceptInvitation } from './actions/accept-invitation.ts';
import { cancelInvitation, declineInvitation } from './actions/end-invitation.ts';
import { createInvitation, invitePartnerContact, resendInvitation } from './actions/send-invitation.ts';
import { acceptEvents } from './events.ts';
import { InvitationListParams } from './fields.ts';
import { generateInvitationEmail, listInvitations, listPartnerInvitations } from './reads.ts';
import { CreateInvitation, GenerateInvitationEmail, Invitation, InvitationEmail, InvitationPage } from './schema.ts';
import { invitationStatuses, invitationTransitions } from './states.ts';

const invitationId = { invitationId: { id: 'invite', noun: 'partner invitation' } } as const;
const partnerId = { partnerId: { id: 'relation', noun: 'partner relationship' } } as const;
const path = '/org/{orgId}/prm/invitation';
const partnerPath = '/org/{orgId}/prm/partner';

const reading = { family: 'prm', permission: 'prm:read' } as const;
const writing = { family: 'prm', permission: 'prm:write' } as const;

const move = movesOf('partner invitation', { statuses: invitationStatuses, acts: invitationTransitions });

const limits =
  'An organization may have 1000 open invitations (20 in its first 7 days): 409. It may send 500 links within 24 hours (50): 429.';

export const invitationEndpoints: Endpoint[] = [
  reads({
    ...reading,
    id: 'listInvitations',
    method: 'GET',
    path,
    summary: 'List partner invitations',
    notes:
      'OUTBOUND: sent by this organization. INBOUND: received, from the moment a member has opened the link for this organization.',
    query: InvitationListParams,
    reply: InvitationPage,
    replyHeaders: listHeaders,
    read: listInvitations,
  }),
  acts({
    ...writing,
    id: 'createInvitation',
    method: 'POST',
    path,
    summary: 'Invite a company to be a partner',
    notes:
      'Sends a mail with a link that can be used once, until acceptBy. Anyone with the link can accept for an organization, or ' +
      'decline. acceptUrl is that link; it is shown only here and when the invitation is sent again. The company is a partner in ' +
      `the status INVITED from now on. The answer does not depend on whether the company is known here. 409 if the person has a pending invitation. ${limits}`,
    body: CreateInvitation,
    reply: Invitation,
    secrets: ['acceptUrl'],
    emits: ['partner_invitation.created', 'partner_relationship.created'],
    act: createInvitation,
  }),
  acts({
    ...writing,
    id: 'acceptInvitation',
    method: 'POST',
    path: `${path}/{invitationId}/accept`,
    summary: 'Accept a received invitation',
    notes:
      'Establishes the partnership: both organizations have a record of it. 409 after acceptBy, for an invitation that this organization ' +
      'sent, and if the two have a partnership already.',
    params: invitationId,
    reply: Invitation,
    moves: move('accept'),
    emits: acceptEvents,
    act: acceptInvitation,
  }),
  acts({
    ...writing,
    id: 'cancelInvitation',
    method: 'POST',
    path: `${path}/{invitationId}/cancel`,
    summary: 'Withdraw a sent invitation',
    notes: 'Its link can no longer be used. 409 for an invitation that this organization received.',
    params: invitationId,
    reply: Invitation,
    moves: move('cancel'),
    emits: ['partner_invitation.cancelled', 'partner_relationship.updated'],
    act: cancelInvitation,
  }),
  acts({
    ...writing,
    id: 'declineInvitation',
    method: 'POST',
    path: `${path}/{invitationId}/decline`,
    summary: 'Decline a received invitation',
    notes:
      'The sender learns that it was declined, not by which organization. 409 for an invitation that this organization sent.',
    params: invitationId,
    reply: Invitation,
    moves: move('decline'),
    emits: ['partner_invitation.declined', 'partner_relationship.updated'],
    act: declineInvitation,
  }),
  acts({
    ...writing,
    id: 'resendInvitation',
    method: 'POST',
    path: `${path}/{invitationId}/resend`,
    summary: 'Send an invitation again',
    notes: `Sends a new link; the old one can no longer be used. acceptBy starts again. 409 for an invitation that this organization received. An open invitation is not counted again. An expired one is counted again, and is answered with 409 if the person has another pending invitation by now. ${limits}`,
    params: invitationId,
    reply: Invitation,
    secrets: ['acceptUrl'],
    moves: move('resend'),
    emits: ['partner_invitation.resent', 'partner_relationship.updated'],
    act: resendInvitation,
  }),
  readsLive({
    ...reading,
    id: 'generateInvitationEmail',
    method: 'POST',
    path: `${partnerPath}/invitation/generate-email`,
    summary: 'Draft the mail of an invitation',
    notes:
      'Written by the service that the operator has set (EMAIL_WRITER_URL), or from templates by relationship and tone; writtenBy says which. ' +
      '502 if that service returns no draft within 10 seconds. Stores and sends nothing. The link to accept is not part of the draft: it is added to each mail.',
    body: GenerateInvitationEmail,
    reply: InvitationEmail,
    unversioned: true,
    read: generateInvitationEmail,
  }),
  reads({
    ...reading,
    id: 'listPartnerInvitations',
    method: 'GET',
    path: `${partnerPath}/{partnerId}/invitation`,
    summary: 'List invitations of a partner',
    notes: 'Sent and received ones. A received invitation belongs to a partner once it is accepted.',
    params: partnerId,
    query: InvitationListParams,
    reply: InvitationPage,
    replyHeaders: listHeaders,
    read: listPartnerInvitations,
  }),
  acts({
    ...writing,
    id: 'invitePartnerContact',
    method: 'POST',
    path: `${partnerPath}/{partnerId}/invitation`,
    summary: 'Invite a person of a partner',
    notes:
      'As a company is invited. Only the organization that is the partner can accept: its person becomes a contact, and a partnership ' +
      `that has ended is in force again. 409 if the person has a pending invitation of this partner. ${limits}`,
    params: partnerId,
    body: CreateInvitation,
    reply: Invitation,
    creates: true,
    secrets: ['acceptUrl'],
    emits: ['partner_invitation.created', 'partner_relationship.updated'],
    act: invitePartnerContact,
  }),
];
