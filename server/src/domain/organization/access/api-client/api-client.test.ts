import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type Reply, startApp, type TestApp, type TestCaller } from '../../../../../test/app.ts';
import { createOAuthApp } from '../../../../auth/apps.ts';
import { decodeId } from '../../../../kit/ids.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

type View = { id: string; secret: string; apiKeyHash: string; lastUsedTime?: string };

const create = async (body: object, caller: TestCaller = app.acme.owner): Promise<View> => {
  const reply = await caller.call('POST', '/apiClient', { body: { type: 'API_KEY', role: 'EDITOR', ...body } });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

afterEach(async () => {
  for (const { owner } of [app.acme, app.globex]) {
    const clients = (await owner.call('GET', '/apiClient')).body as View[];
    for (const { id } of clients) await owner.call('DELETE', `/apiClient/${id}`);
  }
});

const withKey = (key: string, method: string, path: string, body?: object): Promise<Reply> =>
  app.anonymous(method, `/org/${app.acme.id}${path}`, {
    headers: { authorization: `Key ${key}` },
    ...(body && { body }),
  });

const exchange = (body: object): Promise<Reply> => app.anonymous('POST', '/public/apiClient/accessToken', { body });

/** Every row of every table as text. */
const everything = async (): Promise<string> => {
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and has_table_privilege(oid, 'select')`,
  );
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await app.database.pool.query(`select to_jsonb(t)::text as row from ${name} as t`);
    texts.push(...rows.map(({ row }) => row as string));
  }
  return texts.join('\n');
};

test('a key that is brought along is refused when nobody would draw it', async () => {
  const bring = (secret: string) =>
    app.globex.owner.call('POST', '/apiClient', { body: { type: 'API_KEY', role: 'VIEWER', secret } });
  for (const secret of ['0'.repeat(32), '0123456'.repeat(8), 'aAbBcCdD'.repeat(8)]) {
    assert.equal((await bring(secret)).status, 400, secret);
  }
  assert.equal((await bring('01234567'.repeat(4))).status, 200);
});

test('a secret is in the answer that made it and never again, nowhere', async () => {
  const made = await create({});
  const brought = await create({ secret: 'ABCDEF0123456789'.repeat(4) });
  assert.match(made.secret, /^[0-9a-f]{64}$/);
  assert.equal(brought.secret, 'ABCDEF0123456789'.repeat(4));
  const { owner } = app.acme;
  await owner.call('POST', '/contact', { body: { emailAddress: 'after@example.com' } });
  const said = [await owner.call('GET', '/apiClient'), await owner.call('GET', `/apiClient/${made.id}`)];
  const kept = [await everything(), ...said.map(({ text }) => text)].join('\n').toLowerCase();
  assert.ok(kept.includes(made.apiKeyHash) && kept.includes(brought.apiKeyHash));
  for (const { secret } of [made, brought]) assert.ok(!kept.includes(secret.toLowerCase()));
});

test('a key works beside the bearer flow, for its organization and within its role', async () => {
  const { secret: editor, id } = await create({});
  const { secret: viewer } = await create({ role: 'VIEWER' });
  const reply = await withKey(editor, 'POST', '/contact', { emailAddress: 'key@example.com' });
  assert.equal(reply.status, 200, reply.text);
  assert.equal((await withKey(viewer, 'GET', '/contact')).status, 200);
  assert.equal((await withKey(viewer, 'POST', '/contact', { emailAddress: 'x@example.com' })).status, 403);
  assert.equal((await withKey(editor, 'POST', '/apiClient', {})).status, 403);
  const elsewhere = await app.anonymous('GET', `/org/${app.globex.id}/contact`, {
    headers: { authorization: `Key ${editor}` },
  });
  assert.equal(elsewhere.status, 404);
  const { rows } = await app.database.pool.query('select actor from audit_event where request_id = $1', [
    reply.headers.get('x-request-id'),
  ]);
  assert.deepEqual([rows[0].actor.type, rows[0].actor.id], ['apikey', id]);
});

test('a deleted key is refused at once, and its client is gone', async () => {
  const { secret, id } = await create({});
  assert.equal((await withKey(secret, 'GET', '/contact')).status, 200);
  const reply = await app.acme.owner.call('DELETE', `/apiClient/${id}`);
  assert.deepEqual([reply.status, reply.body], [200, '']);
  assert.equal((await withKey(secret, 'GET', '/contact')).status, 401);
  for (const method of ['GET', 'DELETE'])
    assert.equal((await app.acme.owner.call(method, `/apiClient/${id}`)).status, 404);
});

test('of many creations at once five succeed, and a deletion makes room', async () => {
  const replies = await Promise.all(
    Array.from({ length: 9 }, () =>
      app.acme.owner.call('POST', '/apiClient', { body: { type: 'BEARER_TOKEN', role: 'VIEWER' } }),
    ),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 409, 409, 409, 409]);
  const list = await app.acme.owner.call('GET', '/apiClient?limit=2');
  assert.equal((list.body as View[]).length, 2);
  assert.equal(list.headers.get('x-total-count'), '5');
  assert.match(list.headers.get('link') ?? '', /rel="next"/);
  await app.acme.owner.call('DELETE', `/apiClient/${(list.body as View[])[0]?.id}`);
  await create({});
  await create({}, app.globex.owner);
});

test('a secret is brought along once in an organization, also at once, and in several organizations', async () => {
  const secret = 'c0ffee00decade12'.repeat(2);
  const replies = await Promise.all(
    [secret, secret.toUpperCase(), secret].map((text) =>
      app.acme.owner.call('POST', '/apiClient', { body: { type: 'API_KEY', role: 'VIEWER', secret: text } }),
    ),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
  await create({ secret }, app.globex.owner);
  const { body } = await app.anonymous('GET', '/org', { headers: { authorization: `Key ${secret}` } });
  assert.deepEqual((body as { id: string }[]).map(({ id }) => id).sort(), [app.acme.id, app.globex.id].sort());
});

test('what is no key of 128 bits, no type and no role is refused, every fault at once', async () => {
  const faults = async (body: object): Promise<string[]> => {
    const reply = await app.acme.owner.call('POST', '/apiClient', { body });
    assert.equal(reply.status, 400, reply.text);
    return (reply.body as { info: { path: string }[] }).info.map(({ path }) => path).sort();
  };
  assert.deepEqual(await faults({}), ['role', 'type']);
  for (const secret of ['0123456789abcdef', 'g'.repeat(32), 'a'.repeat(129), 7]) {
    assert.deepEqual(await faults({ type: 'API_KEY', role: 'VIEWER', secret }), ['secret']);
  }
  assert.deepEqual(await faults({ type: 'KEY', role: 'OWNER', secret: 'x' }), ['role', 'secret', 'type']);
});

test('only a person with the role OWNER or ADMIN makes one, whoever else holds access:write', async () => {
  await create({}, app.acme.admin);
  const permissions = ['access:read', 'access:write'] as const;
  const role = await app.acme.owner.call('POST', '/role', { body: { name: 'Keys', permissions } });
  assert.equal(role.status, 200, role.text);
  const { environment, secretKeys } = app.app;
  const customRoleId = decodeId('role', (role.body as View).id) ?? '';
  const robot = await app.database.system((statements) =>
    createOAuthApp(
      statements,
      { ids: environment.ids, clock: environment.clock, secretKeys },
      { orgId: app.acme.uuid, name: 'robot', accessLevel: { customRoleId }, createdBy: 'test' },
    ),
  );
  const form = { grant_type: 'client_credentials', client_id: robot.clientId, client_secret: `${robot.clientSecret}` };
  const token = await fetch(`${app.authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token } = (await token.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const path = `/org/${app.acme.id}/apiClient`;
  assert.equal((await app.anonymous('GET', path, { headers })).status, 200);
  const body = { type: 'API_KEY', role: 'VIEWER' } as const;
  assert.equal((await app.anonymous('POST', path, { headers, body })).status, 403);

  const person = await app.acme.addPerson('CUSTOM', customRoleId);
  assert.equal((await person.call('GET', '/apiClient')).status, 200);
  assert.equal((await person.call('POST', '/apiClient', { body })).status, 403);
});

test('the legacy token endpoint answers with a token that works, and with problems', async () => {
  const { id, secret } = await create({ type: 'BEARER_TOKEN', role: 'VIEWER' });
  const credentials = { organizationID: app.acme.id, id, secret };
  const reply = await exchange(credentials);
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.headers.get('cache-control'), 'no-store');
  const body = reply.body as Record<string, unknown>;
  assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'expires_on', 'token_type']);
  const list = await app.anonymous('GET', `/org/${app.acme.id}/contact`, {
    headers: { authorization: `Bearer ${body.access_token}` },
  });
  assert.equal(list.status, 200, list.text);
  const refused: [object, number, string][] = [
    [{ ...credentials, secret: 'f'.repeat(64) }, 401, 'Unauthorized'],
    [{ ...credentials, organizationID: app.globex.id }, 401, 'Unauthorized'],
    [{ ...credentials, id: 'nonsense' }, 401, 'Unauthorized'],
    [{ secret }, 400, 'BadRequest'],
  ];
  for (const [wrong, status, code] of refused) {
    const answer = await exchange(wrong);
    assert.deepEqual([answer.status, (answer.body as { code: string }).code], [status, code]);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
    assert.ok(!answer.text.includes(secret));
  }
  const { info } = (await exchange({})).body as { info: { path: string }[] };
  assert.deepEqual(info.map(({ path }) => path).sort(), ['id', 'organizationID', 'secret']);
  const form = await app.anonymous('POST', '/public/apiClient/accessToken', {
    rawBody: 'id=1',
    contentType: 'application/x-www-form-urlencoded',
  });
  assert.equal(form.status, 415);
  const large = await exchange({ ...credentials, more: 'x'.repeat(20_000) });
  assert.equal(large.status, 413);
  assert.equal((await app.anonymous('GET', '/public/apiClient/accessToken')).status, 405);
});

test('the token endpoint is in the OpenAPI document', async () => {
  const { body } = await app.anonymous('GET', '/openapi.json');
  const { paths } = body as { paths: Record<string, { post?: { security: unknown[] } }> };
  assert.deepEqual(paths['/public/apiClient/accessToken']?.post?.security, []);
});
