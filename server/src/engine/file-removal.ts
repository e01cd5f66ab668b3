import type { FileToKeep } from '../contract/call.ts';
import type { OrgDb } from '../db/org-db.ts';
import { Refusal } from '../kit/errors.ts';
import { cancelDue, scheduleDue } from './due-store.ts';

/** Longer than any request takes. */
const recordedWithinMs = 3_600_000;

/**
 * Schedules the removal of a file, before its bytes are stored: a process that ends between that and the transaction that
 * records the file leaves bytes that nobody can find.
 */
export const scheduleFileRemoval = (db: OrgDb, { id, removalKind }: FileToKeep, now: Date): Promise<void> =>
  scheduleDue(db, removalKind, id, new Date(now.getTime() + recordedWithinMs));

/** Cancels the removal, in the transaction that records the file. Throws a 409 if the time for that is over. */
export const cancelFileRemoval = async (db: OrgDb, { id, removalKind }: FileToKeep): Promise<void> => {
  if (!(await cancelDue(db, removalKind, id)))
    throw new Refusal('Conflict', 'The file was not recorded within an hour and is removed; send it again.');
};
