import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

const page = `select r.*, (
    select count(*)::int from (
      select 1 from referral c where c.org_id = $1 and c.status <> 'ARCHIVED' and c.status = $2 limit 100001
    ) as counted
  ) as total
  from referral r where r.org_id = $1 and r.status <> 'ARCHIVED' and r.status = $2 order by r.creation_time desc, r.id desc limit 26`;

const created = `select t.day::text, t.partner, t.status, t.stage, t.currency, sum(t.referrals)::bigint as referrals, sum(t.deal_value) as deal_value
  from referral_total t where t.org_id = $1 and t.day >= $2::date and t.day <= $3::date
  group by grouping sets ((t.partner, t.status, t.stage, t.currency), (t.day)) order by t.day, t.partner, t.status, t.stage, t.currency`;

const closed = `select c.day::text, sum(c.referrals) filter (where c.status = 'WON') as won, sum(c.referrals) filter (where c.status = 'LOST') as lost,
    sum(c.open_seconds) as open_seconds
  from referral_closed c where c.org_id = $1 and c.day >= $2::date and c.day <= $3::date group by c.day order by c.day`;

/** The reads of referrals with SQL of the same shape; rows are returned unprocessed. */
export const addReferralFloor = (server: FastifyInstance, pool: pg.Pool, orgUuid: string): void => {
  const read = async (name: string, text: string, values: readonly unknown[]) =>
    (await pool.query({ name, text, values: [orgUuid, ...values] })).rows;

  server.get('/cosell/referral', async (request) => {
    const { status } = request.query as { status: string };
    const rows = await read('referrals', page, [status]);
    return { data: rows.slice(0, 25), page_number: 1, page_size: 25, total_count: rows[0]?.total ?? 0 };
  });

  server.get('/cosell/metric', async (request) => {
    const { startDate, endDate } = request.query as Record<'startDate' | 'endDate', string>;
    const groups = await read('referrals created', created, [startDate, endDate]);
    return { groups, series: await read('referrals closed', closed, [startDate, endDate]) };
  });
};
