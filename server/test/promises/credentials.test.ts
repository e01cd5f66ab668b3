import assert from 'node:assert/strict';
import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../app.ts';

// Security, "Credentials", through the listeners; the same and more is tried on the parts in `src/auth`.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

type Json = Record<string, unknown>;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (text = ''): Json => JSON.parse(Buffer.from(text, 'base64url').toString()) as Json;

const own = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const signed = (header: Json, claims: Json): string => {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), own).toString('base64url')}`;
};

test('forged, altered and foreign tokens are refused alike at every door', async () => {
  const [head = '', body = '', signature = ''] = app.acme.editor.token.split('.');
  const [header, claims] = [decode(head), decode(body)];
  const { keys } = (await (await fetch(`${app.authUrl}/.well-known/jwks.json`)).json()) as { keys: JsonWebKey[] };
  const pem = createPublicKey({ key: keys[0] as JsonWebKey, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const hmacText = `${encode({ ...header, alg: 'HS256' })}.${body}`;
  const forged = {
    'alg none': `${encode({ ...header, alg: 'none' })}.${body}.`,
    'alg none with a signature': `${encode({ ...header, alg: 'none' })}.${body}.${signature}`,
    'HS256 with the public key': `${hmacText}.${createHmac('sha256', pem).update(hmacText).digest('base64url')}`,
    'a key of one’s own': signed(header, claims),
    'a key in the header': signed({ ...header, jwk: keys[0] }, claims),
    'unknown kid': `${encode({ ...header, kid: 'x' })}.${body}.${signature}`,
    'another organization': `${head}.${encode({ ...claims, org_id: app.globex.id })}.${signature}`,
    'a later end': `${head}.${encode({ ...claims, exp: 9e9 })}.${signature}`,
    'no signature': `${head}.${body}.`,
    nothing: '',
    'too long': 'x'.repeat(9000),
  };
  const answers = new Set<string>();
  for (const [name, token] of Object.entries(forged)) {
    for (const path of ['/org', `/org/${app.acme.id}/contact`]) {
      const reply = await app.anonymous('GET', path, { headers: { authorization: `Bearer ${token}` } });
      assert.equal(reply.status, 401, name);
      const { detail, code } = reply.body as Json;
      answers.add(JSON.stringify([detail, code, reply.headers.get('www-authenticate')]));
      if (token !== '') assert.ok(!reply.text.includes(token), name);
    }
  }
  assert.equal(answers.size, 1);
});

test('a token in the address is refused, also beside a good one, and is not repeated', async () => {
  const { token } = app.acme.editor;
  for (const name of ['access_token', 'access%5Ftoken']) {
    const reply = await app.acme.editor.call('GET', `/contact?${name}=${token}`);
    assert.equal(reply.status, 401);
    assert.ok(!reply.text.includes(token));
  }
});

test('a token speaks for its own organization only', async () => {
  assert.equal((await app.acme.editor.call('GET', `//org/${app.globex.id}/contact`)).status, 404);
  const { body } = await app.acme.editor.call('GET', '//org');
  assert.deepEqual(
    (body as { id: string }[]).map(({ id }) => id),
    [app.acme.id],
  );
});

test('neither secrets nor tokens are in the database, whatever was done with them', async () => {
  await app.acme.editor.call('POST', '/contact', { body: { emailAddress: 'trace@example.com' } });
  const { pool } = app.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and has_table_privilege(oid, 'select')`,
  );
  assert.ok(tables.length > 10);
  for (const { name } of tables) {
    for (const secret of [app.acme.editor.clientSecret, app.acme.editor.token]) {
      const { rows } = await pool.query(
        `select count(*)::int as n from ${name} as t where strpos(to_jsonb(t)::text, $1) > 0`,
        [secret],
      );
      assert.equal(rows[0].n, 0, name);
    }
  }
});
