import type { Database } from '../../../../db/database.ts';
import type { Connection, MarketplaceConnection, PartnerRoute } from '../connection.ts';
import { findConnection, findMarketplaceConnectionById, findRoute } from '../store.ts';

/** Where what a partner sends for a connection belongs, before any organization is known; undefined: to nobody. */
export const findPartnerRoute = async (database: Database, connectionId: string): Promise<PartnerRoute | undefined> =>
  database.system((statements) => findRoute(statements, connectionId));

/** The connection that a route leads to; undefined once it was disconnected. */
export const findRoutedConnection = (
  database: Database,
  { org_id: orgId, connection_id: id }: PartnerRoute,
): Promise<Connection | undefined> => findConnection(database.read(orgId), id);

/** The same where it is one at a marketplace. */
export const findRoutedMarketplace = (
  database: Database,
  { org_id: orgId, connection_id: id }: PartnerRoute,
): Promise<MarketplaceConnection | undefined> => findMarketplaceConnectionById(database.read(orgId), id);
