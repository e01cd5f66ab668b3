import { type Generated, sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import { neverSynced, type RevenueSync } from './connection.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    /** `last_error` is jsonb, written as text. */
    revenue_sync: Omit<RevenueSync, 'channel' | 'last_error' | 'version'> & {
      org_id: string;
      channel: string;
      last_error: RevenueSync['last_error'] | string;
      version: Generated<number>;
    };
  }
}

const syncColumns = [
  'revenue_sync.channel',
  'revenue_sync.connection_id',
  'revenue_sync.last_sync_time',
  'revenue_sync.last_sync_status',
  'revenue_sync.consecutive_error_count',
  'revenue_sync.last_error',
  'revenue_sync.synced_time',
  'revenue_sync.operation_id',
  'revenue_sync.backfill_operation_id',
  'revenue_sync.backfill_start',
  'revenue_sync.backfill_end',
  'revenue_sync.backfill_time',
  'revenue_sync.version',
] as const;

type Account = Pick<RevenueSync, 'channel' | 'connection_id'>;

/** What is known of the account's syncs; nothing if another account of the channel was connected then. */
export const findSync = async (db: OrgDb, { channel, connection_id: id }: Account): Promise<RevenueSync | undefined> =>
  (await db
    .selectFrom('revenue_sync')
    .select(syncColumns)
    .where('revenue_sync.channel', '=', channel)
    .where('revenue_sync.connection_id', '=', id)
    .executeTakeFirst()) as RevenueSync | undefined;

/** Locks the row of a channel, which is made if there is none. An account that takes another one's place begins anew. */
export const lockSync = async (db: OrgDb, { channel, connection_id: id }: Account): Promise<RevenueSync> => {
  await sql`
    insert into revenue_sync (org_id, channel, connection_id) values (${db.orgId}, ${channel}, ${id})
    on conflict (org_id, channel) do nothing
  `.execute(db.raw);
  const row = (await db
    .selectFrom('revenue_sync')
    .select(syncColumns)
    .where('revenue_sync.channel', '=', channel)
    .forUpdate()
    .executeTakeFirstOrThrow()) as RevenueSync;
  if (row.connection_id === id) return row;
  // Versions go on, as events of a channel are delivered in their order.
  return { ...neverSynced, channel, connection_id: id, version: row.version };
};

/** Writes a locked row. */
export const saveSync = async (db: OrgDb, { channel, last_error, ...rest }: RevenueSync): Promise<void> => {
  await db
    .updateTable('revenue_sync')
    .set({ ...rest, last_error: last_error && JSON.stringify(last_error) })
    .where('revenue_sync.channel', '=', channel)
    .execute();
};
