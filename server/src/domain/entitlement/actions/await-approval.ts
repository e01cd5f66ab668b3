import type { ActCall } from '../../../contract/call.ts';
import { cancelDue, scheduleDue } from '../../../engine/due-store.ts';
import { entitlementIs } from '../states.ts';
import { lockEntitlement } from '../store.ts';
import { viewEntitlement } from '../view.ts';
import { approveWaiting } from './approve-entitlement.ts';

/** Kind of the `due` row of an order that nobody has approved; its entity is the entitlement's uuid. */
export const waitingKind = 'entitlement.waits';

const patienceMs = 24 * 3_600_000;

/** A purchase waits for our word: it is approved where the account is set so, else somebody is told after a day. */
export const awaitApproval = async (call: ActCall, entitlementId: string, autoApprove: boolean): Promise<void> => {
  const entitlement = await lockEntitlement(call.db, entitlementId);
  if (!entitlement || !entitlementIs.waiting(entitlement.status)) return;
  if (autoApprove) return approveWaiting(call, entitlementId);
  const time = new Date(entitlement.creation_time.getTime() + patienceMs);
  // Later reads show the order waiting still: it was told of by then, and is not told of again.
  if (time > call.now) await scheduleDue(call.db, waitingKind, entitlementId, time);
};

/** Says once that an order waits for more than a day; by now it may have been approved. */
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
