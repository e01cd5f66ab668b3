import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { startOnce } from '../../../engine/start-once.ts';
import { notFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { entitlementTransitions } from '../states.ts';
import { lockEntitlement } from '../store.ts';
import { viewEntitlement } from '../view.ts';

/**
 * Tells the partner that a purchase may begin. It becomes ACTIVE when the partner says so: this answers PENDING_START, and
 * the operation in a header. One that is ACTIVE already stays as it is; approving again while that runs changes nothing.
 */
export const approveEntitlement = async (call: ActCall, { params }: { params: { entitlementId: string } }) => {
  const old = await lockEntitlement(call.db, params.entitlementId);
  if (!old) throw notFound('entitlement');
  call.checkVersion(old.version);
  requireCapability('entitlementApprove', old.partner);
  call.setVersion(old.version);
  const view = viewEntitlement(call.orgId, old);
  if (old.status === 'ACTIVE') return view;
  nextStatus('Entitlement', entitlementTransitions, 'start', old);
  const options = { entityId: view.id, partner: old.partner };
  if (await startOnce(call, 'entitlement.approve', { entitlementId: old.id }, options)) {
    call.changed({ type: 'ent', id: view.id, name: old.name, before: null, after: { approvalRequested: true } });
  }
  return view;
};

/** Approves by itself where the account is set so. Does nothing for one that waits no more, or is being approved. */
export const approveWaiting = async (call: ActCall, entitlementId: string): Promise<void> => {
  const entitlement = await lockEntitlement(call.db, entitlementId);
  if (entitlement?.status !== 'PENDING_START') return;
  const { partner, name } = entitlement;
  const entityId = encodeId('ent', entitlementId);
  if (await startOnce(call, 'entitlement.approve', { entitlementId }, { entityId, partner })) {
    call.changed({ type: 'ent', id: entityId, name, before: null, after: { approvalRequested: true } });
  }
};
