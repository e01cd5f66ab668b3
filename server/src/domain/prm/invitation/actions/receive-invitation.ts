import type { ActCall } from '../../../../contract/call.ts';
import { lockPair } from '../../../../db/two-organizations.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { addInvitation } from '../change-invitation.ts';
import type { Invitation } from '../invitation.ts';
import { invitationIs } from '../states.ts';
import { lockInvitation, lockInvitationOfPair, noteReceiver } from '../store.ts';
import { acceptInvitation } from './accept-invitation.ts';

/** The invitation that a link opens: its sender, its row there, and the stored forms of the link. */
export type OpenedLink = { senderOrgId: string; invitationId: string; hashes: readonly Buffer[] };

/** The sender's row, if the link still opens it for the organization of the call. */
const lockOpened = (
  call: ActCall,
  { senderOrgId, invitationId, hashes }: OpenedLink,
): Promise<Invitation | undefined> =>
  call.inOrganization(senderOrgId, async ({ db, now }) => {
    const row = await lockInvitation(db, invitationId);
    const { link_hash: stored } = row ?? {};
    if (!row || !stored || !invitationIs.open(row.status) || row.accept_by <= now) return undefined;
    if (!hashes.some((hash) => hash.equals(stored))) return undefined;
    if (row.other_org_id !== null && row.other_org_id !== call.orgId) return undefined;
    await noteReceiver(db, row.id, call.orgId);
    return row;
  });

/**
 * Files the invitation of a link in the organization of the call, as INBOUND; a second time it is found there. The sender
 * does not learn of it: its copy shows nothing new. Undefined if the link cannot be used: wrong, answered, replaced, too
 * old, or used for another organization. Throws a 409 if the organization is the sender.
 */
export const receiveInvitation = async (call: ActCall, opened: OpenedLink): Promise<Invitation | undefined> => {
  if (opened.senderOrgId === call.orgId) {
    throw new Refusal('Conflict', 'Your organization sent this invitation; choose another one.');
  }
  await lockPair(call.db, opened.senderOrgId);
  const theirs = await lockOpened(call, opened);
  if (!theirs) return undefined;
  const ours = await lockInvitationOfPair(call.db, theirs.pair_id);
  if (ours) return ours;
  const { row } = await addInvitation(
    call,
    {
      ...theirs,
      id: call.newId(),
      direction: 'INBOUND',
      relationship_id: null,
      other_org_id: opened.senderOrgId,
      link_hash: null,
      creation_time: call.now,
      last_update_time: call.now,
      version: 1,
    },
    'partner_invitation.received',
  );
  return row;
};

/** Receives and accepts in one transaction. Undefined like `receiveInvitation`; throws like `acceptInvitation`. */
export const acceptByLink = async (call: ActCall, opened: OpenedLink) => {
  const received = await receiveInvitation(call, opened);
  return received && acceptInvitation(call, { params: { invitationId: received.id } });
};
