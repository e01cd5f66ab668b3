import type { MarketplaceAccess } from '../../../../adapters/marketplace/port.ts';
import type { AskCall } from '../../../../contract/call.ts';
import { openMarketplaceAccess } from '../access.ts';
import { findMarketplaceConnection } from '../store.ts';

/** The organization's account in a marketplace, opened for a query; undefined if there is none. */
export const openMarketplace = async (call: AskCall, partner: string): Promise<MarketplaceAccess | undefined> => {
  const connection = await findMarketplaceConnection(call.db, partner);
  return connection && openMarketplaceAccess(call.secretKeys, connection);
};
