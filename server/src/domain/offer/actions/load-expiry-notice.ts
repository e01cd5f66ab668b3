import type { OrgDb } from '../../../db/org-db.ts';
import type { ExpiryNotice } from '../expiry-notice/expiry-notice.ts';
import { findExpiryNotice } from '../expiry-notice/store.ts';

/** Whether and when the organization wants the last instants of its offers announced. */
export const loadExpiryNotice = (db: OrgDb): Promise<ExpiryNotice> => findExpiryNotice(db);
