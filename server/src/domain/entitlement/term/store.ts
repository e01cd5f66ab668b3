import { type Generated } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Term } from '../entitlement.ts';
import { termFields } from '../fields.ts';

type TermRow = Omit<Term, 'info' | 'entitlement_info' | 'version'> & {
  org_id: string;
  info: Term['info'] | string;
  entitlement_info: Term['entitlement_info'] | string;
  version: Generated<number>;
  aws_license_arn: Generated<string | null>;
};

declare module '../../../db/tables.ts' {
  interface Tables {
    entitlement_term: TermRow;
  }
}

const columns = [
  'entitlement_term.id',
  'entitlement_term.entitlement_id',
  'entitlement_term.type',
  'entitlement_term.partner',
  'entitlement_term.service',
  'entitlement_term.product_id',
  'entitlement_term.offer_id',
  'entitlement_term.buyer_id',
  'entitlement_term.external_entitlement_id',
  'entitlement_term.start_time',
  'entitlement_term.end_time',
  'entitlement_term.commit_amount',
  'entitlement_term.used_commit_amount',
  'entitlement_term.credit_amount',
  'entitlement_term.used_credit_amount',
  'entitlement_term.reported_amount',
  'entitlement_term.info',
  'entitlement_term.entitlement_info',
  'entitlement_term.creation_time',
  'entitlement_term.last_update_time',
  'entitlement_term.version',
] as const;

const documents = (row: Term) => ({
  info: JSON.stringify(row.info),
  entitlement_info: JSON.stringify(row.entitlement_info),
});

export const findTerm = async (db: OrgDb, entitlementId: string, id: string): Promise<Term | undefined> =>
  (await db
    .selectFrom('entitlement_term')
    .select(columns)
    .where('entitlement_term.entitlement_id', '=', entitlementId)
    .where('entitlement_term.id', '=', id)
    .executeTakeFirst()) as Term | undefined;

/** All terms of a locked entitlement in the order of time. */
export const findTerms = async (db: OrgDb, entitlementId: string): Promise<Term[]> =>
  (await db
    .selectFrom('entitlement_term')
    .select(columns)
    .where('entitlement_term.entitlement_id', '=', entitlementId)
    .orderBy('entitlement_term.start_time')
    .orderBy('entitlement_term.id')
    .forUpdate()
    .execute()) as Term[];

export const insertTerm = async (db: OrgDb, term: Term): Promise<void> => {
  await db.insertInto('entitlement_term', { ...term, ...documents(term) }).execute();
};

export const updateTermRow = async (db: OrgDb, term: Term): Promise<void> => {
  const { id, ...rest } = term;
  await db
    .updateTable('entitlement_term')
    .set({ ...rest, ...documents(term) })
    .where('entitlement_term.id', '=', id)
    .execute();
};

export const selectTerms = (db: OrgDb, page: PageRequest, entitlementId: string): Promise<SelectedPage<Term>> => {
  const from = db.selectFrom('entitlement_term').where('entitlement_term.entitlement_id', '=', entitlementId);
  return selectPage(from as never, (query) => (query as typeof from).select(columns) as never, page, termFields);
};
