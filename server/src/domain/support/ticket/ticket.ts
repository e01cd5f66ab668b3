import type { TicketStatus } from './states.ts';

export const ticketPriorities = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

export const taskTypes = ['Task', 'Bug', 'Feature Request'] as const;
export type TaskType = (typeof taskTypes)[number];

/** A request for help. */
export type Ticket = {
  id: string;
  name: string;
  description: string;
  priority: TicketPriority;
  status: TicketStatus;
  task_type: TaskType;
  /** The mail address of whoever asked for it, or the ID of the program that made it. */
  creator: string;
  /** The caller who made it for itself; null if it was made for somebody else. */
  creator_id: string | null;
  /** Mail addresses. */
  watchers: string[];
  assignee_id: string | null;
  entity_type: string | null;
  /** The entity's TypeID. */
  entity_id: string | null;
  /** How long the clock of the targets has run before `running_since`, in milliseconds of business time. */
  running_ms: number;
  /** Null while the clock stands. */
  running_since: Date | null;
  first_answer_time: Date | null;
  first_answer_missed_time: Date | null;
  resolution_missed_time: Date | null;
  close_time: Date | null;
  comment_count: number;
  attachment_count: number;
  created_by: string;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

export const watchersMax = 50;
export const descriptionMax = 20_000;
/** Comments and attachments that are shown with a ticket; lists of their own have all of them. */
export const shownWithTicket = 50;

/** The kinds of `due` rows; their entity is the ticket's UUID. */
export const firstAnswerKind = 'support.first_answer';
export const resolutionKind = 'support.resolution';
