import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import { nilId } from '../../../kit/ids.ts';
import type { Entitlement } from '../../entitlement/entitlement.ts';
import type { Day } from '../usage-comparison/usage-comparison.ts';
import type { BalanceKey } from '../usage-proof/usage-proof.ts';
import type { UsageSilence } from './usage-silence.ts';

export type WatchedEntitlement = {
  id: string;
  partner: string;
  status: Entitlement['status'];
  paused_through: Day | null;
};

/** Entitlements in order of id, with the day until which each was last seen suspended. */
export const findWatchedEntitlements = async (
  db: OrgDb,
  after: string,
  limit: number,
): Promise<WatchedEntitlement[]> => {
  const { rows } = await sql<WatchedEntitlement>`
    select e.id, e.partner, e.status, p.through as paused_through
    from entitlement e left join usage_pause p on p.org_id = ${db.orgId} and p.entitlement_id = e.id
    where e.org_id = ${db.orgId} and e.id > ${after}::uuid
    order by e.id limit ${limit}
  `.execute(db.raw);
  return rows;
};

export type MeterDays = { entitlement_id: string; dimension: string; days: Day[] };

/** The last days with usage of each dimension, ascending. Goes from each dimension to the next by the index. */
export const findMeterDays = async (
  db: OrgDb,
  entitlementIds: readonly string[],
  limit: number,
): Promise<MeterDays[]> => {
  const { rows } = await sql<MeterDays>`
    with recursive meter (entitlement_id, dimension) as (
      select e.id, (
        select t.dimension from usage_total t
        where t.org_id = ${db.orgId} and t.counts = 'GROUP' and t.entitlement_id = e.id and t.entitlement_id <> ${sql.lit(nilId)}
        order by t.dimension limit 1)
      from unnest(${entitlementIds as string[]}::uuid[]) as e (id)
      union all
      select m.entitlement_id, (
        select t.dimension from usage_total t
        where t.org_id = ${db.orgId} and t.counts = 'GROUP' and t.entitlement_id = m.entitlement_id
          and t.entitlement_id <> ${sql.lit(nilId)} and t.dimension > m.dimension
        order by t.dimension limit 1)
      from meter m where m.dimension is not null
    )
    select m.entitlement_id, m.dimension, array(
      select s.day::text from (
        select distinct t.day from usage_total t
        where t.org_id = ${db.orgId} and t.counts = 'GROUP' and t.entitlement_id = m.entitlement_id
          and t.entitlement_id <> ${sql.lit(nilId)} and t.dimension = m.dimension
        order by t.day desc limit ${limit}) as s
      order by s.day) as days
    from meter m where m.dimension is not null
    order by m.entitlement_id, m.dimension
  `.execute(db.raw);
  return rows;
};

/** The last day of usage that is not in the totals yet, of these meters. */
export const findUnfoldedDays = async (
  db: OrgDb,
  meters: readonly Pick<MeterDays, 'entitlement_id' | 'dimension'>[],
): Promise<{ entitlement_id: string; dimension: string; day: Day }[]> => {
  const { rows } = await sql<{ entitlement_id: string; dimension: string; day: Day }>`
    select c.entitlement_id, c.dimension, max(c.day) as day from usage_total_change c
    join unnest(${meters.map((one) => one.entitlement_id)}::uuid[], ${meters.map((one) => one.dimension)}::text[])
      as m (entitlement_id, dimension) on m.entitlement_id = c.entitlement_id and m.dimension = c.dimension
    where c.org_id = ${db.orgId} and c.counts = 'GROUP'
    group by 1, 2
  `.execute(db.raw);
  return rows;
};

/** The last hour of a day with usage of a meter; null: it is no longer stored. */
export const findLastHour = async (
  db: OrgDb,
  { entitlement_id: entitlementId, dimension }: Pick<MeterDays, 'entitlement_id' | 'dimension'>,
  day: Day,
): Promise<Date | null> => {
  const { rows } = await sql<{ hour: Date }>`
    select h.hour from generate_series(${day}::timestamp at time zone 'UTC', ${day}::timestamp at time zone 'UTC' + interval '23 hours',
      interval '1 hour') as h (hour)
    where exists (
      select from usage_record_item i
      where i.org_id = ${db.orgId} and i.hour = h.hour and i.entitlement_id = ${entitlementId}::uuid and i.dimension = ${dimension})
    order by h.hour desc limit 1
  `.execute(db.raw);
  return rows[0]?.hour ?? null;
};

const columns = sql`s.entitlement_id, s.dimension, s.partner, s.interval_days, s.last_day, s.last_hour, s.silent_since,
  s.announced_time, s.cleared_time, s.version`;

/** What is stored of the meters of these entitlements, locked. */
export const lockSilences = async (db: OrgDb, entitlementIds: readonly string[]): Promise<UsageSilence[]> => {
  const { rows } = await sql<UsageSilence>`
    select ${columns} from usage_silence s
    where s.org_id = ${db.orgId} and s.entitlement_id = any(${entitlementIds as string[]}::uuid[])
    order by s.entitlement_id, s.dimension for update
  `.execute(db.raw);
  return rows;
};

export const saveSilence = async (db: OrgDb, silence: UsageSilence): Promise<void> => {
  const { entitlement_id, dimension, partner, interval_days, last_day, last_hour } = silence;
  const { silent_since, announced_time, cleared_time, version } = silence;
  await sql`
    insert into usage_silence (org_id, entitlement_id, dimension, partner, interval_days, last_day, last_hour, silent_since,
      announced_time, cleared_time, version)
    values (${db.orgId}, ${entitlement_id}, ${dimension}, ${partner}, ${interval_days}, ${last_day}::date, ${last_hour}, ${silent_since},
      ${announced_time}, ${cleared_time}, ${version})
    on conflict (org_id, entitlement_id, dimension) do update set interval_days = excluded.interval_days,
      last_day = excluded.last_day, last_hour = excluded.last_hour, silent_since = excluded.silent_since,
      announced_time = excluded.announced_time, cleared_time = excluded.cleared_time, version = excluded.version
  `.execute(db.raw);
};

/** Records that entitlements are suspended on a day. */
export const savePauses = async (db: OrgDb, entitlementIds: readonly string[], through: Day): Promise<void> => {
  await sql`
    insert into usage_pause (org_id, entitlement_id, through)
    values (${db.orgId}, unnest(${entitlementIds as string[]}::uuid[]), ${through})
    on conflict (org_id, entitlement_id) do update set through = excluded.through
  `.execute(db.raw);
};

export type SilenceFilter = { entitlementId?: string; partner?: string; after: BalanceKey | null };

export type ShownSilence = UsageSilence & { product_id: string | null; buyer_id: string | null };

/** A page of the meters that are silent, longest first. */
export const selectSilences = async (
  db: OrgDb,
  { entitlementId, partner, after }: SilenceFilter,
  limit: number,
): Promise<ShownSilence[]> => {
  const { rows } = await sql<ShownSilence>`
    select ${columns}, e.product_id, e.buyer_id
    from usage_silence s join entitlement e on e.org_id = ${db.orgId} and e.id = s.entitlement_id
    where s.org_id = ${db.orgId} and s.cleared_time is null
      and ${entitlementId === undefined ? sql`true` : sql`s.entitlement_id = ${entitlementId}::uuid`}
      and ${partner === undefined ? sql`true` : sql`s.partner = ${partner}`}
      and ${
        after
          ? sql`(s.silent_since, s.entitlement_id, s.dimension) > (${after[0]}::timestamptz, ${after[1]}::uuid, ${after[2]}::text)`
          : sql`true`
      }
    order by s.silent_since, s.entitlement_id, s.dimension limit ${limit}
  `.execute(db.raw);
  return rows;
};
