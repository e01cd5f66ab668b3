import { sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { PartnerContact } from './contact.ts';
import { partnerContactFields } from './fields.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    partner_contact: PartnerContact & { org_id: string };
  }
}

const columns = [
  'partner_contact.id',
  'partner_contact.relationship_id',
  'partner_contact.email',
  'partner_contact.name',
  'partner_contact.job_title',
  'partner_contact.profile_url',
  'partner_contact.seniority',
  'partner_contact.creation_time',
] as const;

/** A person who is known already keeps the row; a name that was missing is added. */
export const keepContact = async (db: OrgDb, contact: PartnerContact): Promise<void> => {
  await sql`
    insert into partner_contact as c (org_id, id, relationship_id, email, name, job_title, profile_url, seniority, creation_time)
    values (${db.orgId}, ${contact.id}, ${contact.relationship_id}, ${contact.email}, ${contact.name}, ${contact.job_title},
      ${contact.profile_url}, ${contact.seniority}, ${contact.creation_time})
    on conflict (org_id, relationship_id, email) do update set name = case when c.name = '' then excluded.name else c.name end
  `.execute(db.raw);
};

export const selectContacts = (
  db: OrgDb,
  page: PageRequest,
  relationshipId: string,
): Promise<SelectedPage<PartnerContact>> =>
  selectPage(
    db,
    db.selectFrom('partner_contact').select(columns).where('partner_contact.relationship_id', '=', relationshipId),
    page,
    partnerContactFields,
  );
