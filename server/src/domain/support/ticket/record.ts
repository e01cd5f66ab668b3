import { movesOf } from '../../../kit/transitions.ts';
import { ticketStatuses, ticketTransitions } from './states.ts';

/** What the records of endpoints on tickets have in common. */
export const ticketPath = '/org/{orgId}/support/ticket';
export const ticketId = { ticketId: { id: 'ticket', noun: 'support ticket' } } as const;
export const ticketMove = movesOf('support ticket', { statuses: ticketStatuses, acts: ticketTransitions });
