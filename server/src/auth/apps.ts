import type { Clock } from '../kit/clock.ts';
import { encodeId, type Ids } from '../kit/ids.ts';
import { hashMachineSecret, newMachineSecret, type SecretKeys } from './secrets.ts';
import {
  type AccessLevel,
  type AppRow,
  insertApp,
  markAppDeleted,
  type Statements,
  selectApp,
  selectApps,
  updateSecretHash,
} from './store.ts';

/** The machine credential of an organization. Its client id is its id; its secret is shown once and never kept. */
export type OAuthApp = {
  id: string;
  orgId: string;
  name: string;
  description: string;
  accessLevel: AccessLevel;
  customRoleId: string | null;
  clientId: string;
  createdBy: string;
  creationTime: Date;
  lastUpdateTime: Date;
  lastUsedTime: Date | null;
  version: number;
};

export type NewOAuthApp = {
  orgId: string;
  name: string;
  description?: string;
  /** A role, or the id of a custom role of the organization. It never changes. */
  accessLevel: 'VIEWER' | 'EDITOR' | { customRoleId: string };
  createdBy: string;
};

export type AppTools = { ids: Ids; clock: Pick<Clock, 'now'>; secretKeys: SecretKeys };

/**
 * Creates an OAuth App. `statements` is an open transaction: of `database.system`, or an act's own (`call.db.raw`), so
 * that the audit row commits with it.
 */
export const createOAuthApp = async (
  statements: Statements,
  { ids, clock, secretKeys }: AppTools,
  { orgId, name, description = '', accessLevel, createdBy }: NewOAuthApp,
): Promise<{ app: OAuthApp; clientId: string; clientSecret: string }> => {
  const id = ids.next();
  const clientId = encodeId('app', id);
  const clientSecret = newMachineSecret();
  const now = clock.now();
  const row = await insertApp(statements, {
    id,
    org_id: orgId,
    name,
    description,
    access_level: typeof accessLevel === 'string' ? accessLevel : 'CUSTOM',
    custom_role_id: typeof accessLevel === 'string' ? null : accessLevel.customRoleId,
    client_id: clientId,
    secret_hash: hashMachineSecret(secretKeys, clientSecret),
    created_by: createdBy,
    creation_time: now,
    last_update_time: now,
  });
  return { app: appOf(row), clientId, clientSecret };
};

/** Gives an app a new secret; the one before is refused from the commit on. Undefined when there is no such app. */
export const rotateOAuthAppSecret = async (
  statements: Statements,
  { clock, secretKeys }: Omit<AppTools, 'ids'>,
  { orgId, id }: { orgId: string; id: string },
): Promise<{ app: OAuthApp; clientSecret: string } | undefined> => {
  const clientSecret = newMachineSecret();
  const hash = hashMachineSecret(secretKeys, clientSecret);
  const row = await updateSecretHash(statements, { orgId, id, hash, now: clock.now() });
  return row && { app: appOf(row), clientSecret };
};

/** Deletes an app; its tokens stop on every replica within a second of the commit. Undefined when there is none. */
export const deleteOAuthApp = async (
  statements: Statements,
  { orgId, id }: { orgId: string; id: string },
): Promise<OAuthApp | undefined> => {
  const row = await markAppDeleted(statements, orgId, id);
  return row && appOf(row);
};

export const getOAuthApp = async (
  statements: Statements,
  { orgId, id }: { orgId: string; id: string },
): Promise<OAuthApp | undefined> => {
  const row = await selectApp(statements, orgId, id);
  return row && appOf(row);
};

/** The apps of an organization, youngest first. */
export const listOAuthApps = async (statements: Statements, orgId: string): Promise<OAuthApp[]> =>
  (await selectApps(statements, orgId)).map(appOf);

const appOf = (row: AppRow): OAuthApp => ({
  id: row.id,
  orgId: row.org_id,
  name: row.name,
  description: row.description,
  accessLevel: row.access_level,
  customRoleId: row.custom_role_id,
  clientId: row.client_id,
  createdBy: row.created_by,
  creationTime: row.creation_time,
  lastUpdateTime: row.last_update_time,
  lastUsedTime: row.last_used_time,
  version: row.version,
});
