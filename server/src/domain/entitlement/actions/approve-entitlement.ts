import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { startOnce } from '../../../engine/start-once.ts';
import { requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { entitlementIs, entitlementTransitions } from '../states.ts';
import { lockEntitlement } from '../store.ts';
import { viewEntitlement } from '../view.ts';

/**
 * Tells the partner that a purchase may begin. It becomes ACTIVE when the partner confirms, so this returns
 * PENDING_START, with the operation in a header. Idempotent for an ACTIVE entitlement and while an approval is in
 * progress.
 */
export const approveEntitlement = async (call: ActCall, { params }: { params: { entitlementId: string } }) => {
  const old = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(old.version);
  requireCapability('entitlementApprove', old.partner);
  const view = viewEntitlement(call.orgId, old);
  if (entitlementIs.active(old.status)) return view;
  nextStatus('Entitlement', entitlementTransitions, 'start', old);
  const options = { entityId: view.id, partner: old.partner };
  if (await startOnce(call, 'entitlement.approve', { entitlementId: old.id }, options)) {
    call.recordChange({ type: 'ent', id: view.id, before: null, after: { approvalRequested: true } });
  }
  return view;
};

/**
 * Approves automatically if the account is configured to. Does nothing if the entitlement no longer waits or is being
 * approved.
 */
export const approveWaiting = async (call: ActCall, entitlementId: string): Promise<void> => {
  const entitlement = await lockEntitlement(call.db, entitlementId);
  if (!entitlement || !entitlementIs.waiting(entitlement.status)) return;
  const { partner } = entitlement;
  const entityId = encodeId('ent', entitlementId);
  if (await startOnce(call, 'entitlement.approve', { entitlementId }, { entityId, partner })) {
    call.recordChange({ type: 'ent', id: entityId, before: null, after: { approvalRequested: true } });
  }
};
