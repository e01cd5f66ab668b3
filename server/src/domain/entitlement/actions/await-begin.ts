import type { ActCall } from '../../../contract/call.ts';
import type { Partner } from '../../../contract/shapes.ts';
import { scheduleDue } from '../../../engine/due-store.ts';
import { currentTerm } from '../course.ts';
import type { Term } from '../entitlement.ts';
import { findEntitlement } from '../store.ts';
import { findTerms } from '../term/store.ts';

/** Kind of the `due` row of a term that a marketplace has agreed to and that begins later; its entity is the entitlement's uuid. */
export const beginKind = 'entitlement.begin';

/** Has the agreement read again when the next term begins: its partner may say nothing new by then. */
export const awaitBegin = async (call: ActCall, entitlementId: string, terms: readonly Term[]): Promise<void> => {
  const [next] = terms
    .map(({ start_time: start }) => start)
    .filter((start) => start > call.now)
    .sort((left, right) => left.getTime() - right.getTime());
  if (next) await scheduleDue(call.db, beginKind, entitlementId, next);
};

/** The agreement of the term that holds now, to be read at its partner; undefined: there is none. */
export const findBegun = async (
  call: ActCall,
  entitlementId: string,
): Promise<{ partner: Partner; agreementId: string } | undefined> => {
  const entitlement = await findEntitlement(call.db, entitlementId);
  const agreementId = currentTerm(await findTerms(call.db, entitlementId), call.now)?.external_entitlement_id;
  return entitlement && agreementId ? { partner: entitlement.partner, agreementId } : undefined;
};
