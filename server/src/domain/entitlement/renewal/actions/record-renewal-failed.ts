import type { ActCall } from '../../../../contract/call.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { changeEntitlement } from '../../change.ts';
import { lockEntitlement } from '../../store.ts';

/**
 * Records that the marketplace refused a change of the pending renewal, with its messages; the renewal stays as it is.
 * Emits entitlement.renewal_failed.
 */
export const recordRenewalFailed = async (
  call: ActCall,
  entitlementId: string,
  { errorMessages, prettified }: { errorMessages: string[]; prettified: string[] },
): Promise<void> => {
  const old = requireFound(await lockEntitlement(call.db, entitlementId), 'entitlement');
  const meta_info = { ...old.meta_info, errorMessages, prettifiedErrorMessages: prettified };
  await changeEntitlement(call, old, { meta_info }, 'entitlement.renewal_failed');
};
