import type { ActCall } from '../../../../contract/call.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { changeEntitlement } from '../../change.ts';
import { entitlementTransitions } from '../../states.ts';
import { lockEntitlement } from '../../store.ts';

/**
 * Records that the marketplace refused to end an entitlement: restores its earlier status, stores the marketplace's
 * messages, and clears a schedule, whose time has passed. One that has since moved on keeps its status. Emits
 * entitlement.cancel_failed.
 */
export const recordCancelRefused = async (
  call: ActCall,
  entitlementId: string,
  { errorMessages, prettified }: { errorMessages: string[]; prettified: string[] },
): Promise<void> => {
  const old = requireFound(await lockEntitlement(call.db, entitlementId), 'entitlement');
  if (!allows(entitlementTransitions, 'cancelRefused', old.status)) return;
  const status = nextStatus('Entitlement', entitlementTransitions, 'cancelRefused', old);
  const { entitlementCancellationSchedule: _past, ...meta } = old.meta_info;
  const change = {
    status,
    status_before: null,
    meta_info: { ...meta, errorMessages, prettifiedErrorMessages: prettified },
  };
  await changeEntitlement(call, old, change, 'entitlement.cancel_failed');
};
