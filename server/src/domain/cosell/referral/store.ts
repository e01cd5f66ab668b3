import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { referralFields } from './fields.ts';
import type { CoSellPartner, CrmSystem, Referral, ReferralPartner } from './referral.ts';

type Documents =
  | 'buyer_company'
  | 'crm_synced'
  | 'crm_agreed'
  | 'crm_errors'
  | 'document'
  | 'synced'
  | 'partner_view'
  | 'sync_errors'
  | 'revenue_share'
  | 'meta_info'
  | 'approval_info';

type ReferralRow = Omit<Referral, Documents | 'version'> & { [Name in Documents]: Referral[Name] | string } & {
  org_id: string;
  version: Generated<number>;
  buyer_company_name: Generated<string>;
};

declare module '../../../db/tables.ts' {
  interface Tables {
    referral: ReferralRow;
  }
}

const columns = [
  'referral.id',
  'referral.partner',
  'referral.direction',
  'referral.name',
  'referral.status',
  'referral.status_before',
  'referral.stage',
  'referral.external_id',
  'referral.buyer_company',
  'referral.buyer_id',
  'referral.deal_value',
  'referral.currency',
  'referral.target_close_date',
  'referral.crm_system',
  'referral.crm_record_id',
  'referral.crm_url',
  'referral.crm_claim',
  'referral.crm_synced',
  'referral.crm_agreed',
  'referral.crm_errors',
  'referral.crm_waits',
  'referral.crm_turn',
  'referral.crm_writer',
  'referral.document',
  'referral.synced',
  'referral.edited_time',
  'referral.partner_version',
  'referral.partner_time',
  'referral.partner_standing',
  'referral.partner_view',
  'referral.accept_by',
  'referral.close_reason',
  'referral.closed_time',
  'referral.sync_status',
  'referral.sync_success_time',
  'referral.sync_attempt_time',
  'referral.sync_errors',
  'referral.pair_id',
  'referral.relationship_id',
  'referral.partner_org_id',
  'referral.revenue_share',
  'referral.partner_note',
  'referral.commission_id',
  'referral.meta_info',
  'referral.approval_info',
  'referral.created_by',
  'referral.last_updated_by',
  'referral.creation_time',
  'referral.last_update_time',
  'referral.version',
] as const;

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const documents = (referral: Referral) => ({
  buyer_company: JSON.stringify(referral.buyer_company),
  crm_synced: json(referral.crm_synced),
  crm_agreed: json(referral.crm_agreed),
  crm_errors: JSON.stringify(referral.crm_errors),
  document: JSON.stringify(referral.document),
  synced: json(referral.synced),
  partner_view: json(referral.partner_view),
  sync_errors: JSON.stringify(referral.sync_errors),
  revenue_share: json(referral.revenue_share),
  meta_info: JSON.stringify(referral.meta_info),
  approval_info: json(referral.approval_info),
});

const only = (db: OrgDb) => db.selectFrom('referral').select(columns);
const one = async (rows: Promise<unknown>): Promise<Referral | undefined> => (await rows) as Referral | undefined;

export const findReferral = (db: OrgDb, id: string): Promise<Referral | undefined> =>
  one(only(db).where('referral.id', '=', id).executeTakeFirst());

export const lockReferral = (db: OrgDb, id: string): Promise<Referral | undefined> =>
  one(only(db).where('referral.id', '=', id).forUpdate().executeTakeFirst());

/** The row of this organization that belongs to a row of the other side. */
export const lockReferralOfPair = (db: OrgDb, pairId: string): Promise<Referral | undefined> =>
  one(only(db).where('referral.pair_id', '=', pairId).forUpdate().executeTakeFirst());

const byExternalId = (db: OrgDb, partner: ReferralPartner, externalId: string) =>
  only(db).where('referral.partner', '=', partner).where('referral.external_id', '=', externalId);

export const findReferralByExternalId = (
  db: OrgDb,
  partner: ReferralPartner,
  externalId: string,
): Promise<Referral | undefined> => one(byExternalId(db, partner, externalId).executeTakeFirst());

export const lockReferralByExternalId = (
  db: OrgDb,
  partner: ReferralPartner,
  externalId: string,
): Promise<Referral | undefined> => one(byExternalId(db, partner, externalId).forUpdate().executeTakeFirst());

/** How many referrals that are being submitted are compared with one that a partner shows. */
const submittingMax = 200;

/** Referrals whose partner is making them, the newest first: their ids there are not known yet. */
export const lockSubmitting = async (db: OrgDb, partner: ReferralPartner): Promise<Referral[]> =>
  (await only(db)
    .where('referral.partner', '=', partner)
    .where('referral.status', '=', 'PENDING_CREATE')
    .where('referral.external_id', 'is', null)
    .orderBy('referral.creation_time', 'desc')
    .orderBy('referral.id', 'desc')
    .limit(submittingMax)
    .forUpdate()
    .execute()) as Referral[];

/** The referral of a CRM record at a partner: the one that was not forced. */
export const lockReferralOfCrmRecord = (
  db: OrgDb,
  partner: ReferralPartner,
  crm: { system: CrmSystem; recordId: string },
): Promise<Referral | undefined> =>
  one(
    only(db)
      .where('referral.partner', '=', partner)
      .where('referral.crm_system', '=', crm.system)
      .where('referral.crm_record_id', '=', crm.recordId)
      .where('referral.crm_claim', '=', true)
      .forUpdate()
      .executeTakeFirst(),
  );

/** Returns whether the row is new: another transaction may just have stored the same referral or claimed its CRM record. */
export const insertReferral = async (db: OrgDb, referral: Referral): Promise<boolean> => {
  const result = await db
    .insertInto('referral', { ...referral, ...documents(referral) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

export const updateReferralRow = async (db: OrgDb, referral: Referral): Promise<void> => {
  const { id, ...rest } = referral;
  await db
    .updateTable('referral')
    .set({ ...rest, ...documents(referral) })
    .where('referral.id', '=', id)
    .execute();
};

/** A record has one referral for each partner, and those that were forced. */
const ofRecordMax = 20;

/** The ids of the referrals of records of a CRM, oldest first. */
export const findReferralsOfRecords = async (
  db: OrgDb,
  system: CrmSystem,
  recordIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from referral r
    where r.org_id = ${db.orgId} and r.crm_record_id = any(${[...recordIds]}::text[]) and r.crm_system = ${system}
      and r.status <> 'ARCHIVED'
    order by r.crm_record_id, r.id limit ${recordIds.length * ofRecordMax}
  `.execute(db.raw);
  return rows.map(({ id }) => id);
};

/** The ids of referrals that their CRM has not answered for, those that were tried longest ago first. */
export const findReferralsThatWait = async (db: OrgDb, system: CrmSystem, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from referral r
    where r.org_id = ${db.orgId} and r.crm_system = ${system} and r.crm_waits
    order by r.sync_attempt_time, r.id limit ${limit}
  `.execute(db.raw);
  return rows.map(({ id }) => id);
};

/** A page of the referrals of a partner that have a record of a CRM, by their ids. */
export const findReferralsOfCrm = async (
  db: OrgDb,
  { system, partner, after, limit }: { system: CrmSystem; partner: CoSellPartner; after: string | null; limit: number },
): Promise<Referral[]> => {
  let rows = only(db)
    .where('referral.crm_system', '=', system)
    .where('referral.partner', '=', partner)
    .where('referral.crm_record_id', 'is not', null)
    .where(sql<boolean>`referral.status <> 'ARCHIVED'`);
  if (after !== null) rows = rows.where('referral.id', '>', after);
  return (await rows.orderBy('referral.id').limit(limit).execute()) as Referral[];
};

/** Writes what is known of the CRM record alone: nothing that clients see has changed. */
export const updateCrmColumns = async (
  db: OrgDb,
  { id, crm_synced, crm_agreed, crm_url, crm_waits, crm_turn, crm_writer, sync_attempt_time }: Referral,
): Promise<void> => {
  const documents = { crm_synced: json(crm_synced), crm_agreed: json(crm_agreed) };
  const columns = { ...documents, crm_url, crm_waits, crm_turn, crm_writer, sync_attempt_time };
  await db.updateTable('referral').set(columns).where('referral.id', '=', id).execute();
};

/** Archived referrals are hidden unless the page asks for them. */
export const selectReferrals = (
  db: OrgDb,
  page: PageRequest,
  { withArchived }: { withArchived: boolean },
): Promise<SelectedPage<Referral>> => {
  let from = db.selectFrom('referral');
  if (!withArchived) from = from.where(sql<boolean>`referral.status <> 'ARCHIVED'`);
  return selectPage(db, from.select(columns), page, referralFields);
};
