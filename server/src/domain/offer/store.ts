import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../contract/query/select-page.ts';
import type { OrgDb } from '../../db/org-db.ts';
import { prepare } from '../../db/prepared.ts';
import type { TenantRow } from '../../db/tables.ts';
import { offerFields } from './fields.ts';
import type { Offer, OfferText, OfferWithContacts } from './offer.ts';

type OfferRow = Omit<Offer, 'info' | 'meta_info' | 'pending' | 'version'> & {
  org_id: string;
  pending: Offer['pending'] | string;
  info: Offer['info'] | string;
  meta_info: Offer['meta_info'] | string;
  version: Generated<number>;
  currency: Generated<string | null>;
  salesforce_opportunity_id: Generated<string | null>;
  salesforce_quote_id: Generated<string | null>;
  hubspot_deal_id: Generated<string | null>;
};

declare module '../../db/tables.ts' {
  interface Tables {
    offer: OfferRow;
    offer_external_id: TenantRow & { external_id: string; partner: string; offer_id: string };
    offer_contact: TenantRow & { offer_id: string; contact_id: string };
  }
}

const columns = [
  'offer.id',
  'offer.partner',
  'offer.service',
  'offer.partner_id',
  'offer.external_id',
  'offer.name',
  'offer.offer_type',
  'offer.status',
  'offer.status_before',
  'offer.sub_status',
  'offer.product_id',
  'offer.buyer_id',
  'offer.expire_time',
  'offer.end_time',
  'offer.info',
  'offer.meta_info',
  'offer.pending',
  'offer.withdrawn',
  'offer.expire_soon_told',
  'offer.offer_set_id',
  'offer.partner_version',
  'offer.created_by',
  'offer.last_updated_by',
  'offer.creation_time',
  'offer.last_update_time',
  'offer.version',
] as const;

const contactIds = (db: OrgDb) =>
  sql<string[]>`array(select l.contact_id from offer_contact l
  where l.org_id = ${db.orgId} and l.offer_id = offer.id order by l.contact_id)`.as('contact_ids');

const documents = (offer: Offer) => ({
  info: JSON.stringify(offer.info),
  meta_info: JSON.stringify(offer.meta_info),
  pending: offer.pending && JSON.stringify(offer.pending),
});

/** Documents are returned as text; columns that only acts need are left out of lists. */
const unshown: ReadonlySet<string> = new Set(['offer.info', 'offer.meta_info', 'offer.pending']);
const columnsShown = columns.filter((column) => !unshown.has(column));
const documentTexts = [
  sql<string>`offer.info::text`.as('info'),
  sql<string>`offer.meta_info::text`.as('meta_info'),
] as const;
const shownColumns = (db: OrgDb) => [...columnsShown, ...documentTexts, contactIds(db)] as const;

const selectById = (db: OrgDb, id: string) =>
  db.selectFrom('offer').select(columns).select(contactIds(db)).where('offer.id', '=', id);

export const findOffer = async (db: OrgDb, id: string): Promise<OfferWithContacts | undefined> =>
  (await selectById(db, id).executeTakeFirst()) as OfferWithContacts | undefined;

const sendShown = prepare((db: OrgDb, id: string) =>
  db.selectFrom('offer').select(shownColumns(db)).where('offer.id', '=', id),
);

export const findOfferText = async (db: OrgDb, id: string): Promise<OfferText | undefined> =>
  (await sendShown(db, id))[0] as OfferText | undefined;

export const lockOffer = async (db: OrgDb, id: string): Promise<OfferWithContacts | undefined> =>
  (await selectById(db, id).forUpdate().executeTakeFirst()) as OfferWithContacts | undefined;

/** The offer that has, or once had, this external id. If several partners match, the newest offer. */
export const findOfferTextByExternalId = async (db: OrgDb, externalId: string): Promise<OfferText | undefined> =>
  (await db
    .selectFrom('offer')
    .select(shownColumns(db))
    .where(sql<boolean>`offer.id in (select x.offer_id from offer_external_id x
      where x.org_id = ${db.orgId} and x.external_id = ${externalId})`)
    .orderBy('offer.creation_time', 'desc')
    .orderBy('offer.id', 'desc')
    .limit(1)
    .executeTakeFirst()) as OfferText | undefined;

/** The UUID of the offer that has, or once had, this id at that partner. */
export const offerIdOf = async (db: OrgDb, partner: string, externalId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('offer_external_id')
      .select('offer_external_id.offer_id')
      .where('offer_external_id.external_id', '=', externalId)
      .where('offer_external_id.partner', '=', partner)
      .executeTakeFirst()
  )?.offer_id;

/** The UUID of the newest offer made with a received authorization. */
export const findResaleId = async (db: OrgDb, partner: string, authorizationId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('offer')
      .select('offer.id')
      .where('offer.partner', '=', partner as Offer['partner'])
      .where('offer.offer_type', '=', 'CPPO')
      .where(sql<boolean>`offer.info ->> 'awsResaleAuthorizationId' = ${authorizationId}`)
      .where('offer.external_id', 'is not', null)
      .orderBy('offer.creation_time', 'desc')
      .orderBy('offer.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id;

export const insertOffer = async (db: OrgDb, { contact_ids: contacts, ...offer }: OfferWithContacts): Promise<void> => {
  await db.insertInto('offer', { ...offer, ...documents(offer) }).execute();
  await linkContacts(db, offer.id, contacts);
};

export const updateOfferRow = async (
  db: OrgDb,
  { contact_ids: _contacts, ...offer }: OfferWithContacts,
): Promise<void> => {
  const { id, ...rest } = offer;
  await db
    .updateTable('offer')
    .set({ ...rest, ...documents(offer) })
    .where('offer.id', '=', id)
    .execute();
};

const linkContacts = async (db: OrgDb, offerId: string, contacts: readonly string[]): Promise<void> => {
  if (contacts.length === 0) return;
  await db
    .insertInto(
      'offer_contact',
      contacts.map((contact) => ({ offer_id: offerId, contact_id: contact })),
    )
    .execute();
};

export const replaceContacts = async (db: OrgDb, offerId: string, contacts: readonly string[]): Promise<void> => {
  await db.deleteFrom('offer_contact').where('offer_contact.offer_id', '=', offerId).execute();
  await linkContacts(db, offerId, contacts);
};

/**
 * Reserves a partner id for this offer permanently. Returns the offer that holds it, which is another one if the id was
 * taken.
 */
export const claimExternalId = async (
  db: OrgDb,
  partner: string,
  externalId: string,
  offerId: string,
): Promise<string> => {
  await db
    .insertInto('offer_external_id', { external_id: externalId, partner, offer_id: offerId })
    .onConflict((conflict) => conflict.columns(['org_id', 'external_id', 'partner']).doNothing())
    .execute();
  return (await offerIdOf(db, partner, externalId)) ?? offerId;
};

export const moveExternalId = async (
  db: OrgDb,
  partner: string,
  externalId: string,
  offerId: string,
): Promise<void> => {
  await db
    .updateTable('offer_external_id')
    .set({ offer_id: offerId })
    .where('offer_external_id.external_id', '=', externalId)
    .where('offer_external_id.partner', '=', partner)
    .execute();
};

/** Filters of offer lists beyond the plain fields. Deleted offers are hidden by default. */
export type OfferFilter = { contactId?: string; withDeleted: boolean };

export const selectOffers = (db: OrgDb, page: PageRequest, filter: OfferFilter): Promise<SelectedPage<OfferText>> => {
  let from = db.selectFrom('offer');
  if (filter.contactId) {
    from = from.where(sql<boolean>`offer.id in (select l.offer_id from offer_contact l
      where l.org_id = ${db.orgId} and l.contact_id = ${filter.contactId})`);
  }
  if (!filter.withDeleted) from = from.where(sql<boolean>`offer.status <> 'DELETED'`);
  return selectPage(db, from.select(shownColumns(db)), page, offerFields);
};

/**
 * Whether one of our offers with that name is being created for the product, or offered again, so that its external id
 * is still unknown.
 */
export const isAwaited = async (db: OrgDb, productId: string, name: string): Promise<boolean> =>
  (await db
    .selectFrom('offer')
    .select('offer.id')
    .where('offer.product_id', '=', productId)
    .where(sql<boolean>`(offer.status = 'PENDING_CREATE' or offer.status = 'PENDING_UPDATE' and offer.withdrawn)`)
    .where('offer.name', '=', name)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Records the version of a read that shows nothing new. */
export const setPartnerVersion = async (db: OrgDb, id: string, partnerVersion: number): Promise<void> => {
  await db.updateTable('offer').set({ partner_version: partnerVersion }).where('offer.id', '=', id).execute();
};
