import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { findMeteredEntitlements, flushTerms } from '../../metered-entitlement/store.ts';
import { usageDueKind } from '../schedule/store.ts';
import { addHours, hourOf, usageWindows } from '../window.ts';

/**
 * The license of an entitlement ended: every open hour of it and the running one are told at once. Without `licenseArn`
 * all terms are flushed. To be called by the receiver of `License Deprovisioned` or `Purchase Agreement Ended`, whichever
 * comes first, inside its own act; repeating it changes nothing.
 */
export const flushEntitlementUsage = async (
  call: ActCall,
  input: { entitlementId: string; licenseArn?: string },
): Promise<void> => {
  const entitlement = (await findMeteredEntitlements(call.db, [input.entitlementId])).get(input.entitlementId);
  if (!entitlement || !usageWindows[entitlement.partner as 'AWS']) return;
  const terms = entitlement.terms.filter(
    (term) => input.licenseArn === undefined || term.licenseArn === input.licenseArn,
  );
  await flushTerms(
    call.db,
    entitlement.id,
    terms.map((term) => term.id),
    addHours(hourOf(call.now), 1),
  );
  await scheduleDue(call.db, usageDueKind, entitlement.partner, call.now);
};
