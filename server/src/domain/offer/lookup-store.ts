import { sql } from 'kysely';
import type { OrgDb } from '../../db/org-db.ts';
import type { Product } from '../product/product.ts';
import type { Offer } from './offer.ts';

// Lookups in other families for acts on offers: read-only.

/** Which of the objects that an offer refers to exist in the organization. */
export const findReferences = async (
  db: OrgDb,
  {
    productId,
    buyerId,
    contactIds: contacts,
  }: { productId: string | null; buyerId: string | null; contactIds: readonly string[] },
): Promise<{ product: boolean; buyer: boolean; contacts: Set<string> }> => {
  const { rows } = await sql<{ product: boolean; buyer: boolean; contacts: string[] }>`
    select exists (select from product p where p.org_id = ${db.orgId} and p.id = ${productId}::uuid) as product,
      exists (select from buyer b where b.org_id = ${db.orgId} and b.id = ${buyerId}::uuid) as buyer,
      array(select c.id from contact c where c.org_id = ${db.orgId} and c.id = any(${contacts}::uuid[])) as contacts
  `.execute(db.raw);
  const row = rows[0];
  return { product: row?.product === true, buyer: row?.buyer === true, contacts: new Set(row?.contacts) };
};

/** The offered product, with its dimensions. */
export const findOfferedProduct = async (db: OrgDb, id: string): Promise<Product | undefined> =>
  (await db.selectFrom('product').selectAll('product').where('product.id', '=', id).executeTakeFirst()) as
    | Product
    | undefined;

export const findBuyerAccount = async (db: OrgDb, partner: string, id: string): Promise<string | null> =>
  (
    await db
      .selectFrom('buyer')
      .select('buyer.account_id')
      .where('buyer.id', '=', id)
      .where('buyer.partner', '=', partner as Offer['partner'])
      .executeTakeFirst()
  )?.account_id ?? null;

/** The UUID of a product, by its entity id at the partner. */
export const findProductOfOffer = async (db: OrgDb, partner: string, entityId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('product')
      .select('product.id')
      .where('product.partner', '=', partner as Offer['partner'])
      .where('product.entity_id', '=', entityId)
      .executeTakeFirst()
  )?.id ?? null;

/** Whether an entitlement exists for the offer, in any status. */
export const hasEntitlement = async (db: OrgDb, offerId: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from entitlement e where e.org_id = ${db.orgId} and e.offer_id = ${offerId}) as found
  `.execute(db.raw);
  return rows[0]?.found === true;
};

/** Whether an entitlement of the offer has started. */
export const hasStarted = async (db: OrgDb, offerId: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from entitlement e where e.org_id = ${db.orgId} and e.offer_id = ${offerId}
      and e.status <> 'PENDING_START') as found
  `.execute(db.raw);
  return rows[0]?.found === true;
};

/** The UUID of the organization's account in a marketplace. */
export const findConnectionId = async (db: OrgDb, partner: string): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    select c.id from connection c
    where c.org_id = ${db.orgId} and c.partner = ${partner} and c.service = 'MARKETPLACE'
  `.execute(db.raw);
  return rows[0]?.id ?? null;
};
