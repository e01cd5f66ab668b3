import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { addHours, hourOf } from '../../../../kit/hours.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { usageDueKind } from '../../../organization/connection/connection.ts';
import { findMeteredEntitlements, flushTerms } from '../../metered-entitlement/store.ts';
import { findUsageWindow } from '../window.ts';

/**
 * The license of an entitlement has ended: its open hours and the current one are submitted at once. Without
 * `licenseArn` all terms are flushed. The receivers of `License Deprovisioned` and `Purchase Agreement Ended` call it
 * inside their own act; the first of the two flushes. Idempotent.
 */
export const flushEntitlementUsage = async (
  call: ActCall,
  input: { entitlementId: string; licenseArn?: string | null },
): Promise<void> => {
  const entitlement = (await findMeteredEntitlements(call.db, [input.entitlementId])).get(input.entitlementId);
  if (!entitlement || !findUsageWindow(entitlement.partner)) return;
  const terms = entitlement.terms.filter((term) => !input.licenseArn || term.usageResourceId === input.licenseArn);
  const through = addHours(hourOf(call.now), 1);
  const termIds = terms.map((term) => term.id);
  if ((await flushTerms(call.db, entitlement.id, termIds, through)) === 0) return;
  await scheduleDue(call.db, usageDueKind, entitlement.partner, call.now);
  const after = { usageFlushedThrough: through.toISOString() };
  call.recordChange({ type: 'ent', id: encodeId('ent', entitlement.id), before: null, after });
};
