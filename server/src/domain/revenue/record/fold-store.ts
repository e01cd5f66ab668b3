import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import { prepare } from '../../../db/prepared.ts';
import type { RevenueChannel } from './record.ts';
import { type RevenueRecord, type StoredFigures, storedFigures } from './record.ts';

/** What a record is now and was before, in the words of events: amounts as exact texts, times as ISO 8601. */
export type FoldedRecord = {
  id: string;
  is_new: boolean;
  /** Null if it has no lines any more. */
  after: Shown | null;
  before: Shown | null;
  /** Of its last event; 0 and empty if it has none. */
  sequence: number;
  last_hash: string;
  /** Whether the channel has its row, from which all that is written takes its organization. */
  is_locked: boolean;
};

type Shown = { currency: string } & StoredFigures &
  Pick<RevenueRecord, 'record_id' | 'product_id' | 'offer_id' | 'entitlement_id' | 'buyer_id'> &
  Record<'invoice_time' | 'due_time' | 'period_start' | 'period_end' | 'trace', string | null>;

/** The sum of the lines that each figure consists of (`fold-lines.ts` states the same as a function). */
const figureOf: Readonly<Record<(typeof storedFigures)[number], (tells: boolean) => RawBuilder<unknown>>> = {
  billed: () => sql`stage = 'BILLED' and kind = 'REVENUE'`,
  refunded: () => sql`stage = 'BILLED' and kind = 'REVENUE' and nature in ('RETURN', 'CREDIT')`,
  tax: () => sql`stage = 'BILLED' and kind = 'TAX'`,
  partner_tax: () => sql`stage = 'BILLED' and kind = 'PARTNER_TAX'`,
  fee: () => sql`stage = 'BILLED' and kind = 'FEE'`,
  cost: () => sql`stage = 'BILLED' and kind = 'COST'`,
  adjusted: () => sql`stage = 'BILLED' and kind = 'ADJUSTMENT'`,
  forgiven: () => sql`stage = 'FORGIVEN' and kind <> 'PARTNER_TAX'`,
  collected: (tells) => (tells ? sql`stage = 'COLLECTED' and kind <> 'PARTNER_TAX'` : sql`is_paid`),
  disbursed: () => sql`is_paid`,
  refund_disbursed: () => sql`is_paid and nature in ('RETURN', 'CREDIT') and kind = 'REVENUE'`,
};

/** Figures that are shown as positive amounts of what lowers a sale. */
const negated: ReadonlySet<string> = new Set(['refunded', 'fee', 'cost', 'forgiven', 'refund_disbursed']);

const sums = (tells: boolean): RawBuilder<unknown> =>
  sql.join(
    storedFigures.map((name) => {
      const sign = sql.raw(negated.has(name) ? '-' : '');
      return sql`trim_scale(${sign}coalesce(sum(amount) filter (where ${figureOf[name](tells)}), 0)) as ${sql.ref(name)}`;
    }),
  );

const each = (format: (name: string) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(storedFigures.map((name) => format(name)));
const figures = each((name) => sql.ref(name));
const summed = each((name) => sql`trim_scale(sum(${sql.ref(name)})) as ${sql.ref(name)}`);

/** What is kept by entitlement and by buyer, of the figures of a record; `amountsOf` reads it. */
const owned: Readonly<Record<string, RawBuilder<unknown>>> = {
  gross: sql`billed + refunded`,
  invoiced: sql`billed`,
  collectable: sql`billed + tax - fee - cost + adjusted`,
  disbursed: sql`disbursed`,
};
const ownedOf = (signed: (amount: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(Object.entries(owned).map(([name, amount]) => sql`${signed(amount)} as ${sql.ref(name)}`));
const eachOwned = (format: (name: string) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join([...Object.keys(owned), 'records'].map((name) => format(name)));

/** Columns of a record beside its key and figures, in the order of the insert. */
const attributes = [
  'type',
  'first_day',
  'last_day',
  'invoice_time',
  'refund_time',
  'due_time',
  'period_start',
  'period_end',
  'collected_time',
  'disbursed_time',
  'refund_disbursed_time',
  'billing_model',
  'product',
  'offer',
  'agreement',
  'buyer',
  'plan',
  'invoice',
  'payout',
  'trace',
  'partner_type',
  'product_id',
  'offer_id',
  'entitlement_id',
  'buyer_id',
  'unmatched',
] as const;
/** What a line without an amount may name; it counts before what lines with an amount name. */
const namedBy = ['product', 'offer', 'agreement', 'buyer', 'plan', 'invoice'] as const;
const attributeList = sql.join(attributes.map((name) => sql.ref(name)));
const replaced = (table: string): RawBuilder<unknown> =>
  sql.join([...attributes, ...storedFigures].map((name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)}`));

const isoTime = (column: string): RawBuilder<unknown> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A record as events show it. */
const shown = (alias: string): RawBuilder<unknown> => {
  const own = (name: string): RawBuilder<unknown> => sql`${sql.lit(name)}, ${sql.ref(`${alias}.${name}`)}`;
  const amounts = storedFigures.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${alias}.${name}`)}::text`);
  const times = ['invoice_time', 'due_time', 'period_start', 'period_end'].map(
    (name) => sql`${sql.lit(name)}, ${isoTime(`${alias}.${name}`)}`,
  );
  const texts = ['currency', 'record_id', 'product_id', 'offer_id', 'entitlement_id', 'buyer_id', 'trace'].map(own);
  return sql`json_build_object(${sql.join([...texts, ...times, ...amounts])})`;
};

const why = (what: string, reference: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${sql.lit(what)}, case when ${sql.ref(`${what}_id`)} is not null then null when ${reference} is null then 'NOT_NAMED' else 'NOT_FOUND' end`;

/**
 * The channel as a condition that no index serves. Without statistics, as in a first backfill, the planner takes
 * (org_id, channel) for as selective as a record's whole key, and reads all lines of the channel for each record.
 */
const ofChannel = (channel: string): RawBuilder<unknown> => sql`channel || '' = ${channel}`;

/** The organization of new rows has to be the column of a table, for a server that has only some organizations (`lockChannel`). */
const fromChannel = (org: string, channel: string): RawBuilder<unknown> =>
  sql`cross join revenue_channel c where c.org_id = ${org} and c.channel = ${channel}`;

/**
 * Of a channel that tells what buyers have paid, or that does not. The text is long: it is built once. Row-level security
 * lets an index serve plain columns only: what rows are looked up by is a column of a query before, never an expression.
 */
const foldOf = (tells: boolean) =>
  prepare(
    (
      { orgId: org, raw }: OrgDb,
      channel: string,
      recordIds: readonly string[],
      now: Date,
    ): Compilable<FoldedRecord> => ({
      compile: () =>
        sql<FoldedRecord>`
    with touched as materialized (select unnest(${recordIds}::text[]) as record_id),
    named as materialized (
      select l.* from touched t cross join lateral (
        select * from revenue_line where org_id = ${org} and ${ofChannel(channel)} and record_id = t.record_id offset 0
      ) as l where l.kind <> 'PAYOUT'
    ), about as materialized (
      select record_id, min(product) as product, min(offer) as offer, min(agreement) as agreement, min(buyer) as buyer,
        min(plan) as plan, min(invoice) as invoice
      from named where stage = 'NOTED' group by record_id
    ), payouts as materialized (
      select p.name, bool_or(b.nature = 'FAILED') as has_failed, max(b.trace) filter (where b.nature <> 'FAILED') as trace
      from (select distinct payout as name from named where payout is not null) as p
      cross join lateral (
        (select nature, trace from revenue_line where org_id = ${org} and ${ofChannel(channel)} and kind = 'PAYOUT' and payout = p.name offset 0)
        union all
        (select nature, null from revenue_line where org_id = ${org} and ${ofChannel(channel)} and nature = 'FAILED' and failure = p.name offset 0)
      ) as b group by p.name
    ), lines as materialized (
      select n.*, n.stage = 'DISBURSED' and n.kind <> 'PARTNER_TAX' and not coalesce(p.has_failed, false) as is_paid,
        p.trace as bank_trace
      from named n left join payouts p on p.name = n.payout where n.stage <> 'NOTED'
    ), days as materialized (
      select md5(${org}::text || E'\n' || ${channel}::text || E'\n' || record_id || E'\n' || currency)::uuid as revenue_id,
        record_id, currency, day, ${sums(tells)},
        bool_or(kind = 'REVENUE' and nature = 'PLAIN') as has_sale, bool_or(nature = 'RETURN') as has_return,
        bool_or(nature = 'CREDIT') as has_credit,
        min(time) filter (where stage = 'BILLED' and nature = 'PLAIN') as invoice_time,
        min(time) filter (where stage = 'BILLED' and nature in ('RETURN', 'CREDIT')) as refund_time,
        max(time) filter (where ${tells ? sql`stage = 'COLLECTED' and amount <> 0` : sql`is_paid and amount <> 0`}) as collected_time,
        max(time) filter (where is_paid and amount <> 0) as disbursed_time,
        max(time) filter (where is_paid and nature in ('RETURN', 'CREDIT') and kind = 'REVENUE') as refund_disbursed_time,
        max(due_time) as due_time, min(period_start) as period_start, max(period_end) as period_end,
        min(billing_model) as billing_model, min(product) as product, min(offer) as offer, min(agreement) as agreement,
        min(buyer) as buyer, min(plan) as plan,
        coalesce(min(invoice) filter (where kind = 'REVENUE' and nature = 'PLAIN'), min(invoice)) as invoice,
        min(invoice_id::text) as invoice_id, max(payout) filter (where is_paid) as payout,
        max(coalesce(trace, bank_trace)) filter (where stage <> 'DISBURSED' or is_paid) as trace,
        min(partner_type) as partner_type
      from lines group by record_id, currency, day
    ), summed as materialized (
      select d.revenue_id, d.record_id, d.currency, ${summed}, min(d.day) as first_day, max(d.day) as last_day,
        case when bool_or(has_sale) then 'CHARGE' when bool_or(has_return) then 'REFUND' when bool_or(has_credit) then 'CREDIT'
          else 'ADJUSTMENT' end as type,
        min(invoice_time) as invoice_time, min(refund_time) as refund_time, max(collected_time) as collected_time,
        max(disbursed_time) as disbursed_time, max(refund_disbursed_time) as refund_disbursed_time, max(due_time) as due_time,
        min(period_start) as period_start, max(period_end) as period_end, min(billing_model) as billing_model,
        ${sql.join(
          namedBy.map((name) => sql`coalesce(min(a.${sql.ref(name)}), min(d.${sql.ref(name)})) as ${sql.ref(name)}`),
        )},
        min(invoice_id)::uuid as invoice_id, max(payout) as payout, max(trace) as trace, min(partner_type) as partner_type
      from days d left join about a on a.record_id = d.record_id group by d.revenue_id, d.record_id, d.currency
    ), purchased as materialized (
      select s.*, coalesce(x.entitlement_id, i.entitlement_id) as purchase_id
      from summed s
      left join lateral (
        select entitlement_id from entitlement_external_id
        where org_id = ${org} and external_id = s.agreement and partner = ${channel} offset 0
      ) as x on true
      left join lateral (select entitlement_id from invoice where org_id = ${org} and id = s.invoice_id offset 0) as i on true
    ), matched as materialized (
      select s.*, coalesce(p.id, e.product_id) as product_id, coalesce(o.offer_id, e.offer_id) as offer_id, e.id as entitlement_id,
        coalesce(b.id, e.buyer_id) as buyer_id
      from purchased s
      left join lateral (
        select id, product_id, offer_id, buyer_id from entitlement where org_id = ${org} and id = s.purchase_id offset 0
      ) as e on true
      left join lateral (
        select id from product
        where org_id = ${org} and partner = ${channel} and (entity_id = s.product or external_id = s.product)
        order by entity_id = s.product desc nulls last, id limit 1
      ) as p on s.product is not null
      left join lateral (
        select offer_id from offer_external_id
        where org_id = ${org} and external_id = s.offer and partner = ${channel} offset 0
      ) as o on true
      left join lateral (
        select id from buyer where org_id = ${org} and partner = ${channel} and account_id = s.buyer offset 0
      ) as b on true
    ), judged as materialized (
      select m.*, jsonb_strip_nulls(jsonb_build_object(${why('product', sql`coalesce(product, agreement, invoice_id::text)`)},
        ${why('offer', sql`coalesce(offer, agreement, invoice_id::text)`)}, ${why('entitlement', sql`coalesce(agreement, invoice_id::text)`)},
        ${why('buyer', sql`coalesce(buyer, agreement, invoice_id::text)`)})) as unmatched
      from matched m
    ), old as materialized (
      select r.* from touched t cross join lateral (
        select * from revenue_record where org_id = ${org} and ${ofChannel(channel)} and record_id = t.record_id offset 0
      ) as r
    ), old_days as materialized (
      select d.*, d.day = o.first_day as is_first from old o cross join lateral (
        select * from revenue_day where org_id = ${org} and revenue_id = o.id offset 0
      ) as d
    ), difference as (
      select currency, day, ${summed}, sum(days) as days, sum(records) as records from (
        select n.currency, n.day, ${each((name) => sql.ref(`n.${name}`))}, 1 as days, (n.day = s.first_day)::int as records
        from days n join summed s on s.revenue_id = n.revenue_id
        union all
        select currency, day, ${each((name) => sql`-${sql.ref(name)} as ${sql.ref(name)}`)}, -1, -is_first::int from old_days
      ) as moved group by currency, day
      having (${each((name) => sql`sum(${sql.ref(name)})`)}, sum(days), sum(records)) <> (${each(() => sql`0`)}, 0, 0)
    ), totals as (
      insert into revenue_total as t (org_id, channel, currency, day, ${figures}, days, records)
      select c.org_id, c.channel, currency, day, ${figures}, days, records from difference ${fromChannel(org, channel)}
      on conflict (org_id, channel, currency, day) do update set
        ${each((name) => sql`${sql.ref(name)} = trim_scale(${sql.ref(`t.${name}`)} + ${sql.ref(`excluded.${name}`)})`)},
        days = t.days + excluded.days, records = t.records + excluded.records
    ), owned as (
      select owner_id, currency, ${eachOwned((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`)} from (
        select unnest(array[entitlement_id, buyer_id]) as owner_id, currency, ${ownedOf((amount) => amount)}, 1 as records from judged
        union all
        select unnest(array[entitlement_id, buyer_id]), currency, ${ownedOf((amount) => sql`-(${amount})`)}, -1 from old
      ) as moved where owner_id is not null group by owner_id, currency
      having (${eachOwned((name) => sql`sum(${sql.ref(name)})`)}) <> (${eachOwned(() => sql`0`)})
    ), owner_totals as (
      insert into revenue_owner_total as t (org_id, owner_id, currency, channel, ${eachOwned((name) => sql.ref(name))})
      select c.org_id, owner_id, currency, c.channel, ${eachOwned((name) => sql.ref(name))} from owned ${fromChannel(org, channel)}
      on conflict (org_id, owner_id, currency, channel) do update set
        ${eachOwned((name) => sql`${sql.ref(name)} = ${sql.ref(`t.${name}`)} + ${sql.ref(`excluded.${name}`)}`)}
    ), gone_days as (
      delete from revenue_day d using old_days o
      where d.org_id = ${org} and d.revenue_id = o.revenue_id and d.day = o.day
        and not exists (select from days n where n.revenue_id = o.revenue_id and n.day = o.day)
    ), kept_days as (
      insert into revenue_day as d (org_id, revenue_id, day, channel, currency, ${figures})
      select c.org_id, revenue_id, day, c.channel, currency, ${figures} from days ${fromChannel(org, channel)}
      on conflict (org_id, revenue_id, day) do update set ${each((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)}
      where (${each((name) => sql.ref(`d.${name}`))}) is distinct from (${each((name) => sql.ref(`excluded.${name}`))})
    ), gone as (
      delete from revenue_record r using old o
      where r.org_id = ${org} and r.id = o.id and not exists (select from summed s where s.revenue_id = o.id)
    ), kept as (
      insert into revenue_record as r (org_id, id, channel, record_id, currency, ${figures}, ${attributeList}, creation_time,
        last_update_time)
      select c.org_id, revenue_id, c.channel, record_id, currency, ${figures}, ${attributeList}, ${now}::timestamptz,
        ${now}::timestamptz
      from judged ${fromChannel(org, channel)}
      on conflict (org_id, id) do update set ${replaced('excluded')}, last_update_time = excluded.last_update_time,
        version = r.version + 1
      where (${sql.join([...storedFigures, ...attributes].map((name) => sql.ref(`r.${name}`)))})
        is distinct from (${sql.join([...storedFigures, ...attributes].map((name) => sql.ref(`excluded.${name}`)))})
    )
    , ids as materialized (select revenue_id as id from judged union select id from old)
    select a.id, o.id is null as is_new, case when j.revenue_id is not null then ${shown('j')} end as after,
      case when o.id is not null then ${shown('o')} end as before, coalesce(e.sequence, 0) as sequence, coalesce(e.hash, '') as last_hash,
      exists (select from revenue_channel where org_id = ${org} and channel = ${channel}) as is_locked
    from ids a left join judged j on j.revenue_id = a.id left join old o on o.id = a.id
    left join lateral (
      select sequence, hash from revenue_event where org_id = ${org} and revenue_id = a.id order by sequence desc limit 1
    ) as e on true
  `.compile(raw),
    }),
  );
const folds = { told: foldOf(true), untold: foldOf(false) };

/**
 * Adds the lines of these records up again, by record and by day, and moves the totals of the channel, and of entitlements and
 * buyers, by the difference.
 * The channel must be locked. A record that has no lines any more is removed; its events stay, so that it goes on with
 * them if it comes back.
 *
 * A line counts on its day in UTC; NOTED ones only name what the record is about, and make none. One that was paid out by
 * a payout that failed is not paid. A record is matched by the
 * names that its lines have; what an entitlement or invoice tells of product, offer and buyer counts where they have
 * none. Of several names, the first in the order of the alphabet counts, so that the order of arrival does not matter.
 */
export const foldRecords = async (
  db: OrgDb,
  { channel, tellsCollected }: { channel: RevenueChannel; tellsCollected: boolean },
  recordIds: readonly string[],
  now: Date,
): Promise<FoldedRecord[]> => {
  const folded = await folds[tellsCollected ? 'told' : 'untold'](db, channel, recordIds, now);
  // Nothing was added then, and the transaction must not go on. Without a record there was nothing to add.
  if (folded.some(({ is_locked: isLocked }) => !isLocked)) throw new Error(`the channel ${channel} is not locked`);
  return folded;
};

const unfound = sql`'NOT_FOUND' in (r.unmatched ->> 'product', r.unmatched ->> 'offer', r.unmatched ->> 'entitlement', r.unmatched ->> 'buyer')`;

/** Records of a channel that name something which was not found then and is there now; at most `limit`. */
export const findMatchable = async (db: OrgDb, channel: RevenueChannel, limit: number): Promise<string[]> => {
  const org = db.orgId;
  const { rows } = await sql<{ record_id: string }>`
    select distinct r.record_id from revenue_record r
    where r.org_id = ${org} and r.channel = ${channel} and ${unfound} and (
      (r.entitlement_id is null and exists (
        select from entitlement_external_id where org_id = ${org} and external_id = r.agreement and partner = ${channel}))
      or (r.product_id is null and exists (
        select from product where org_id = ${org} and partner = ${channel} and (entity_id = r.product or external_id = r.product)))
      or (r.offer_id is null and exists (
        select from offer_external_id where org_id = ${org} and external_id = r.offer and partner = ${channel}))
      or (r.buyer_id is null and exists (
        select from buyer where org_id = ${org} and partner = ${channel} and account_id = r.buyer))
      or exists (
        select from entitlement where org_id = ${org} and id = r.entitlement_id and (
          (r.product_id is null and product_id is not null) or (r.offer_id is null and offer_id is not null)
          or (r.buyer_id is null and buyer_id is not null)))
    ) order by r.record_id limit ${limit}
  `.execute(db.raw);
  return rows.map((row) => row.record_id);
};
