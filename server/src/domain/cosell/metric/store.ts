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

export const findTotals = async (db: OrgDb, { start, end, partner }: Range): Promise<Total[]> => {
  const { rows } = await sql<Total>`
    select t.partner, t.status, t.stage, t.currency, sum(t.referrals)::bigint as referrals, sum(t.deal_value) as deal_value
    from referral_total t
    where t.org_id = ${db.orgId} and t.day >= ${start}::date and t.day <= ${end}::date
      and (${partner}::text is null or t.partner = ${partner})
    group by t.partner, t.status, t.stage, t.currency
    having sum(t.referrals) > 0
    order by t.partner, t.status, t.stage, t.currency
    limit ${rowsMax}
  `.execute(db.raw);
  return rows;
};

/** What happened on a day: created, and closed as won or lost. */
export type Day = { day: string; created: number; won: number; lost: number; open_seconds: Decimal };

export const findDays = async (db: OrgDb, { start, end, partner }: Range): Promise<Day[]> => {
  const { rows } = await sql<Day>`
    select d.day, sum(d.created)::bigint as created, sum(d.won)::bigint as won, sum(d.lost)::bigint as lost,
      sum(d.open_seconds) as open_seconds
    from (
      select t.day, t.referrals as created, 0 as won, 0 as lost, 0 as open_seconds
      from referral_total t
      where t.org_id = ${db.orgId} and t.day >= ${start}::date and t.day <= ${end}::date
        and (${partner}::text is null or t.partner = ${partner})
      union all
      select c.day, 0, case when c.status = 'WON' then c.referrals else 0 end,
        case when c.status = 'LOST' then c.referrals else 0 end, c.open_seconds
      from referral_closed c
      where c.org_id = ${db.orgId} and c.day >= ${start}::date and c.day <= ${end}::date
        and (${partner}::text is null or c.partner = ${partner})
    ) d
    group by d.day
    having sum(d.created) > 0 or sum(d.won) > 0 or sum(d.lost) > 0
    order by d.day
    limit ${rowsMax}
  `.execute(db.raw);
  return rows;
};
