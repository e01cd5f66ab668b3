import { sql } from 'kysely';
import type { OrgDb } from '../../../../db/org-db.ts';

/** What an entitlement is billed by. */
export type BilledTerms = { currency: string | null; dimensions: Record<string, unknown>[] };

export const findBilledTerms = async (db: OrgDb, entitlementId: string): Promise<BilledTerms | undefined> => {
  const { rows } = await sql<BilledTerms>`
    select info ->> 'currency' as currency,
      case jsonb_typeof(info -> 'billableDimensions') when 'array' then info -> 'billableDimensions' else '[]' end as dimensions
    from entitlement where org_id = ${db.orgId} and id = ${entitlementId}
  `.execute(db.raw);
  return rows[0];
};
