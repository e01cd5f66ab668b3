import { type RawBuilder, sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';

/** Billed usage: `time` is when it was used, as exactly as it was billed. */
export type UsageRow = { id: string; entitlement_id: string | null; currency: string; time: Date; amount: Decimal };

/**
 * Whether a record `r` of AWS bills usage: no column of its files says so, but usage has a month of the calendar (UTC) as its period, as
 * in the comparison with bills (`reconciliation/place-records.ts`). A fixed price may have one, too: so usage of that month must be known, by what we
 * submitted or by what AWS shows of it (since a day, where only later months matter).
 */
const isUsageOfAws = (db: OrgDb, since?: Date) => sql`(
  r.channel = 'AWS' and r.billing_model is null
  and r.period_start = date_trunc('month', r.period_start at time zone 'UTC') at time zone 'UTC'
  and r.period_end between r.period_start + interval '27 days' and r.period_start + interval '32 days'
  and (
    exists (
      select from usage_total t where t.org_id = ${db.orgId} and t.counts = 'REPORT' and t.entitlement_id = r.entitlement_id
        and t.day between (r.period_start at time zone 'UTC')::date and (r.period_end at time zone 'UTC')::date and t.quantity > 0)
    or exists (
      select from usage_total_change c where c.org_id = ${db.orgId} and c.counts = 'REPORT' and c.entitlement_id = r.entitlement_id
        and c.day between (r.period_start at time zone 'UTC')::date and (r.period_end at time zone 'UTC')::date and c.quantity > 0)
    or (r.agreement, (r.period_start at time zone 'UTC')::date) in (
      select u.agreement, date_trunc('month', u.day)::date from marketplace_usage u
      where u.org_id = ${db.orgId} and u.channel = 'AWS' and u.quantity > 0
        and ${since ? sql`u.day >= (${since}::timestamptz at time zone 'UTC')::date - 1` : sql`true`})
  ))`;

/** The lines of a record `r` of a payment provider name the invoice `i` of this service. */
const isOfInvoice = (db: OrgDb) => sql`exists (
  select from revenue_line l
  where l.org_id = ${db.orgId} and l.record_id = r.record_id and l.channel = r.channel and l.invoice_id = i.id)`;

/** The month of a line `l` of Google, whose reports name months of Los Angeles. Written as its first day in UTC. */
const monthOfLine = sql`date_trunc('month', coalesce(l.period_start, l.time) at time zone 'UTC')`;
const midnightThere = (day: RawBuilder<unknown>) => sql`(${day}) at time zone 'America/Los_Angeles'`;

/**
 * Whether all that Google bills for a record `r` in the month of a line `l` is usage: no price of the entitlement applies in
 * that month, and usage of it is known. No column of Google's reports says it.
 */
const isUsageOfGoogle = (db: OrgDb) => sql`(
  not exists (
    select from entitlement_term t where t.org_id = ${db.orgId} and t.entitlement_id = r.entitlement_id and t.commit_amount > 0
      and t.start_time < ${midnightThere(sql`${monthOfLine} + interval '1 month'`)}
      and (t.end_time is null or t.end_time > ${midnightThere(monthOfLine)}))
  and (
    exists (
      select from usage_total u where u.org_id = ${db.orgId} and u.counts = 'REPORT' and u.entitlement_id = r.entitlement_id
        and u.day >= ${monthOfLine}::date and u.day <= (${monthOfLine} + interval '1 month')::date and u.quantity > 0)
    or exists (
      select from usage_total_change c where c.org_id = ${db.orgId} and c.counts = 'REPORT' and c.entitlement_id = r.entitlement_id
        and c.day >= ${monthOfLine}::date and c.day <= (${monthOfLine} + interval '1 month')::date and c.quantity > 0)
    or exists (
      select from marketplace_usage m where m.org_id = ${db.orgId} and m.channel = 'GCP' and m.agreement = r.agreement
        and m.day >= ${monthOfLine}::date and m.day < (${monthOfLine} + interval '1 month')::date and m.quantity > 0)
  ))`;

/** A period that begins at midnight UTC was named by its day: at noon it is in the same month in nearly all zones. */
const noonOfDay = (time: RawBuilder<unknown>) => sql`case
  when ${time} = date_trunc('day', ${time} at time zone 'UTC') at time zone 'UTC' then ${time} + interval '12 hours' else ${time} end`;

/** A month of a time zone: its first instant and its first day, and those of the month that follows. */
export type UsageMonthOf = { start: Date; end: Date; firstDay: string; nextDay: string };

/**
 * Records of usage: what the marketplace calls usage (AZURE), what has the period of usage (AWS), what Google bills for a month of an
 * order without a price, and the payments of invoices of usage. Usage is billed after it was used, or as late as on the
 * same day of another time zone.
 *
 * Marketplaces bill the usage of days and months of their calendar, which is that of UTC here: whatever the time zone of a report, the usage of
 * June is June's. A period of more than a month is the term of a subscription (AZURE shows that of the commitment, whatever month is billed:
 * techcommunity.microsoft.com, "Revenue report for SaaS ISVs: Contract duration field"), so the usage counts on the day of its bill.
 */
const usageIn = (db: OrgDb, months: readonly UsageMonthOf[]) => {
  const [from, until] = [months[0]?.start, months.at(-1)?.end] as [Date, Date];
  const times = (list: readonly Date[]): string[] => list.map((time) => time.toISOString());
  return sql`
  select u.id, u.entitlement_id, u.currency, u.billed, m.start, m.start + (u.day - m.first_day) * interval '24 hours' as time
  from (
    select r.id, r.entitlement_id, r.currency, r.billed,
      case when r.period_end > r.period_start + interval '32 days' then r.first_day
        else coalesce((r.period_start at time zone 'UTC')::date, r.first_day) end as day
    from revenue_record r
    where r.org_id = ${db.orgId} and r.billed <> 0 and r.first_day >= (${from}::timestamptz at time zone 'UTC')::date - 1
      and (r.billing_model = 'UsageBased' or ${isUsageOfAws(db, from)})
    union all
    select r.id, r.entitlement_id, r.currency, sum(l.amount), (${monthOfLine})::date
    from revenue_record r join revenue_line l on l.org_id = ${db.orgId} and l.record_id = r.record_id
      and l.channel = r.channel and l.currency = r.currency
    where r.org_id = ${db.orgId} and r.channel = 'GCP' and r.billing_model is null
      and r.last_day >= (${from}::timestamptz at time zone 'UTC')::date - 1
      and l.stage = 'BILLED' and l.kind = 'REVENUE' and l.day >= (${from}::timestamptz at time zone 'UTC')::date - 1
      and ${isUsageOfGoogle(db)}
    group by r.id, r.entitlement_id, r.currency, ${monthOfLine}
    having sum(l.amount) <> 0
  ) as u
  join (
    select unnest(${times(months.map(({ start }) => start))}::timestamptz[]) as start,
      unnest(${months.map(({ firstDay }) => firstDay)}::date[]) as first_day,
      unnest(${months.map(({ nextDay }) => nextDay)}::date[]) as next_day
  ) as m on u.day >= m.first_day and u.day < m.next_day
  union all
  select r.id, r.entitlement_id, r.currency, r.billed, m.start, i.period_start
  from invoice i join revenue_record r on r.org_id = ${db.orgId} and r.entitlement_id = i.entitlement_id and r.channel = i.partner
  join (
    select unnest(${times(months.map(({ start }) => start))}::timestamptz[]) as start,
      unnest(${times(months.map(({ end }) => end))}::timestamptz[]) as over
  ) as m on ${noonOfDay(sql`i.period_start`)} >= m.start and ${noonOfDay(sql`i.period_start`)} < m.over
  where i.org_id = ${db.orgId} and i.type = 'USAGE' and i.period_start >= ${from}::timestamptz - interval '1 day' and i.period_start < ${until}
    and r.billed <> 0 and r.billing_model is null and ${isOfInvoice(db)}
`;
};

/** The sums of billed usage by entitlement and currency in each of some consecutive months. */
export const sumUsage = async (db: OrgDb, months: readonly UsageMonthOf[]): Promise<UsageRow[]> => {
  const { rows } = await sql<UsageRow>`
    select '' as id, entitlement_id, currency, start as time, sum(billed) as amount
    from (${usageIn(db, months)}) as usage
    group by entitlement_id, currency, start
  `.execute(db.raw);
  return rows;
};

/** The records of usage in some consecutive months, at most `max`. */
export const selectUsage = async (
  db: OrgDb,
  { months, currencies }: { months: readonly UsageMonthOf[]; currencies: readonly string[] },
  max: number,
): Promise<UsageRow[]> => {
  const { rows } = await sql<UsageRow>`
    select id, entitlement_id, currency, time, billed as amount
    from (${usageIn(db, months)}) as usage
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
      and r.billing_model is distinct from 'UsageBased' and not ${isUsageOfAws(db)}
      and not exists (
        select from invoice i where i.org_id = ${db.orgId} and i.entitlement_id = r.entitlement_id and i.partner = r.channel
          and i.type = 'USAGE' and ${isOfInvoice(db)})
    order by time, r.id
    limit ${max}
  `.execute(db.raw);
  return rows;
};
