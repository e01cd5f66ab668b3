import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { Commission, CommissionEntry, DealSide } from './commission.ts';
import { commissionFields } from './fields.ts';

type Documents = 'buyer_company' | 'terms' | 'terms_update' | 'history';

declare module '../../../db/tables.ts' {
  interface Tables {
    commission: Omit<Commission, Documents | 'version'> & { [Name in Documents]: Commission[Name] | string } & {
      org_id: string;
      version: Generated<number>;
      buyer_company_name: Generated<string>;
    };
    commission_entry: CommissionEntry & { org_id: string };
  }
}

const columns = [
  'commission.id',
  'commission.pair_id',
  'commission.referral_id',
  'commission.relationship_id',
  'commission.side',
  'commission.status',
  'commission.deal_name',
  'commission.buyer_company',
  'commission.deal_value',
  'commission.currency',
  'commission.terms',
  'commission.amount',
  'commission.won_time',
  'commission.invoice_number',
  'commission.paid_time',
  'commission.terms_update',
  'commission.history',
  'commission.creation_time',
  'commission.last_update_time',
  'commission.version',
] as const;

const select = (db: OrgDb) => db.selectFrom('commission').select(columns);

/** Commissions in the order of their ids, as many as fit into the size; the first is always there. */
export const findCommissions = async (db: OrgDb, ids: readonly string[], maxBytes: number): Promise<Commission[]> => {
  if (ids.length === 0) return [];
  const wanted = sql<string[]>`${[...ids]}::uuid[]`;
  const statement = select(db)
    .where(sql<boolean>`commission.id = any(${wanted})`)
    .orderBy(sql`array_position(${wanted}, commission.id)`)
    .compile();
  const { rows } = await db.sendUpTo(statement.sql, statement.parameters, { maxBytes, maxRows: ids.length });
  return rows as Commission[];
};

export const lockCommission = async (db: OrgDb, id: string): Promise<Commission | undefined> =>
  (await select(db).where('commission.id', '=', id).forUpdate().executeTakeFirst()) as Commission | undefined;

const documents = (commission: Commission) => ({
  ...commission,
  buyer_company: JSON.stringify(commission.buyer_company),
  terms: JSON.stringify(commission.terms),
  terms_update: commission.terms_update && JSON.stringify(commission.terms_update),
  history: JSON.stringify(commission.history),
});

export const insertCommission = async (db: OrgDb, commission: Commission): Promise<void> => {
  await db.insertInto('commission', documents(commission)).execute();
};

export const updateCommissionRow = async (db: OrgDb, commission: Commission): Promise<void> => {
  const {
    id,
    pair_id: _pair,
    referral_id: _referral,
    relationship_id: _relationship,
    side: _side,
    won_time: _won,
    creation_time: _creation,
    ...change
  } = documents(commission);
  await db.updateTable('commission').set(change).where('commission.id', '=', id).execute();
};

/** The commissions of a partner relationship. */
export const selectCommissions = (
  db: OrgDb,
  page: PageRequest,
  relationshipId: string,
): Promise<SelectedPage<Commission>> =>
  selectPage(db, select(db).where('commission.relationship_id', '=', relationshipId), page, commissionFields);

export const insertEntry = async (db: OrgDb, entry: CommissionEntry): Promise<void> => {
  await db.insertInto('commission_entry', entry).execute();
};

/** What entries add up to, for each relationship, side and currency. */
export type Balance = { relationship_id: string; side: DealSide; currency: string; owed: Decimal; paid: Decimal };

/** Currencies and sides of a page of relationships: more than there are. */
const balancesMax = 100_000;

/** The balances before a day, or of all entries (null). Those that never had an entry are left out. */
export const findBalances = async (
  db: OrgDb,
  relationshipIds: readonly string[],
  before: string | null,
): Promise<Balance[]> => {
  const { rows } = await sql<Balance>`
    select t.relationship_id, t.side, t.currency, sum(t.owed) as owed, sum(t.paid) as paid
    from commission_total t
    where t.org_id = ${db.orgId} and t.relationship_id = any(${[...relationshipIds]}::uuid[])
      and (${before}::date is null or t.month < ${before}::date)
    group by t.relationship_id, t.side, t.currency
    order by t.relationship_id, t.side, t.currency
    limit ${balancesMax}
  `.execute(db.raw);
  return rows;
};

/** An entry with the commission that it is of. */
export type Line = Omit<CommissionEntry, 'relationship_id'> &
  Pick<Commission, 'referral_id' | 'deal_name'> & { buyer_company_name: string };

/** The entries of a relationship from one time until before another, oldest first; at most `most`. */
export const findLines = async (
  db: OrgDb,
  { relationshipId, from, until, most }: { relationshipId: string; from: Date; until: Date; most: number },
): Promise<Line[]> => {
  const { rows } = await sql<Line>`
    select e.id, e.commission_id, e.type, e.side, e.time, e.invoice_number, e.currency, e.amount, e.owed, e.paid,
      c.referral_id, c.deal_name, c.buyer_company_name
    from commission_entry e
    join commission c on c.org_id = ${db.orgId} and c.id = e.commission_id
    where e.org_id = ${db.orgId} and e.relationship_id = ${relationshipId} and e.time >= ${from} and e.time < ${until}
    order by e.time, e.id
    limit ${most}
  `.execute(db.raw);
  return rows;
};

/** How many referrals of a relationship have a status. */
export type ReferralCount = { relationship_id: string; status: string; referrals: number };

/** Statuses of a page of relationships: more than there are. */
const countsMax = 100_000;

export const findReferralCounts = async (db: OrgDb, relationshipIds: readonly string[]): Promise<ReferralCount[]> => {
  const { rows } = await sql<ReferralCount>`
    select t.relationship_id, t.status, t.referrals
    from partner_referral_total t
    where t.org_id = ${db.orgId} and t.relationship_id = any(${[...relationshipIds]}::uuid[]) and t.referrals > 0
    limit ${countsMax}
  `.execute(db.raw);
  return rows;
};
