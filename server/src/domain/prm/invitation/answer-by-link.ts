import { findMemberships } from '../../../auth/members.ts';
import type { Membership } from '../../../auth/principal.ts';
import { machineSecretHashes } from '../../../auth/secrets.ts';
import { globalReads } from '../../../auth/store.ts';
import type { ActCall } from '../../../contract/call.ts';
import type { EventName } from '../../../contract/events.ts';
import { type ActEnvironment, runAct } from '../../../engine/run-act.ts';
import { notFound, Refusal } from '../../../kit/errors.ts';
import { decodeId, encodeId } from '../../../kit/ids.ts';
import { type Accepted, foundAndAccept } from './accept-for-new.ts';
import { declineByLink, unknownRecipient } from './actions/end-invitation.ts';
import { acceptByLink, type OpenedLink, receiveInvitation } from './actions/receive-invitation.ts';
import { acceptEvents, endEvents } from './events.ts';
import { findByLink, findInvitation } from './store.ts';

/** A person who opens a link, signed in, and the organization it is opened for: one that exists, or a new one's name. */
export type LinkAnswer = {
  /** The secret of the link. */
  token: string;
  accountId: string;
  organization: { id: string } | { name: string };
  requestId: string;
  sourceIp?: string;
};

export type LinkShown = {
  companyName: string;
  sender: { organizationName: string; userName: string };
  relationship: string;
  engagementType: string;
  acceptBy: string;
};

const findOpened = async (
  { database, clock, secretKeys }: ActEnvironment,
  token: string,
): Promise<OpenedLink | undefined> => {
  const hashes = machineSecretHashes(secretKeys, token);
  const found = await database.system((statements) => findByLink(statements, hashes, clock.now()));
  return found && { senderOrgId: found.orgId, invitationId: found.id, hashes };
};

/** What the holder of a link may know before answering. Undefined if the link cannot be used. */
export const showByLink = async (environment: ActEnvironment, token: string): Promise<LinkShown | undefined> => {
  const opened = await findOpened(environment, token);
  if (!opened) return undefined;
  const row = await findInvitation(environment.database.read(opened.senderOrgId), opened.invitationId);
  return (
    row && {
      companyName: row.recipient.companyName,
      sender: { organizationName: row.sender.organizationName, userName: row.sender.userName },
      relationship: row.relationship,
      engagementType: row.engagement_type,
      acceptBy: row.accept_by.toISOString(),
    }
  );
};

/** The organizations for which a person may answer invitations, by UUID. */
const findMayAnswer = async (environment: ActEnvironment, accountId: string): Promise<Map<string, Membership>> => {
  const all = await findMemberships(globalReads(environment.database), accountId);
  return new Map([...all].filter(([, { permissions }]) => permissions.has('prm:write')));
};

/** IDs, as clients see them, of the organizations for which a person may answer invitations. */
export const listMayAnswer = async (environment: ActEnvironment, accountId: string): Promise<string[]> =>
  [...(await findMayAnswer(environment, accountId)).keys()].map((id) => encodeId('org', id));

type From = Omit<LinkAnswer, 'token' | 'organization'>;

const findPlace = async (
  environment: ActEnvironment,
  organizationId: string,
  from: From,
): Promise<{ orgId: string; membership: Membership }> => {
  const orgId = decodeId('org', organizationId);
  const memberships = await findMemberships(globalReads(environment.database), from.accountId);
  const membership = orgId === null ? undefined : memberships.get(orgId);
  if (orgId === null || !membership) throw notFound('organization');
  if (!membership.permissions.has('prm:write')) {
    throw new Refusal('Forbidden', 'Your role in this organization lacks prm:write, which answers invitations.');
  }
  return { orgId, membership };
};

type Answering<T> = {
  action: string;
  emits: readonly EventName[];
  act: (call: ActCall, opened: OpenedLink) => Promise<T>;
};

/** An answer for an organization that exists. */
type Given = LinkAnswer & { organization: { id: string } };

const answer = async <T>(
  environment: ActEnvironment,
  given: Given,
  { action, emits, act }: Answering<T | undefined>,
): Promise<{ organizationId: string; reply: T } | undefined> => {
  const opened = await findOpened(environment, given.token);
  if (!opened) return undefined;
  const { token: _, organization, ...from } = given;
  const { orgId, membership } = await findPlace(environment, organization.id, from);
  const request = { ...from, orgId, membership, actor: membership.actor, action, emits };
  const outcome = await runAct(environment, request, (call) => act(call, opened));
  if (outcome.replayed || outcome.reply === undefined) return undefined;
  return { organizationId: encodeId('org', orgId), reply: outcome.reply };
};

/**
 * Files the invitation in an organization of the person, where it can be answered later. Undefined if the link cannot be
 * used. Throws a Refusal: 403, 404, 409.
 */
export const receiveByLink = async (
  environment: ActEnvironment,
  given: Given,
): Promise<{ organizationId: string; invitationId: string } | undefined> => {
  const answered = await answer(environment, given, {
    action: 'receivePartnerInvitation',
    emits: ['partner_invitation.received'],
    act: async (call, opened) => {
      const row = await receiveInvitation(call, opened);
      return row && { invitationId: encodeId('invite', row.id) };
    },
  });
  return answered && { organizationId: answered.organizationId, ...answered.reply };
};

const accepting = ['partner_invitation.received', ...acceptEvents] satisfies EventName[];

/** Accepts for an organization of the person, or for a new one. Undefined if the link cannot be used. Throws a Refusal: 403, 404, 409. */
export const acceptForOrganization = async (
  environment: ActEnvironment,
  given: LinkAnswer,
): Promise<Accepted | undefined> => {
  const { organization } = given;
  if ('name' in organization) {
    const { organization: _, ...from } = given;
    return foundAndAccept(environment, { ...from, ...organization }, () => findOpened(environment, given.token));
  }
  const action = 'acceptPartnerInvitation';
  const answered = await answer(
    environment,
    { ...given, organization },
    { action, emits: accepting, act: acceptByLink },
  );
  return answered && { organizationId: answered.organizationId, partnerId: answered.reply.partnerId ?? '' };
};

/** Declines for nobody in particular: holding the link is enough. False if the link cannot be used. */
export const declineForNobody = async (
  environment: ActEnvironment,
  { token, requestId }: { token: string; requestId: string },
): Promise<boolean> => {
  const opened = await findOpened(environment, token);
  if (!opened) return false;
  const { senderOrgId: orgId, invitationId } = opened;
  // Without the address of whoever declines, which is not the sender's to know.
  const request = { requestId, orgId, actor: unknownRecipient, action: 'declinePartnerInvitation', emits: endEvents };
  const outcome = await runAct(environment, request, (call) => declineByLink(call, { invitationId }));
  return outcome.reply === true;
};
