import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { recordsAround } from '../../../../contract/record-changes.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { Refusal, requireFound } from '../../../../kit/errors.ts';
import { decodeId, encodeId } from '../../../../kit/ids.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { checkLinksLeft, type LinkLimits } from '../../../organization/actions/check-links-left.ts';
import { findPeople } from '../../../organization/actions/find-people.ts';
import { loadOrganization } from '../../../organization/actions/load-organization.ts';
import { keepContact } from '../../contact/store.ts';
import { addRelationship, changeRelationship } from '../../relationship/change-relationship.ts';
import { noProfile, type Relationship } from '../../relationship/relationship.ts';
import { relationshipTransitions } from '../../relationship/states.ts';
import { countRelationships, lockRelationship } from '../../relationship/store.ts';
import { addInvitation } from '../change-invitation.ts';
import { checkLinkedFiles } from '../check-linked-files.ts';
import { writeInvitationEmail } from '../email/write-email.ts';
import {
  acceptByDaysDefault,
  type Invitation,
  invitationExpiryKind,
  invitationRun,
  type Sender,
} from '../invitation.ts';
import { createLink } from '../link.ts';
import type { CreateInvitation } from '../schema.ts';
import { lockSides, moveSides } from '../sides.ts';
import { invitationIs, invitationTransitions } from '../states.ts';
import { countPendingInvitations, hasPendingInvitation } from '../store.ts';
import { viewInvitation } from '../view.ts';
import { checkDirection } from './end-invitation.ts';

type Body = z.output<typeof CreateInvitation>;

/** Partners of an organization, invited ones included. */
const relationshipsMax = 10_000;
const limits: LinkLimits = { open: 1000, openOfYoung: 20, aDay: 500, aDayOfYoung: 50 };

const dayMs = 86_400_000;

const acceptBy = (call: ActCall, days: number): Date => new Date(call.now.getTime() + days * dayMs);

/** `isOpen`: the link is for an invitation that is open already, so that no more are open than before. */
const checkLinks = (call: ActCall, { isOpen }: { isOpen: boolean } = { isOpen: false }): Promise<void> =>
  checkLinksLeft(call, {
    workflow: invitationRun,
    noun: 'partner invitations',
    limits,
    countOpen: async (most) => (isOpen ? 0 : countPendingInvitations(call.db, most)),
  });

/** Starts the run that sends a new link. Returns the link, which only the caller sees, and its hash. */
const startLink = async (
  call: ActCall,
  invitationId: string,
): Promise<{ url: string; hash: Buffer; operation: string }> => {
  const entityId = encodeId('invite', invitationId);
  const operationId = await call.start(invitationRun, { invitationId }, { entityId });
  const name = { orgId: call.orgId, invitationId, operationId };
  return { ...createLink(call.secretKeys, call.authUrl, name), operation: encodeId('operation', operationId) };
};

/** Who invites, as the invited see it. */
const readSender = async (call: ActCall): Promise<Sender> => {
  const { name } = await loadOrganization(call.db);
  const userId = decodeId('user', call.actor.id);
  const person = userId === null ? undefined : (await findPeople(call.db, [userId])).get(userId);
  return {
    organizationId: call.orgId,
    organizationName: name,
    userName: person?.name ?? call.actor.name,
    email: person?.email ?? '',
  };
};

const refuseSecond = async (call: ActCall, email: string, relationshipId?: string): Promise<void> => {
  const wanted = relationshipId === undefined ? { email } : { email, relationshipId };
  if (!(await hasPendingInvitation(call.db, wanted))) return;
  throw new Refusal('Conflict', 'This person has a pending invitation already: resend or cancel it.');
};

/** Stores the invitation of a locked relationship and starts the run that sends it. */
const send = async (call: ActCall, body: Body, relationship: Relationship) => {
  const sender = await readSender(call);
  const files = [...new Set(body.linkedFileIds ?? [])];
  const linked = await checkLinkedFiles(call.db, files);
  const { recipient: given, message } = body;
  const recipient = { ...given, name: given.name ?? '', website: given.website ?? '' };
  const kind = body.relationship ?? relationship.relationship;
  const written = writeInvitationEmail({
    recipient,
    relationship: kind,
    tone: 'PROFESSIONAL',
    sender,
    fileNames: linked.map(({ name }) => name),
  });
  const id = call.newId();
  const { url, hash } = await startLink(call, id);
  const days = body.acceptByDays ?? acceptByDaysDefault;
  const invitation: Invitation = {
    id,
    pair_id: call.newId(),
    direction: 'OUTBOUND',
    status: 'PENDING',
    relationship_id: relationship.id,
    other_org_id: null,
    recipient,
    recipient_email: recipient.email,
    recipient_company: recipient.companyName,
    sender,
    relationship: kind,
    engagement_type: body.engagementType ?? relationship.engagement_type,
    subject: message?.subject || written.subject,
    body: message?.body || written.body,
    linked_file_ids: files,
    accept_by_days: days,
    accept_by: acceptBy(call, days),
    sent_time: call.now,
    resent_count: 0,
    responded_time: null,
    link_hash: hash,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
  const { view } = await addInvitation(call, invitation, 'partner_invitation.created');
  await scheduleDue(call.db, invitationExpiryKind, id, invitation.accept_by);
  await keepContact(call.db, {
    id: call.newId(),
    relationship_id: relationship.id,
    email: recipient.email,
    name: recipient.name,
    job_title: '',
    profile_url: '',
    seniority: '',
    creation_time: call.now,
  });
  return { ...view, acceptUrl: url };
};

/**
 * Invites a company: it is a partner in the status INVITED from now on. The answer is the same whether or not the person,
 * or the company, is known to this service.
 */
export const createInvitation = async (call: ActCall, { body }: { body: Body }) => {
  await checkLinks(call);
  await refuseSecond(call, body.recipient.email);
  if ((await countRelationships(call.db, relationshipsMax)) >= relationshipsMax) {
    throw new Refusal('Conflict', `An organization has at most ${relationshipsMax} partners.`, {
      limit: relationshipsMax,
    });
  }
  const { companyName, website } = body.recipient;
  const { row } = await addRelationship(
    recordsAround(call),
    {
      id: call.newId(),
      pair_id: call.newId(),
      partner_org_id: null,
      company_name: companyName,
      company: { ...noProfile, website: website ?? '' },
      relationship: body.relationship ?? 'REFERRAL',
      engagement_type: body.engagementType ?? 'CO_SELL',
      status: 'INVITED',
      ended: false,
      partner_ended: false,
      manager_id: null,
      tags: [],
      creation_time: call.now,
      last_update_time: call.now,
      version: 1,
    },
    'partner_relationship.created',
  );
  return send(call, body, row);
};

const inviteAgain = async (call: ActCall, old: Relationship): Promise<Relationship> => {
  if (old.partner_org_id !== null || !allows(relationshipTransitions, 'invite again', old.status)) return old;
  const next = nextStatus('Partner relationship', relationshipTransitions, 'invite again', old);
  return (await changeRelationship(recordsAround(call), old, { status: next }, 'partner_relationship.updated')).row;
};

/**
 * Invites a person of a partner: the first time again, a further person, or, when the partnership has ended, to resume it.
 * Only the partner's own organization can accept.
 */
export const invitePartnerContact = async (
  call: ActCall,
  { params, body }: { params: { partnerId: string }; body: Body },
) => {
  await checkLinks(call);
  const old = requireFound(await lockRelationship(call.db, params.partnerId), 'partner relationship');
  await refuseSecond(call, body.recipient.email, old.id);
  return send(call, body, await inviteAgain(call, old));
};

/**
 * Sends a new link with a new accept-by time; the old link dies. The invitation itself stays as it was. One that has expired
 * becomes pending by that, and a person has one pending invitation: 409 if it was invited again in the meantime.
 */
export const resendInvitation = async (call: ActCall, { params }: { params: { invitationId: string } }) => {
  const sides = await lockSides(call, params.invitationId);
  const { own } = sides;
  call.checkVersion(own.version);
  checkDirection(own, 'OUTBOUND');
  const status = nextStatus('Partner invitation', invitationTransitions, 'resend', own);
  const isOpen = invitationIs.open(own.status);
  await checkLinks(call, { isOpen });
  if (!isOpen) await refuseSecond(call, own.recipient_email);
  const { url, hash } = await startLink(call, own.id);
  const change = {
    status,
    link_hash: hash,
    accept_by: acceptBy(call, own.accept_by_days),
    sent_time: call.now,
    resent_count: own.resent_count + 1,
  };
  const row = await moveSides(call, sides, { change, event: 'partner_invitation.resent' });
  await scheduleDue(call.db, invitationExpiryKind, row.id, row.accept_by);
  const relationship = row.relationship_id === null ? undefined : await lockRelationship(call.db, row.relationship_id);
  if (relationship) await inviteAgain(call, relationship);
  return { ...viewInvitation(call.orgId, row), acceptUrl: url };
};
