import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Term, TermFunds, TermUse } from '../entitlement.ts';
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

/** All terms of a locked entitlement, in chronological order. */
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
  return selectPage(db, from.select(columns), page, termFields);
};

/**
 * Locks the undivided terms of entitlements that have remaining credit or (`withCommit`) commit. Locks in the same
 * order as `findTerms`, so that the two cannot deadlock.
 */
export const lockFundedTerms = async (
  db: OrgDb,
  entitlementIds: readonly string[],
  withCommit: boolean,
): Promise<TermFunds[]> => {
  const { rows } = await sql<TermFunds>`
    select id, credit_amount, used_credit_amount, commit_amount, used_commit_amount from entitlement_term
    where org_id = ${db.orgId} and entitlement_id = any(${entitlementIds as string[]}::uuid[]) and type <> 'DivideCommit'
      and (credit_amount > used_credit_amount or (${withCommit} and commit_amount > used_commit_amount))
    order by entitlement_id, start_time, id
    for update
  `.execute(db.raw);
  return rows;
};

/** The undivided terms of entitlements that have a commit, used up or not. */
export const selectCommittedTerms = async (db: OrgDb, entitlementIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from entitlement_term
    where org_id = ${db.orgId} and entitlement_id = any(${entitlementIds as string[]}::uuid[]) and type <> 'DivideCommit'
      and commit_amount > 0
  `.execute(db.raw);
  return rows.map((row) => row.id);
};

/** Adds to the use of terms, each listed once. Returns the updated terms. */
export const addTermUse = async (db: OrgDb, uses: readonly TermUse[], now: Date): Promise<TermFunds[]> => {
  const { rows } = await sql<TermFunds>`
    update entitlement_term t
    set used_credit_amount = t.used_credit_amount + u.credit, used_commit_amount = t.used_commit_amount + u.commit,
      last_update_time = ${now}::timestamptz, version = t.version + 1
    from unnest(${uses.map((use) => use.termId)}::uuid[], ${uses.map((use) => use.credit)}::numeric[],
      ${uses.map((use) => use.commit)}::numeric[]) as u (term_id, credit, commit)
    where t.org_id = ${db.orgId} and t.id = u.term_id
    returning t.id, t.credit_amount, t.used_credit_amount, t.commit_amount, t.used_commit_amount
  `.execute(db.raw);
  return rows;
};
