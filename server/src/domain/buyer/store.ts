import { type Generated, sql } from 'kysely';
import { awsPartners } from '../../contract/marketplaces/marketplaces.ts';
import type { PageRequest } from '../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../contract/query/select-page.ts';
import type { OrgDb } from '../../db/org-db.ts';
import { amountsOf } from '../../db/owner-amounts.ts';
import type { TenantRow } from '../../db/tables.ts';
import { foldCase } from '../../kit/fold-case.ts';
import type { Buyer, BuyerWithContacts } from './buyer.ts';
import { buyerFields } from './fields.ts';

type BuyerRow = Omit<Buyer, 'info' | 'version'> & {
  org_id: string;
  info: Buyer['info'] | string;
  version: Generated<number>;
  email_address: Generated<string | null>;
  email_domain: Generated<string | null>;
};

declare module '../../db/tables.ts' {
  interface Tables {
    buyer: BuyerRow;
    buyer_contact: TenantRow & { buyer_id: string; contact_id: string };
  }
}

const columns = [
  'buyer.id',
  'buyer.partner',
  'buyer.account_id',
  'buyer.external_id',
  'buyer.company_id',
  'buyer.name',
  'buyer.description',
  'buyer.s3_key_logo',
  'buyer.tags',
  'buyer.info',
  'buyer.creation_time',
  'buyer.last_update_time',
  'buyer.version',
] as const;

const contactIds = (db: OrgDb) =>
  sql<string[]>`array(select l.contact_id from buyer_contact l
  where l.org_id = ${db.orgId} and l.buyer_id = buyer.id order by l.contact_id)`.as('contact_ids');

/** Buyers as they are shown: with the ids of their contacts and their amounts. */
const selectShown = (db: OrgDb, from = db.selectFrom('buyer')) =>
  from.select(columns).select(contactIds(db)).select(amountsOf(db, 'buyer.id'));

export const findBuyer = async (db: OrgDb, id: string): Promise<BuyerWithContacts | undefined> =>
  (await selectShown(db).where('buyer.id', '=', id).executeTakeFirst()) as BuyerWithContacts | undefined;

export const lockBuyer = async (db: OrgDb, id: string): Promise<BuyerWithContacts | undefined> =>
  (await selectShown(db).where('buyer.id', '=', id).forUpdate().executeTakeFirst()) as BuyerWithContacts | undefined;

export const lockBuyerByAccount = async (
  db: OrgDb,
  partner: string,
  accountId: string,
): Promise<BuyerWithContacts | undefined> =>
  (await selectShown(db)
    .where('buyer.partner', '=', partner as Buyer['partner'])
    .where('buyer.account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()) as BuyerWithContacts | undefined;

/** Returns whether the row is new: another transaction may just have imported the same account. */
export const insertBuyer = async (db: OrgDb, buyer: Buyer): Promise<boolean> => {
  const result = await db
    .insertInto('buyer', { ...buyer, info: JSON.stringify(buyer.info) })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'partner', 'account_id']).where('account_id', 'is not', null).doNothing(),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

export const updateBuyerRow = async (db: OrgDb, buyer: BuyerWithContacts): Promise<void> => {
  const { id, info, contact_ids: _contacts, amounts: _amounts, ...rest } = buyer;
  await db
    .updateTable('buyer')
    .set({ ...rest, info: JSON.stringify(info) })
    .where('buyer.id', '=', id)
    .execute();
};

export type BuyerFilter = { contactId?: string; awsAccountId?: string; emailDomain?: string };

export const selectBuyers = (
  db: OrgDb,
  page: PageRequest,
  filter: BuyerFilter,
): Promise<SelectedPage<BuyerWithContacts>> => {
  let from = db.selectFrom('buyer');
  if (filter.awsAccountId) {
    from = from.where('buyer.account_id', '=', filter.awsAccountId).where('buyer.partner', 'in', awsPartners);
  }
  if (filter.emailDomain) {
    from = from.where('buyer.email_domain', '=', foldCase(filter.emailDomain));
  }
  if (filter.contactId) {
    from = from.where(sql<boolean>`buyer.id in (select l.buyer_id from buyer_contact l
      where l.org_id = ${db.orgId} and l.contact_id = ${filter.contactId})`);
  }
  return selectPage(db, selectShown(db, from), page, buyerFields);
};
