import type { ActCall } from '../../../../contract/call.ts';
import { loadMarketplaceConnection } from '../../../organization/connection/actions/load-connection.ts';
import { daysToRead } from '../comparison-days.ts';
import { loadComparisonDays } from '../load-days.ts';
import type { Day } from '../usage-comparison.ts';

/** The days that a run reads, oldest first: none lapses because a newer one fails. */
export const listComparisonDays = async (call: ActCall, account: { connectionId: string }): Promise<Day[]> => {
  const connection = await loadMarketplaceConnection(call.db, account);
  const { days, stored } = await loadComparisonDays(call.db, connection, call.now);
  return daysToRead(days, stored, connection.account_id);
};
