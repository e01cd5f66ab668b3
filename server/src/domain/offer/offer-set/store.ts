import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { TenantRow } from '../../../db/tables.ts';
import type { OfferStatus } from '../states.ts';
import { offerSetFields } from './fields.ts';
import type { OfferSet, OfferSetWithMembers } from './offer-set.ts';

type OfferSetRow = Omit<OfferSet, 'info' | 'meta_info' | 'version'> & {
  org_id: string;
  info: OfferSet['info'] | string;
  meta_info: OfferSet['meta_info'] | string;
  version: Generated<number>;
};

declare module '../../../db/tables.ts' {
  interface Tables {
    offer_set: OfferSetRow;
    offer_set_offer: TenantRow & { offer_set_id: string; offer_id: string; position: number };
  }
}

const columns = [
  'offer_set.id',
  'offer_set.partner',
  'offer_set.service',
  'offer_set.external_id',
  'offer_set.name',
  'offer_set.status',
  'offer_set.expire_time',
  'offer_set.info',
  'offer_set.meta_info',
  'offer_set.created_by',
  'offer_set.last_updated_by',
  'offer_set.creation_time',
  'offer_set.last_update_time',
  'offer_set.version',
] as const;

const members = (db: OrgDb) =>
  [
    sql<string[]>`array(select m.offer_id from offer_set_offer m
    where m.org_id = ${db.orgId} and m.offer_set_id = offer_set.id order by m.position)`.as('offer_ids'),
    sql<string[]>`array(select distinct o.buyer_id from offer_set_offer m
    join offer o on o.org_id = ${db.orgId} and o.id = m.offer_id
    where m.org_id = ${db.orgId} and m.offer_set_id = offer_set.id and o.buyer_id is not null
    order by o.buyer_id)`.as('buyer_ids'),
  ] as const;

const selectById = (db: OrgDb, id: string) =>
  db.selectFrom('offer_set').select(columns).select(members(db)).where('offer_set.id', '=', id);

export const findOfferSet = async (db: OrgDb, id: string): Promise<OfferSetWithMembers | undefined> =>
  (await selectById(db, id).executeTakeFirst()) as OfferSetWithMembers | undefined;

/** Lock the offers first: a transaction that changes an offer already holds its lock when it reaches the set. */
export const lockOfferSet = async (db: OrgDb, id: string): Promise<OfferSetWithMembers | undefined> =>
  (await selectById(db, id).forUpdate().executeTakeFirst()) as OfferSetWithMembers | undefined;

const documents = (set: OfferSet) => ({ info: JSON.stringify(set.info), meta_info: JSON.stringify(set.meta_info) });

export const insertOfferSet = async (
  db: OrgDb,
  { offer_ids: offerIds, buyer_ids: _buyers, ...set }: OfferSetWithMembers,
): Promise<void> => {
  await db.insertInto('offer_set', { ...set, ...documents(set) }).execute();
  await linkOffers(db, set.id, offerIds);
};

export const updateOfferSetRow = async (
  db: OrgDb,
  { offer_ids: _offers, buyer_ids: _buyers, ...set }: OfferSetWithMembers,
): Promise<void> => {
  const { id, ...rest } = set;
  await db
    .updateTable('offer_set')
    .set({ ...rest, ...documents(set) })
    .where('offer_set.id', '=', id)
    .execute();
};

const linkOffers = async (db: OrgDb, setId: string, offerIds: readonly string[]): Promise<void> => {
  const rows = offerIds.map((offerId, position) => ({ offer_set_id: setId, offer_id: offerId, position }));
  if (rows.length > 0) await db.insertInto('offer_set_offer', rows).execute();
};

export const replaceOffers = async (db: OrgDb, setId: string, offerIds: readonly string[]): Promise<void> => {
  await db.deleteFrom('offer_set_offer').where('offer_set_offer.offer_set_id', '=', setId).execute();
  await linkOffers(db, setId, offerIds);
};

/** The offers that the set currently sells. Leaves out offers from an earlier failed attempt. */
export const findMembers = async (
  db: OrgDb,
  setId: string,
): Promise<{ status: OfferStatus; expire_time: Date | null }[]> => {
  const { rows } = await sql<{ status: OfferStatus; expire_time: Date | null }>`
    select o.status, o.expire_time from offer_set_offer m join offer o on o.org_id = ${db.orgId} and o.id = m.offer_id
    where m.org_id = ${db.orgId} and m.offer_set_id = ${setId} and o.offer_set_id = m.offer_set_id
  `.execute(db.raw);
  return rows;
};

/** With `offerId`, only the sets that contain the offer. */
export const selectOfferSets = (
  db: OrgDb,
  page: PageRequest,
  { offerId }: { offerId?: string } = {},
): Promise<SelectedPage<OfferSetWithMembers>> => {
  let from = db.selectFrom('offer_set');
  if (offerId !== undefined) {
    from = from.where(sql<boolean>`offer_set.id in (select m.offer_set_id from offer_set_offer m
      where m.org_id = ${db.orgId} and m.offer_id = ${offerId})`);
  }
  return selectPage(db, from.select(columns).select(members(db)), page, offerSetFields);
};
