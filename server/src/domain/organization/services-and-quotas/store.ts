import type { OrgDb } from '../../../db/org-db.ts';

export type ConnectedService = {
  partner: string;
  service: string;
  status: 'CONNECTED' | 'ERROR';
  last_error: { code: string; message: string } | null;
  creation_time: Date;
};

/** At most one for each partner and service. */
export const selectConnectedServices = async (db: OrgDb): Promise<ConnectedService[]> =>
  (await db
    .selectFrom('connection')
    .select([
      'connection.partner',
      'connection.service',
      'connection.status',
      'connection.last_error',
      'connection.creation_time',
    ])
    .orderBy('connection.partner')
    .orderBy('connection.service')
    .execute()) as ConnectedService[];

/** Both are few: their creation is limited. */
export const countLiving = async (db: OrgDb, table: 'api_client' | 'oauth_app'): Promise<number> => {
  const row = await db
    .selectFrom(table)
    .where('deleted_time', 'is', null)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
};
