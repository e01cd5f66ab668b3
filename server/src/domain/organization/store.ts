import { type Generated, type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { OrgDb } from '../../db/org-db.ts';
import type { Tables } from '../../db/tables.ts';
import type { NewOrganization, OrganizationRow } from './organization.ts';

type OrganizationTable = {
  [K in keyof OrganizationRow]: K extends 'description' | 'status' | 'info' | 'version'
    ? Generated<OrganizationRow[K]>
    : OrganizationRow[K];
};

declare module '../../db/tables.ts' {
  interface Tables {
    organization: OrganizationTable;
    organization_founder: { account_id: string; count: number };
  }
}

/** The organizations of a caller, by name. */
export const findOrganizations = async (database: Database, ids: string[]): Promise<OrganizationRow[]> =>
  database.system(
    async (statements) =>
      (await statements
        .selectFrom('organization')
        .selectAll()
        .where('id', 'in', ids)
        .orderBy('name')
        .orderBy('id')
        .execute()) as OrganizationRow[],
  );

/** The organization that the handle belongs to. */
export const findOrganization = async (db: OrgDb): Promise<OrganizationRow | undefined> =>
  (await db.raw.selectFrom('organization').selectAll().where('id', '=', db.orgId).executeTakeFirst()) as
    | OrganizationRow
    | undefined;

export const insertOrganization = async (statements: Kysely<Tables>, organization: NewOrganization): Promise<void> => {
  const { id, name, description = '', emailDomain, website, createdBy, now } = organization;
  await statements
    .insertInto('organization')
    .values({
      id,
      name,
      description,
      email_domain: emailDomain,
      website,
      created_by: createdBy,
      creation_time: now,
      last_update_time: now,
    })
    .execute();
};

export const updateOrganizationRow = async (db: OrgDb, organization: OrganizationRow): Promise<void> => {
  const { id, name, description, email_domain, website, last_update_time, version } = organization;
  await db.raw
    .updateTable('organization')
    .set({ name, description, email_domain, website, last_update_time, version })
    .where('id', '=', id)
    .execute();
};

/** From here on, concurrent creations in an organization are serialized, so that limits on their number hold. */
export const lockOrganization = async (db: OrgDb): Promise<void> => {
  await db.raw.selectFrom('organization').select('id').where('id', '=', db.orgId).forNoKeyUpdate().execute();
};

export const organizationExists = async (database: Database, id: string): Promise<boolean> =>
  (await findOrganizations(database, [id])).length > 0;

/** Runs of a workflow that were started since a time, counted up to `most`. */
export const countRunsSince = async (
  db: OrgDb,
  { name, since, most }: { name: string; since: Date; most: number },
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from operation
      where org_id = ${db.orgId} and start_time > ${since} and name = ${name} limit ${most}
    ) as started
  `.execute(db.raw);
  return rows[0]?.count ?? 0;
};

/** To how many addresses an organization has written mails since a time: those that get a copy count as well. */
export const countMailsSince = async (db: OrgDb, since: Date): Promise<number> => {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(1 + cardinality(cc_recipients) + cardinality(bcc_recipients)), 0)::int as used
    from notification_message
    where org_id = ${db.orgId} and creation_time > ${since} and channel = 'EMAIL'
      and not (status = 'FAILED' and attempts = 0)
  `.execute(db.raw);
  return rows[0]?.used ?? 0;
};
