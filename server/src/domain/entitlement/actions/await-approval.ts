import type { ActCall } from '../../../contract/call.ts';
import { cancelDue, scheduleDue } from '../../../engine/due-store.ts';
import { entitlementIs } from '../states.ts';
import { lockEntitlement } from '../store.ts';
import { viewEntitlement } from '../view.ts';
import { approveWaiting } from './approve-entitlement.ts';

/** Kind of the `due` row of an unapproved order. Its entity is the entitlement's UUID. */
export const waitingKind = 'entitlement.waits';

const patienceMs = 24 * 3_600_000;

/**
 * Handles a purchase that waits for our approval: approves it if the account is configured to; otherwise schedules a
 * reminder for a day later.
 */
export const awaitApproval = async (call: ActCall, entitlementId: string, autoApprove: boolean): Promise<void> => {
  const entitlement = await lockEntitlement(call.db, entitlementId);
  if (!entitlement || !entitlementIs.waiting(entitlement.status)) return;
  if (autoApprove) return approveWaiting(call, entitlementId);
  const time = new Date(entitlement.creation_time.getTime() + patienceMs);
  // Later reads still show the order as waiting; it was already announced and is not announced again.
  if (time > call.now) await scheduleDue(call.db, waitingKind, entitlementId, time);
};

/** Announces once that an order has waited for more than a day. It may have been approved in the meantime. */
export const announceWaiting = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  await cancelDue(call.db, waitingKind, entityId);
  const entitlement = await lockEntitlement(call.db, entityId);
  if (!entitlement || !entitlementIs.waiting(entitlement.status)) return;
  const view = viewEntitlement(call.orgId, entitlement);
  call.recordChange({
    type: 'ent',
    id: view.id,
    before: null,
    after: { waitsForApproval: true },
    version: entitlement.version,
    events: ['entitlement.waits'],
    payload: view,
  });
};
