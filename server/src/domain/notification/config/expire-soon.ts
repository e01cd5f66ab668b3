import type { ActCall } from '../../../contract/call.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { scheduleDue } from '../../../engine/due-store.ts';
import { findConfig } from './store.ts';

/** Kind of the `due` row that spreads a new number of days over the offers that wait. Its entity is the last one done. */
export const spreadDaysKind = 'notification.spread_days';

/** How many days before an offer's last instant its approach is announced. */
export const findExpireSoonDays = async (db: OrgDb): Promise<number> =>
  (await findConfig(db)).document.daysToExpireSoonOfferWorkflowNotification;

/** Whether the approach of an offer's last instant is announced at all. */
export const isExpireSoonOn = async (db: OrgDb): Promise<boolean> =>
  (await findConfig(db)).document.enableExpireSoonOfferWorkflowNotification;

/** Begins to give the waiting offers their new time. */
export const spreadExpireSoonDays = (call: ActCall): Promise<void> =>
  scheduleDue(call.db, spreadDaysKind, '0', call.now);
