import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

const shown = {
  billed: 't.billed',
  collected: 't.collected',
  disbursed: 't.disbursed',
  outstanding: 't.billed + t.tax + t.adjusted - t.fee - t.cost - t.forgiven - t.collected',
  fee: 't.fee',
  tax: 't.tax',
  refunded: 't.refunded',
} as const;

const totalled = {
  billed: 't.billed',
  collectable: 't.billed + t.tax + t.adjusted - t.fee - t.cost',
  disbursed: 't.disbursed',
  tax: 't.tax',
} as const;

const sumsOf = (amounts: Readonly<Record<string, string>>, groupings: string, channel: string): string => `
  select currency, ${channel} as channel, day::text, ${Object.keys(amounts)
    .map((name) => `sum(${name}) as ${name}`)
    .join(', ')}, sum(records)::int as count
  from (
    select t.currency, t.channel, t.day, ${Object.entries(amounts)
      .map(([name, amount]) => `${amount} as ${name}`)
      .join(', ')}, t.records
    from revenue_total t where t.org_id = $1 and t.day >= $2::date and t.day <= $3::date
  ) as found group by grouping sets (${groupings}) order by 3 nulls first, 2 nulls first, 1 limit 20001`;

const dashboard = sumsOf(shown, '(currency), (currency, channel), (currency, day)', 'channel');
const aggregate = sumsOf(totalled, '(currency), (currency, day)', 'null');

const page = `select r.*, (
    select count(*)::int from (select 1 from revenue_record c where c.org_id = $1 and c.channel = $2 limit 100001) as counted
  ) as total
  from revenue_record r where r.org_id = $1 and r.channel = $2 order by r.first_day desc, r.id desc limit 26`;

const terms = `select t.id, t.entitlement_id, t.partner, t.product_id, t.buyer_id, t.external_entitlement_id, t.commit_amount, i.currency,
    (extract(epoch from t.start_time) * 1000)::float8 as start_ms, (extract(epoch from t.end_time) * 1000)::float8 as end_ms,
    (extract(epoch from t.planned_end_time) * 1000)::float8 as planned_end_ms, (extract(epoch from t.creation_time) * 1000)::float8 as creation_ms,
    case when t.partner in ('STRIPE', 'ADYEN') then t.entitlement_info end as info, e.status,
    (extract(epoch from e.last_update_time) * 1000)::float8 as status_ms
  from entitlement_term t join entitlement e on e.org_id = $1 and e.id = t.entitlement_id and e.status <> 'DELETED'
  cross join lateral jsonb_to_record(t.entitlement_info) as i (currency text)
  where t.org_id = $1 and t.parent_term_id is null order by t.entitlement_id, t.start_time, t.id limit 100001`;

const prices = `select entitlement_id, from_time, commits, billable_dimensions from entitlement_price where org_id = $1
  order by entitlement_id, from_time limit 100000`;

const usage = `select entitlement_id, currency, date_trunc('month', used) as time, sum(billed) as amount
  from (
    select entitlement_id, currency, billed, coalesce(period_start, first_day::timestamp at time zone 'UTC') as used
    from revenue_record where org_id = $1 and billing_model = 'UsageBased' and billed <> 0 and first_day >= $2::date - 1
  ) as usage where used >= $2::date and used < $3::date group by 1, 2, 3`;

const startOfMonth = (ago: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 10);
};

/**
 * The reads of revenue with SQL of the same shape; rows are returned unprocessed. Metrics are read but not computed: a bare server has
 * nothing to compare that with.
 */
export const addRevenueFloor = (server: FastifyInstance, pool: pg.Pool, orgUuid: string): void => {
  const read = async (name: string, text: string, values: readonly unknown[]) =>
    (await pool.query({ name, text, values: [orgUuid, ...values] })).rows;

  server.get('/revenue/revenue/dashboard/summary', async (request) => {
    const { startDate, endDate } = request.query as Record<'startDate' | 'endDate', string>;
    const rows = await read('dashboard', dashboard, [startDate, endDate]);
    return {
      totals: rows.filter(({ channel, day }) => channel === null && day === null),
      byPartner: rows.filter(({ channel }) => channel !== null),
      series: rows.filter(({ day }) => day !== null),
    };
  });

  server.post('/revenue/revenueRecord/aggregate', async (request) => {
    const { startDate, endDate } = request.body as Record<'startDate' | 'endDate', string>;
    const rows = await read('aggregate', aggregate, [startDate, endDate]);
    return { totals: rows.filter(({ day }) => day === null), series: rows.filter(({ day }) => day !== null) };
  });

  server.get('/revenue/revenueRecord/query', async () => {
    const rows = await read('revenue page', page, ['AWS']);
    return { data: rows.slice(0, 25), page_number: 1, page_size: 25, total_count: rows[0]?.total ?? 0 };
  });

  server.get('/revenue/revenue/dashboard/metrics', async () => {
    const found = await read('terms', terms, []);
    const agreed = await read('prices', prices, []);
    const used = await read('usage', usage, [startOfMonth(3), startOfMonth(0)]);
    return { terms: found.length, prices: agreed.length, usage: used.length };
  });
};
