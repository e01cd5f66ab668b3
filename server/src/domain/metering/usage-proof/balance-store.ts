import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { UsageBalance } from '../usage-record-report/balance/balance.ts';
import { balanceParts, balanceSums, itemColumns } from '../usage-record-report/balance/store.ts';
import { type BalanceKey, hourAtOrAfter, type ProofWindow } from './usage-proof.ts';

export type BalanceFilter = ProofWindow & {
  entitlementId?: string;
  partner?: string;
  dimension?: string;
  after: BalanceKey | null;
};

/** `visited`: where the search ended because it had looked at too many; null: it found all or enough. */
export type FoundKeys = { keys: BalanceKey[]; visited: BalanceKey | null };

type KeyRow = { hour: Date; entitlement_id: string; dimension: string };
type VisitedKey = KeyRow & { matches: boolean; place: number };

const keyOf = (row: KeyRow): BalanceKey => [row.hour, row.entitlement_id, row.dimension];

/** Before every UUID and every dimension. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** How many hours, entitlements and dimensions one request looks at. */
const standardVisits = 5000;

/**
 * Hours, entitlements and dimensions with usage, in this order. Goes from each to the next by the index, so that the time
 * does not depend on how much usage each one has.
 */
const findKeysOfAll = async (
  db: OrgDb,
  filter: BalanceFilter,
  limit: number,
  visitsMax: number,
): Promise<FoundKeys> => {
  const { from, before, partner, dimension } = filter;
  const [hour, id, key] = filter.after && filter.after[0] >= from ? filter.after : [from, firstId, ''];
  const matches = sql`
    ${dimension === undefined ? sql`true` : sql`n.dimension = ${dimension}`} and ${
      partner === undefined
        ? sql`true`
        : sql`exists (
            select from entitlement e where e.org_id = ${db.orgId} and e.id = n.entitlement_id and e.partner = ${partner})`
    }`;
  const { rows } = await sql<VisitedKey>`
    with recursive walk (hour, entitlement_id, dimension, matches, place, found) as (
      select ${hour}::timestamptz, ${id}::uuid, ${key}::text collate "C", false, 0, 0
      union all
      select n.hour, n.entitlement_id, n.dimension, m.matches, at.place + 1, at.found + m.matches::int
      from walk at cross join lateral (
        select c.hour, c.entitlement_id, c.dimension from (
          (select i.hour, i.entitlement_id, i.dimension from usage_record_item i
          where i.org_id = ${db.orgId} and (i.hour, i.entitlement_id, i.dimension) > (at.hour, at.entitlement_id, at.dimension)
            and i.hour < ${before}::timestamptz
          order by i.hour, i.entitlement_id, i.dimension limit 1)
          union all
          (select r.hour, r.entitlement_id, r.dimension from usage_report_row r
          where r.org_id = ${db.orgId} and (r.hour, r.entitlement_id, r.dimension) > (at.hour, at.entitlement_id, at.dimension)
            and r.hour < ${before}::timestamptz
          order by r.hour, r.entitlement_id, r.dimension limit 1)
          union all
          (select d.hour, d.entitlement_id, d.dimension from usage_dropped_item d
          where d.org_id = ${db.orgId} and (d.hour, d.entitlement_id, d.dimension) > (at.hour, at.entitlement_id, at.dimension)
            and d.hour < ${before}::timestamptz
          order by d.hour, d.entitlement_id, d.dimension limit 1)
        ) as c order by c.hour, c.entitlement_id, c.dimension limit 1
      ) as n cross join lateral (select ${matches} as matches) as m
      where at.place < ${visitsMax} and at.found < ${limit}
    )
    select hour, entitlement_id, dimension, matches, place from walk
    where matches or place = ${visitsMax} order by place
  `.execute(db.raw);
  const keys = rows.filter((row) => row.matches).map(keyOf);
  const last = rows.at(-1);
  return { keys, visited: keys.length < limit && last?.place === visitsMax ? keyOf(last) : null };
};

/** The same of one entitlement: the index is probed once for each hour. */
const findKeysOfOne = async (
  db: OrgDb,
  filter: BalanceFilter & { entitlementId: string },
  limit: number,
): Promise<FoundKeys> => {
  const { after, before, partner, dimension, entitlementId } = filter;
  const first = hourAtOrAfter(after && after[0] > filter.from ? after[0] : filter.from);
  const where = sql`
    x.hour = h.hour and x.entitlement_id = ${entitlementId}::uuid
    and ${dimension === undefined ? sql`true` : sql`x.dimension = ${dimension}`}
    and ${
      after
        ? sql`(x.hour, x.entitlement_id, x.dimension) > (${after[0]}::timestamptz, ${after[1]}::uuid, ${after[2]}::text)`
        : sql`true`
    }`;
  const ofPartner = sql`exists (
    select from entitlement e where e.org_id = ${db.orgId} and e.id = ${entitlementId}::uuid and e.partner = ${partner ?? null})`;
  const { rows } = await sql<KeyRow>`
    select h.hour, ${entitlementId}::uuid as entitlement_id, found.dimension
    from generate_series(${first}::timestamptz, ${before}::timestamptz, interval '1 hour') as h (hour)
    cross join lateral (
      select x.dimension from usage_record_item x where x.org_id = ${db.orgId} and ${where}
      union
      select x.dimension from usage_report_row x where x.org_id = ${db.orgId} and ${where}
      union
      select x.dimension from usage_dropped_item x where x.org_id = ${db.orgId} and ${where}
    ) as found
    where h.hour < ${before}::timestamptz and ${partner === undefined ? sql`true` : ofPartner}
    order by h.hour, found.dimension limit ${limit}
  `.execute(db.raw);
  return { keys: rows.map(keyOf), visited: null };
};

/** A page of hours, entitlements and dimensions with usage, in this order. */
export const findBalanceKeys = (
  db: OrgDb,
  filter: BalanceFilter,
  limit: number,
  visitsMax = standardVisits,
): Promise<FoundKeys> =>
  filter.entitlementId === undefined
    ? findKeysOfAll(db, filter, limit, visitsMax)
    : findKeysOfOne(db, { ...filter, entitlementId: filter.entitlementId }, limit);

/** `held_causes`: why usage is held, and how much. */
export type BalanceRow = UsageBalance & { partner: string; held_causes: [cause: string, quantity: Decimal][] | null };

/** The balances of these keys, in their order; `offset 0` reads each by the index. */
export const selectBalances = async (db: OrgDb, keys: readonly BalanceKey[]): Promise<BalanceRow[]> => {
  const parts = balanceParts(
    db,
    sql`from keys k cross join lateral (
      (select ${itemColumns}, x.cause from usage_record_item x
      where x.org_id = ${db.orgId} and x.hour = k.hour and x.entitlement_id = k.entitlement_id and x.dimension = k.dimension
      offset 0)
      union all
      (select ${itemColumns}, null from usage_dropped_item x
      where x.org_id = ${db.orgId} and x.hour = k.hour and x.entitlement_id = k.entitlement_id and x.dimension = k.dimension
      offset 0)) as i`,
    sql`select f.* from keys k cross join lateral (
      select x.* from usage_report_row x
      where x.org_id = ${db.orgId} and x.hour = k.hour and x.entitlement_id = k.entitlement_id and x.dimension = k.dimension
      offset 0) as f`,
  );
  const { rows } = await sql<BalanceRow>`
    with keys as (
      select * from unnest(${keys.map(([hour]) => hour)}::timestamptz[], ${keys.map(([, id]) => id)}::uuid[],
        ${keys.map(([, , dimension]) => dimension)}::text[]) as k (hour, entitlement_id, dimension)
    ), sums as (
      select ${balanceSums} from (${parts}) as parts group by entitlement_id, dimension, hour
    )
    select s.*, e.partner, h.held_causes
    from sums s
    join entitlement e on e.org_id = ${db.orgId} and e.id = s."entitlementId"
    left join lateral (
      select jsonb_agg(jsonb_build_array(cause, quantity::text) order by cause) as held_causes from (
        select i.cause, sum(i.quantity + i.carried_back) as quantity from usage_record_item i
        where i.org_id = ${db.orgId} and i.entitlement_id = s."entitlementId" and i.hour = s.hour and i.dimension = s.dimension
          and i.state = 'CREATED' and i.cause is not null and s.held <> 0
        group by i.cause
      ) as causes
    ) as h on true
    order by s.hour, s."entitlementId", s.dimension
  `.execute(db.raw);
  return rows;
};
