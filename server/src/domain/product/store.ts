import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../contract/query/select-page.ts';
import type { OrgDb } from '../../db/org-db.ts';
import { productFields } from './fields.ts';
import { offerableStatuses, type Product } from './product.ts';

type ProductRow = Omit<Product, 'info' | 'meta_info' | 'pending_change' | 'version'> & {
  org_id: string;
  info: Product['info'] | string;
  meta_info: Product['meta_info'] | string;
  pending_change: Product['pending_change'] | string;
  version: Generated<number>;
  currency: Generated<string | null>;
  salesforce_opportunity_id: Generated<string | null>;
  salesforce_quote_id: Generated<string | null>;
  hubspot_deal_id: Generated<string | null>;
};

declare module '../../db/tables.ts' {
  interface Tables {
    product: ProductRow;
  }
}

const columns = [
  'product.id',
  'product.partner',
  'product.service',
  'product.partner_id',
  'product.seller_id',
  'product.external_id',
  'product.entity_id',
  'product.name',
  'product.status',
  'product.product_type',
  'product.fulfillment_url',
  'product.metering_key',
  'product.info',
  'product.meta_info',
  'product.pending_change',
  'product.partner_version',
  'product.created_by',
  'product.last_updated_by',
  'product.creation_time',
  'product.last_update_time',
  'product.version',
] as const;

const documents = (product: Product) => ({
  info: JSON.stringify(product.info),
  meta_info: JSON.stringify(product.meta_info),
  pending_change: product.pending_change && JSON.stringify(product.pending_change),
});

export const findProduct = async (db: OrgDb, id: string): Promise<Product | undefined> =>
  (await db.selectFrom('product').select(columns).where('product.id', '=', id).executeTakeFirst()) as
    | Product
    | undefined;

export const hasProduct = async (db: OrgDb, partner: string): Promise<boolean> => {
  const { rows } = await sql`select from product where org_id = ${db.orgId} and partner = ${partner} limit 1`.execute(
    db.raw,
  );
  return rows.length > 0;
};

export const lockProduct = async (db: OrgDb, id: string): Promise<Product | undefined> =>
  (await db.selectFrom('product').select(columns).where('product.id', '=', id).forUpdate().executeTakeFirst()) as
    | Product
    | undefined;

export const lockProductByEntity = async (db: OrgDb, partner: string, entityId: string): Promise<Product | undefined> =>
  (await db
    .selectFrom('product')
    .select(columns)
    .where('product.partner', '=', partner as Product['partner'])
    .where('product.entity_id', '=', entityId)
    .forUpdate()
    .executeTakeFirst()) as Product | undefined;

/** The oldest product with that name that we are creating at the partner and whose entity id is not known yet. */
export const lockAwaitedProduct = async (db: OrgDb, partner: string, name: string): Promise<Product | undefined> =>
  (await db
    .selectFrom('product')
    .select(columns)
    .where('product.status', 'in', ['PENDING_CREATE', 'PENDING_PUBLISH'])
    .where('product.partner', '=', partner as Product['partner'])
    .where('product.name', '=', name)
    .where('product.entity_id', 'is', null)
    .orderBy('product.creation_time')
    .orderBy('product.id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()) as Product | undefined;

/** The latest run that changes the product (by its public id) at its partner. */
export const findRunningChange = async (
  db: OrgDb,
  entityId: string,
): Promise<{ id: string; name: string } | undefined> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name from operation o where o.org_id = ${db.orgId} and o.entity_id = ${entityId}
      and o.name in ('product.create', 'product.publish', 'product.update') and o.status = 'RUNNING'
    order by o.start_time desc, o.id desc limit 1
  `.execute(db.raw);
  return rows[0];
};

/** Returns whether the row is new: another transaction may just have imported the same entity. */
export const insertProduct = async (db: OrgDb, product: Product): Promise<boolean> => {
  const result = await db
    .insertInto('product', { ...product, ...documents(product) })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'partner', 'entity_id']).where('entity_id', 'is not', null).doNothing(),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

export const updateProductRow = async (db: OrgDb, product: Product): Promise<void> => {
  const { id, ...rest } = product;
  await db
    .updateTable('product')
    .set({ ...rest, ...documents(product) })
    .where('product.id', '=', id)
    .execute();
};

export type ProductFilter = {
  /** From the path; elsewhere it is a condition of the page. */
  partner?: string;
  /** Products of that deal; with `forOffer` also products without a deal. */
  salesforceOpportunityId?: string;
  salesforceQuoteId?: string;
  hubspotDealId?: string;
  /** Only products that a private offer can be created for. */
  forOffer?: boolean;
  /** Deleted products are hidden by default. */
  withDeleted: boolean;
};

const deals = [
  ['salesforceOpportunityId', 'product.salesforce_opportunity_id'],
  ['salesforceQuoteId', 'product.salesforce_quote_id'],
  ['hubspotDealId', 'product.hubspot_deal_id'],
] as const;

export const selectProducts = (db: OrgDb, page: PageRequest, filter: ProductFilter): Promise<SelectedPage<Product>> => {
  let from = db.selectFrom('product');
  if (filter.partner) from = from.where('product.partner', '=', filter.partner as Product['partner']);
  for (const [name, column] of deals) {
    const value = filter[name];
    if (!value) continue;
    from = from.where((where) =>
      filter.forOffer ? where.or([where(column, '=', value), where(column, 'is', null)]) : where(column, '=', value),
    );
  }
  if (filter.forOffer) from = from.where('product.status', 'in', offerableStatuses);
  else if (!filter.withDeleted) from = from.where(sql<boolean>`product.status <> 'DELETED'`);
  return selectPage(db, from.select(columns), page, productFields);
};
