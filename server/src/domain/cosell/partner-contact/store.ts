import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { CoSellPartner } from '../referral/referral.ts';

export type PartnerContact = {
  email: string;
  name: string;
  title: string;
  role: string;
  partner: CoSellPartner;
  last_seen_time: Date;
};

/** People are few for one company; a list of all is cut here. */
const contactsMax = 1000;

/** Each person of each partner once, as last seen, the latest first. Null: of any company, or any partner. */
export const findPartnerContacts = async (
  db: OrgDb,
  company: string | null,
  partner: CoSellPartner | null,
): Promise<PartnerContact[]> => {
  const { rows } = await sql<PartnerContact>`
    select l.email, l.name, l.title, l.role, l.partner, l.last_seen_time from (
      select distinct on (c.partner, c.email) c.email, c.name, c.title, c.role, c.partner, c.last_seen_time
      from referral_contact c
      where c.org_id = ${db.orgId}
        and (${company}::text is null or mos_fold(c.buyer_company_name) = mos_fold(${company}::text))
        and (${partner}::text is null or c.partner = ${partner})
      order by c.partner, c.email, c.last_seen_time desc
    ) l
    order by l.last_seen_time desc, l.email
    limit ${contactsMax}
  `.execute(db.raw);
  return rows;
};
