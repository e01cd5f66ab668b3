import { type Generated, sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import { type KeptBranding, plainBranding } from './branding.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    branding: Omit<KeptBranding, 'last_update_time' | 'version'> & {
      org_id: string;
      last_update_time: Date;
      version: Generated<number>;
    };
  }
}

const select = (db: OrgDb) =>
  db
    .selectFrom('branding')
    .select([
      'branding.display_name',
      'branding.accent_color',
      'branding.logo',
      'branding.support_email',
      'branding.support_url',
      'branding.last_update_time',
      'branding.version',
    ]);

/** The branding of the organization, the plain one if it has chosen nothing. */
export const findBranding = async (db: OrgDb): Promise<KeptBranding> =>
  (await select(db).executeTakeFirst()) ?? plainBranding;

/** Creates the row if there is none, and locks it. */
export const lockBranding = async (db: OrgDb, now: Date): Promise<KeptBranding> => {
  await sql`
    insert into branding (org_id, last_update_time, version) values (${db.orgId}, ${now}, 0)
    on conflict (org_id) do nothing
  `.execute(db.raw);
  return (await select(db).forUpdate().executeTakeFirst()) ?? plainBranding;
};

export const updateBrandingRow = async (
  db: OrgDb,
  branding: KeptBranding & { last_update_time: Date },
): Promise<void> => {
  await db.updateTable('branding').set(branding).execute();
};
