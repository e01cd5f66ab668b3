import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { relationshipFields } from './fields.ts';
import type { Relationship } from './relationship.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    partner_relationship: Omit<Relationship, 'company' | 'version'> & {
      org_id: string;
      company: Relationship['company'] | string;
      version: Generated<number>;
    };
  }
}

const columns = [
  'partner_relationship.id',
  'partner_relationship.pair_id',
  'partner_relationship.partner_org_id',
  'partner_relationship.company_name',
  'partner_relationship.company',
  'partner_relationship.relationship',
  'partner_relationship.engagement_type',
  'partner_relationship.status',
  'partner_relationship.ended',
  'partner_relationship.partner_ended',
  'partner_relationship.manager_id',
  'partner_relationship.tags',
  'partner_relationship.creation_time',
  'partner_relationship.last_update_time',
  'partner_relationship.version',
] as const;

const select = (db: OrgDb) => db.selectFrom('partner_relationship').select(columns);

export const findRelationship = async (db: OrgDb, id: string): Promise<Relationship | undefined> =>
  (await select(db).where('partner_relationship.id', '=', id).executeTakeFirst()) as Relationship | undefined;

export const lockRelationship = async (db: OrgDb, id: string): Promise<Relationship | undefined> =>
  (await select(db).where('partner_relationship.id', '=', id).forUpdate().executeTakeFirst()) as
    | Relationship
    | undefined;

export const findRelationshipOfPair = async (db: OrgDb, pairId: string): Promise<Relationship | undefined> =>
  (await select(db).where('partner_relationship.pair_id', '=', pairId).executeTakeFirst()) as Relationship | undefined;

/** The row of this organization that belongs to a row of the other side. */
export const lockRelationshipOfPair = async (db: OrgDb, pairId: string): Promise<Relationship | undefined> =>
  (await select(db).where('partner_relationship.pair_id', '=', pairId).forUpdate().executeTakeFirst()) as
    | Relationship
    | undefined;

/** The one relationship with an organization, whatever its status. */
export const findRelationshipWith = async (db: OrgDb, partnerOrgId: string): Promise<Relationship | undefined> =>
  (await select(db).where('partner_relationship.partner_org_id', '=', partnerOrgId).executeTakeFirst()) as
    | Relationship
    | undefined;

const json = ({ company, ...row }: Relationship) => ({ ...row, company: JSON.stringify(company) });

export const insertRelationship = async (db: OrgDb, relationship: Relationship): Promise<void> => {
  await db.insertInto('partner_relationship', json(relationship)).execute();
};

export const updateRelationshipRow = async (db: OrgDb, relationship: Relationship): Promise<void> => {
  const { id, pair_id: _pair, creation_time: _creation, ...change } = json(relationship);
  await db.updateTable('partner_relationship').set(change).where('partner_relationship.id', '=', id).execute();
};

export const selectRelationships = (db: OrgDb, page: PageRequest): Promise<SelectedPage<Relationship>> =>
  selectPage(db, select(db), page, relationshipFields);

/** How many there are, counted up to `most`. */
export const countRelationships = async (db: OrgDb, most: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from partner_relationship where org_id = ${db.orgId} limit ${most}
    ) as counted
  `.execute(db.raw);
  return rows[0]?.count ?? 0;
};
