import type { OrgDb } from '../../../db/org-db.ts';
import { findPersonalLine } from '../notice/store.ts';

/** The line that the seller wrote for the contacts who are notified; null if there is none. */
export const loadPersonalLine = async (db: OrgDb, noticeId: string | undefined): Promise<string | null> =>
  noticeId === undefined ? null : ((await findPersonalLine(db, noticeId)) ?? null);
