import type { OrgDb } from '../../../db/org-db.ts';
import { requireFound } from '../../../kit/errors.ts';
import { findBuyer } from '../store.ts';

/** Throws 404 if the organization has no such buyer. */
export const requireBuyer = async (db: OrgDb, id: string): Promise<void> => {
  requireFound(await findBuyer(db, id), 'buyer');
};
