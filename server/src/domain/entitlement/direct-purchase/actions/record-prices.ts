import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import type { Entitlement } from '../../entitlement.ts';
import { directBillKind } from '../direct-purchase.ts';
import { savePrice } from '../store.ts';

/**
 * Records the prices of a direct purchase as they are now, in force from a time on, and has them billed. Every act that
 * changes them does this.
 */
export const recordPrices = async (
  call: ActCall,
  { id, info }: Pick<Entitlement, 'id' | 'info'>,
  fromTime: Date,
): Promise<void> => {
  const { commits = [], billableDimensions = [] } = info;
  await savePrice(call.db, id, { from_time: fromTime, commits, billable_dimensions: billableDimensions });
  await scheduleDue(call.db, directBillKind, id, fromTime);
};
