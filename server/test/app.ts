import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type App, type Overrides, startApp as startService } from '../src/app.ts';
import { createOAuthApp } from '../src/auth/apps.ts';
import { insertSession } from '../src/auth/session-store.ts';
import { hashSessionToken, newSessionToken } from '../src/auth/session-token.ts';
import { type Config, loadConfig } from '../src/config/config.ts';
import type { Database } from '../src/db/database.ts';
import { openDatabase } from '../src/db/open.ts';
import { insertOrganization } from '../src/domain/organization/store.ts';
import { migrateEngine } from '../src/engine/dbos.ts';
import { createMovableClock } from '../src/kit/clock.ts';
import { encodeId } from '../src/kit/ids.ts';
import { silentLog } from '../src/kit/log.ts';
import { insertAccount } from '../src/people/account-store.ts';
import { freshDatabase } from './fresh-database.ts';
import { migratedCluster } from './migrated-cluster.ts';

/** With STRICT_RLS=1, row-level security applies to reads too. */
const strictReads = process.env.STRICT_RLS === '1';

/** An open, migrated database for tests of single parts. */
export const testDatabase = async (): Promise<Database> => {
  const { url, drop } = await freshDatabase();
  const database = await openDatabase({
    databaseUrl: url,
    dataDir: 'memory://',
    cluster: migratedCluster,
    strictReads,
    poolSize: 8,
    migrate: true,
    migrateMore: migrateEngine,
  });
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
};

export type Reply = { status: number; headers: Headers; body: never; text: string };

export type CallOptions = {
  body?: unknown;
  /** Sent unchanged, with this media type. */
  rawBody?: string | Buffer;
  contentType?: string | null;
  /** Sent as a form with this file. */
  file?: { name: string; content: string | Buffer };
  headers?: Record<string, string>;
};

export type TestCaller = {
  /** The role of a person or of an OAuth App. */
  role: 'OWNER' | 'ADMIN' | 'EDITOR' | 'VIEWER' | 'CUSTOM';
  /** Only for OAuth Apps; empty for people. */
  clientId: string;
  clientSecret: string;
  token: string;
  /** `path` is relative to the organization (`/contact`) unless it begins with `//`. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
};

export type TestOrganization = {
  id: string;
  uuid: string;
  /** OAuth Apps. */
  editor: TestCaller;
  viewer: TestCaller;
  /** People. */
  owner: TestCaller;
  admin: TestCaller;
  /** Adds a person with a built-in or custom role. */
  addPerson(role: TestCaller['role'], customRoleId?: string): Promise<TestCaller>;
};

export type TestApp = {
  app: App;
  url: string;
  authUrl: string;
  clock: ReturnType<typeof createMovableClock>;
  database: Database;
  acme: TestOrganization;
  globex: TestOrganization;
  addOrganization(name: string): Promise<TestOrganization>;
  /** A request without credentials; `path` is absolute. */
  anonymous(method: string, path: string, options?: CallOptions): Promise<Reply>;
  close(): Promise<void>;
};

const formOf = ({ name, content }: NonNullable<CallOptions['file']>): FormData => {
  const form = new FormData();
  form.append('file', new Blob([content as string]), name);
  return form;
};

const send = async (
  url: string,
  method: string,
  { body, rawBody, contentType, file, headers }: CallOptions,
  token?: string,
): Promise<Reply> => {
  const payload = file ? formOf(file) : (rawBody ?? (body === undefined ? undefined : JSON.stringify(body)));
  const media = file ? null : contentType === undefined ? 'application/json' : contentType;
  const response = await fetch(url, {
    method,
    headers: {
      ...(media === null || payload === undefined ? {} : { 'content-type': media }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload as string }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson && text !== '' ? JSON.parse(text) : undefined) as never,
    text,
  };
};

const tokenFor = async (authUrl: string, clientId: string, clientSecret: string): Promise<string> => {
  const response = await fetch(`${authUrl}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
};

const addOrganization = async (app: App, name: string): Promise<TestOrganization> => {
  const { database, environment, secretKeys } = app;
  const { clock, ids } = environment;
  const uuid = ids.next();
  const now = clock.now();
  const { api, auth } = app.urls;
  await database.system((statements) =>
    insertOrganization(statements, {
      id: uuid,
      name,
      emailDomain: `${name}.test`,
      website: '',
      createdBy: 'test',
      // Old enough for the limits on newly founded organizations not to apply.
      now: new Date(now.getTime() - 30 * 86_400_000),
    }),
  );
  const callerOf = (caller: Omit<TestCaller, 'call'>): TestCaller => {
    const base = `${api}/org/${encodeId('org', uuid)}`;
    return {
      ...caller,
      call: (method, path, options = {}) =>
        send(path.startsWith('//') ? `${api}${path.slice(1)}` : `${base}${path}`, method, options, caller.token),
    };
  };
  const appCaller = async (role: 'EDITOR' | 'VIEWER'): Promise<TestCaller> => {
    const { clientId, clientSecret } = await database.system((statements) =>
      createOAuthApp(
        statements,
        { ids, clock, secretKeys },
        { orgId: uuid, name: `${name} ${role.toLowerCase()}`, accessLevel: role, createdBy: 'test' },
      ),
    );
    return callerOf({ role, clientId, clientSecret, token: await tokenFor(auth, clientId, clientSecret) });
  };
  let people = 0;
  const personCaller = async (role: TestCaller['role'], customRoleId?: string): Promise<TestCaller> => {
    const [id, accountId] = [ids.next(), ids.next()];
    people += 1;
    const email = `${role.toLowerCase()}${people > 2 ? people : ''}@${name}.test`;
    const token = newSessionToken();
    await database.system(async (system) => {
      await insertAccount(system, { id: accountId, email, firstName: '', lastName: '', loginId: ids.next() });
      await insertSession(system, {
        id: ids.next(),
        account_id: accountId,
        token_hash: hashSessionToken(secretKeys, token),
        network: null,
        user_agent: null,
      });
    });
    await database.write(uuid, (db) =>
      sql`
        insert into membership
          (org_id, id, account_id, email, role, custom_role_id, status, created_by, creation_time, last_update_time)
        values (${uuid}, ${id}, ${accountId}, ${email}, ${role}, ${customRoleId ?? null}, 'ACTIVE', 'test', ${now}, ${now})
      `.execute(db.raw),
    );
    return callerOf({ role, clientId: '', clientSecret: '', token });
  };
  return {
    id: encodeId('org', uuid),
    uuid,
    editor: await appCaller('EDITOR'),
    viewer: await appCaller('VIEWER'),
    owner: await personCaller('OWNER'),
    admin: await personCaller('ADMIN'),
    addPerson: personCaller,
  };
};

/** Starts the whole service on a temporary database, with two unrelated organizations. */
export const startApp = async (settings: Record<string, string> = {}, overrides: Overrides = {}): Promise<TestApp> => {
  const { url, drop } = await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'mos-test-'));
  const clock = createMovableClock();
  const config: Config = loadConfig(
    {
      PORT: '0',
      DATA_DIR: dataDir,
      SIMULATORS: 'off',
      DEMO: 'off',
      RATE_LIMIT: 'off',
      RATE_LIMIT_METERING: 'off',
      STRICT_RLS: strictReads ? '1' : '0',
      SECRET_KEY: randomBytes(32).toString('base64'),
      ...(url === undefined ? {} : { DATABASE_URL: url }),
      ...settings,
    },
    { folderIsEmpty: () => true },
  );
  const app = await startService(config, {
    clock,
    log: silentLog,
    checkReplies: true,
    inMemory: url === undefined,
    cluster: migratedCluster,
    ...overrides,
  });
  const { api, auth } = app.urls;
  return {
    app,
    url: api,
    authUrl: auth,
    clock,
    database: app.database,
    acme: await addOrganization(app, 'acme'),
    globex: await addOrganization(app, 'globex'),
    addOrganization: (name) => addOrganization(app, name),
    anonymous: (method, path, options = {}) => send(`${api}${path}`, method, options),
    close: async () => {
      await app.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
