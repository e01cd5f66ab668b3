import type { ActCall } from '../../../../contract/call.ts';
import { entitlementIs } from '../../states.ts';
import { lockEntitlement } from '../../store.ts';
import { findTerms } from '../../term/store.ts';
import { applyDuePrices, type Repriced, writeRepriced } from '../apply-prices.ts';
import { isDue } from '../pending-prices.ts';

/**
 * Applies the pending prices of an entitlement whose time has come. Those of one that ended before are discarded. Emits
 * entitlement.updated.
 */
export const applyPendingPrices = async (
  call: ActCall,
  { entitlementId }: { entitlementId: string },
): Promise<void> => {
  const old = await lockEntitlement(call.db, entitlementId);
  if (!old || !isDue(old.info.pendingPriceModel, call.now)) return;
  const before: Repriced = { entitlement: old, terms: await findTerms(call.db, old.id) };
  const { pendingPriceModel: _discarded, ...info } = old.info;
  const next = entitlementIs.ended(old.status)
    ? { ...before, entitlement: { ...old, info } }
    : await applyDuePrices(call, before);
  await writeRepriced(call, before, next);
};
