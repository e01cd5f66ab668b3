import type { ActCall } from '../../../contract/call.ts';
import { scheduleDue } from '../../../engine/due-store.ts';
import { expireSoonKind } from '../expiry.ts';
import { type ExpiryNotice, spreadDaysKind } from '../expiry-notice/expiry-notice.ts';
import { findExpiryNotice, moveAnnouncements, saveExpiryNotice } from '../expiry-notice/store.ts';

const offersAtOnce = 1000;

/**
 * Changes whether and when last instants are announced; offers that wait follow soon. Whoever calls it records the
 * change.
 */
export const changeExpiryNotice = async (call: ActCall, notice: ExpiryNotice): Promise<void> => {
  const old = await findExpiryNotice(call.db);
  if (old.enabled === notice.enabled && old.days === notice.days) return;
  await saveExpiryNotice(call.db, notice);
  if (old.days !== notice.days) await scheduleDue(call.db, spreadDaysKind, '0', call.now);
};

/** Gives the offers that wait the number of days that is in force; a thousand in one transaction. */
export const spreadDays = async (call: ActCall, { entityId: after }: { entityId: string }): Promise<void> => {
  const { days } = await findExpiryNotice(call.db);
  const range = { kind: expireSoonKind, after, limit: offersAtOnce };
  const last = await moveAnnouncements(call.db, range, { days, now: call.now });
  if (last !== undefined) await scheduleDue(call.db, spreadDaysKind, last, call.now);
};
