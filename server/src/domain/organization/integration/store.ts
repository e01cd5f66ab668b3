import { sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { PartnerRoute } from '../connection/connection.ts';
import { connectionColumns } from '../connection/store.ts';
import { integrationFields } from './fields.ts';
import type { Integration } from './integration.ts';

export const findIntegration = async (db: OrgDb, id: string): Promise<Integration | undefined> =>
  (await db.selectFrom('connection').select(connectionColumns).where('connection.id', '=', id).executeTakeFirst()) as
    | Integration
    | undefined;

export const lockIntegration = async (db: OrgDb, id: string): Promise<Integration | undefined> =>
  (await db
    .selectFrom('connection')
    .select(connectionColumns)
    .where('connection.id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as Integration | undefined;

/** Answers whether the row is new: the organization may have an account of that partner and service. */
export const insertIntegration = async (db: OrgDb, integration: Integration): Promise<boolean> => {
  const result = await db
    .insertInto('connection', {
      ...integration,
      endpoints: JSON.stringify(integration.endpoints),
      settings: JSON.stringify(integration.settings),
      failing: JSON.stringify(integration.failing),
      last_error: integration.last_error && JSON.stringify(integration.last_error),
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'partner', 'service']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** The row goes, with its credentials and the way of messages to it. */
export const deleteIntegrationRow = async (db: OrgDb, id: string): Promise<void> => {
  await db.deleteFrom('partner_route').where('partner_route.connection_id', '=', id).execute();
  await db.deleteFrom('connection').where('connection.id', '=', id).execute();
};

export const insertRoute = async (db: OrgDb, route: Omit<PartnerRoute, 'org_id'>): Promise<void> => {
  await db.insertInto('partner_route', route).execute();
};

/** What depends on the organization's account at a partner: entitlements that have not ended, offers that can be bought. */
export const countUses = async (db: OrgDb, partner: string): Promise<{ entitlements: number; offers: number }> => {
  const { rows } = await sql<{ entitlements: number; offers: number }>`
    select (
      select count(*)::int from entitlement
      where org_id = ${db.orgId} and partner = ${partner} and status not in ('CANCELLED', 'DELETED')
    ) as entitlements, (
      select count(*)::int from offer
      where org_id = ${db.orgId} and partner = ${partner}
        and (status in ('ACTIVE', 'USED', 'ACCEPTED') or status like 'PENDING%')
    ) as offers
  `.execute(db.raw);
  return rows[0] ?? { entitlements: 0, offers: 0 };
};

/** Whether usage of a marketplace is still to be closed, told, or answered for. */
export const isUsageWaiting = async (db: OrgDb, partner: string): Promise<boolean> => {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (
      select from usage_report_row r
      where r.org_id = ${db.orgId} and r.partner = ${partner} and r.next_attempt_time is not null
    ) or exists (
      select from entitlement e where e.org_id = ${db.orgId} and e.partner = ${partner} and exists (
        select from usage_record_item i
        where i.org_id = ${db.orgId} and i.entitlement_id = e.id and i.state = 'CREATED')
    ) as waiting
  `.execute(db.raw);
  return rows[0]?.waiting === true;
};

/** An organization has a handful: no index serves the filters but the key. */
export const selectIntegrations = (db: OrgDb, page: PageRequest): Promise<SelectedPage<Integration>> =>
  selectPage(db, db.selectFrom('connection').select(connectionColumns), page, integrationFields);
