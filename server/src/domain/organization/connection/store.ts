import { type Generated, type Kysely, sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Tables } from '../../../db/tables.ts';
import type { ConnectedAccount, Connection, PartnerRoute } from './connection.ts';

/** jsonb columns are written as text. */
type Row<T, Documents extends keyof T> = {
  [K in keyof T]: K extends Documents ? T[K] | string : K extends 'version' ? Generated<T[K]> : T[K];
} & { org_id: string };

declare module '../../../db/tables.ts' {
  interface Tables {
    connection: Row<
      Omit<ConnectedAccount, 'settings'> & { settings: object },
      'settings' | 'endpoints' | 'failing' | 'last_error'
    >;
    partner_route: PartnerRoute;
  }
}

export const connectionColumns = [
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

const accounts = (db: OrgDb) => db.selectFrom('connection').select(connectionColumns);
const accountById = (db: OrgDb, id: string) => accounts(db).where('connection.id', '=', id);
const marketplaceById = (db: OrgDb, id: string) => accountById(db, id).where('connection.service', '=', 'MARKETPLACE');

export const findConnection = async (db: OrgDb, id: string): Promise<Connection | undefined> =>
  (await marketplaceById(db, id).executeTakeFirst()) as Connection | undefined;

export const lockConnection = async (db: OrgDb, id: string): Promise<Connection | undefined> =>
  (await marketplaceById(db, id).forUpdate().executeTakeFirst()) as Connection | undefined;

/** The account behind a connection, at whatever service of a partner. */
export const findConnectedAccount = async (db: OrgDb, id: string): Promise<ConnectedAccount | undefined> =>
  (await accountById(db, id).executeTakeFirst()) as ConnectedAccount | undefined;

export const lockConnectedAccount = async (db: OrgDb, id: string): Promise<ConnectedAccount | undefined> =>
  (await accountById(db, id).forUpdate().executeTakeFirst()) as ConnectedAccount | undefined;

/** The organization's account at a service of a partner; there is at most one. */
export const findServiceAccount = async (
  db: OrgDb,
  partner: string,
  service: string,
): Promise<ConnectedAccount | undefined> =>
  (await accounts(db)
    .where('connection.partner', '=', partner)
    .where('connection.service', '=', service)
    .executeTakeFirst()) as ConnectedAccount | undefined;

/** The organization's own mail server. */
export const findConnectedMailServer = (db: OrgDb): Promise<ConnectedAccount | undefined> =>
  findServiceAccount(db, 'SMTP', 'EMAIL');

/** The organization's account at a marketplace. */
export const findMarketplaceConnection = async (db: OrgDb, partner: string): Promise<Connection | undefined> =>
  (await findServiceAccount(db, partner, 'MARKETPLACE')) as Connection | undefined;

export type ConnectedService = Pick<
  ConnectedAccount,
  'partner' | 'service' | 'status' | 'last_error' | 'creation_time'
>;

/** What is connected and how it does: at most one for each partner and service, the oldest first. */
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

export const updateConnectionRow = async (db: OrgDb, connection: ConnectedAccount): Promise<void> => {
  const { id, settings, endpoints, failing, last_error, ...rest } = connection;
  await db
    .updateTable('connection')
    .set({
      ...rest,
      endpoints: JSON.stringify(endpoints),
      settings: JSON.stringify(settings),
      failing: JSON.stringify(failing),
      last_error: last_error && JSON.stringify(last_error),
    })
    .where('connection.id', '=', id)
    .execute();
};

/** The only statement here that knows no organization yet: it answers which one a message is for. */
export const findRoute = async (
  statements: Kysely<Tables>,
  connectionId: string,
): Promise<PartnerRoute | undefined> => {
  const { rows } = await sql<PartnerRoute>`
    select org_id, connection_id, partner, hook_secret_hash from partner_route where connection_id = ${connectionId}
  `.execute(statements);
  return rows[0];
};

/** Keeps the hash of the same secret under a newer key. */
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

export type KnownKind = 'product' | 'offer' | 'agreement';

/** Which of these things of a partner are here already, and the partner's version that was applied last. */
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
