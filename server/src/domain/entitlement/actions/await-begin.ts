import type { ActCall } from '../../../contract/call.ts';
import { scheduleDue } from '../../../engine/due-store.ts';
import { operationIdOf } from '../../../engine/run-act.ts';
import { encodeId } from '../../../kit/ids.ts';
import { findSellerConnection } from '../../organization/connection/actions/load-connection.ts';
import type { Term } from '../entitlement.ts';
import { findEntitlement } from '../store.ts';
import { findTerms } from '../term/store.ts';
import { currentTerm } from '../term-sequence.ts';

/** Kind of the `due` row of a term that is agreed and begins later. Its entity is the entitlement's UUID. */
export const beginKind = 'entitlement.begin';

/** Schedules a read of the agreement for when the next term begins; the partner may not notify us then. */
export const awaitBegin = async (call: ActCall, entitlementId: string, terms: readonly Term[]): Promise<void> => {
  const [next] = terms
    .map(({ start_time: start }) => start)
    .filter((start) => start > call.now)
    .sort((left, right) => left.getTime() - right.getTime());
  if (next) await scheduleDue(call.db, beginKind, entitlementId, next);
};

/** A term has begun: reads its agreement from the marketplace if the account is still connected. */
export const syncBegun = async (call: ActCall, { entityId: entitlementId }: { entityId: string }): Promise<void> => {
  const entitlement = await findEntitlement(call.db, entitlementId);
  const agreementId = currentTerm(await findTerms(call.db, entitlementId), call.now)?.external_entitlement_id;
  if (!entitlement || !agreementId) return;
  const { partner } = entitlement;
  const connection = await findSellerConnection(call.db, partner);
  if (!connection) return;
  const about = { entityId: encodeId('ent', entitlementId), partner };
  const operationId = await call.start('agreement.sync', { connectionId: connection.id, agreementId }, about);
  const after = { name: 'agreement.sync', entityId: about.entityId };
  call.recordChange({ type: 'operation', id: operationIdOf(operationId), before: null, after });
};
