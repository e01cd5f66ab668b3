import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../contract/page.ts';
import { isLikeFolded } from '../../contract/query/compile.ts';
import { type SelectedPage, selectPage } from '../../contract/query/select-page.ts';
import type { OrgDb } from '../../db/org-db.ts';
import { prepare } from '../../db/prepared.ts';
import { escapeLike } from '../../kit/escape-like.ts';
import { foldCase } from '../../kit/fold-case.ts';
import type { Contact } from './contact.ts';
import { contactFields } from './fields.ts';

type ContactRow = Omit<Contact, 'info' | 'version'> & {
  org_id: string;
  info: Contact['info'] | string;
  version: Generated<number>;
  email_key: Generated<string>;
  email_domain: Generated<string>;
  email_twin: Generated<string | null>;
};

declare module '../../db/tables.ts' {
  interface Tables {
    contact: ContactRow;
  }
}

const columns = [
  'contact.id',
  'contact.email_address',
  'contact.name',
  'contact.company_contact_id',
  'contact.info',
  'contact.tags',
  'contact.creation_time',
  'contact.last_update_time',
  'contact.version',
] as const;

export const findContact = async (db: OrgDb, id: string): Promise<Contact | undefined> =>
  (await db.selectFrom('contact').select(columns).where('contact.id', '=', id).executeTakeFirst()) as
    | Contact
    | undefined;

export const lockContact = async (db: OrgDb, id: string): Promise<Contact | undefined> =>
  (await db.selectFrom('contact').select(columns).where('contact.id', '=', id).forUpdate().executeTakeFirst()) as
    | Contact
    | undefined;

/** Addresses with the same key belong to the same contact. */
export const emailKeyOf = (email: string): string => foldCase(email);

export const findContactByEmail = async (db: OrgDb, email: string): Promise<Contact | undefined> =>
  (await db
    .selectFrom('contact')
    .select(columns)
    .where('contact.email_key', '=', emailKeyOf(email))
    .executeTakeFirst()) as Contact | undefined;

const sendInsert = prepare(
  (
    db: OrgDb,
    id: string,
    email: string,
    name: string,
    companyContactId: string | null,
    info: string,
    tags: string[],
    time: Date,
    version: number,
  ) =>
    db
      .insertInto('contact', {
        id,
        email_address: email,
        name,
        company_contact_id: companyContactId,
        info,
        tags,
        creation_time: time,
        last_update_time: time,
        version,
      })
      .onConflict((conflict) => conflict.columns(['org_id', 'email_key']).doNothing())
      .returning('contact.id'),
);

/** Returns whether the row is new: a contact with that address may have been created a moment ago. */
export const insertContact = async (db: OrgDb, contact: Contact): Promise<boolean> => {
  const { id, email_address: email, name, company_contact_id: company, tags, creation_time: time, version } = contact;
  return (await sendInsert(db, id, email, name, company, JSON.stringify(contact.info), tags, time, version)).length > 0;
};

/** Adds the contacts whose addresses are new; returns their ids. No address may appear twice. */
export const insertContacts = async (db: OrgDb, contacts: readonly Contact[]): Promise<Set<string>> => {
  const rows = await db
    .insertInto(
      'contact',
      contacts.map((contact) => ({ ...contact, info: JSON.stringify(contact.info) })),
    )
    .onConflict((conflict) => conflict.columns(['org_id', 'email_key']).doNothing())
    .returning('contact.id')
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** The known addresses among these, by `emailKeyOf`. */
export const findContactsByEmail = async (db: OrgDb, emails: readonly string[]): Promise<Map<string, Contact>> => {
  const keys = emails.map(emailKeyOf);
  const rows = (await db
    .selectFrom('contact')
    .select(columns)
    .where('contact.email_key', '=', sql<string>`any(${keys}::text[])`)
    .execute()) as Contact[];
  return new Map(rows.map((contact) => [emailKeyOf(contact.email_address), contact]));
};

export const updateContactRow = async (db: OrgDb, contact: Contact): Promise<void> => {
  const { id, info, ...rest } = contact;
  await db
    .updateTable('contact')
    .set({
      ...rest,
      info: JSON.stringify(info),
      // A changed address no longer duplicates the address of an older contact.
      email_twin: sql`case when mos_fold(email_address) = mos_fold(${rest.email_address}) then email_twin end`,
    })
    .where('contact.id', '=', id)
    .execute();
};

export type ContactFilter = { ids?: string[]; emailDomain?: string; keyword?: string };

export const selectContacts = (db: OrgDb, page: PageRequest, filter: ContactFilter): Promise<SelectedPage<Contact>> => {
  let from = db.selectFrom('contact');
  if (filter.ids) from = from.where('contact.id', '=', sql<string>`any(${filter.ids}::uuid[])`);
  if (filter.emailDomain) from = from.where('contact.email_domain', '=', foldCase(filter.emailDomain));
  if (filter.keyword) {
    const pattern = `%${escapeLike(filter.keyword)}%`;
    const columns = [sql.ref('contact.name'), sql.ref('contact.email_address')];
    from = from.where((where) => where.or(columns.map((column) => isLikeFolded(column, pattern))));
  }
  return selectPage(db, from.select(columns), page, contactFields);
};
