import type { OrgDb } from '../../../db/org-db.ts';
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
