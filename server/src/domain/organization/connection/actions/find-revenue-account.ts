import { partnerServices, revenueReadOf } from '../../../../adapters/partner-services.ts';
import type { RevenueChannel } from '../../../../adapters/revenue/port.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import type { Connection } from '../connection.ts';
import { findConnection, findServiceConnection } from '../store.ts';

/**
 * An account that money comes through. `missing`: the credentials that it lacks to be read; `without`: what is read without
 * them, null if that is nothing.
 */
export type RevenueAccount = {
  channel: RevenueChannel;
  connection: Connection;
  missing: readonly string[];
  without: string | null;
  isReadable: boolean;
};

const accountOf = (connection: Connection | undefined): RevenueAccount | undefined => {
  if (!connection) return undefined;
  const { partner, service, credential_fields: credentialFields } = connection;
  const read = revenueReadOf({ partner, service, credentialFields });
  return read === null ? undefined : { channel: partner as RevenueChannel, connection, ...read };
};

/** Undefined if it is no longer connected, or if no revenue comes through it. */
export const findRevenueAccountById = async (db: OrgDb, connectionId: string): Promise<RevenueAccount | undefined> =>
  accountOf(await findConnection(db, connectionId));

/** The organization's account of a channel; undefined if none is connected. */
export const findRevenueAccount = async (db: OrgDb, channel: string): Promise<RevenueAccount | undefined> => {
  const row = partnerServices.find((one) => one.partner === channel && 'revenue' in one);
  return row && accountOf(await findServiceConnection(db, row.partner, row.service));
};
