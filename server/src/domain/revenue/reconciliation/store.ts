import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import { differenceFields } from './fields.ts';
import type { BilledRecord, RevenueDifference } from './reconciliation.ts';

type RevenueChannel = RevenueDifference['channel'];

type DifferenceRow = Omit<RevenueDifference, 'version'> & {
  org_id: string;
  status: Generated<'OPEN' | 'RESOLVED'>;
  version: Generated<number>;
};

declare module '../../../db/tables.ts' {
  interface Tables {
    revenue_difference: DifferenceRow;
  }
}

/** How much of a channel is known. */
export type Coverage = {
  /** The first day that was read. */
  since: Date;
  /** Until when all parts were read. */
  readThrough: Date;
  /** When the oldest part was written that could not be read. */
  faultySince: Date | null;
};

/** Null: nothing of the channel was read yet. */
export const findCoverage = async (db: OrgDb, channel: RevenueChannel): Promise<Coverage | null> => {
  const { rows } = await sql<{ since: Date | null; read_through: Date | null; faulty_since: Date | null }>`
    select coalesce(s.backfill_start, (
        select min(t.day) from revenue_total t where t.org_id = ${db.orgId} and t.channel = ${channel}
      ))::timestamp at time zone 'UTC' as since,
      case when s.last_sync_status = 'SUCCESS' then s.last_sync_time else (
        select max(p.read_time) from revenue_part p where p.org_id = ${db.orgId} and p.channel = ${channel} and p.state = 'READ'
      ) end as read_through,
      (select min(p.written_time) from revenue_part p
        where p.org_id = ${db.orgId} and p.channel = ${channel} and p.state = 'FAULTY') as faulty_since
    from revenue_sync s where s.org_id = ${db.orgId} and s.channel = ${channel}
  `.execute(db.raw);
  const [row] = rows;
  if (!row?.since || !row.read_through) return null;
  return { since: row.since, readThrough: row.read_through, faultySince: row.faulty_since };
};

type RecordRow = Pick<BilledRecord, 'id' | 'currency' | 'billed' | 'refunded' | 'forgiven' | 'earlier'> & {
  entitlement_id: string;
  time: Date;
  period_start: Date | null;
  period_end: Date | null;
  billing_model: BilledRecord['billingModel'];
  invoice: string | null;
};

/**
 * The same of a channel whose records are orders for as long as they last (GCP): each month of one is a bill of its own. What it
 * said before is not known.
 */
export const findBilledMonths = async (
  db: OrgDb,
  { channel, entitlementIds, since }: { channel: RevenueChannel; entitlementIds: readonly string[]; since: Date },
): Promise<RecordRow[]> => {
  const { rows } = await sql<RecordRow>`
    select m.* from (
      select r.id, r.entitlement_id, r.currency, min(l.time) as time, min(l.period_start) as period_start,
        max(l.period_end) as period_end, min(l.billing_model) as billing_model, min(l.invoice) as invoice, '{}'::text[] as earlier,
        trim_scale(coalesce(sum(l.amount) filter (where l.stage = 'BILLED'), 0)) as billed,
        trim_scale(-coalesce(sum(l.amount) filter (where l.stage = 'BILLED' and l.nature in ('RETURN', 'CREDIT')), 0)) as refunded,
        trim_scale(-coalesce(sum(l.amount) filter (where l.stage = 'FORGIVEN'), 0)) as forgiven
      from revenue_record r
      join revenue_line l on l.org_id = ${db.orgId} and l.record_id = r.record_id and l.channel = r.channel and l.currency = r.currency
        and l.stage in ('BILLED', 'FORGIVEN') and l.kind = 'REVENUE'
        and l.day >= (${since}::timestamptz at time zone 'UTC')::date
      where r.org_id = ${db.orgId} and r.entitlement_id = any(${entitlementIds as string[]}::uuid[]) and r.channel = ${channel}
      group by r.id, r.entitlement_id, r.currency, date_trunc('month', coalesce(l.period_start, l.time) at time zone 'UTC')
    ) as m where m.billed <> 0 or m.refunded <> 0
    order by m.entitlement_id, m.time, m.id
  `.execute(db.raw);
  return rows;
};

/**
 * Records of entitlements since a day that bill something or give it back. `earlier`: what a record said before the
 * partner restated it. `forgiven`: of the price, as what is billed is, without tax and fees that were given up with it.
 */
export const findBilledRecords = async (
  db: OrgDb,
  { channel, entitlementIds, since }: { channel: RevenueChannel; entitlementIds: readonly string[]; since: Date },
): Promise<RecordRow[]> => {
  const { rows } = await sql<RecordRow>`
    select r.id, r.entitlement_id, r.currency, r.billed, r.refunded,
      case when r.forgiven = 0 then r.forgiven else (
        select trim_scale(-coalesce(sum(l.amount), 0)) from revenue_line l
        where l.org_id = ${db.orgId} and l.record_id = r.record_id and l.channel = r.channel and l.currency = r.currency
          and l.stage = 'FORGIVEN' and l.kind = 'REVENUE') end as forgiven,
      coalesce(r.invoice_time, r.refund_time, r.first_day::timestamp at time zone 'UTC') as time, r.period_start, r.period_end,
      r.billing_model, r.invoice, array(
        select e.changes #>> '{billed,from}' from revenue_event e
        where e.org_id = ${db.orgId} and e.revenue_id = r.id and e.type = 'ADJUSTED' and e.changes #>> '{billed,from}' is not null
        order by e.sequence desc limit 5
      ) as earlier
    from revenue_record r
    where r.org_id = ${db.orgId} and r.entitlement_id = any(${entitlementIds as string[]}::uuid[]) and r.channel = ${channel}
      and r.first_day >= (${since}::timestamptz at time zone 'UTC')::date and (r.billed <> 0 or r.refunded <> 0)
    order by r.entitlement_id, r.first_day, r.id
  `.execute(db.raw);
  return rows;
};

type NotedRow = { entitlement_id: string; amount: Decimal; currency: string; time: Date };

/** Invoices of the agreements of entitlements that a partner lists, and that no record is of. */
export const findNotedInvoices = async (
  db: OrgDb,
  { channel, entitlementIds, since }: { channel: RevenueChannel; entitlementIds: readonly string[]; since: Date },
): Promise<NotedRow[]> => {
  const { rows } = await sql<NotedRow>`
    select x.entitlement_id, l.amount, l.currency, l.time from entitlement_external_id x
    join revenue_line l on l.org_id = ${db.orgId} and l.agreement = x.external_id and l.channel = x.partner
    where x.org_id = ${db.orgId} and x.entitlement_id = any(${entitlementIds as string[]}::uuid[]) and x.partner = ${channel}
      and l.stage = 'NOTED' and l.nature = 'PLAIN' and l.invoice is not null and l.time >= ${since}
      and not exists (
        select from revenue_record r where r.org_id = ${db.orgId} and r.invoice = l.invoice and r.channel = l.channel
          and (r.agreement is null or r.agreement = l.agreement))
    order by x.entitlement_id, l.time, l.key
  `.execute(db.raw);
  return rows;
};

const columns = [
  'revenue_difference.id',
  'revenue_difference.channel',
  'revenue_difference.entitlement_id',
  'revenue_difference.place',
  'revenue_difference.kind',
  'revenue_difference.cause',
  'revenue_difference.period',
  'revenue_difference.currency',
  'revenue_difference.expected',
  'revenue_difference.billed',
  'revenue_difference.billed_currency',
  'revenue_difference.records',
  'revenue_difference.record_count',
  'revenue_difference.first_seen_time',
  'revenue_difference.last_seen_time',
  'revenue_difference.resolved_time',
  'revenue_difference.version',
] as const;

/** All differences of entitlements, open or resolved, locked in the order of their ids. */
export const lockDifferences = async (
  db: OrgDb,
  channel: RevenueChannel,
  entitlementIds: readonly string[],
): Promise<RevenueDifference[]> =>
  (await db
    .selectFrom('revenue_difference')
    .select(columns)
    .where('revenue_difference.channel', '=', channel)
    .where(sql<boolean>`revenue_difference.entitlement_id = any(${entitlementIds as string[]}::uuid[])`)
    .orderBy('revenue_difference.id')
    .forUpdate()
    .execute()) as RevenueDifference[];

/** Rows of one statement. */
const differencesAtOnce = 500;

const replacedColumns = [
  'kind',
  'cause',
  'period',
  'currency',
  'expected',
  'billed',
  'billed_currency',
  'records',
  'record_count',
  'first_seen_time',
  'last_seen_time',
  'resolved_time',
  'version',
] as const;

/** Stores differences, each as its next version. A row has a list of records, so that the rows are VALUES of their own. */
export const saveDifferences = async (db: OrgDb, differences: readonly RevenueDifference[]): Promise<void> => {
  for (let from = 0; from < differences.length; from += differencesAtOnce)
    await db
      .insertInto('revenue_difference', differences.slice(from, from + differencesAtOnce))
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'id'])
          .doUpdateSet((row) => Object.fromEntries(replacedColumns.map((name) => [name, row.ref(`excluded.${name}`)]))),
      )
      .execute();
};

/** Notes that open differences were found again, unchanged. */
export const touchDifferences = async (db: OrgDb, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length === 0) return;
  await sql`
    update revenue_difference set last_seen_time = ${now}
    where org_id = ${db.orgId} and id = any(${ids as string[]}::uuid[])
  `.execute(db.raw);
};

export const selectDifferences = (db: OrgDb, page: PageRequest): Promise<SelectedPage<RevenueDifference>> =>
  selectPage(db, db.selectFrom('revenue_difference').select(columns), page, differenceFields);

export type PayoutKey = readonly [time: Date, channel: string, dataset: string, key: string, position: number];

/** What a partner paid to the bank under one name, in one currency. */
export type PayoutRow = {
  channel: RevenueChannel;
  dataset: string;
  key: string;
  position: number;
  payout: string;
  trace: string | null;
  time: Date;
  currency: string;
  amount: Decimal;
  /** The bank sent it back. */
  has_failed: boolean;
  /** What the lines of records that name it add up to, in its currency. */
  held: Decimal;
  /** What the partner says that it withheld of the payout, such as tax: negative. */
  withheld: Decimal;
  /** How many lines; what another report notes of them is none of its own. */
  lines: number;
  /**
   * What it paid of records, by the lines that name it, in currencies in which nothing was transferred under its name. Amounts that
   * another report notes are left out: it may note one amount in several currencies.
   */
  others: { currency: string; amount: Decimal; lines: number }[];
  /** Records that name it have amounts, but not in just the currencies of its transfers: some were converted. */
  is_converted: boolean;
};

export type PayoutFilter = {
  channel?: RevenueChannel | undefined;
  payout?: string | undefined;
  trace?: string | undefined;
  after: PayoutKey | null;
};

/**
 * What lines of records say that a payout holds. Where one report pays a sale and another one names the payout (AZURE),
 * the second has a line of nothing, and notes the amount.
 */
const linesOf = sql`greatest(count(*) filter (where stage = 'DISBURSED'), count(*) filter (where stage = 'NOTED'))::int`;
const isHeld = sql`record_id is not null and stage in ('DISBURSED', 'NOTED') and kind <> 'PARTNER_TAX'`;

/** The currency and amount of a line within its payout. */
const paidCurrency = sql`coalesce(paid_currency, currency)`;
const paidAmount = sql`coalesce(paid_amount, amount)`;

/** A line that states a transfer to the bank: the first one of its row. What came back is another line, or a row of its own. */
const isTransfer = sql`kind = 'PAYOUT' and nature <> 'FAILED' and position = 0`;

/**
 * Payouts in the order of time, the latest first. Transfers in one currency that a partner names alike are one payout (GCP
 * names all of a month by the month), at the time of the latest. The records that a payout holds are those whose lines name
 * it, also if it failed.
 */
export const selectPayouts = async (
  db: OrgDb,
  { channel, payout, trace, after }: PayoutFilter,
  limit: number,
): Promise<PayoutRow[]> => {
  const org = db.orgId;
  const alike = sql`channel = l.channel and payout = l.payout and currency = l.currency and ${isTransfer}`;
  const conditions = [
    ...(channel === undefined ? [] : [sql`channel = ${channel}`]),
    ...(payout === undefined ? [] : [sql`payout = ${payout}`]),
    ...(trace === undefined
      ? []
      : [sql`exists (select from revenue_line where org_id = ${org} and ${alike} and trace = ${trace})`]),
    ...(after === null
      ? []
      : [
          sql`(time, channel, dataset, key, position) < (${after[0]}::timestamptz, ${after[1]}, ${after[2]}, ${after[3]}, ${after[4]})`,
        ]),
  ];
  const { rows } = await sql<PayoutRow>`
    with page as materialized (
      select channel, dataset, key, position, payout, time, currency from revenue_line l
      where org_id = ${org} and ${isTransfer} and payout is not null
        and not exists (select from revenue_line where org_id = ${org} and ${alike} and (time, dataset, key) > (l.time, l.dataset, l.key))
        ${sql.join(
          conditions.map((condition) => sql`and ${condition}`),
          sql` `,
        )}
      order by time desc, channel desc, dataset desc, key desc, position desc limit ${limit}
    )
    select p.*, t.trace, trim_scale(t.amount) as amount, coalesce(f.has_failed, false) as has_failed, trim_scale(h.held) as held, h.lines,
      trim_scale(w.withheld) as withheld, coalesce(c.others, '[]') as others, coalesce(c.is_converted, false) as is_converted
    from page p
    cross join lateral (
      select sum(amount) as amount, min(trace) as trace from revenue_line
      where org_id = ${org} and channel = p.channel and payout = p.payout and currency = p.currency and ${isTransfer}
    ) as t
    left join lateral (
      select true as has_failed from revenue_line
      where org_id = ${org} and channel = p.channel and payout = p.payout and kind = 'PAYOUT' and (nature = 'FAILED' or position > 0)
      limit 1
    ) as f on true
    cross join lateral (
      select coalesce(sum(${paidAmount}), 0) as held, ${linesOf} as lines from revenue_line
      where org_id = ${org} and channel = p.channel and payout = p.payout and ${isHeld} and ${paidCurrency} = p.currency
    ) as h
    cross join lateral (
      select coalesce(sum(amount), 0) as withheld from revenue_line
      where org_id = ${org} and payout = p.payout and record_id is null and stage = 'NOTED' and channel = p.channel and currency = p.currency
    ) as w
    cross join lateral (
      select jsonb_agg(jsonb_build_object('currency', currency, 'amount', trim_scale(disbursed)::text, 'lines', lines) order by currency)
          filter (where not is_sent and disbursed <> 0) as others,
        bool_or(stated <> 0) and bool_or((stated <> 0) <> is_sent) as is_converted
      from (
        select *, case when is_sent or not bool_or(is_sent and noted <> 0) over () then disbursed + noted else disbursed end as stated
        from (
          select ${paidCurrency} as currency, bool_or(${isTransfer}) as is_sent,
            coalesce(sum(${paidAmount}) filter (where ${isHeld} and stage = 'DISBURSED'), 0) as disbursed,
            coalesce(sum(${paidAmount}) filter (where ${isHeld} and stage = 'NOTED'), 0) as noted,
            (count(*) filter (where ${isHeld} and stage = 'DISBURSED'))::int as lines
          from revenue_line
          where org_id = ${org} and channel = p.channel and payout = p.payout and (kind = 'PAYOUT' or record_id is not null)
          group by 1
        ) as by_currency
      ) as all_currencies
    ) as c
    order by p.time desc, p.channel desc, p.dataset desc, p.key desc, p.position desc
  `.execute(db.raw);
  return rows;
};

export type PayoutRecordRow = {
  id: string;
  record_id: string;
  currency: string;
  amount: Decimal;
  /** Its amount in the payout, and the currency of that; null: `amount`, or in several currencies. */
  paid_amount: Decimal | null;
  paid_currency: string | null;
  lines: number;
  entitlement_id: string | null;
  buyer_id: string | null;
};

/**
 * What a payout holds of each record, in order of the partner's references and the currencies. An amount may be noted in a
 * currency in which its sale has no record: it is of the sale's first one. What is noted in the currency of a transfer is not shown again in
 * the others in which it is noted.
 */
export const selectPayoutRecords = async (
  db: OrgDb,
  {
    channel,
    payout,
    after,
  }: { channel: RevenueChannel; payout: string; after: readonly [record: string, currency: string] | null },
  limit: number,
): Promise<PayoutRecordRow[]> => {
  const org = db.orgId;
  const next = after === null ? sql`` : sql`and (record_id, currency) > (${after[0]}, ${after[1]})`;
  const { rows } = await sql<PayoutRecordRow>`
    with sent as materialized (
      select distinct currency from revenue_line
      where org_id = ${org} and channel = ${channel} and payout = ${payout} and ${isTransfer}
    ), noted as materialized (
      select currency from revenue_line
      where org_id = ${org} and channel = ${channel} and payout = ${payout} and ${isHeld} and stage = 'NOTED'
        and currency in (select currency from sent)
      group by currency having sum(amount) <> 0
    ), held as materialized (
      select record_id, currency, trim_scale(sum(amount)) as amount, ${linesOf} as lines,
        case when min(${paidCurrency}) = max(${paidCurrency}) then max(paid_currency) end as paid_currency,
        case when min(${paidCurrency}) = max(${paidCurrency}) then trim_scale(sum(paid_amount)) end as paid_amount
      from revenue_line
      where org_id = ${org} and channel = ${channel} and payout = ${payout} and ${isHeld} ${next}
        and (stage <> 'NOTED' or currency in (select currency from sent) or not exists (select from noted))
      group by record_id, currency order by record_id, currency limit ${limit}
    )
    select r.id, h.record_id, h.currency, h.amount, h.paid_amount, h.paid_currency, h.lines, r.entitlement_id, r.buyer_id
    from held h
    cross join lateral (
      select id, entitlement_id, buyer_id from revenue_record
      where org_id = ${org} and channel = ${channel} and record_id = h.record_id
      order by currency = h.currency desc, currency limit 1
    ) as r
    order by h.record_id, h.currency
  `.execute(db.raw);
  return rows;
};
