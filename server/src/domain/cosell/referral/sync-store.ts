import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { PartnerContactRead, Referral } from './referral.ts';

/** At most so many people of a deal are kept. */
const contactsMax = 100;

/** Stores the partner's people of a deal as last seen; those that it no longer shows stay, with their time. */
export const keepContacts = async (
  db: OrgDb,
  { id, partner, buyer_company: company }: Referral,
  contacts: readonly PartnerContactRead[],
  now: Date,
): Promise<void> => {
  const byMail = new Map(contacts.slice(0, contactsMax).map((contact) => [contact.email.toLowerCase(), contact]));
  if (byMail.size === 0) return;
  const kept = [...byMail.values()];
  await sql`
    insert into referral_contact (org_id, referral_id, email, partner, buyer_company_name, name, title, role, last_seen_time)
    values (${db.orgId}, ${id}, unnest(${[...byMail.keys()]}::text[]), ${partner}, ${company.name},
      unnest(${kept.map(({ name }) => name)}::text[]), unnest(${kept.map(({ title = '' }) => title)}::text[]),
      unnest(${kept.map(({ role = '' }) => role)}::text[]), ${now})
    on conflict (org_id, referral_id, email) do update set
      name = excluded.name, title = excluded.title, role = excluded.role,
      buyer_company_name = excluded.buyer_company_name, last_seen_time = excluded.last_seen_time
  `.execute(db.raw);
};

/** The latest run of these about an entity, by its TypeID. */
export const findLatestOperation = async (db: OrgDb, name: string, entityId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select o.id from operation o where o.org_id = ${db.orgId} and o.entity_id = ${entityId} and o.name = ${name}
    order by o.start_time desc, o.id desc limit 1
  `.execute(db.raw);
  return rows[0]?.id;
};
