import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { startPostgres } from '../../tools/postgres.ts';
import { createOAuthApp, deleteOAuthApp, rotateOAuthAppSecret } from '../src/auth/apps.ts';
import { createSecretKeys } from '../src/auth/secrets.ts';
import { openDatabase } from '../src/db/open.ts';
import { insertOrganization } from '../src/domain/organization/store.ts';
import { systemClock } from '../src/kit/clock.ts';
import { chooseFreePort } from '../src/kit/free-port.ts';
import { createIds, encodeId } from '../src/kit/ids.ts';
import { type Service, spawnService } from './process.ts';

/** Two server processes on one PostgreSQL, while a third party changes permissions. */

type Server = { service: Service; api: string; auth: string };

const startServer = async (env: Record<string, string>): Promise<Server> => {
  const [port, authPort] = [await chooseFreePort(), await chooseFreePort()];
  const ports = { PORT: String(port), AUTH_PORT: String(authPort), OPERATOR_PORT: '0' };
  const service = spawnService({ ...env, ...ports, ROLE: 'serve' });
  await service.started;
  return { service, api: `http://127.0.0.1:${port}`, auth: `http://127.0.0.1:${authPort}` };
};

test('what is deleted, rotated, revoked or changed counts on each of two servers within a second', {
  timeout: 400_000,
}, async (t) => {
  const cluster = await startPostgres();
  if (!cluster) {
    t.skip('no PostgreSQL server is installed');
    return;
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'mos-two-'));
  const secretKey = randomBytes(32).toString('base64');
  const databaseUrl = await cluster.createDatabase('two');
  const env = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey,
    DATA_DIR: dataDir,
    // Shared, so that tokens of one are valid for the other.
    PUBLIC_URL: 'http://api.two.test',
    AUTH_URL: 'http://auth.two.test',
  };
  const servers: Server[] = [];
  try {
    assert.equal((await spawnService({ ...env, ROLE: 'migrate' }).exited).code, 0);
    servers.push(...(await Promise.all([startServer(env), startServer(env)])));
    const [one, two] = servers as [Server, Server];
    const database = await openDatabase({ databaseUrl, dataDir, strictReads: false, poolSize: 2, migrate: false });
    const secretKeys = createSecretKeys(Buffer.from(secretKey, 'base64').toString('base64'));
    const tools = { ids: createIds(systemClock), clock: systemClock, secretKeys };
    const orgId = tools.ids.next();
    const roleId = tools.ids.next();
    const now = systemClock.now();
    await database.system((system) =>
      insertOrganization(system, { id: orgId, name: 'Two', emailDomain: '', website: '', createdBy: 'test', now }),
    );
    await database.write(orgId, (db) =>
      sql`insert into role (org_id, id, name, permissions, created_by, creation_time, last_update_time)
        values (${orgId}, ${roleId}, 'Reader', ${['contact:read']}, 'test', ${now}, ${now})`.execute(db.raw),
    );
    const anApp = (accessLevel: 'EDITOR' | { customRoleId: string }) =>
      database.system((system) =>
        createOAuthApp(system, tools, { orgId, name: 'Robot', accessLevel, createdBy: 'test' }),
      );
    const post = async (at: Server, path: string, fields: Record<string, string>) => {
      const response = await fetch(`${at.auth}/oauth2/${path}`, { method: 'POST', body: new URLSearchParams(fields) });
      return {
        status: response.status,
        token: ((await response.json()) as { access_token?: string }).access_token ?? '',
      };
    };
    const credentials = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
      client_id: clientId,
      client_secret: clientSecret,
    });
    const exchange = (at: Server, of: { clientId: string; clientSecret: string }) =>
      post(at, 'token', { grant_type: 'client_credentials', ...credentials(of) });
    const read = async (at: Server, token: string): Promise<number> =>
      (
        await fetch(`${at.api}/org/${encodeId('org', orgId)}/contact`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    const everywhere = (token: string) => Promise.all([read(one, token), read(two, token)]);

    await t.test('tokens of a deleted app', async () => {
      const made = await anApp('EDITOR');
      const { token } = await exchange(one, made);
      const { token: unseen } = await exchange(two, made);
      assert.deepEqual(await everywhere(token), [200, 200]);
      await database.system((system) => deleteOAuthApp(system, { orgId, id: made.app.id }));
      assert.deepEqual(
        (await Promise.all([exchange(one, made), exchange(two, made)])).map(({ status }) => status),
        [401, 401],
      );
      await wait(1000);
      assert.deepEqual(await everywhere(token), [401, 401]);
      assert.deepEqual(await everywhere(unseen), [401, 401]);
    });

    await t.test('a secret that was rotated, at once', async () => {
      const made = await anApp('EDITOR');
      for (const at of [one, two]) assert.equal((await exchange(at, made)).status, 200);
      const rotated = await database.system((system) =>
        rotateOAuthAppSecret(system, tools, { orgId, id: made.app.id }),
      );
      for (const at of [one, two]) assert.equal((await exchange(at, made)).status, 401);
      const renewed = { ...made, clientSecret: rotated?.clientSecret ?? '' };
      for (const at of [one, two]) assert.equal((await exchange(at, renewed)).status, 200);
    });

    await t.test('a token that was given back at the other server', async () => {
      const made = await anApp('EDITOR');
      const [{ token }, { token: kept }] = [await exchange(one, made), await exchange(one, made)];
      assert.deepEqual(await everywhere(token), [200, 200]);
      assert.equal((await post(two, 'revoke', { ...credentials(made), token })).status, 200);
      await wait(1000);
      assert.deepEqual(await everywhere(token), [401, 401]);
      assert.deepEqual(await everywhere(kept), [200, 200]);
    });

    await t.test('a custom role that was changed', async () => {
      const made = await anApp({ customRoleId: roleId });
      const { token } = await exchange(one, made);
      assert.deepEqual(await everywhere(token), [200, 200]);
      await database.write(orgId, (db) =>
        sql`update role set permissions = ${['offer:read']}, version = version + 1
          where org_id = ${orgId} and id = ${roleId}`.execute(db.raw),
      );
      await wait(1000);
      assert.deepEqual(await everywhere(token), [403, 403]);
    });

    await t.test('wrong secrets count together', async () => {
      const made = await anApp('EDITOR');
      const wrong = { ...made, clientSecret: 'wrong' };
      for (let turn = 0; turn < 5; turn += 1) for (const at of [one, two]) await exchange(at, wrong);
      await wait(1000);
      for (const at of [one, two]) assert.equal((await exchange(at, made)).status, 429);
    });
    await database.close();
  } finally {
    for (const { service } of servers) {
      service.child.kill('SIGTERM');
      await service.exited;
    }
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
