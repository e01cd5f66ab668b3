import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import { walletFields } from './fields.ts';
import type { Wallet } from './wallet.ts';

type WalletRow = Omit<Wallet, 'info' | 'version'> & {
  org_id: string;
  info: Wallet['info'] | string;
  version: Generated<number>;
};

export type WalletEntry = {
  id: string;
  wallet_id: string;
  reason: 'GRANT' | 'SPEND' | 'RETURN';
  /** Positive for credit in, negative for credit out. */
  amount: Decimal;
  reference: string | null;
  creation_time: Date;
};

/** The credit used for a reference; `left_amount` is the part that no credit covered. */
export type CreditSpend = {
  buyer_id: string;
  reference: string;
  currency: string;
  amount: Decimal;
  left_amount: Decimal;
  creation_time: Date;
};

declare module '../../../db/tables.ts' {
  interface Tables {
    wallet: WalletRow;
    wallet_entry: WalletEntry & { org_id: string };
    credit_spend: CreditSpend & { org_id: string };
  }
}

const columns = [
  'wallet.id',
  'wallet.buyer_id',
  'wallet.partner',
  'wallet.type',
  'wallet.status',
  'wallet.name',
  'wallet.currency',
  'wallet.external_id',
  'wallet.total_amount',
  'wallet.used_amount',
  'wallet.start_time',
  'wallet.expire_time',
  'wallet.info',
  'wallet.detached',
  'wallet.creation_time',
  'wallet.last_update_time',
  'wallet.version',
] as const;

export const findWallet = async (db: OrgDb, id: string): Promise<Wallet | undefined> =>
  (await db.selectFrom('wallet').select(columns).where('wallet.id', '=', id).executeTakeFirst()) as Wallet | undefined;

/** The buyer's row must already be locked: changes of a buyer's wallets are serialized. */
export const lockWallet = async (db: OrgDb, id: string): Promise<Wallet | undefined> =>
  (await db.selectFrom('wallet').select(columns).where('wallet.id', '=', id).forUpdate().executeTakeFirst()) as
    | Wallet
    | undefined;

/** The payment methods of a buyer, including removed ones. */
export const lockMethodWallets = async (db: OrgDb, buyerId: string): Promise<Wallet[]> =>
  (await db
    .selectFrom('wallet')
    .select(columns)
    .where('wallet.buyer_id', '=', buyerId)
    .where('wallet.external_id', 'is not', null)
    .orderBy('wallet.id')
    .forUpdate()
    .execute()) as Wallet[];

/** A buyer's credit that can pay in a currency at a time, earliest expiry first. */
export const lockCreditWallets = async (
  db: OrgDb,
  { buyerId, currency, time }: { buyerId: string; currency: string; time: Date },
): Promise<Wallet[]> =>
  (await db
    .selectFrom('wallet')
    .select(columns)
    .where('wallet.buyer_id', '=', buyerId)
    .where('wallet.type', '=', 'credit')
    .where('wallet.status', '=', 'ACTIVE')
    .where('wallet.currency', '=', currency)
    .where(sql<boolean>`(wallet.start_time is null or wallet.start_time <= ${time})`)
    .where(sql<boolean>`(wallet.expire_time is null or wallet.expire_time > ${time})`)
    .where(sql<boolean>`wallet.used_amount < wallet.total_amount`)
    .orderBy(sql`wallet.expire_time asc nulls last`)
    .orderBy('wallet.creation_time')
    .orderBy('wallet.id')
    .forUpdate()
    .execute()) as Wallet[];

export const insertWallet = async (db: OrgDb, wallet: Wallet): Promise<void> => {
  await db.insertInto('wallet', { ...wallet, info: JSON.stringify(wallet.info) }).execute();
};

export const updateWalletRow = async (db: OrgDb, wallet: Wallet): Promise<void> => {
  const { id, info, ...rest } = wallet;
  await db
    .updateTable('wallet')
    .set({ ...rest, info: JSON.stringify(info) })
    .where('wallet.id', '=', id)
    .execute();
};

export const insertEntry = async (db: OrgDb, entry: WalletEntry): Promise<void> => {
  await db.insertInto('wallet_entry', entry).execute();
};

export const findSpend = async (db: OrgDb, buyerId: string, reference: string): Promise<CreditSpend | undefined> =>
  (await db
    .selectFrom('credit_spend')
    .select([
      'credit_spend.buyer_id',
      'credit_spend.reference',
      'credit_spend.currency',
      'credit_spend.amount',
      'credit_spend.left_amount',
      'credit_spend.creation_time',
    ])
    .where('credit_spend.buyer_id', '=', buyerId)
    .where('credit_spend.reference', '=', reference)
    .executeTakeFirst()) as CreditSpend | undefined;

export const insertSpend = async (db: OrgDb, spend: CreditSpend): Promise<void> => {
  await db.insertInto('credit_spend', spend).execute();
};

/** What each wallet paid for a reference, in the order of payment. */
export const findSpendParts = async (
  db: OrgDb,
  buyerId: string,
  reference: string,
): Promise<{ wallet_id: string; amount: Decimal }[]> => {
  const { rows } = await sql<{ wallet_id: string; amount: Decimal }>`
    select e.wallet_id, -e.amount as amount
    from wallet_entry e join wallet w on w.org_id = ${db.orgId} and w.id = e.wallet_id
    where e.org_id = ${db.orgId} and e.reference = ${reference} and e.reason = 'SPEND' and w.buyer_id = ${buyerId}
    order by e.id
  `.execute(db.raw);
  return rows;
};

/** What each wallet paid for something, whose references are `spent` or begin with it; the wallet that paid last comes last. */
export const findSpendSums = async (
  db: OrgDb,
  buyerId: string,
  spent: string,
): Promise<{ wallet_id: string; amount: Decimal }[]> => {
  const { rows } = await sql<{ wallet_id: string; amount: Decimal }>`
    select e.wallet_id, -sum(e.amount) as amount
    from wallet_entry e join wallet w on w.org_id = ${db.orgId} and w.id = e.wallet_id
    where e.org_id = ${db.orgId} and e.reason = 'SPEND' and w.buyer_id = ${buyerId}
      and (e.reference = ${spent} or starts_with(e.reference, ${`${spent} `}))
    group by e.wallet_id
    order by max(e.id::text)
  `.execute(db.raw);
  return rows;
};

/** What was given back to these wallets of the credit spent on a reference; entries' references begin with it. */
export const findReturns = async (
  db: OrgDb,
  walletIds: readonly string[],
  spent: string,
): Promise<{ wallet_id: string; amount: Decimal; reference: string }[]> => {
  const { rows } = await sql<{ wallet_id: string; amount: Decimal; reference: string }>`
    select wallet_id, amount, reference from wallet_entry
    where org_id = ${db.orgId} and wallet_id = any(${[...walletIds]}::uuid[]) and reason = 'RETURN'
      and starts_with(reference, ${`${spent} `})
    order by id
  `.execute(db.raw);
  return rows;
};

/** Deleted wallets are left out. */
export const selectWallets = (db: OrgDb, page: PageRequest, buyerId: string): Promise<SelectedPage<Wallet>> => {
  const from = db.selectFrom('wallet').where('wallet.buyer_id', '=', buyerId).where('wallet.status', '<>', 'DELETED');
  return selectPage(db, from.select(columns), page, walletFields);
};
