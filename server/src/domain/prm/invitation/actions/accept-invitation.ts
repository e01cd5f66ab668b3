import type { ActCall } from '../../../../contract/call.ts';
import { recordsAround } from '../../../../contract/record-changes.ts';
import { lockPair } from '../../../../db/two-organizations.ts';
import { Refusal, requireFound } from '../../../../kit/errors.ts';
import { decodeId } from '../../../../kit/ids.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { findPeople } from '../../../organization/actions/find-people.ts';
import { loadOrganization } from '../../../organization/actions/load-organization.ts';
import type { OrganizationRow } from '../../../organization/organization.ts';
import { keepContact } from '../../contact/store.ts';
import { addRelationship, changeRelationship } from '../../relationship/change-relationship.ts';
import { noProfile, type Relationship } from '../../relationship/relationship.ts';
import { relationshipIs, relationshipTransitions } from '../../relationship/states.ts';
import { findRelationshipWith, lockRelationship, lockRelationshipOfPair } from '../../relationship/store.ts';
import type { Invitation } from '../invitation.ts';
import { lockSides, moveSides } from '../sides.ts';
import { invitationTransitions } from '../states.ts';
import { findInvitation } from '../store.ts';
import { viewInvitation } from '../view.ts';
import { checkDirection } from './end-invitation.ts';

type Person = { name: string; email: string };

/** The person who accepts; a program has no address, and leaves none. */
const findAcceptor = async ({ db, actor }: ActCall): Promise<Person | undefined> => {
  const id = decodeId('user', actor.id);
  return id === null ? undefined : (await findPeople(db, [id])).get(id);
};

const checkInTime = (call: ActCall, { accept_by: by, status }: Invitation): void => {
  if (by > call.now) return;
  const message = `The invitation expired at ${by.toISOString()}; ask its sender to send it again.`;
  throw new Refusal('Conflict', message, { status, acceptBy: by.toISOString() });
};

const profileOf = ({ website, email_domain: emailDomain }: OrganizationRow) => ({ ...noProfile, website, emailDomain });

/** The sender's record of the receiver: established, or in force again. Throws a 409 if that cannot be. */
const establishAtSender = async (
  sender: ActCall,
  relationshipId: string,
  receiver: OrganizationRow,
): Promise<Relationship> => {
  const old = requireFound(await lockRelationship(sender.db, relationshipId), 'partner relationship');
  const known = await findRelationshipWith(sender.db, receiver.id);
  if (old.partner_org_id !== null && old.partner_org_id !== receiver.id) {
    throw new Refusal('Conflict', 'The invitation is for another organization, which is the partner already.');
  }
  if (known && known.id !== old.id) {
    const message =
      'The two organizations have a partnership already: decline this invitation. If it has ended, its sender can invite from its record.';
    throw new Refusal('Conflict', message);
  }
  if (relationshipIs.shares(old.status)) return old;
  const status = nextStatus('Partner relationship', relationshipTransitions, 'establish', old);
  const isNew = old.partner_org_id === null;
  const learned = isNew
    ? {
        partner_org_id: receiver.id,
        company: {
          ...old.company,
          website: old.company.website || receiver.website,
          emailDomain: old.company.emailDomain || receiver.email_domain,
        },
      }
    : {};
  const event = isNew ? 'partner_relationship.established' : 'partner_relationship.resumed';
  const change = { ...learned, status, ended: false, partner_ended: false };
  return (await changeRelationship(sender, old, change, event)).row;
};

/** The receiver's own record of the sender. */
const establishAtReceiver = async (
  call: ActCall,
  { invitation, theirs, sender }: { invitation: Invitation; theirs: Relationship; sender: OrganizationRow },
): Promise<Relationship> => {
  const old = await lockRelationshipOfPair(call.db, theirs.pair_id);
  if (!old) {
    const { row } = await addRelationship(
      call,
      {
        id: call.newId(),
        pair_id: theirs.pair_id,
        partner_org_id: sender.id,
        company_name: sender.name,
        company: profileOf(sender),
        relationship: invitation.relationship,
        engagement_type: invitation.engagement_type,
        status: 'ACTIVE',
        ended: false,
        partner_ended: false,
        manager_id: null,
        tags: [],
        creation_time: call.now,
        last_update_time: call.now,
        version: 1,
      },
      'partner_relationship.established',
    );
    return row;
  }
  if (relationshipIs.shares(old.status)) return old;
  const status = nextStatus('Partner relationship', relationshipTransitions, 'establish', old);
  const change = { status, ended: false, partner_ended: false };
  return (await changeRelationship(call, old, change, 'partner_relationship.resumed')).row;
};

const keepPerson = async (call: ActCall, relationshipId: string, { name, email }: Person): Promise<void> => {
  if (email === '') return;
  await keepContact(call.db, {
    id: call.newId(),
    relationship_id: relationshipId,
    email,
    name,
    job_title: '',
    profile_url: '',
    seniority: '',
    creation_time: call.now,
  });
};

/**
 * A person or program of the receiving organization accepts: both organizations have a record of the partnership from now
 * on, and know who invited and who accepted. Throws a 409 if it was answered, withdrawn or has expired, or if the two
 * have a partnership already.
 */
export const acceptInvitation = async (call: ActCall, { params }: { params: { invitationId: string } }) => {
  const seen = requireFound(await findInvitation(call.db, params.invitationId), 'partner invitation');
  if (seen.other_org_id !== null) await lockPair(call.db, seen.other_org_id);
  const sides = await lockSides(call, seen.id);
  const { own, other } = sides;
  call.checkVersion(own.version);
  checkDirection(own, 'INBOUND');
  const status = nextStatus('Partner invitation', invitationTransitions, 'accept', own);
  checkInTime(call, own);
  const senderId = own.other_org_id;
  const relationshipId = other?.relationship_id ?? null;
  if (senderId === null || relationshipId === null) throw new Error('a received invitation has no sender');

  const receiver = await loadOrganization(call.db);
  const acceptor = await findAcceptor(call);
  const { theirs, sender } = await call.inOrganization(senderId, async (there) => {
    const established = await establishAtSender(recordsAround(there), relationshipId, receiver);
    if (acceptor) await keepPerson(there, established.id, acceptor);
    return { theirs: established, sender: await loadOrganization(there.db) };
  });
  const ours = await establishAtReceiver(recordsAround(call), { invitation: own, theirs, sender });
  await keepPerson(call, ours.id, { name: own.sender.userName, email: own.sender.email });
  const change = { status, responded_time: call.now };
  const more = { relationship_id: ours.id };
  const row = await moveSides(call, sides, { change, more, event: 'partner_invitation.accepted' });
  return viewInvitation(call.orgId, row);
};
