import type { EventName } from '../../../../contract/events.ts';
import { actionItem, by, type DescribedEvent, type EventText, ifAny, lineOf, statusOf, textsOf } from './event-text.ts';

const ticket = textsOf('SUPPORT_TICKET', 'support ticket');

/** ` (priority HIGH)` */
const urgency = (payload: DescribedEvent['payload']): string => ifAny(' (priority ', lineOf(payload.priority), ')');

export const supportTexts = {
  'support_ticket.attachment_added': ticket(
    'ADD',
    'LOW',
    'Attachment added',
    (it, _, event) => `an attachment was added to ${it}${by(event)}`,
  ),
  'support_ticket.attachment_deleted': ticket(
    'UPDATE',
    'LOW',
    'Attachment deleted',
    (it, _, event) => `an attachment of ${it} was deleted${by(event)}`,
  ),
  'support_ticket.closed': ticket('CLOSE', 'MEDIUM', 'Ticket closed', (it, _, event) => `${it} was closed${by(event)}`),
  'support_ticket.commented': ticket(
    'ADD',
    'MEDIUM',
    'Ticket commented',
    (it, _, event) => `a comment was added to ${it}${by(event)}`,
  ),
  'support_ticket.created': ticket(
    'CREATE',
    'MEDIUM',
    'Ticket created',
    (it, payload, event) => `${it}${urgency(payload)} was created${by(event)}`,
  ),
  'support_ticket.first_answer_overdue': ticket(
    'ABNORMAL_ALERT',
    'HIGH',
    'First answer overdue',
    (it, payload) => `nobody has answered ${it}${urgency(payload)} in time`,
    actionItem,
  ),
  'support_ticket.reopened': ticket(
    'REOPEN',
    'HIGH',
    'Ticket reopened',
    (it, payload, event) => `${it}${urgency(payload)} was reopened${by(event)}`,
  ),
  'support_ticket.resolution_overdue': ticket(
    'ABNORMAL_ALERT',
    'HIGH',
    'Ticket overdue',
    (it, payload) => `${it}${urgency(payload)} was not closed in time`,
    actionItem,
  ),
  'support_ticket.status_changed': ticket(
    'UPDATE',
    'LOW',
    'Ticket moved',
    (it, payload) => `${it} is ${statusOf(payload) || 'elsewhere'} now`,
  ),
  'support_ticket.updated': ticket(
    'UPDATE',
    'LOW',
    'Ticket changed',
    (it, _, event) => `${it} was changed${by(event)}`,
  ),
} satisfies Partial<Record<EventName, EventText>>;
