import type { Actor } from '../../../auth/principal.ts';
import type { ActCall } from '../../../contract/call.ts';
import type { EventName } from '../../../contract/events.ts';
import { recordsAround } from '../../../contract/record-changes.ts';
import { requireFound } from '../../../kit/errors.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { changeRelationship } from '../relationship/change-relationship.ts';
import { relationshipIs, relationshipTransitions } from '../relationship/states.ts';
import { lockRelationship } from '../relationship/store.ts';
import { changeInvitation } from './change-invitation.ts';
import type { Invitation } from './invitation.ts';
import { findInvitation, hasPendingInvitation, lockInvitation, lockInvitationOfPair } from './store.ts';

/** Both copies of an invitation, locked; `other` is null while the receiver is not known. */
export type Sides = { own: Invitation; other: Invitation | null };

/**
 * Locks both copies of an invitation of the call's organization. The sender's is locked first, whoever acts: it decides
 * which of two concurrent acts wins, and no two acts wait for each other. `shownAs`: who acts, in the audit trail of the
 * other side. Throws a 404.
 */
export const lockSides = async (call: ActCall, id: string, shownAs?: Actor): Promise<Sides> => {
  const seen = requireFound(await findInvitation(call.db, id), 'partner invitation');
  const lockOther = async (orgId: string | null): Promise<Invitation | null> => {
    if (orgId === null) return null;
    const found = await call.inOrganization(orgId, (there) => lockInvitationOfPair(there.db, seen.pair_id), shownAs);
    return found ?? null;
  };
  const lockOwn = async (): Promise<Invitation> =>
    requireFound(await lockInvitation(call.db, id), 'partner invitation');
  if (seen.direction === 'INBOUND') {
    const other = await lockOther(seen.other_org_id);
    return { own: await lockOwn(), other };
  }
  const own = await lockOwn();
  return { own, other: await lockOther(own.other_org_id) };
};

/** Runs `work` in the sender's organization: that of the call, or the other one. */
export const inSender = async <T>(call: ActCall, { own }: Sides, work: (there: ActCall) => Promise<T>): Promise<T> =>
  own.direction === 'OUTBOUND' || own.other_org_id === null ? work(call) : call.inOrganization(own.other_org_id, work);

type Move = {
  change: Pick<Invitation, 'status'> & Partial<Invitation>;
  /** Only for the copy of the call's organization. */
  more?: Partial<Invitation>;
  event: EventName;
};

/** Writes the same change into both copies. The link of the sender's copy dies with it, unless it is part of the change. */
export const moveSides = async (
  call: ActCall,
  { own, other }: Sides,
  { change, more = {}, event }: Move,
): Promise<Invitation> => {
  const { link_hash: hash = null, ...rest } = change;
  const of = (side: Invitation): Partial<Invitation> =>
    side.direction === 'OUTBOUND' ? { ...rest, link_hash: hash } : rest;
  const { row } = await changeInvitation(call, own, { ...of(own), ...more }, event);
  if (other !== null && own.other_org_id !== null) {
    await call.inOrganization(own.other_org_id, (there) => changeInvitation(there, other, of(other), event));
  }
  return row;
};

/** After an invitation has ended without a partnership: the sender's record of a company with no other one is INACTIVE. */
export const closeRelationship = async (sender: ActCall, relationshipId: string | null): Promise<void> => {
  const old = relationshipId === null ? undefined : await lockRelationship(sender.db, relationshipId);
  if (!old || !relationshipIs.invited(old.status)) return;
  if (await hasPendingInvitation(sender.db, { relationshipId: old.id })) return;
  const status = nextStatus('Partner relationship', relationshipTransitions, 'close the invitation', old);
  await changeRelationship(recordsAround(sender), old, { status }, 'partner_relationship.updated');
};
