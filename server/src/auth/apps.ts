import type { Clock } from '../kit/clock.ts';
import { encodeId, type Ids } from '../kit/ids.ts';
import type { ClientKeys } from './client-keys.ts';
import { hashMachineSecret, newMachineSecret, type SecretKeys } from './secrets.ts';
import {
  type AccessLevel,
  type AppRow,
  insertApp,
  lockApp,
  markAppDeleted,
  type Statements,
  updateCredential,
} from './store.ts';

/**
 * The machine credential of an organization. Its client ID is its ID. It authenticates with a secret, which is shown
 * once and never stored, or with keys of its own, of which the service knows only the public halves.
 */
export type OAuthApp = {
  id: string;
  orgId: string;
  name: string;
  description: string;
  accessLevel: AccessLevel;
  customRoleId: string | null;
  clientId: string;
  jwks: ClientKeys | null;
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
  /** A built-in role, or the ID of a custom role of the organization. It never changes. */
  accessLevel: 'VIEWER' | 'EDITOR' | { customRoleId: string };
  createdBy: string;
};

export type AppTools = { ids: Ids; clock: Pick<Clock, 'now'>; secretKeys: SecretKeys };

type Credential = { secret_hash: Buffer; jwks: null } | { secret_hash: null; jwks: string };

const secretOf = (secretKeys: SecretKeys): { clientSecret: string; credential: Credential } => {
  const clientSecret = newMachineSecret();
  return { clientSecret, credential: { secret_hash: hashMachineSecret(secretKeys, clientSecret), jwks: null } };
};

const keysOf = (jwks: ClientKeys): Credential => ({ secret_hash: null, jwks: JSON.stringify(jwks) });

const insert = async (
  statements: Statements,
  { ids, clock }: Pick<AppTools, 'ids' | 'clock'>,
  { orgId, name, description = '', accessLevel, createdBy }: NewOAuthApp,
  credential: Credential,
): Promise<OAuthApp> => {
  const id = ids.next();
  const now = clock.now();
  const row = await insertApp(statements, {
    id,
    org_id: orgId,
    name,
    description,
    access_level: typeof accessLevel === 'string' ? accessLevel : 'CUSTOM',
    custom_role_id: typeof accessLevel === 'string' ? null : accessLevel.customRoleId,
    client_id: encodeId('app', id),
    ...credential,
    created_by: createdBy,
    creation_time: now,
    last_update_time: now,
  });
  return appOf(row);
};

/**
 * Creates an OAuth App with a secret. `statements` is an open transaction: that of `database.system`, or an act's own
 * (`call.db.raw`), so that the audit row commits with it.
 */
export const createOAuthApp = async (
  statements: Statements,
  tools: AppTools,
  newApp: NewOAuthApp,
): Promise<{ app: OAuthApp; clientId: string; clientSecret: string }> => {
  const { clientSecret, credential } = secretOf(tools.secretKeys);
  const app = await insert(statements, tools, newApp, credential);
  return { app, clientId: app.clientId, clientSecret };
};

/** Creates an OAuth App that authenticates with its own keys; it has no secret. */
export const createOAuthAppWithKeys = (
  statements: Statements,
  tools: Pick<AppTools, 'ids' | 'clock'>,
  newApp: NewOAuthApp,
  jwks: ClientKeys,
): Promise<OAuthApp> => insert(statements, tools, newApp, keysOf(jwks));

type Named = { orgId: string; id: string };

/**
 * Gives an app a new secret; its previous secret or keys are refused from the commit on. Returns undefined if there is
 * no such app.
 */
export const rotateOAuthAppSecret = async (
  statements: Statements,
  { clock, secretKeys }: Omit<AppTools, 'ids'>,
  { orgId, id }: Named,
): Promise<{ app: OAuthApp; clientSecret: string } | undefined> => {
  const { clientSecret, credential } = secretOf(secretKeys);
  const row = await updateCredential(statements, { orgId, id, ...credential, now: clock.now() });
  return row && { app: appOf(row), clientSecret };
};

/** Gives an app these keys in place of its previous keys or secret. */
export const replaceOAuthAppKeys = async (
  statements: Statements,
  { clock }: Pick<AppTools, 'clock'>,
  { orgId, id }: Named,
  jwks: ClientKeys,
): Promise<OAuthApp | undefined> => {
  const row = await updateCredential(statements, { orgId, id, ...keysOf(jwks), now: clock.now() });
  return row && appOf(row);
};

/**
 * Deletes an app. Every replica refuses its tokens within a second of the commit. Returns undefined if there is no such
 * app.
 */
export const deleteOAuthApp = async (statements: Statements, { orgId, id }: Named): Promise<OAuthApp | undefined> => {
  const row = await markAppDeleted(statements, orgId, id);
  return row && appOf(row);
};

/** Locks the app for the rest of the transaction, and returns it. */
export const lockOAuthApp = async (statements: Statements, { orgId, id }: Named): Promise<OAuthApp | undefined> => {
  const row = await lockApp(statements, orgId, id);
  return row && appOf(row);
};

const appOf = (row: AppRow): OAuthApp => ({
  id: row.id,
  orgId: row.org_id,
  name: row.name,
  description: row.description,
  accessLevel: row.access_level,
  customRoleId: row.custom_role_id,
  clientId: row.client_id,
  jwks: row.jwks,
  createdBy: row.created_by,
  creationTime: row.creation_time,
  lastUpdateTime: row.last_update_time,
  lastUsedTime: row.last_used_time,
  version: row.version,
});
