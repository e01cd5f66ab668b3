import type { Database } from '../../../../db/database.ts';
import type { Connection, MarketplaceConnection, PartnerRoute } from '../connection.ts';
import { findConnection, findMarketplaceConnectionById, findRoute } from '../store.ts';

/** The route for a partner's messages to a connection, before the organization is known. Undefined if there is none. */
export const findPartnerRoute = async (database: Database, connectionId: string): Promise<PartnerRoute | undefined> =>
  database.system((statements) => findRoute(statements, connectionId));

/** The connection of a route; undefined after it was disconnected. */
export const findRoutedConnection = (
  database: Database,
  { org_id: orgId, connection_id: id }: PartnerRoute,
): Promise<Connection | undefined> => findConnection(database.read(orgId), id);

/** The same for a marketplace connection. */
export const findRoutedMarketplace = (
  database: Database,
  { org_id: orgId, connection_id: id }: PartnerRoute,
): Promise<MarketplaceConnection | undefined> => findMarketplaceConnectionById(database.read(orgId), id);
