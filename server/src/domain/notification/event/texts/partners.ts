import type { EventName } from '../../../../contract/events.ts';
import { actionItem, by, type DescribedEvent, day, type EventText, ifAny, nameOf, textsOf } from './event-text.ts';

const file = textsOf('ORGANIZATION', 'partner file');
const invitation = textsOf('ORGANIZATION', 'partner invitation');
const partnership = textsOf('ORGANIZATION', 'partner');

type Payload = DescribedEvent['payload'];

/** `the partner invitation of Globex`, or of us by Globex. */
const invited = (payload: Payload): string =>
  `the partner invitation ${payload.direction === 'INBOUND' ? 'from' : 'of'} ${nameOf(payload) || 'another company'}`;

export const partnerTexts = {
  'partner_file.created': file('UPDATE', 'LOW', 'File uploaded', (it, _, event) => `${it} was uploaded${by(event)}`),
  'partner_file.deleted': file('UPDATE', 'LOW', 'File deleted', (it, _, event) => `${it} was deleted${by(event)}`),
  'partner_file.shared': file(
    'UPDATE',
    'LOW',
    'File shared',
    (it, payload, event) =>
      `${it} was shared with ${payload.sharedWith === 'ALL_PARTNERS' ? 'all partners' : 'a partner'}${by(event)}`,
  ),
  'partner_file.unshared': file(
    'UPDATE',
    'LOW',
    'File no longer shared',
    (it) => `${it} is no longer shared with partners`,
  ),
  'partner_invitation.accepted': invitation(
    'ACCEPT',
    'HIGH',
    'Invitation accepted',
    (_, payload) => `${invited(payload)} was accepted`,
  ),
  'partner_invitation.cancelled': invitation(
    'CANCEL',
    'LOW',
    'Invitation withdrawn',
    (_, payload) => `${invited(payload)} was withdrawn`,
  ),
  'partner_invitation.created': invitation(
    'PENDING_PARTNER_ACTION',
    'LOW',
    'Partner invited',
    (_, payload, event) => `${invited(payload)} was sent${by(event)}`,
  ),
  'partner_invitation.declined': invitation(
    'REJECT',
    'HIGH',
    'Invitation declined',
    (_, payload) => `${invited(payload)} was declined`,
  ),
  'partner_invitation.expired': invitation(
    'EXPIRE',
    'MEDIUM',
    'Invitation expired',
    (_, payload) => `${invited(payload)} was not answered in time`,
  ),
  'partner_invitation.received': invitation(
    'PENDING_ACCEPTANCE',
    'HIGH',
    'Invitation received',
    (_, payload) => `${invited(payload)} waits for an answer${ifAny(' until ', day(payload.acceptBy))}`,
    actionItem,
  ),
  'partner_invitation.resent': invitation(
    'PENDING_PARTNER_ACTION',
    'LOW',
    'Invitation sent again',
    (_, payload, event) => `${invited(payload)} was sent again${by(event)}`,
  ),
  'partner_relationship.created': partnership(
    'CREATE',
    'LOW',
    'Partner added',
    (it, _, event) => `${it} was invited${by(event)}`,
  ),
  'partner_relationship.ended': partnership(
    'CLOSE',
    'HIGH',
    'Partnership ended',
    (_, payload) => `the partnership with “${nameOf(payload)}” was ended: nothing is shared any longer`,
  ),
  'partner_relationship.established': partnership(
    'ADD',
    'MEDIUM',
    'Partnership established',
    (_, payload) => `the partnership with “${nameOf(payload)}” is established`,
  ),
  'partner_relationship.resumed': partnership(
    'REINSTATE',
    'MEDIUM',
    'Partnership resumed',
    (_, payload) => `the partnership with “${nameOf(payload)}” is in force again`,
  ),
  'partner_relationship.updated': partnership(
    'UPDATE',
    'LOW',
    'Partner changed',
    (it, _, event) => `${it} was changed${by(event)}`,
  ),
} satisfies Partial<Record<EventName, EventText>>;
