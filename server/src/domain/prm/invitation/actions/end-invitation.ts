import type { Actor } from '../../../../auth/principal.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import type { Direction, Invitation } from '../invitation.ts';
import { closeRelationship, inSender, lockSides, moveSides, type Sides } from '../sides.ts';
import { invitationIs, invitationTransitions } from '../states.ts';
import { viewInvitation } from '../view.ts';

type Input = { params: { invitationId: string } };

const whose: Readonly<Record<Direction, string>> = {
  OUTBOUND: 'was sent by this organization: only its receiver can do this',
  INBOUND: 'was received by this organization: only its sender can do this',
};

/** Refuses (409) an act that belongs to the other side of an invitation. */
export const checkDirection = ({ direction }: Invitation, wanted: Direction): void => {
  if (direction === wanted) return;
  throw new Refusal('Conflict', `The invitation ${whose[direction]}.`, { direction });
};

type End = { act: 'decline' | 'cancel' | 'expire'; event: EventName; isResponse: boolean };

const ends = {
  decline: { act: 'decline', event: 'partner_invitation.declined', isResponse: true },
  cancel: { act: 'cancel', event: 'partner_invitation.cancelled', isResponse: false },
  expire: { act: 'expire', event: 'partner_invitation.expired', isResponse: false },
} as const satisfies Record<End['act'], End>;

const end = async (call: ActCall, sides: Sides, { act, event, isResponse }: End): Promise<Invitation> => {
  const status = nextStatus('Partner invitation', invitationTransitions, act, sides.own);
  const change = { status, ...(isResponse && { responded_time: call.now }) };
  const row = await moveSides(call, sides, { change, event });
  await inSender(call, sides, async (sender) => {
    const { relationship_id: id } = sides.own.direction === 'OUTBOUND' ? sides.own : (sides.other ?? sides.own);
    await closeRelationship(sender, id);
  });
  return row;
};

/** Whoever declines, in the audit trail of the sender: it does not learn which organization has the invitation. */
export const unknownRecipient: Actor = { type: 'partner', id: 'recipient', name: 'the recipient' };

/** The receiving organization declines; the sender learns that, but not which organization it was. */
export const declineInvitation = async (call: ActCall, { params }: Input) => {
  const sides = await lockSides(call, params.invitationId, unknownRecipient);
  call.checkVersion(sides.own.version);
  checkDirection(sides.own, 'INBOUND');
  return viewInvitation(call.orgId, await end(call, sides, ends.decline));
};

/** The holder of the link declines for nobody: an act of the sender's organization. False if it was answered in the meantime. */
export const declineByLink = async (call: ActCall, { invitationId }: { invitationId: string }): Promise<boolean> => {
  const sides = await lockSides(call, invitationId);
  if (!invitationIs.open(sides.own.status)) return false;
  await end(call, sides, ends.decline);
  return true;
};

/** The sender withdraws the invitation: its link dies. */
export const cancelInvitation = async (call: ActCall, { params }: Input) => {
  const sides = await lockSides(call, params.invitationId);
  call.checkVersion(sides.own.version);
  checkDirection(sides.own, 'OUTBOUND');
  return viewInvitation(call.orgId, await end(call, sides, ends.cancel));
};

/** The accept-by time has passed. Does nothing if the invitation was answered, or sent again with a later time. */
export const expireInvitation = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const sides = await lockSides(call, entityId);
  if (!invitationIs.open(sides.own.status) || sides.own.accept_by > call.now) return;
  await end(call, sides, ends.expire);
};
