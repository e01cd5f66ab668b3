import { type Generated, sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import { type KeptConfig, type NotificationConfig, standardConfig } from './notification-config.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    notification_config: {
      org_id: string;
      document: NotificationConfig | string;
      channels_sealed: string | null;
      last_update_time: Date;
      version: Generated<number>;
    };
  }
}

const standard: KeptConfig = { document: standardConfig, channels_sealed: null, last_update_time: null, version: 0 };

const select = (db: OrgDb) =>
  db
    .selectFrom('notification_config')
    .select([
      'notification_config.document',
      'notification_config.channels_sealed',
      'notification_config.last_update_time',
      'notification_config.version',
    ]);

/** A member that a later release has added has its standard. */
const completed = (row: KeptConfig | undefined): KeptConfig =>
  row === undefined ? standard : { ...row, document: { ...standardConfig, ...row.document } };

export const findConfig = async (db: OrgDb): Promise<KeptConfig> =>
  completed((await select(db).executeTakeFirst()) as KeptConfig | undefined);

/** Creates the row if there is none, and locks it. */
export const lockConfig = async (db: OrgDb, now: Date): Promise<KeptConfig> => {
  await sql`
    insert into notification_config (org_id, document, last_update_time, version)
    values (${db.orgId}, ${JSON.stringify(standardConfig)}, ${now}, 0)
    on conflict (org_id) do nothing
  `.execute(db.raw);
  return completed((await select(db).forUpdate().executeTakeFirst()) as KeptConfig | undefined);
};

export const updateConfig = async (db: OrgDb, config: KeptConfig & { last_update_time: Date }): Promise<void> => {
  await db
    .updateTable('notification_config')
    .set({ ...config, document: JSON.stringify(config.document) })
    .execute();
};
