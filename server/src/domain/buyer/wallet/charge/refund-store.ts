import type { OrgDb } from '../../../../db/org-db.ts';
import type { WalletRefund } from './charge.ts';

declare module '../../../../db/tables.ts' {
  interface Tables {
    wallet_refund: Omit<WalletRefund, 'error'> & { org_id: string; error: WalletRefund['error'] | string };
  }
}

const columns = [
  'wallet_refund.id',
  'wallet_refund.charge_id',
  'wallet_refund.reference',
  'wallet_refund.amount',
  'wallet_refund.status',
  'wallet_refund.external_id',
  'wallet_refund.error',
  'wallet_refund.creation_time',
  'wallet_refund.last_update_time',
  'wallet_refund.version',
] as const;

/** The refunds of a charge, oldest first. Its wallet must be locked. */
export const findRefunds = async (db: OrgDb, chargeId: string): Promise<WalletRefund[]> =>
  (await db
    .selectFrom('wallet_refund')
    .select(columns)
    .where('wallet_refund.charge_id', '=', chargeId)
    .orderBy('wallet_refund.creation_time')
    .orderBy('wallet_refund.id')
    .execute()) as WalletRefund[];

export const findRefund = async (db: OrgDb, id: string): Promise<WalletRefund | undefined> =>
  (await db.selectFrom('wallet_refund').select(columns).where('wallet_refund.id', '=', id).executeTakeFirst()) as
    | WalletRefund
    | undefined;

export const insertRefund = async (db: OrgDb, refund: WalletRefund): Promise<void> => {
  await db.insertInto('wallet_refund', { ...refund, error: refund.error && JSON.stringify(refund.error) }).execute();
};

export const updateRefundRow = async (db: OrgDb, { id, error, ...rest }: WalletRefund): Promise<void> => {
  await db
    .updateTable('wallet_refund')
    .set({ ...rest, error: error && JSON.stringify(error) })
    .where('wallet_refund.id', '=', id)
    .execute();
};
