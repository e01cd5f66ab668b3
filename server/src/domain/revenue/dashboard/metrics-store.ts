import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';

/** Billed usage: `time` is when it was used, as exactly as it was billed. */
export type UsageRow = { id: string; entitlement_id: string | null; currency: string; time: Date; amount: Decimal };

/** Usage is billed after it was used, or as late as on the same day of another time zone. */
const usageBetween = (db: OrgDb, from: Date, until: Date) => sql`
  select id, entitlement_id, currency, billed, used as time
  from (
    select r.id, r.entitlement_id, r.currency, r.billed,
      coalesce(r.period_start, r.first_day::timestamp at time zone 'UTC') as used
    from revenue_record r
    where r.org_id = ${db.orgId} and r.billing_model = 'UsageBased' and r.billed <> 0
      and r.first_day >= (${from}::timestamptz at time zone 'UTC')::date - 1
  ) as usage
  where used >= ${from} and used < ${until}
`;

/** The sums of billed usage by entitlement and currency in each span between two consecutive times. */
export const sumUsage = async (db: OrgDb, times: readonly [Date, Date, Date, Date]): Promise<UsageRow[]> => {
  const [first, second, third, end] = times;
  const { rows } = await sql<UsageRow>`
    select '' as id, entitlement_id, currency, month as time, sum(billed) as amount
    from (
      select entitlement_id, currency, billed, case when time < ${second} then ${first}::timestamptz
        when time < ${third} then ${second}::timestamptz else ${third}::timestamptz end as month
      from (${usageBetween(db, first, end)}) as usage
    ) as months
    group by entitlement_id, currency, month
  `.execute(db.raw);
  return rows;
};

/** The records of usage between two times, at most `max`. */
export const selectUsage = async (
  db: OrgDb,
  { from, until, currencies }: { from: Date; until: Date; currencies: readonly string[] },
  max: number,
): Promise<UsageRow[]> => {
  const { rows } = await sql<UsageRow>`
    select id, entitlement_id, currency, time, billed as amount
    from (${usageBetween(db, from, until)}) as usage
    where currency = any(${[...currencies]}::text[])
    order by time, id
    limit ${max}
  `.execute(db.raw);
  return rows;
};

/** A record of fixed prices of an entitlement, and when what it bills begins. */
export type FeeRow = { id: string; entitlement_id: string; time: Date };

/** The records that bill fixed prices of entitlements, by time, at most `max`. */
export const selectFees = async (db: OrgDb, entitlementIds: readonly string[], max: number): Promise<FeeRow[]> => {
  const { rows } = await sql<FeeRow>`
    select r.id, r.entitlement_id, coalesce(r.period_start, r.first_day::timestamp at time zone 'UTC') as time
    from revenue_record r
    where r.org_id = ${db.orgId} and r.entitlement_id = any(${[...entitlementIds]}::uuid[])
      and r.billing_model is distinct from 'UsageBased'
    order by time, r.id
    limit ${max}
  `.execute(db.raw);
  return rows;
};
