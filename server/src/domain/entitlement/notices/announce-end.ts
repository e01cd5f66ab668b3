import type { ActCall } from '../../../contract/call.ts';
import { changeEntitlement } from '../change.ts';
import { entitlementIs } from '../states.ts';
import { lockEntitlement } from '../store.ts';
import { endSoonTimeOf } from './end-soon.ts';

/** Announces that the end of a term is near, once for each term. Emits entitlement.end_soon. */
export const announceEnd = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const old = await lockEntitlement(call.db, entityId);
  if (!old || !entitlementIs.running(old.status)) return;
  const time = endSoonTimeOf(old, call.now);
  if (!time || time > call.now) return;
  await changeEntitlement(call, old, { end_soon_term_id: old.entitlement_term_id }, 'entitlement.end_soon');
};
