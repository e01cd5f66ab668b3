import type { ActCall } from '../../../contract/call.ts';
import { findRunningOperation } from '../../../engine/operation-store.ts';
import { operationIdOf } from '../../../engine/run-act.ts';
import { Refusal, requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { findConnectionId } from '../lookup-store.ts';
import { lockOffer } from '../store.ts';

/** Starts reading the offer and its agreements from its marketplace. Idempotent while that is in progress. */
export const syncOffer = async (call: ActCall, { params }: { params: { offerId: string } }): Promise<string> => {
  const offer = requireFound(await lockOffer(call.db, params.offerId), 'offer');
  call.checkVersion(offer.version);
  const { partner, status, external_id: externalId } = offer;
  if (externalId === null)
    throw new Refusal('Conflict', `This offer never existed at ${partner}: there is nothing to read.`, { status });
  const connectionId = await findConnectionId(call.db, partner);
  if (connectionId === null) throw new Refusal('Conflict', `No account of ${partner} is connected.`, { partner });
  const entityId = encodeId('offer', offer.id);
  if (await findRunningOperation(call.db, ['offer.sync'], entityId)) return '';
  const operationId = await call.start('offer.sync', { connectionId, externalId }, { entityId, partner });
  const after = { name: 'offer.sync', entityId };
  call.recordChange({ type: 'operation', id: operationIdOf(operationId), before: null, after });
  return '';
};
