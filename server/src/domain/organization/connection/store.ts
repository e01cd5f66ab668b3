import { type Generated, type Kysely, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Connection, KnownKind, MarketplaceConnection, PartnerRoute } from './connection.ts';
import { connectionFields } from './fields.ts';

/** jsonb columns are written as text. */
type Row<T, Documents extends keyof T> = {
  [K in keyof T]: K extends Documents ? T[K] | string : K extends 'version' ? Generated<T[K]> : T[K];
} & { org_id: string };

declare module '../../../db/tables.ts' {
  interface Tables {
    connection: Row<
      Omit<Connection, 'partner' | 'service' | 'settings'> & { partner: string; service: string; settings: object },
      'settings' | 'endpoints' | 'failing' | 'last_error'
    >;
    partner_route: PartnerRoute;
  }
}

const connectionColumns = [
  'connection.id',
  'connection.partner',
  'connection.service',
  'connection.account_id',
  'connection.endpoint',
  'connection.endpoints',
  'connection.region',
  'connection.metering_region',
  'connection.credentials_sealed',
  'connection.credential_fields',
  'connection.status',
  'connection.mode',
  'connection.report_from',
  'connection.settings',
  'connection.last_sync_start_time',
  'connection.last_sync_time',
  'connection.last_full_sync_time',
  'connection.last_verified_time',
  'connection.failing',
  'connection.last_error',
  'connection.created_by',
  'connection.creation_time',
  'connection.last_update_time',
  'connection.version',
] as const;

const connections = (db: OrgDb) => db.selectFrom('connection').select(connectionColumns);
const byId = (db: OrgDb, id: string) => connections(db).where('connection.id', '=', id);

/** An organization has only a handful, so filters need no index beyond the key. */
export const selectConnections = (db: OrgDb, page: PageRequest): Promise<SelectedPage<Connection>> =>
  selectPage(db, connections(db), page, connectionFields);

export const findConnection = async (db: OrgDb, id: string): Promise<Connection | undefined> =>
  (await byId(db, id).executeTakeFirst()) as Connection | undefined;

export const lockConnection = async (db: OrgDb, id: string): Promise<Connection | undefined> =>
  (await byId(db, id).forUpdate().executeTakeFirst()) as Connection | undefined;

/** The organization's account at a service of a partner; at most one. */
export const findServiceConnection = async (
  db: OrgDb,
  partner: string,
  service: string,
): Promise<Connection | undefined> =>
  (await connections(db)
    .where('connection.partner', '=', partner)
    .where('connection.service', '=', service)
    .executeTakeFirst()) as Connection | undefined;

/** The organization's own mail server. */
export const findConnectedMailServer = (db: OrgDb): Promise<Connection | undefined> =>
  findServiceConnection(db, 'SMTP', 'EMAIL');

export const findMarketplaceConnectionById = async (
  db: OrgDb,
  id: string,
): Promise<MarketplaceConnection | undefined> =>
  (await byId(db, id).where('connection.service', '=', 'MARKETPLACE').executeTakeFirst()) as
    | MarketplaceConnection
    | undefined;

/** The organization's account at a marketplace. */
export const findMarketplaceConnection = async (
  db: OrgDb,
  partner: string,
): Promise<MarketplaceConnection | undefined> =>
  (await findServiceConnection(db, partner, 'MARKETPLACE')) as MarketplaceConnection | undefined;

export type MeteredAccount = Pick<Connection, 'partner' | 'mode' | 'report_from' | 'settings'>;

/** How usage is submitted to each connected marketplace. */
export const findMeteredAccounts = async (db: OrgDb): Promise<MeteredAccount[]> =>
  (await db
    .selectFrom('connection')
    .select(['connection.partner', 'connection.mode', 'connection.report_from', 'connection.settings'])
    .where('connection.service', '=', 'MARKETPLACE')
    .execute()) as MeteredAccount[];

export type ConnectedService = Pick<Connection, 'partner' | 'service' | 'status' | 'last_error' | 'creation_time'>;

/** Connected services and their health: at most one per partner and service, oldest first. */
export const findConnectedServices = async (db: OrgDb): Promise<ConnectedService[]> =>
  (await db
    .selectFrom('connection')
    .select([
      'connection.partner',
      'connection.service',
      'connection.status',
      'connection.last_error',
      'connection.creation_time',
    ])
    .orderBy('connection.creation_time')
    .orderBy('connection.id')
    .execute()) as ConnectedService[];

/** The columns that are written as text. */
const documents = ({ endpoints, settings, failing, last_error }: Connection) => ({
  endpoints: JSON.stringify(endpoints),
  settings: JSON.stringify(settings),
  failing: JSON.stringify(failing),
  last_error: last_error && JSON.stringify(last_error),
});

/** Returns whether the row is new: the organization may already have an account of that partner and service. */
export const insertConnection = async (db: OrgDb, connection: Connection): Promise<boolean> => {
  const result = await db
    .insertInto('connection', { ...connection, ...documents(connection) })
    .onConflict((conflict) => conflict.columns(['org_id', 'partner', 'service']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

export const updateConnectionRow = async (db: OrgDb, connection: Connection): Promise<void> => {
  const { id, ...rest } = connection;
  await db
    .updateTable('connection')
    .set({ ...rest, ...documents(connection) })
    .where('connection.id', '=', id)
    .execute();
};

/** Deletes the row, with its credentials and the route of its messages. */
export const deleteConnectionRow = async (db: OrgDb, id: string): Promise<void> => {
  await db.deleteFrom('partner_route').where('partner_route.connection_id', '=', id).execute();
  await db.deleteFrom('connection').where('connection.id', '=', id).execute();
};

export const insertRoute = async (db: OrgDb, route: Omit<PartnerRoute, 'org_id'>): Promise<void> => {
  await db.insertInto('partner_route', route).execute();
};

/** The only statement here without an organization: it finds the organization that a message is for. */
export const findRoute = async (
  statements: Kysely<Tables>,
  connectionId: string,
): Promise<PartnerRoute | undefined> => {
  const { rows } = await sql<PartnerRoute>`
    select org_id, connection_id, partner, hook_secret_hash from partner_route where connection_id = ${connectionId}
  `.execute(statements);
  return rows[0];
};

/** Stores the hash of the same secret under a newer key. */
export const renewRouteHash = async (
  db: OrgDb,
  { connection_id: id, hook_secret_hash: before }: Pick<PartnerRoute, 'connection_id' | 'hook_secret_hash'>,
  after: Buffer,
): Promise<void> => {
  await db
    .updateTable('partner_route')
    .set({ hook_secret_hash: after })
    .where('partner_route.connection_id', '=', id)
    .where('partner_route.hook_secret_hash', '=', before)
    .execute();
};

/** Which of these partner objects are stored, with the last applied partner version. */
export const findKnownVersions = async (
  db: OrgDb,
  partner: string,
  kind: KnownKind,
  externalIds: string[],
): Promise<Map<string, number>> => {
  const query = {
    product: sql<{ external_id: string; partner_version: number | null }>`
      select entity_id as external_id, partner_version from product
      where org_id = ${db.orgId} and partner = ${partner} and entity_id = any(${externalIds}::text[])`,
    offer: sql<{ external_id: string; partner_version: number | null }>`
      select e.external_id, o.partner_version
      from offer_external_id e join offer o on o.org_id = ${db.orgId} and o.id = e.offer_id
      where e.org_id = ${db.orgId} and e.partner = ${partner} and e.external_id = any(${externalIds}::text[])`,
    agreement: sql<{ external_id: string; partner_version: number | null }>`
      select external_id, partner_version from entitlement_external_id
      where org_id = ${db.orgId} and partner = ${partner} and external_id = any(${externalIds}::text[])`,
  }[kind];
  const { rows } = await query.execute(db.raw);
  return new Map(rows.map((row) => [row.external_id, row.partner_version ?? -1]));
};

/** Uses of the organization's account at a partner: entitlements that have not ended, and offers that can be bought. */
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

/** Whether usage of a marketplace is still waiting to be closed, submitted or confirmed. */
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
