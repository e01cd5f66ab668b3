import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { ReferralPartner, ReferralStage } from '../referral/referral.ts';
import type { ReferralStatus } from '../referral/states.ts';

/** A range of days in UTC, both included; `partner` null: all. */
export type Range = { start: string; end: string; partner: ReferralPartner | null };

/** Referrals created in the range, by what they are now. */
export type Total = {
  partner: ReferralPartner;
  status: ReferralStatus;
  stage: ReferralStage;
  currency: string;
  referrals: number;
  deal_value: Decimal;
};

/** At most as many rows as there are combinations of what is grouped. */
const rowsMax = 20_000;

/** What happened on a day: how many were created, or closed as won or lost. */
export type Created = { day: string; referrals: number };
export type Closed = { day: string; won: number; lost: number; open_seconds: Decimal };

/** Referrals created in the range, by what they are now and by day: both of one read of the totals. */
export const findCreated = async (
  db: OrgDb,
  { start, end, partner }: Range,
): Promise<{ totals: Total[]; days: Created[] }> => {
  const { rows } = await sql<(Total & { day: null }) | Created>`
    select t.day, t.partner, t.status, t.stage, t.currency, sum(t.referrals)::bigint as referrals, sum(t.deal_value) as deal_value
    from referral_total t
    where t.org_id = ${db.orgId} and t.day >= ${start}::date and t.day <= ${end}::date
      and (${partner}::text is null or t.partner = ${partner})
    group by grouping sets ((t.partner, t.status, t.stage, t.currency), (t.day))
    having sum(t.referrals) > 0
    order by t.day, t.partner, t.status, t.stage, t.currency
    limit ${rowsMax}
  `.execute(db.raw);
  return {
    totals: rows.filter((row): row is Total & { day: null } => row.day === null),
    days: rows.filter((row): row is Created => row.day !== null),
  };
};

/** The days of the range on which deals were closed. */
export const findClosed = async (db: OrgDb, { start, end, partner }: Range): Promise<Closed[]> => {
  const { rows } = await sql<Closed>`
    select c.day, coalesce(sum(c.referrals) filter (where c.status = 'WON'), 0)::bigint as won,
      coalesce(sum(c.referrals) filter (where c.status = 'LOST'), 0)::bigint as lost, sum(c.open_seconds) as open_seconds
    from referral_closed c
    where c.org_id = ${db.orgId} and c.day >= ${start}::date and c.day <= ${end}::date
      and (${partner}::text is null or c.partner = ${partner})
    group by c.day
    having sum(c.referrals) > 0
    order by c.day
    limit ${rowsMax}
  `.execute(db.raw);
  return rows;
};
