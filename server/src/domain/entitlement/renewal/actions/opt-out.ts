import type { ActCall } from '../../../../contract/call.ts';
import { requireCapability } from '../../../../contract/capabilities.ts';
import { startOnce } from '../../../../engine/start-once.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { changeEntitlement } from '../../change.ts';
import { withoutMessages } from '../../entitlement.ts';
import { entitlementTransitions } from '../../states.ts';
import { lockEntitlement } from '../../store.ts';
import { type EntitlementView, viewEntitlement } from '../../view.ts';
import { refuseFrom, requireRenewal } from '../renewal.ts';

/**
 * Asks the marketplace not to renew the current agreement. It is complete only when the marketplace reports that the seller has opted out. Idempotent while that is in progress, and afterwards. Emits entitlement.renewal_requested.
 */
export const optOutEntitlementRenewal = async (
  call: ActCall,
  { params }: { params: { entitlementId: string } },
): Promise<EntitlementView> => {
  const old = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(old.version);
  requireCapability('renewalOptOut', old.partner);
  nextStatus('Entitlement', entitlementTransitions, 'changeRenewal', old);
  const view = viewEntitlement(call.orgId, old);
  if (old.renewal?.isOptedOut) return view;
  const { lockout } = requireRenewal(old);
  refuseFrom(lockout, call.now, `The renewal is locked since ${lockout}: neither party can turn it off any longer.`);
  const options = { entityId: view.id, partner: old.partner };
  if (await startOnce(call, 'renewal.optOut', { entitlementId: old.id }, options))
    await changeEntitlement(call, old, withoutMessages(old), 'entitlement.renewal_requested');
  return view;
};
