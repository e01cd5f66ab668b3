import { sql } from 'kysely';
import type { Decimal } from '../kit/decimal.ts';
import type { OrgDb } from './org-db.ts';

/** What the revenue records of an entitlement or a buyer add up to in one currency (decision 0190). */
export type OwnerAmounts = {
  currency: string;
  gross: Decimal;
  invoiced: Decimal;
  collectable: Decimal;
  disbursed: Decimal;
};

/** The amounts of the row with this id, by currency, in the order of the codes; as texts, so that every digit stays. */
export const amountsOf = (db: OrgDb, id: 'entitlement.id' | 'buyer.id') =>
  sql<OwnerAmounts[]>`coalesce((
    select json_agg(json_build_object('currency', a.currency, 'gross', a.gross::text, 'invoiced', a.invoiced::text,
      'collectable', a.collectable::text, 'disbursed', a.disbursed::text) order by a.currency)
    from (
      select t.currency, trim_scale(sum(t.gross)) as gross, trim_scale(sum(t.invoiced)) as invoiced,
        trim_scale(sum(t.collectable)) as collectable, trim_scale(sum(t.disbursed)) as disbursed
      from revenue_owner_total t where t.org_id = ${db.orgId} and t.owner_id = ${sql.ref(id)}
      group by t.currency having sum(t.records) > 0
    ) as a
  ), '[]'::json)`.as('amounts');
