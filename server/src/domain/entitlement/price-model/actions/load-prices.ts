import type { ActCall } from '../../../../contract/call.ts';
import type { Entitlement } from '../../entitlement.ts';
import type { PricesFrom } from '../price-model.ts';
import { findPrices } from '../store.ts';

/** All prices that an entitlement has had, with the time from which each applies, in chronological order. */
export const loadPrices = async (
  { db }: Pick<ActCall, 'db'>,
  { id, start_time: start, creation_time: created, info }: Entitlement,
): Promise<PricesFrom[]> => {
  const history = await findPrices(db, id);
  if (history.length > 0) return history;
  const { commits = [], billableDimensions = [] } = info;
  return [{ applyTime: start ?? created, prices: { commits, billableDimensions } }];
};
