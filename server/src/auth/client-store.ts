import { sql } from 'kysely';
import type { OAuthAppTable, Statements } from './store.ts';
import { type Drains, drainsOf } from './throttle-store.ts';

export type ClientRow = Pick<OAuthAppTable, 'id' | 'org_id' | 'name' | 'client_id' | 'secret_hash' | 'jwks'>;

/**
 * Reads clients and throttle in one round trip, because every token request pays for it, and in one snapshot, so that a
 * replaced secret or key is refused from the commit on.
 */
export const findClients = async (
  reads: Statements,
  clientIds: readonly string[],
  throttleKeys: readonly string[],
): Promise<{ clients: ClientRow[]; drains: Drains }> => {
  const { rows } = await sql<{ drains: Drains } & { [K in keyof ClientRow]: ClientRow[K] | null }>`
    select throttle.drains, app.id, app.org_id, app.name, app.client_id, app.secret_hash, app.jwks
    from (select ${drainsOf} as drains from auth_throttle where key = any(${throttleKeys}::text[])) as throttle
    left join (oauth_app app join organization o on o.id = app.org_id and o.status <> 'DISABLED')
      on app.client_id = any(${clientIds}::text[]) and app.deleted_time is null
  `.execute(reads);
  return {
    clients: rows.filter((row): row is typeof row & ClientRow => row.id !== null),
    drains: rows[0]?.drains ?? {},
  };
};
