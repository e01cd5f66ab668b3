import type { OrgDb } from '../../../../db/org-db.ts';
import { stepFailed } from '../../../../engine/workflow.ts';
import type { Connection, MarketplaceConnection } from '../connection.ts';
import {
  findConnectedMailServer,
  findConnection,
  findMarketplaceConnection,
  findMarketplaceConnectionById,
  findServiceConnection,
} from '../store.ts';

/** The account of a run: a connection by its UUID, or the organization's account at a partner. */
export type AccountRef = { connectionId: string } | { partner: string };

/** Loads the account that a message is for, of whatever service. Throws NotConnected if it was disconnected. */
export const loadConnection = async (db: OrgDb, id: string): Promise<Connection> => {
  const connection = await findConnection(db, id);
  if (connection) return connection;
  throw stepFailed('NotConnected', 'The account is no longer connected.');
};

/** Loads the marketplace account of a run. Throws NotConnected if there is none. */
export const loadMarketplaceConnection = async (db: OrgDb, account: AccountRef): Promise<MarketplaceConnection> => {
  const connection =
    'connectionId' in account
      ? await findMarketplaceConnectionById(db, account.connectionId)
      : await findMarketplaceConnection(db, account.partner);
  if (connection) return connection;
  const partner = 'partner' in account ? account.partner : 'that partner';
  throw stepFailed('NotConnected', `No account of ${partner} is connected.`);
};

/** The organization's account in a marketplace; undefined if none is connected. */
export const findSellerConnection = (db: OrgDb, partner: string): Promise<MarketplaceConnection | undefined> =>
  findMarketplaceConnection(db, partner);

/** Loads the payment provider account of a run. Throws NotConnected if there is none. */
export const loadPaymentConnection = async (db: OrgDb, account: AccountRef): Promise<Connection> => {
  const connection =
    'connectionId' in account
      ? await findConnection(db, account.connectionId)
      : await findServiceConnection(db, account.partner, 'PAYMENT');
  if (connection?.service === 'PAYMENT') return connection;
  throw stepFailed('NotConnected', 'No such account of a payment provider is connected.');
};

/** The organization's account at a payment provider; undefined if none is connected. */
export const findPaymentConnection = (db: OrgDb, partner: string): Promise<Connection | undefined> =>
  findServiceConnection(db, partner, 'PAYMENT');

/** Loads the co-sell account of a run. Throws NotConnected if there is none. */
export const loadCoSellConnection = async (db: OrgDb, account: AccountRef): Promise<Connection> => {
  const connection =
    'connectionId' in account
      ? await findConnection(db, account.connectionId)
      : await findServiceConnection(db, account.partner, 'COSELL');
  if (connection?.service === 'COSELL') return connection;
  const partner = 'partner' in account ? account.partner : 'that partner';
  throw stepFailed('NotConnected', `No co-sell account of ${partner} is connected: connect one with service COSELL.`);
};

/** Loads the CRM of a run. Throws NotConnected if there is none. */
export const loadCrmConnection = async (db: OrgDb, account: AccountRef): Promise<Connection> => {
  const connection =
    'connectionId' in account
      ? await findConnection(db, account.connectionId)
      : await findServiceConnection(db, account.partner, 'CRM');
  if (connection?.service === 'CRM') return connection;
  const partner = 'partner' in account ? account.partner : 'That CRM';
  throw stepFailed('NotConnected', `${partner} is not connected: connect it with service CRM.`);
};

/** Whether a CRM is connected. */
export const isCrmConnected = async (db: OrgDb, system: string): Promise<boolean> =>
  (await findServiceConnection(db, system, 'CRM')) !== undefined;

/** The organization's own mail server; undefined if mail goes through the service's server. */
export const loadMailConnection = (db: OrgDb): Promise<Connection | undefined> => findConnectedMailServer(db);
