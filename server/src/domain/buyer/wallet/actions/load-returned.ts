import type { OrgDb } from '../../../../db/org-db.ts';
import type { WalletCharge } from '../charge/charge.ts';
import { findReturned } from '../charge/store.ts';

/** Those of the charges with these references of which disputes have taken all, in the order of time. */
export const loadReturned = ({ db }: { db: OrgDb }, references: readonly string[]): Promise<WalletCharge[]> =>
  findReturned(db, references);
