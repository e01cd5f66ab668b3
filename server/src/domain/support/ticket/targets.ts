import { type TicketStatus, ticketIs } from './states.ts';
import type { Ticket, TicketPriority } from './ticket.ts';

const hourMs = 3_600_000;

/** How long the clock of a ticket may run until somebody has answered it, and until it is closed. */
const targets: Readonly<Record<TicketPriority, { firstAnswerMs: number; resolutionMs: number }>> = {
  URGENT: { firstAnswerMs: hourMs, resolutionMs: 8 * hourMs },
  HIGH: { firstAnswerMs: 4 * hourMs, resolutionMs: 24 * hourMs },
  NORMAL: { firstAnswerMs: 8 * hourMs, resolutionMs: 72 * hourMs },
  LOW: { firstAnswerMs: 24 * hourMs, resolutionMs: 168 * hourMs },
};

type Clock = Pick<Ticket, 'running_ms' | 'running_since'>;

/** When the clock will have run that long; null while it stands. */
const whenRun = ({ running_ms: ran, running_since: since }: Clock, ms: number): Date | null =>
  since === null ? null : new Date(since.getTime() + ms - ran);

/** When the first answer is due; null if it was given, or while the clock stands. */
export const firstAnswerDue = (ticket: Ticket): Date | null =>
  ticket.first_answer_time === null ? whenRun(ticket, targets[ticket.priority].firstAnswerMs) : null;

/** When the ticket should be closed; null while the clock stands. */
export const resolutionDue = (ticket: Ticket): Date | null => whenRun(ticket, targets[ticket.priority].resolutionMs);

/** The clock of a ticket that gets this status: it starts, stops, or goes on as it was. */
export const clockIn = (status: TicketStatus, { running_ms: ran, running_since: since }: Clock, now: Date): Clock => {
  if (ticketIs.running(status)) return { running_ms: ran, running_since: since ?? now };
  return { running_ms: ran + (since === null ? 0 : now.getTime() - since.getTime()), running_since: null };
};

const isLater = (due: Date | null, now: Date): boolean => due !== null && due.getTime() > now.getTime();

/** A target that was missed counts as such until more time is allowed. */
export const missesKept = (
  ticket: Ticket,
  now: Date,
): Pick<Ticket, 'first_answer_missed_time' | 'resolution_missed_time'> => ({
  first_answer_missed_time: isLater(firstAnswerDue(ticket), now) ? null : ticket.first_answer_missed_time,
  resolution_missed_time: isLater(resolutionDue(ticket), now) ? null : ticket.resolution_missed_time,
});
