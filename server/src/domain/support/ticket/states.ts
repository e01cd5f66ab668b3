import { factsOf, type Transitions } from '../../../kit/transitions.ts';

export const ticketStatuses = ['OPEN', 'IN PROGRESS', 'IN REVIEW', 'BLOCKED', 'CLOSED', 'ARCHIVED', 'DELETED'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** `running`: the time counts that its targets allow. `closed`: it can be reopened. */
export const ticketIs = factsOf<TicketStatus, 'running' | 'closed'>({
  OPEN: ['running'],
  'IN PROGRESS': ['running'],
  'IN REVIEW': ['running'],
  BLOCKED: [],
  CLOSED: ['closed'],
  ARCHIVED: [],
  DELETED: [],
});

const working = ['OPEN', 'IN PROGRESS', 'IN REVIEW', 'BLOCKED'] as const;
/** The statuses that `updateSupportTicketStatus` sets. */
export const workingStatuses = working;

/** ARCHIVED and DELETED are words of the reference API; no transition leads to them. */
export const ticketTransitions = {
  edit: { from: [...working, 'CLOSED'], to: 'SAME', trigger: 'priority, watchers, assignee or entity are changed' },
  add: { from: [...working, 'CLOSED'], to: 'SAME', trigger: 'a comment or an attachment is added or removed' },
  'the status OPEN': { from: working, to: 'OPEN', trigger: 'work on it stops, and it waits again' },
  'the status IN PROGRESS': { from: working, to: 'IN PROGRESS', trigger: 'somebody works on it' },
  'the status IN REVIEW': { from: working, to: 'IN REVIEW', trigger: 'the result is checked' },
  'the status BLOCKED': { from: working, to: 'BLOCKED', trigger: 'it waits for somebody else; its clock is stopped' },
  close: { from: working, to: 'CLOSED', trigger: 'nothing is left to do; its clock is stopped' },
  reopen: { from: ['CLOSED'], to: 'OPEN', trigger: 'somebody asks for more, or a mail from outside answers it' },
} as const satisfies Transitions<TicketStatus, string>;

export const stateTables = { 'support ticket': { statuses: ticketStatuses, acts: ticketTransitions } };
