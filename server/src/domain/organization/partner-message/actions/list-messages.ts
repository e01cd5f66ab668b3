import type { OrgDb } from '../../../../db/org-db.ts';
import { findMessageBodies } from '../store.ts';

/**
 * The messages of a type that a partner sent, oldest first, of all its accounts that were ever connected: what a report
 * announced stays true when the account is connected again.
 */
export const listMessages = (db: OrgDb, partner: string, type: string): Promise<Record<string, unknown>[]> =>
  findMessageBodies(db, partner, type);
