import { sql } from 'kysely';
import type { OrgDb } from '../../../../db/org-db.ts';
import type { WalletCharge } from './charge.ts';

declare module '../../../../db/tables.ts' {
  interface Tables {
    wallet_charge: Omit<WalletCharge, 'error'> & { org_id: string; error: WalletCharge['error'] | string };
  }
}

const columns = [
  'wallet_charge.id',
  'wallet_charge.wallet_id',
  'wallet_charge.reference',
  'wallet_charge.currency',
  'wallet_charge.amount',
  'wallet_charge.status',
  'wallet_charge.external_id',
  'wallet_charge.error',
  'wallet_charge.dispute_time',
  'wallet_charge.creation_time',
  'wallet_charge.last_update_time',
  'wallet_charge.version',
] as const;

export const isCharging = async (db: OrgDb, walletId: string): Promise<boolean> =>
  (await db
    .selectFrom('wallet_charge')
    .select('wallet_charge.id')
    .where('wallet_charge.wallet_id', '=', walletId)
    .where('wallet_charge.status', '=', 'PENDING')
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const findCharge = async (db: OrgDb, id: string): Promise<WalletCharge | undefined> =>
  (await db.selectFrom('wallet_charge').select(columns).where('wallet_charge.id', '=', id).executeTakeFirst()) as
    | WalletCharge
    | undefined;

export const findChargeByReference = async (
  db: OrgDb,
  walletId: string,
  reference: string,
): Promise<WalletCharge | undefined> =>
  (await db
    .selectFrom('wallet_charge')
    .select(columns)
    .where('wallet_charge.wallet_id', '=', walletId)
    .where('wallet_charge.reference', '=', reference)
    .executeTakeFirst()) as WalletCharge | undefined;

/** The latest charge with a reference, of any wallet. */
export const findLatestCharge = async (db: OrgDb, reference: string): Promise<WalletCharge | undefined> =>
  (await db
    .selectFrom('wallet_charge')
    .select(columns)
    .where('wallet_charge.reference', '=', reference)
    .orderBy('wallet_charge.creation_time', 'desc')
    .orderBy('wallet_charge.id', 'desc')
    .limit(1)
    .executeTakeFirst()) as WalletCharge | undefined;

/** Those of the charges with these references that were taken back, in the order of time. */
export const findReturned = async (db: OrgDb, references: readonly string[]): Promise<WalletCharge[]> =>
  (await db
    .selectFrom('wallet_charge')
    .select(columns)
    .where('wallet_charge.status', '=', 'RETURNED')
    .where(sql<boolean>`wallet_charge.reference = any(${[...references]}::text[])`)
    .orderBy('wallet_charge.creation_time')
    .orderBy('wallet_charge.id')
    .execute()) as WalletCharge[];

/** The charges with this id at a provider: one, unless two providers use the same id. */
export const findChargesAtProvider = async (db: OrgDb, externalId: string): Promise<WalletCharge[]> =>
  (await db
    .selectFrom('wallet_charge')
    .select(columns)
    .where('wallet_charge.external_id', '=', externalId)
    .orderBy('wallet_charge.id')
    .limit(2)
    .execute()) as WalletCharge[];

/** The wallet's row must already be locked. */
export const insertCharge = async (db: OrgDb, charge: WalletCharge): Promise<void> => {
  await db.insertInto('wallet_charge', { ...charge, error: charge.error && JSON.stringify(charge.error) }).execute();
};

export const updateChargeRow = async (db: OrgDb, charge: WalletCharge): Promise<void> => {
  const { id, error, ...rest } = charge;
  await db
    .updateTable('wallet_charge')
    .set({ ...rest, error: error && JSON.stringify(error) })
    .where('wallet_charge.id', '=', id)
    .execute();
};
