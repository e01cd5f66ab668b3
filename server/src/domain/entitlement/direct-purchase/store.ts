import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { TenantRow } from '../../../db/tables.ts';
import type { EntitlementInfoDocument } from '../entitlement.ts';
import type { DirectBuyer, SoldOffer, SoldProduct } from './direct-purchase.ts';

export const findSoldOffer = async (db: OrgDb, id: string): Promise<SoldOffer | undefined> =>
  (await db
    .selectFrom('offer')
    .select([
      'offer.id',
      'offer.partner',
      'offer.service',
      'offer.name',
      'offer.product_id',
      'offer.buyer_id',
      'offer.info',
    ])
    .where('offer.id', '=', id)
    .executeTakeFirst()) as SoldOffer | undefined;

export const findDirectBuyer = async (db: OrgDb, id: string): Promise<DirectBuyer | undefined> =>
  (await db
    .selectFrom('buyer')
    .select(['buyer.id', 'buyer.partner', 'buyer.external_id', 'buyer.info'])
    .where('buyer.id', '=', id)
    .executeTakeFirst()) as DirectBuyer | undefined;

export const findSoldProduct = async (db: OrgDb, id: string): Promise<SoldProduct | undefined> =>
  (await db
    .selectFrom('product')
    .select(['product.external_id', 'product.product_type'])
    .where('product.id', '=', id)
    .executeTakeFirst()) as SoldProduct | undefined;

type Prices = { [Name in 'commits' | 'billableDimensions']: NonNullable<EntitlementInfoDocument[Name]> };

/** The prices of a direct purchase from a time on. */
export type PriceRow = {
  from_time: Date;
  commits: Prices['commits'];
  billable_dimensions: Prices['billableDimensions'];
};

declare module '../../../db/tables.ts' {
  interface Tables {
    entitlement_price: TenantRow & {
      entitlement_id: string;
      from_time: Date;
      commits: Prices['commits'] | string;
      billable_dimensions: Prices['billableDimensions'] | string;
    };
  }
}

/** The prices of an entitlement in the order of time. */
export const findPrices = async (db: OrgDb, entitlementId: string): Promise<PriceRow[]> =>
  (await db
    .selectFrom('entitlement_price')
    .select(['entitlement_price.from_time', 'entitlement_price.commits', 'entitlement_price.billable_dimensions'])
    .where('entitlement_price.entitlement_id', '=', entitlementId)
    .orderBy('entitlement_price.from_time')
    .execute()) as PriceRow[];

/** The prices of direct purchases, each purchase's in the order of time. */
export const selectPrices = async (
  db: OrgDb,
  entitlementIds: readonly string[],
): Promise<(PriceRow & { entitlement_id: string })[]> =>
  (await db
    .selectFrom('entitlement_price')
    .select([
      'entitlement_price.entitlement_id',
      'entitlement_price.from_time',
      'entitlement_price.commits',
      'entitlement_price.billable_dimensions',
    ])
    .where('entitlement_price.entitlement_id', '=', sql<string>`any(${[...entitlementIds]}::uuid[])`)
    .orderBy('entitlement_price.entitlement_id')
    .orderBy('entitlement_price.from_time')
    .execute()) as (PriceRow & { entitlement_id: string })[];

/** How often the prices of an entitlement were set, and the characters of all of them together. */
export const measurePrices = async (db: OrgDb, entitlementId: string): Promise<{ count: number; chars: number }> => {
  const { rows } = await sql<{ count: number; chars: number }>`
    select count(*)::int as count, coalesce(sum(length(commits::text) + length(billable_dimensions::text)), 0)::float8 as chars
    from entitlement_price where org_id = ${db.orgId} and entitlement_id = ${entitlementId}
  `.execute(db.raw);
  return rows[0] ?? { count: 0, chars: 0 };
};

/** Prices set for the same time replace each other. */
export const savePrice = async (db: OrgDb, entitlementId: string, price: PriceRow): Promise<void> => {
  const documents = {
    commits: JSON.stringify(price.commits),
    billable_dimensions: JSON.stringify(price.billable_dimensions),
  };
  await db
    .insertInto('entitlement_price', { entitlement_id: entitlementId, from_time: price.from_time, ...documents })
    .onConflict((conflict) => conflict.columns(['org_id', 'entitlement_id', 'from_time']).doUpdateSet(documents))
    .execute();
};
