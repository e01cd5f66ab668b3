import { type Generated, sql } from 'kysely';
import { awsPartners } from '../../contract/marketplaces/marketplaces.ts';
import type { PageRequest } from '../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../contract/query/select-page.ts';
import type { OrgDb } from '../../db/org-db.ts';
import { amountsOf } from '../../db/owner-amounts.ts';
import type { TenantRow } from '../../db/tables.ts';
import type { Product } from '../product/product.ts';
import type { Entitlement, KnownAgreement, WithdrawnSchedule } from './entitlement.ts';
import { entitlementFields } from './fields.ts';

type EntitlementRow = Omit<Entitlement, 'info' | 'meta_info' | 'renewal' | 'version' | 'amounts'> & {
  renewal: Entitlement['renewal'] | string;
  org_id: string;
  info: Entitlement['info'] | string;
  meta_info: Entitlement['meta_info'] | string;
  version: Generated<number>;
  currency: Generated<string | null>;
  aws_license_arn: Generated<string | null>;
  auto_renew: Generated<boolean | null>;
  salesforce_opportunity_id: Generated<string | null>;
  hubspot_deal_id: Generated<string | null>;
  /** See `updateEntitlementRow`. */
  withdrawn_schedules: Generated<WithdrawnSchedule[]>;
};

declare module '../../db/tables.ts' {
  interface Tables {
    entitlement: EntitlementRow;
    entitlement_external_id: TenantRow & KnownAgreement;
  }
}

const columns = [
  'entitlement.id',
  'entitlement.partner',
  'entitlement.service',
  'entitlement.partner_id',
  'entitlement.external_id',
  'entitlement.external_buyer_id',
  'entitlement.external_product_id',
  'entitlement.name',
  'entitlement.type',
  'entitlement.status',
  'entitlement.status_before',
  'entitlement.product_id',
  'entitlement.offer_id',
  'entitlement.buyer_id',
  'entitlement.entitlement_term_id',
  'entitlement.start_time',
  'entitlement.end_time',
  'entitlement.info',
  'entitlement.meta_info',
  'entitlement.renewal',
  'entitlement.end_soon_term_id',
  'entitlement.creation_time',
  'entitlement.last_update_time',
  'entitlement.version',
] as const;

const agreementColumns = [
  'entitlement_external_id.external_id',
  'entitlement_external_id.partner',
  'entitlement_external_id.entitlement_id',
  'entitlement_external_id.chain_id',
  'entitlement_external_id.partner_status',
  'entitlement_external_id.partner_version',
] as const;

const documents = (row: Entitlement) => ({
  info: JSON.stringify(row.info),
  meta_info: JSON.stringify(row.meta_info),
  renewal: row.renewal && JSON.stringify(row.renewal),
});

export const findEntitlement = async (db: OrgDb, id: string): Promise<Entitlement | undefined> =>
  (await db
    .selectFrom('entitlement')
    .select(columns)
    .select(amountsOf(db, 'entitlement.id'))
    .where('entitlement.id', '=', id)
    .executeTakeFirst()) as Entitlement | undefined;

export const lockEntitlement = async (db: OrgDb, id: string): Promise<Entitlement | undefined> =>
  (await db
    .selectFrom('entitlement')
    .select(columns)
    .select(amountsOf(db, 'entitlement.id'))
    .where('entitlement.id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as Entitlement | undefined;

export const insertEntitlement = async (db: OrgDb, entitlement: Entitlement): Promise<void> => {
  const { amounts: _, ...row } = entitlement;
  await db.insertInto('entitlement', { ...row, ...documents(entitlement) }).execute();
};

const withdrawnMax = 100;

/**
 * Writes an entitlement. A schedule of its cancellation that is removed or replaced is kept, with the time of that, for
 * metrics that recognize churn when it is asked for; one that only moves with the end of the term is the same schedule.
 */
export const updateEntitlementRow = async (db: OrgDb, entitlement: Entitlement): Promise<void> => {
  const { id, amounts: _, ...rest } = entitlement;
  const made = entitlement.meta_info.entitlementCancellationSchedule?.creationDate ?? null;
  const withdrawnDate = entitlement.last_update_time.toISOString();
  const schedules = sql<WithdrawnSchedule[]>`case
    when meta_info #>> '{entitlementCancellationSchedule,creationDate}' is distinct from ${made}::text
        and meta_info #>> '{entitlementCancellationSchedule,type}' <> 'Immediate'
        and jsonb_array_length(withdrawn_schedules) < ${withdrawnMax}::int
      then withdrawn_schedules || jsonb_set_lax(jsonb_set_lax(${JSON.stringify({ withdrawnDate })}::jsonb,
        '{creationDate}', meta_info #> '{entitlementCancellationSchedule,creationDate}'),
        '{cancelDate}', meta_info #> '{entitlementCancellationSchedule,cancelDate}')
    else withdrawn_schedules end`;
  await db
    .updateTable('entitlement')
    .set({ ...rest, ...documents(entitlement), withdrawn_schedules: schedules })
    .where('entitlement.id', '=', id)
    .execute();
};

/** Serializes agreements of one purchase, even before its first row exists. */
export const lockPurchase = async (db: OrgDb, partner: string, chainId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`purchase\n${db.orgId}\n${partner}\n${chainId}`}, 0))`.execute(
    db.raw,
  );
};

/** The agreement itself and the other agreements of its purchase. */
export const findAgreements = async (
  db: OrgDb,
  partner: string,
  externalId: string,
  chainId: string,
): Promise<KnownAgreement[]> =>
  (await db
    .selectFrom('entitlement_external_id')
    .select(agreementColumns)
    .where('entitlement_external_id.partner', '=', partner as KnownAgreement['partner'])
    .where((where) =>
      where.or([
        where('entitlement_external_id.external_id', 'in', [externalId, chainId]),
        where('entitlement_external_id.chain_id', '=', chainId),
      ]),
    )
    .execute()) as KnownAgreement[];

/** Stores permanently which entitlement an agreement belongs to, and its last read. */
export const saveAgreement = async (db: OrgDb, agreement: KnownAgreement): Promise<void> => {
  await db
    .insertInto('entitlement_external_id', agreement)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'external_id', 'partner']).doUpdateSet({
        partner_status: agreement.partner_status,
        partner_version: agreement.partner_version,
      }),
    )
    .execute();
};

/** Filters of entitlement lists beyond the plain fields, which are conditions of the page. */
export type EntitlementFilter = {
  externalId?: string;
  contactId?: string;
  awsAccountId?: string;
  /** Deleted entitlements are hidden by default. */
  withDeleted: boolean;
};

export const selectEntitlements = (
  db: OrgDb,
  page: PageRequest,
  filter: EntitlementFilter,
): Promise<SelectedPage<Entitlement>> => {
  let from = db.selectFrom('entitlement');
  if (filter.awsAccountId) {
    from = from
      .where('entitlement.external_buyer_id', '=', filter.awsAccountId)
      .where('entitlement.partner', 'in', awsPartners);
  }
  if (filter.externalId) {
    from = from.where(sql<boolean>`entitlement.id in (select x.entitlement_id from entitlement_external_id x
      where x.org_id = ${db.orgId} and x.external_id = ${filter.externalId})`);
  }
  if (filter.contactId) {
    from = from.where(sql<boolean>`entitlement.id in (
      select e.id from entitlement e join buyer_contact l on l.org_id = ${db.orgId} and l.buyer_id = e.buyer_id
        where e.org_id = ${db.orgId} and l.contact_id = ${filter.contactId} and e.status <> 'DELETED'
      union select e.id from entitlement e join offer_contact l on l.org_id = ${db.orgId} and l.offer_id = e.offer_id
        where e.org_id = ${db.orgId} and l.contact_id = ${filter.contactId} and e.status <> 'DELETED')`);
  }
  if (!filter.withDeleted) from = from.where(sql<boolean>`entitlement.status <> 'DELETED'`);
  return selectPage(db, from.select(columns).select(amountsOf(db, 'entitlement.id')), page, entitlementFields);
};

/** The purchased product, by its UUID or by its entity id at the partner. */
export const findPurchasedProduct = async (
  db: OrgDb,
  { id, partner, entityId }: { id?: string; partner: string; entityId: string },
): Promise<Product | undefined> => {
  const from = db.selectFrom('product').selectAll('product');
  const found =
    id === undefined
      ? from.where('product.partner', '=', partner as Product['partner']).where('product.entity_id', '=', entityId)
      : from.where('product.id', '=', id);
  return (await found.executeTakeFirst()) as Product | undefined;
};

/**
 * Where buyers of the purchased product sign up: the product's own address (`info.attributes.signUpUrl`), and the
 * listing's.
 */
export const findSignUpAddresses = async (
  db: OrgDb,
  {
    partner,
    entitlementId,
    productExternalId,
  }: { partner: string; entitlementId: string | null; productExternalId: string | null },
): Promise<{ own: string | null; listing: string } | undefined> => {
  const { rows } = await sql<{ own: string | null; listing: string }>`
    select p.info #>> '{attributes,signUpUrl}' as own, p.fulfillment_url as listing from product p
    where p.org_id = ${db.orgId} and p.partner = ${partner} and p.id = coalesce(
      (select e.product_id from entitlement e where e.org_id = ${db.orgId} and e.id = ${entitlementId}::uuid),
      (select o.id from product o where o.org_id = ${db.orgId} and o.partner = ${partner}
        and o.external_id = ${productExternalId}
        order by o.status = 'DELETED', o.creation_time desc, o.id desc limit 1))
  `.execute(db.raw);
  return rows[0];
};
