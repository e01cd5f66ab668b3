import type { ActCall } from '../../../../contract/call.ts';
import { findRunningOperation } from '../../../../engine/operation-store.ts';
import { operationIdOf } from '../../../../engine/run-act.ts';
import { Refusal, requireFound } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { findRevenueAccount } from '../../../organization/connection/actions/find-revenue-account.ts';
import { revenueSubject } from '../connection.ts';
import { lockSync, saveSync } from '../store.ts';
import { viewBackfill } from '../view.ts';
import { backfillWindow, dayText } from '../windows.ts';

/**
 * Starts reading the trailing 24 months of a connected account. 409 while one is in progress, or while the account lacks
 * what is needed to read anything.
 */
export const backfillRevenueConnection = async (
  call: ActCall,
  { params: { partner } }: { params: { partner: string } },
) => {
  const { channel, connection, missing, isReadable } = requireFound(
    await findRevenueAccount(call.db, partner),
    'revenue connection',
  );
  const { id: connectionId } = connection;
  if (!isReadable) {
    const message = `The integration of ${channel} has no ${missing.join(' and ')}; set it first.`;
    throw new Refusal('Conflict', message, { status: 'NOT_CONFIGURED', allowedFrom: [], missing });
  }
  const sync = await lockSync(call.db, { channel, connection_id: connectionId });
  const entityId = encodeId('conn', connectionId);
  const running = await findRunningOperation(call.db, ['revenue.backfill'], entityId);
  if (running !== undefined) {
    const operationId = operationIdOf(running);
    const message = `A backfill of ${channel} is in progress: ${operationId}.`;
    throw new Refusal('Conflict', message, { status: 'RUNNING', allowedFrom: [], operationId });
  }
  const { start, end } = backfillWindow(call.now);
  const window = { start: dayText(start), end: dayText(end) };
  const operationId = await call.start(
    'revenue.backfill',
    { connectionId, windowStart: window.start, windowEnd: window.end },
    { entityId, partner: channel },
  );
  await saveSync(call.db, {
    ...sync,
    connection_id: connectionId,
    backfill_operation_id: operationId,
    backfill_start: window.start,
    backfill_end: window.end,
    backfill_time: call.now,
    version: sync.version + 1,
  });
  const view = viewBackfill(operationId, connectionId, window);
  call.recordChange({ type: 'config', id: revenueSubject(channel), before: null, after: { backfill: view } });
  call.setHeader('Operation-Id', view.runID);
  return view;
};
