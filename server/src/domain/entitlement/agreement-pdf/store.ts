import { sql } from 'kysely';
import type { z } from 'zod';
import type { OrgDb } from '../../../db/org-db.ts';
import type { BuyerInfo } from '../../buyer/schema.ts';
import type { Term } from '../entitlement.ts';

/** The names of what an entitlement refers to; null: unknown to this service. */
export type Parties = {
  seller: string;
  buyer: string | null;
  buyerAccount: string | null;
  buyerInfo: z.output<typeof BuyerInfo.reply> | null;
  product: string | null;
  offer: string | null;
};

export const findParties = async (db: OrgDb, entitlementId: string): Promise<Parties | undefined> => {
  const { rows } = await sql<Parties>`
    select s.name as seller, b.name as buyer, coalesce(b.account_id, b.external_id) as "buyerAccount", b.info as "buyerInfo",
      p.name as product, o.name as offer
    from entitlement e
    join organization s on s.id = ${db.orgId}
    left join buyer b on b.org_id = ${db.orgId} and b.id = e.buyer_id
    left join product p on p.org_id = ${db.orgId} and p.id = e.product_id
    left join offer o on o.org_id = ${db.orgId} and o.id = e.offer_id
    where e.org_id = ${db.orgId} and e.id = ${entitlementId}
  `.execute(db.raw);
  return rows[0];
};

/** What the document shows of a term. */
export type ShownTerm = Pick<Term, 'id' | 'type' | 'start_time' | 'end_time' | 'commit_amount' | 'credit_amount'> & {
  parent_term_id: string | null;
  external_entitlement_id: string | null;
};

/** The terms of an entitlement in chronological order, up to a number. */
export const findShownTerms = async (db: OrgDb, entitlementId: string, limit: number): Promise<ShownTerm[]> =>
  (await db
    .selectFrom('entitlement_term')
    .select([
      'entitlement_term.id',
      'entitlement_term.type',
      'entitlement_term.start_time',
      'entitlement_term.end_time',
      'entitlement_term.commit_amount',
      'entitlement_term.credit_amount',
      'entitlement_term.parent_term_id',
      'entitlement_term.external_entitlement_id',
    ])
    .where('entitlement_term.entitlement_id', '=', entitlementId)
    .orderBy('entitlement_term.start_time')
    .orderBy('entitlement_term.id')
    .limit(limit)
    .execute()) as ShownTerm[];
