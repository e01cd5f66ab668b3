import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { goodPassword, type PeopleApp, startPeopleApp } from './people.test-support.ts';

let people: PeopleApp;
let ada: { id: string; email: string; password: string };

before(async () => {
  people = await startPeopleApp();
  ada = await people.addPerson('ada@byron.example');
});
after(() => people.close());

const sessionCookie = (reply: { headers: Headers }): string => reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';

test('a person who signs in sees their identity and organizations, and may call the API', async () => {
  const { ask, app } = people;
  const reply = await ask('POST', '/session', { body: { email: 'ADA@byron.example', password: ada.password } });
  assert.equal(reply.status, 200, reply.text);
  assert.match(reply.headers.get('cache-control') ?? '', /no-store/);
  const { token, user, organizations } = reply.body as { token: string; user: object; organizations: object[] };
  assert.match(token, /^moss_[A-Za-z0-9]{32}$/);
  assert.deepEqual(organizations, []);
  assert.partialDeepStrictEqual(user, { email: 'ada@byron.example', firstName: 'Ada', lastName: 'Byron' });
  const list = await ask('GET', `${app.url}/org`, { token });
  assert.equal(list.status, 200);
  assert.deepEqual(list.body, []);
  const made = await ask('POST', `${app.url}/org`, { token, body: { name: 'Byron Ltd' } });
  assert.equal(made.status, 200, made.text);
  const { id } = made.body as { id: string };
  const again = (await ask('GET', `${app.url}/org`, { token })).body as { id: string }[];
  assert.deepEqual(
    again.map((org) => org.id),
    [id],
  );
  assert.equal((await ask('GET', `${app.url}/org/${app.acme.id}/contact`, { token })).status, 404);
});

test('an unknown address, a wrong password and a person without a password get the same response', async () => {
  const { ask, app } = people;
  const replies = await Promise.all(
    ['ada@byron.example', 'nobody@byron.example', `owner@acme.test`].map((email) =>
      ask('POST', '/session', { body: { email, password: 'wrong horse battery staple' } }),
    ),
  );
  const words = replies.map(({ status, body }) => {
    const { requestId, instance, ...rest } = body as { requestId: string; instance: string };
    assert.ok(instance.endsWith(requestId));
    return { status, ...rest };
  });
  assert.equal(words[0]?.status, 401);
  assert.deepEqual(words[1], words[0]);
  assert.deepEqual(words[2], words[0]);
  assert.ok(app);
});

test('the token is stored as a hash only, and the hash is not accepted as a token', async () => {
  const token = await people.signIn(ada);
  const [row] = await people.rows<{ token_hash: string }>(
    'select * from account_session order by creation_time desc limit 1',
  );
  const hash = row?.token_hash ?? '';
  assert.equal(hash.length, 54);
  const dump = JSON.stringify(await people.rows('select * from account_session'));
  assert.ok(!dump.includes(token.slice(5)));
  for (const guess of [hash, `moss_${hash.slice(0, 32)}`]) {
    assert.equal((await people.ask('GET', '/session', { token: guess })).status, 401);
    assert.equal((await people.ask('GET', `${people.app.url}/org`, { token: guess })).status, 401);
  }
});

test('sessions are listed without their tokens, and ended one by one, all others, or this', async () => {
  const { ask } = people;
  const bob = await people.addPerson('bob@byron.example');
  const [first, second, third] = [await people.signIn(bob), await people.signIn(bob), await people.signIn(bob)];
  type View = { id: string; current: boolean; network: string; userAgent: string };
  const list = (await ask('GET', '/session', { token: first })).body as View[];
  assert.equal(list.length, 3);
  assert.equal(list.filter(({ current }) => current).length, 1);
  assert.ok(list.every(({ network }) => network === '127.0.0.0/24'));
  const firstId = list.find(({ current }) => current)?.id;
  const foreign = ((await ask('GET', '/session', { token: await people.signIn(ada) })).body as View[])[0]?.id;
  assert.equal((await ask('DELETE', `/session/${foreign}`, { token: first })).status, 404);
  assert.equal((await ask('DELETE', '/session/session_nonsense', { token: first })).status, 404);
  assert.equal((await ask('DELETE', `/session/${firstId}`, { token: second })).status, 204);
  assert.equal((await ask('GET', '/session', { token: first })).status, 401);
  assert.equal((await ask('GET', `${people.app.url}/org`, { token: first })).status, 401);
  assert.equal((await ask('DELETE', '/session/others', { token: second })).status, 204);
  assert.equal((await ask('GET', '/session', { token: third })).status, 401);
  const out = await ask('DELETE', '/session', { token: second });
  assert.equal(out.status, 204);
  assert.match(out.headers.getSetCookie()[0] ?? '', /^mos_session=; Max-Age=0/);
  assert.equal((await ask('GET', '/session', { token: second })).status, 401);
});

test('a session ends after twelve hours without use, and after thirty days whatever happens', async () => {
  const { ask, rows } = people;
  const eve = await people.addPerson('eve@byron.example');
  const token = await people.signIn(eve);
  const of = `where account_id = '${eve.id}'`;
  await rows(`update account_session set last_use_time = now() - interval '11 hours 59 minutes' ${of}`);
  assert.equal((await ask('GET', `${people.app.url}/org`, { token })).status, 200);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const [touched] = await rows<{ fresh: boolean }>(
    `select last_use_time > now() - interval '1 minute' as fresh from account_session ${of}`,
  );
  assert.equal(touched?.fresh, true, 'a use is written down');
  await rows(`update account_session set last_use_time = now() - interval '12 hours 1 minute' ${of}`);
  assert.equal((await ask('GET', `${people.app.url}/org`, { token })).status, 401);
  await rows(`update account_session set last_use_time = now(), expire_time = now() - interval '1 second' ${of}`);
  assert.equal((await ask('GET', `${people.app.url}/org`, { token })).status, 401);
});

test('a removed user, a changed role and a disabled organization count from the next request on', async () => {
  const { app, ask, rows } = people;
  const { owner, id, uuid } = app.globex;
  const path = `${app.url}/org/${id}/contact`;
  const body = { emailAddress: 'c@x.test', name: 'C', info: {} };
  assert.equal((await ask('POST', path, { token: owner.token, body })).status, 200);
  const of = `where org_id = '${uuid}' and email = 'owner@globex.test'`;
  await rows(`update membership set role = 'VIEWER' ${of}`);
  assert.equal(
    (await ask('POST', path, { token: owner.token, body: { ...body, emailAddress: 'd@x.test' } })).status,
    403,
  );
  await rows(`update membership set status = 'DISABLED' ${of}`);
  assert.equal((await ask('GET', path, { token: owner.token })).status, 404);
  await rows(`update membership set status = 'ACTIVE', role = 'OWNER' ${of}`);
  assert.equal((await ask('GET', path, { token: owner.token })).status, 200);
});

test('a cookie works where it is the only credential, and changes nothing for a page of another site', async () => {
  const { app, ask } = people;
  const reply = await ask('POST', '/session', { body: { ...ada, transport: 'cookie' } });
  assert.equal(reply.status, 200);
  assert.equal((reply.body as { token?: string }).token, undefined);
  assert.match(
    reply.headers.getSetCookie()[0] ?? '',
    /^mos_session=moss_\w+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const cookie = sessionCookie(reply);
  const org = `${app.url}/org`;
  assert.equal((await ask('GET', org, { cookie })).status, 200);
  const body = { name: 'By cookie' };
  const from = (headers: Record<string, string>) => ask('POST', org, { cookie, body, headers });
  assert.equal((await from({})).status, 403, 'nobody says who sends it');
  assert.equal((await from({ origin: 'https://evil.example' })).status, 403);
  assert.equal((await from({ origin: 'null' })).status, 403);
  assert.equal((await from({ 'sec-fetch-site': 'cross-site' })).status, 403);
  assert.equal((await from({ 'sec-fetch-site': 'same-site' })).status, 403);
  assert.equal((await from({ origin: new URL(app.url).origin })).status, 200);
  assert.equal((await ask('DELETE', '/session', { cookie, headers: { origin: 'https://evil.example' } })).status, 403);
  assert.equal((await ask('POST', '/session', { body: ada, headers: { origin: 'https://evil.example' } })).status, 403);
  const two = `${cookie}; mos_session=moss_${'x'.repeat(32)}`;
  assert.equal((await ask('GET', org, { cookie: two })).status, 401, 'of two cookies neither is believed');
  assert.equal(
    (await ask('GET', org, { cookie, token: 'nonsense' })).status,
    401,
    'the header counts where there is one',
  );
});

test('bodies are JSON, every fault is named, and unsupported methods are distinguished', async () => {
  const { ask } = people;
  const form = await ask('POST', '/session', { raw: 'email=a', headers: { 'content-type': 'text/plain' } });
  assert.equal(form.status, 415);
  const faults = await ask('POST', '/session', { body: { email: 'no address' } });
  assert.equal(faults.status, 400);
  assert.deepEqual(
    ((faults.body as { info: { path: string }[] }).info ?? []).map(({ path }) => path),
    ['email', 'password'],
  );
  assert.equal((await ask('POST', '/session', { raw: '{' })).status, 400);
  const wrong = await ask('PUT', '/session');
  assert.equal(wrong.status, 405);
  assert.equal(wrong.headers.get('allow'), 'DELETE, GET, POST');
  assert.equal((await ask('GET', '/account')).status, 401);
  assert.equal(
    (await ask('POST', '/session', { raw: JSON.stringify({ email: 'a@b.co', password: 'x'.repeat(20_000) }) })).status,
    413,
  );
});

test('a person can change their own names, and nobody else’s', async () => {
  const token = await people.signIn(ada);
  const reply = await people.ask('PATCH', '/account', { token, body: { firstName: 'Augusta', email: 'x@y.z' } });
  assert.equal(reply.status, 200);
  assert.partialDeepStrictEqual(reply.body, {
    firstName: 'Augusta',
    lastName: 'Byron',
    email: ada.email,
    password: true,
  });
});

test('tokens of sessions that are none are counted for their address, each once; programs there go on', async () => {
  const dead = (at: number) => `moss_${String(at).padStart(32, 'x')}`;
  const api = `${people.app.url}/org`;
  for (let count = 0; count < 40; count += 1) {
    assert.equal((await people.ask('GET', api, { token: dead(0) })).status, 401, 'a browser that was signed out');
  }
  const statuses: number[] = [];
  for (let at = 1; at < 40; at += 1) {
    statuses.push((await people.ask('GET', at % 2 ? api : '/account', { token: dead(at) })).status);
  }
  assert.deepEqual(new Set(statuses.slice(0, 10)), new Set([401]));
  assert.equal(statuses.at(-1), 429);
  const reply = await people.app.acme.editor.call('GET', '/contact');
  assert.equal(reply.status, 200);
});

test('password guessing is throttled per network, where a correct password waits too', async () => {
  const victim = await people.addPerson('victim@byron.example');
  const wrong = () =>
    people.ask('POST', '/session', { body: { email: victim.email, password: 'wrong horse battery' } });
  const statuses: number[] = [];
  for (let tries = 0; tries < 12; tries += 1) statuses.push((await wrong()).status);
  assert.deepEqual(new Set(statuses.slice(0, 10)), new Set([401]));
  assert.equal(statuses.at(-1), 429);
  const good = await people.ask('POST', '/session', { body: { email: victim.email, password: goodPassword } });
  assert.equal(good.status, 429);
  assert.ok(Number(good.headers.get('retry-after')) > 0);
  const buckets = await people.rows<{ count: number }>('select count(*) as count from auth_throttle');
  assert.ok((buckets[0]?.count ?? 0) >= 2, 'counted where other replicas see it');
  const other = await people.ask('POST', '/session', { body: { email: ada.email, password: ada.password } });
  assert.equal(other.status, 200, 'others go on');
});
