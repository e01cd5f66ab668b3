import type { EventName } from '../../../contract/events.ts';

/** Events of accepting, on either side. */
export const acceptEvents: readonly EventName[] = [
  'partner_invitation.accepted',
  'partner_relationship.established',
  'partner_relationship.resumed',
];

/** Events of an end without a partnership: declined, cancelled or expired. */
export const endEvents: readonly EventName[] = [
  'partner_invitation.declined',
  'partner_invitation.cancelled',
  'partner_invitation.expired',
  'partner_relationship.updated',
];
