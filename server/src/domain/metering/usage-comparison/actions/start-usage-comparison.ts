import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { findRunningOperation } from '../../../../engine/operation-store.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { findSellerConnection } from '../../../organization/connection/actions/load-connection.ts';
import { compareDueKind } from '../../../organization/connection/connection.ts';
import { daysToRead, nextComparisonAfter } from '../comparison-days.ts';
import { loadComparisonDays } from '../load-days.ts';

/** Handles the due row `usage.compare`: starts a run if there are days to compare, and schedules the next one. */
export const startUsageComparison = async (
  call: ActCall,
  { entityId: partner }: { entityId: string },
): Promise<void> => {
  const connection = await findSellerConnection(call.db, partner);
  if (connection) {
    const { days, stored } = await loadComparisonDays(call.db, connection, call.now);
    const entityId = encodeId('conn', connection.id);
    const isRunning = (await findRunningOperation(call.db, [compareDueKind], entityId)) !== undefined;
    if (!isRunning && daysToRead(days, stored, connection.account_id).length > 0) {
      const after = { usageComparisonStarted: call.now.toISOString() };
      call.recordChange({ type: 'conn', id: entityId, before: null, after });
      await call.start(compareDueKind, { connectionId: connection.id }, { entityId, partner });
    }
  }
  await scheduleDue(call.db, compareDueKind, partner, nextComparisonAfter(call.now, call.orgId));
};
