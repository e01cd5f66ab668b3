import type pg from 'pg';
import type { Database } from '../server/src/db/database.ts';
import { channelFacts, revenueChannels } from '../server/src/domain/revenue/channels.ts';
import { foldRecords } from '../server/src/domain/revenue/record/fold-store.ts';
import { lockChannel } from '../server/src/domain/revenue/record/row-store.ts';

/** The size of a seller: raw rows over 24 months, four for each sale, and entitlements with three terms each. */
export type RevenueSize = { rows: number; entitlements: number };

/** The first day of the seeded revenue, and the last one, `YYYY-MM-DD`. */
export const revenueDays = (now: Date): { first: string; last: string } => {
  const day = (ago: number): string => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  return { first: day(729), last: day(0) };
};

const rowsOfSale = 4;
const recordsAtOnce = 2000;

/** The partner, product and buyer of entitlement `n`, counted from 0. */
const ofEntitlement = `
  (array['AWS', 'AZURE', 'GCP', 'STRIPE', 'ADYEN'])[1 + n % 5] as partner,
  (array['USD', 'USD', 'EUR', 'JPY'])[1 + (n / 5) % 4] as currency,
  (array[3, 6, 12])[1 + n % 3] as months,
  md5('revenue product ' || n % 60)::uuid as product_id, md5('revenue buyer ' || n % 1400)::uuid as buyer_id`;

const insertParties = [
  `insert into product (org_id, id, partner, external_id, entity_id, partner_id, name, status, info, created_by, last_updated_by, creation_time, last_update_time)
   select $1, product_id, partner, 'revenue-' || n, 'revenue-' || n, '999999999999', 'Product ' || n, 'LIMITED', '{}', 'bench', 'bench', now(), now()
   from (select n, ${ofEntitlement} from generate_series(0, 59) as n) as given`,
  `insert into buyer (org_id, id, partner, account_id, external_id, name, creation_time, last_update_time)
   select $1, buyer_id, partner, 'revenue-' || n, 'revenue-' || n, 'Buyer ' || n, now(), now()
   from (select n, ${ofEntitlement} from generate_series(0, 1399) as n) as given`,
];

/**
 * Every seventh purchase ended four months ago; all others continue. The first of the three terms begins so that the last one
 * ends within its own length from now.
 */
const withTimes = `select n, partner, currency, months, product_id, buyer_id, n % 7 = 0 as has_ended,
  date_trunc('day', now()) - n % 28 * interval '1 day'
    - (3 * months - case when n % 7 = 0 then -4 else n % months end) * interval '1 month' as begin
  from (select n, ${ofEntitlement} from generate_series(0, $2::int - 1) as n) as given`;

const commitOf = (amount: string, months: string): string =>
  `jsonb_build_array(jsonb_build_object('key', 'base', 'name', 'Base', 'rate', ${amount}, 'quantity', 1, 'length', ${months}, 'timeUnit', 'MONTH'))`;

const insertPurchases = [
  `insert into entitlement (org_id, id, partner, external_id, external_product_id, external_buyer_id, name, status, product_id, buyer_id,
     entitlement_term_id, start_time, end_time, info, creation_time, last_update_time)
   select $1, md5('revenue entitlement ' || n)::uuid, partner, 'revenue-' || n, 'revenue-' || n % 60, 'revenue-' || n % 1400, 'Purchase ' || n,
     case when has_ended then 'CANCELLED' else 'ACTIVE' end, product_id, buyer_id, md5('revenue term 2 ' || n)::uuid, begin,
     begin + 3 * months * interval '1 month', jsonb_build_object('currency', currency), begin, now()
   from (${withTimes}) as given`,
  `insert into entitlement_external_id (org_id, external_id, partner, entitlement_id, chain_id, partner_status, partner_version)
   select $1, 'agreement-' || n, partner, md5('revenue entitlement ' || n)::uuid, 'agreement-' || n, 'ACTIVE', 1
   from (${withTimes}) as given`,
  `insert into entitlement_term (org_id, id, entitlement_id, type, partner, product_id, buyer_id, external_entitlement_id, start_time, end_time,
     planned_end_time, commit_amount, info, entitlement_info, creation_time, last_update_time)
   select $1, md5('revenue term ' || term || ' ' || n)::uuid, md5('revenue entitlement ' || n)::uuid, case term when 0 then 'Signup' else 'Renew' end, partner,
     product_id, buyer_id, 'agreement-' || n, begin + term * months * interval '1 month', begin + (term + 1) * months * interval '1 month',
     begin + (term + 1) * months * interval '1 month', amount, '{}',
     jsonb_build_object('currency', currency) || case when partner in ('STRIPE', 'ADYEN')
       then jsonb_build_object('commits', ${commitOf('amount', 'months')}) else '{}' end,
     begin, now()
   from (${withTimes}) as given cross join lateral (
     select term, 1000 + (n * 7919 + term * 104729) % 90000 + 0.25 * (n % 4) as amount from generate_series(0, 2) as term
   ) as terms`,
  `insert into entitlement_price (org_id, entitlement_id, from_time, commits, billable_dimensions)
   select $1, md5('revenue entitlement ' || n)::uuid, begin, ${commitOf('1000 + n % 997', 'months')}, '[]'
   from (${withTimes}) as given where partner in ('STRIPE', 'ADYEN')`,
];

/**
 * The lines of sale `s` of entitlement `n`: what was billed, the fee, what was collected (or the tax that the marketplace
 * remits, where collection is not reported), and what was paid out about a month later. Every fortieth sale is refunded.
 */
const linesOf = `
  select s, k, 'sale-' || s as record_id, 'row-' || s || '-' || k as key, 'agreement-' || n as agreement, partner, currency,
    case when k = 3 then 'DISBURSED' when k = 2 and is_told then 'COLLECTED' else 'BILLED' end as stage,
    case when k = 1 then 'FEE' when k = 2 and not is_told then 'PARTNER_TAX' else 'REVENUE' end as kind,
    case when s % 40 = 0 then 'RETURN' else 'PLAIN' end as nature,
    case when s % 40 = 0 then -1 else 1 end * case when k = 1 then -fee when k = 2 and not is_told then round(billed * 0.08, 2)
      when k >= 2 then billed - fee else billed end as amount,
    case when k = 3 then least(day + 30 + n % 5, $5::date) else day end as day,
    case when s % 10 = 3 then 'UsageBased' else 'SubscriptionBased' end as billing_model
  from (
    select s, n, partner, currency, partner not in ('AWS', 'GCP') as is_told, billed, round(billed * 0.03, 2) as fee,
      $4::date + ((s::bigint * 730) / $3)::int as day
    from (
      select s, n, 100 + (s::bigint * 7919) % 90000 + 0.01 * (s % 100) as billed, ${ofEntitlement}
      from (select s, s % $2::int as n from generate_series(0, $3::int - 1) as s) as numbered
    ) as sold
  ) as sales cross join generate_series(0, ${rowsOfSale - 1}) as k`;

const insertLedger = [
  `insert into revenue_row (org_id, channel, dataset, key, version, hash, is_deleted, columns, part, record_id, day, read_time)
   select $1, partner, 'bench', key, '1', sha256(key::bytea), false,
     jsonb_build_object('id', key, 'agreement', agreement, 'amount', amount::text, 'currency', currency), 'bench', record_id, day, now()
   from (${linesOf}) as lines`,
  `insert into revenue_line (org_id, channel, dataset, key, position, record_id, currency, stage, kind, nature, amount, time, day, billing_model, agreement)
   select $1, partner, 'bench', key, 0, record_id, currency, stage, kind, nature, trim_scale(amount), day::timestamp at time zone 'UTC', day, billing_model, agreement
   from (${linesOf}) as lines`,
];

/** What is billed and paid out by currency, from the lines and from each of the three rollups. */
const compare = `
  select count(distinct (currency, billed, fee, disbursed)) as figures, count(distinct currency) as currencies, count(*) as sources
  from (
    select currency, sum(amount) filter (where stage = 'BILLED' and kind = 'REVENUE') as billed,
      -sum(amount) filter (where stage = 'BILLED' and kind = 'FEE') as fee, sum(amount) filter (where stage = 'DISBURSED') as disbursed
    from revenue_line where org_id = $1 group by currency
    union all select currency, sum(billed), sum(fee), sum(disbursed) from revenue_record where org_id = $1 group by currency
    union all select currency, sum(billed), sum(fee), sum(disbursed) from revenue_day where org_id = $1 group by currency
    union all select currency, sum(billed), sum(fee), sum(disbursed) from revenue_total where org_id = $1 group by currency
  ) as sums`;

/**
 * Gives an organization purchases at five partners and the ledger of their revenue: rows and lines by set-based SQL; records,
 * days and totals by the service's own statement, as a sync makes them. Throws unless all of them have the same sums.
 */
export const seedRevenue = async (
  admin: pg.ClientBase,
  database: Database,
  orgUuid: string,
  { rows, entitlements }: RevenueSize,
): Promise<void> => {
  const now = new Date();
  const sales = Math.floor(rows / rowsOfSale);
  const { first, last } = revenueDays(now);
  for (const text of insertParties) await admin.query(text, [orgUuid]);
  for (const text of insertPurchases) await admin.query(text, [orgUuid, entitlements]);
  for (const text of insertLedger) await admin.query(text, [orgUuid, entitlements, sales, first, last]);
  await admin.query('analyze revenue_line, entitlement, entitlement_external_id, product, buyer');
  const { rows: sold } = await admin.query<{ channel: string; record_id: string }>(
    'select distinct channel, record_id from revenue_line where org_id = $1 order by channel, record_id',
    [orgUuid],
  );
  for (const channel of revenueChannels) {
    const ids = sold.filter((one) => one.channel === channel).map((one) => one.record_id);
    for (let at = 0; at < ids.length; at += recordsAtOnce)
      await database.write(orgUuid, async (db) => {
        await lockChannel(db, channel);
        await foldRecords(db, { channel, ...channelFacts[channel] }, ids.slice(at, at + recordsAtOnce), now);
      });
  }
  const { rows: compared } = await admin.query<Record<'figures' | 'currencies' | 'sources', string>>(compare, [
    orgUuid,
  ]);
  const [{ figures, currencies, sources } = { figures: '', currencies: '', sources: '' }] = compared;
  if (Number(figures) !== Number(currencies) || Number(sources) !== 4 * Number(currencies))
    throw new Error(`lines, records, days and totals differ: ${JSON.stringify(compared)}`);
};
