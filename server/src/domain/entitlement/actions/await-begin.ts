import type { ActCall } from '../../../contract/call.ts';
import { scheduleDue } from '../../../engine/due-store.ts';
import { encodeId } from '../../../kit/ids.ts';
import { findMarketplaceConnection } from '../../organization/connection/store.ts';
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

/** A term begins: what its partner says of it by now decides, not our clock. */
export const readBegun = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const entitlement = await findEntitlement(call.db, entityId);
  const connection = entitlement && (await findMarketplaceConnection(call.db, entitlement.partner));
  const agreementId = currentTerm(await findTerms(call.db, entityId), call.now)?.external_entitlement_id;
  if (!entitlement || !connection || !agreementId) return;
  await call.start(
    'agreement.sync',
    { connectionId: connection.id, agreementId },
    { entityId: encodeId('ent', entitlement.id), partner: entitlement.partner },
  );
};
