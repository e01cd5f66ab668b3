import type { ActCall } from '../../../contract/call.ts';
import { changeOffer } from '../change.ts';
import { isOpen } from '../expiry.ts';
import { findExpiryNotice } from '../expiry-notice/store.ts';
import { hasStarted } from '../lookup-store.ts';
import { offerIs } from '../states.ts';
import { lockOffer } from '../store.ts';

/**
 * Announces that an offer's last instant is approaching, once for each last instant, unless the organization wants no such
 * announcements. Emits offer.expire_soon.
 */
export const announceExpiry = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const old = await lockOffer(call.db, entityId);
  if (!old || !isOpen(old) || old.expire_time === null || old.expire_time <= call.now) return;
  if (old.expire_soon_told?.getTime() === old.expire_time.getTime()) return;
  if (!(await findExpiryNotice(call.db)).enabled) return;
  await changeOffer(call, old, { expire_soon_told: old.expire_time }, 'offer.expire_soon');
};

/** Announces that an agreed offer is now in force, unless its entitlement has already started. Emits offer.started. */
export const announceStart = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const old = await lockOffer(call.db, entityId);
  if (!old || !offerIs.agreed(old.status)) return;
  if (old.info.startTime === undefined || new Date(old.info.startTime) > call.now) return;
  if (await hasStarted(call.db, old.id)) return;
  await changeOffer(call, old, {}, 'offer.started');
};
