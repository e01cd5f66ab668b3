/**
 * SQLSTATEs that mean that the database cannot work now, not that a statement is wrong: classes 08 (connection), 53 (no room left), 57P
 * (stopping or starting) and 58 (system error); 25006, from a server that is read-only after a failover; and 25P03 and 25P04, with which it
 * ends a transaction that took too long.
 */
const unavailableStates = /^(?:08|53|57P|58)|^(?:25006|25P03|25P04)$/;

/** No room on a disk of ours: that of the files or, of the embedded database, its own. */
const fullStates = /^(?:ENOSPC|EDQUOT|53100)$/;

/** The same statement may succeed later: it met another one, or waited for a lock. */
const busyStates = /^(?:40001|40P01|55P03)$/;

const lostMessage =
  /connection terminated|query read timeout|timeout exceeded when trying to connect|client (?:has encountered a connection error|was closed)/i;

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
};

/** Whether a disk is full, on which we or PostgreSQL write. */
export const isDiskFull = (error: unknown): boolean => fullStates.test(codeOf(error));

/** Whether PostgreSQL or our disk cannot work now, or the connection to PostgreSQL was lost. */
export const isUnavailable = (error: unknown): boolean =>
  unavailableStates.test(codeOf(error)) ||
  isDiskFull(error) ||
  (error instanceof Error && lostMessage.test(error.message));

/** Whether PostgreSQL says that the same statement may succeed later. */
export const isBusy = (error: unknown): boolean => busyStates.test(codeOf(error));

/** A statement took too long: the disk or another transaction delayed it, or it is always too slow. */
export const isSlow = (error: unknown): boolean => codeOf(error) === '57014';

/** The server is read-only: after a failover the connection leads to the wrong server, and a new connection may reach the right one. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

const unknown = new WeakSet<object>();

/** Marks the error of a commit that the server did not answer: the change may have been made. */
export const markUnknown = (error: unknown): unknown => {
  if (typeof error === 'object' && error !== null) unknown.add(error);
  return error;
};

/** Whether a change may have been made although this error came of it. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && unknown.has(error);
