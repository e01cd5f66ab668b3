import type { ActCall } from '../../../../contract/call.ts';
import type { Partner } from '../../../../contract/partner-codes.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { operationIdOf } from '../../../../engine/run-act.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { findSellerConnection } from '../../../organization/connection/actions/load-connection.ts';
import { recheckEveryMs, recheckKind } from '../cancellation.ts';
import { cancellationIs } from '../states.ts';
import { findCancellingAgreements, findNewestCancellations } from '../store.ts';

/** Of these agreements, those for which a request to cancel waits according to our database. */
export const findCancelling = (db: OrgDb, partner: Partner, agreementIds: readonly string[]): Promise<string[]> =>
  findCancellingAgreements(db, partner, agreementIds);

/** Schedules the next read of an open request, for when the event of its answer is lost. */
export const followRequest = (call: ActCall, entitlementId: string): Promise<void> =>
  scheduleDue(call.db, recheckKind, entitlementId, new Date(call.now.getTime() + recheckEveryMs));

/** Reads an open request again at the marketplace, if the account is still connected. */
export const recheckCancellation = async (
  call: ActCall,
  { entityId: entitlementId }: { entityId: string },
): Promise<void> => {
  const [latest] = await findNewestCancellations(call.db, entitlementId, 1);
  if (!latest || !cancellationIs.open(latest.status)) return;
  await followRequest(call, entitlementId);
  const connection = await findSellerConnection(call.db, latest.partner);
  if (!connection) return;
  const about = { entityId: encodeId('ent', entitlementId), partner: latest.partner };
  const input = { connectionId: connection.id, agreementId: latest.agreement_id };
  const operationId = await call.start('agreement.sync', input, about);
  const after = { name: 'agreement.sync', entityId: about.entityId };
  call.recordChange({ type: 'operation', id: operationIdOf(operationId), before: null, after });
};
