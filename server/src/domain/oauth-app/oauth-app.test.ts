import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Reply, startApp, type TestApp } from '../../../test/app.ts';
import { runAct } from '../../engine/run-act.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import { createOAuthAppByPerson } from './actions/create-oauth-app.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

type View = {
  id: string;
  accessLevel: string;
  customRoleId?: string;
  clientId: string;
  clientSecret?: string | null;
  jwks?: unknown;
  lastUsedTime?: string;
  callCount30Days: number;
};
const viewOf = (reply: Reply): View => {
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const create = (body: object, by = app.acme.owner): Promise<Reply> =>
  by.call('POST', '/oauthApp', { body: { name: 'Robot', accessLevel: 'VIEWER', ...body } });
const aRole = async (permissions: string[], organization = app.acme): Promise<string> => {
  const name = `role ${encodeId('role', app.app.environment.ids.next())}`;
  const reply = await organization.owner.call('POST', '/role', { body: { name, permissions } });
  return viewOf(reply).id;
};
const exchange = async (clientId: string, clientSecret: string): Promise<string | undefined> => {
  const response = await fetch(`${app.authUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  return ((await response.json()) as { access_token?: string }).access_token;
};
const faultOf = (reply: Reply): string => {
  assert.equal(reply.status, 400, reply.text);
  const [fault] = (reply.body as { info: { path: string; code: string }[] }).info;
  return `${fault?.path} ${fault?.code}`;
};
const jwk = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });

test('a secret is shown by creation and rotation and never again, and works', async () => {
  const made = viewOf(await create({ description: 'd' }));
  assert.equal(made.id, made.clientId);
  assert.ok(made.clientSecret);
  const path = `/oauthApp/${made.id}`;
  const read = viewOf(await app.acme.owner.call('GET', path));
  const { clientSecret: _, ...rest } = made;
  assert.deepEqual(read, rest);
  const list = (await app.acme.owner.call('GET', '/oauthApp?q=(= name "Robot")')).body as { data: View[] };
  assert.ok(list.data.length > 0 && list.data.every((one) => one.clientSecret === undefined));
  assert.ok(await exchange(made.clientId, made.clientSecret));
  const rotated = viewOf(await app.acme.admin.call('POST', `${path}/rotateSecret`));
  assert.ok(rotated.clientSecret && rotated.clientSecret !== made.clientSecret);
  assert.equal(await exchange(made.clientId, made.clientSecret), undefined);
  assert.ok(await exchange(made.clientId, rotated.clientSecret));
  const { rows } = await app.database.pool.query('select changes::text as text from audit_event where org_id = $1', [
    app.acme.uuid,
  ]);
  assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes('mos_')));
});

test('an app with keys has no secret, and its keys are replaced by others or by a secret', async () => {
  const made = viewOf(await create({ jwks: { keys: [{ ...jwk, kid: 'a', use: 'sig' }] } }));
  assert.equal(made.clientSecret, null);
  assert.deepEqual(made.jwks, { keys: [{ crv: 'Ed25519', kid: 'a', kty: 'OKP', x: jwk.x }] });
  const path = `/oauthApp/${made.id}/rotateSecret`;
  const other = viewOf(await app.acme.owner.call('POST', path, { body: { jwks: { keys: [{ ...jwk, kid: 'b' }] } } }));
  assert.deepEqual([other.clientSecret, (other.jwks as { keys: { kid: string }[] }).keys[0]?.kid], [null, 'b']);
  const secret = viewOf(await app.acme.owner.call('POST', path, { body: {} }));
  assert.ok(secret.clientSecret);
  assert.equal(secret.jwks, undefined);
});

test('a private key is refused, with its place', async () => {
  const pair = generateKeyPairSync('ed25519');
  const reply = await create({ jwks: { keys: [jwk, pair.privateKey.export({ format: 'jwk' })] } });
  assert.equal(faultOf(reply), 'jwks.keys.1 private_key');
});

test('an access level is a built-in one or a custom role of the organization, named in either way', async () => {
  const role = await aRole(['offer:read']);
  for (const body of [
    { accessLevel: 'CUSTOM', customRoleId: role },
    { accessLevel: role },
    { accessLevel: role, customRoleId: role },
  ]) {
    const made = viewOf(await create(body));
    assert.deepEqual([made.accessLevel, made.customRoleId], ['CUSTOM', role]);
  }
  const missing = encodeId('role', '01900000-0000-7000-8000-000000000000');
  const theirs = await aRole(['offer:read'], app.globex);
  for (const [body, fault] of [
    [{ accessLevel: undefined }, 'accessLevel invalid_type'],
    [{ accessLevel: 'ADMIN' }, 'accessLevel choice'],
    [{ accessLevel: 'CUSTOM' }, 'customRoleId required'],
    [{ accessLevel: 'EDITOR', customRoleId: role }, 'customRoleId conflict'],
    [{ accessLevel: role, customRoleId: missing }, 'customRoleId conflict'],
    [{ accessLevel: 'CUSTOM', customRoleId: missing }, 'customRoleId not_found'],
    [{ accessLevel: 'CUSTOM', customRoleId: theirs }, 'customRoleId not_found'],
    [{ accessLevel: missing }, 'accessLevel not_found'],
    [{ accessLevel: theirs }, 'accessLevel not_found'],
  ] as const) {
    assert.equal(faultOf(await create(body)), fault, JSON.stringify(body));
  }
});

test('an app does what its custom role says, and what the role says later', async () => {
  const role = await aRole(['contact:read']);
  const made = viewOf(await create({ accessLevel: role }));
  const authorization = `Bearer ${await exchange(made.clientId, made.clientSecret ?? '')}`;
  const ask = async (method: string, path: string, body?: object): Promise<number> =>
    (await app.anonymous(method, `/org/${app.acme.id}${path}`, { headers: { authorization }, body })).status;
  const write = (): Promise<number> => ask('POST', '/contact', { emailAddress: 'role@example.com' });
  assert.deepEqual([await ask('GET', '/contact'), await ask('GET', '/offer'), await write()], [200, 403, 403]);
  assert.equal((await app.acme.owner.call('DELETE', `/role/${role}`)).status, 409);
  viewOf(await app.acme.owner.call('PATCH', `/role/${role}`, { body: { permissions: ['contact:write'] } }));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.deepEqual([await ask('GET', '/contact'), await ask('GET', '/offer'), await write()], [403, 403, 200]);
  viewOf(await app.acme.owner.call('DELETE', `/oauthApp/${made.id}`));
  assert.equal((await app.acme.owner.call('DELETE', `/role/${role}`)).status, 200);
});

test('of an app that is created and its role that is deleted at the same time, one is refused', async () => {
  for (let round = 0; round < 8; round += 1) {
    const role = await aRole(['offer:read']);
    const [made, removed] = await Promise.all([
      create({ accessLevel: role }),
      app.acme.owner.call('DELETE', `/role/${role}`),
    ]);
    assert.ok(
      (made.status === 200 && removed.status === 409) || (made.status === 400 && removed.status === 200),
      `${made.status} ${removed.status}`,
    );
  }
});

test('only people who are OWNER or ADMIN manage apps, also where a custom role says access:write', async () => {
  const role = await aRole(['access:read', 'access:write']);
  const machine = viewOf(await create({ accessLevel: role }));
  const authorization = `Bearer ${await exchange(machine.clientId, machine.clientSecret ?? '')}`;
  const person = await app.acme.addPerson('CUSTOM', decodeId('role', role) ?? '');
  const target = viewOf(await create({}));
  const ask = (method: string, path: string, body?: object) => [
    app.anonymous(method, `/org/${app.acme.id}${path}`, { headers: { authorization }, body }),
    person.call(method, path, { body }),
  ];
  for (const reply of await Promise.all([
    ...ask('POST', '/oauthApp', { name: 'x', accessLevel: 'EDITOR' }),
    ...ask('POST', `/oauthApp/${target.id}/rotateSecret`),
    ...ask('DELETE', `/oauthApp/${target.id}`),
  ])) {
    assert.equal(reply.status, 403, reply.text);
  }
  for (const reply of await Promise.all(ask('GET', `/oauthApp/${target.id}`)))
    assert.equal(viewOf(reply).id, target.id);
});

test('nobody gives an app a role that holds more than they do themselves', async () => {
  const role = await aRole(['offer:read', 'contact:write']);
  const actor = { type: 'user', id: 'user_x', name: 'x' } as const;
  const uuid = decodeId('role', role) ?? '';
  await assert.rejects(
    runAct(
      app.app.environment,
      {
        orgId: app.acme.uuid,
        actor,
        membership: { role: 'ADMIN', permissions: new Set(['access:write', 'offer:read']), actor },
        accountId: uuid,
        action: 'createOAuthApp',
        requestId: 'x',
        emits: ['oauth_app.created'],
      },
      (call) => createOAuthAppByPerson(call, { body: { name: 'x', accessLevel: role } }),
    ),
    { code: 'Forbidden', info: { missing: ['contact:write'] } },
  );
});

test('what an app is called and may do never changes: there is no PATCH', async () => {
  const made = viewOf(await create({}));
  const reply = await app.acme.owner.call('PATCH', `/oauthApp/${made.id}`, { body: { accessLevel: 'EDITOR' } });
  assert.equal(reply.status, 405);
});

test('last use and calls are shown once they are written', async () => {
  const made = viewOf(await create({}));
  const authorization = `Bearer ${await exchange(made.clientId, made.clientSecret ?? '')}`;
  for (let call = 0; call < 3; call += 1) {
    await app.anonymous('GET', `/org/${app.acme.id}/contact`, { headers: { authorization } });
  }
  await app.database.write(app.acme.uuid, async (db) => {
    for (const [day, count] of [
      [0, 3],
      [29, 4],
      [30, 100],
    ]) {
      await db.send(
        'insert into oauth_app_call (org_id, app_id, day, count) values ($1, $2, current_date - $3::int, $4)',
        [app.acme.uuid, decodeId('app', made.id), day, count],
      );
    }
  });
  assert.equal(viewOf(await app.acme.owner.call('GET', `/oauthApp/${made.id}`)).callCount30Days, 7);
});

test('an organization has at most 200, also when two are made at once', async () => {
  const organization = app.globex;
  const { total_count: had } = (await organization.owner.call('GET', '/oauthApp')).body as { total_count: number };
  await app.database.write(organization.uuid, (db) =>
    db.send(
      `insert into oauth_app (id, org_id, name, access_level, client_id, secret_hash, created_by, creation_time, last_update_time)
       select gen_random_uuid(), $1, 'filled', 'VIEWER', 'filled' || n, '', 'test', now(), now()
       from generate_series(1, $2::int) as n`,
      [organization.uuid, 199 - had],
    ),
  );
  const replies = await Promise.all([1, 2, 3].map(() => create({}, organization.owner)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
});

test('a repeated creation shows no secret', async () => {
  const headers = { 'idempotency-key': 'one' };
  const body = { name: 'Once', accessLevel: 'EDITOR' };
  const first = viewOf(await app.acme.owner.call('POST', '/oauthApp', { headers, body }));
  const second = viewOf(await app.acme.owner.call('POST', '/oauthApp', { headers, body }));
  assert.ok(first.clientSecret);
  assert.deepEqual(second, { ...first, clientSecret: null });
});
