import type { CoSellAccess, CoSellPartner } from '../../../../adapters/cosell/port.ts';
import type { AskCall } from '../../../../contract/call.ts';
import { openCoSellAccess } from '../access.ts';
import { findServiceConnection } from '../store.ts';

/** The organization's co-sell account, opened for a query; undefined if none is connected. */
export const openCoSell = async (call: AskCall, partner: CoSellPartner): Promise<CoSellAccess | undefined> => {
  const connection = await findServiceConnection(call.db, partner, 'COSELL');
  return connection && openCoSellAccess(call.secretKeys, connection);
};
