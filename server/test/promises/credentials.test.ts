import assert from 'node:assert/strict';
import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import { after, before, test } from 'node:test';
import { isAct } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/domain/endpoints.ts';
import { startApp, type TestApp } from '../app.ts';
import { callerFor, examples } from '../examples/all.ts';
import { sentOf } from '../examples/example.ts';

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

test('forged, altered and foreign tokens are refused in the same way by every endpoint', async () => {
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

const secretName =
  /secret$|password|passphrase|token$|api_?key$|credentials|private_?key|access_?key$|recovery_?codes?$/i;

/** The texts in a document that stand under a name of a secret, however deep. */
const secretsIn = (value: unknown, isNamed: (name: string) => boolean, inside = false): string[] => {
  if (typeof value === 'string') return inside && value.length >= 8 ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    // The address of a partner's service called `token` is not a secret.
    name === 'addresses' ? [] : secretsIn(member, isNamed, inside || (!Array.isArray(value) && isNamed(name))),
  );
};

/** Everything that is kept, the engine's tables too, as text: bytes are in hex there. */
const findKept = async (secrets: readonly string[]): Promise<string[]> => {
  const { pool } = app.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'dbos') and c.relkind in ('r', 'p') and has_any_column_privilege(c.oid, 'select')`,
  );
  const kept: string[] = [];
  const client = await pool.connect();
  try {
    // Who may read all of it: the owner of the tables, who inherits what the roles may see.
    await client.query('begin; set local role none');
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select distinct s from ${name} as t, unnest($1::text[]) as s where strpos(t::text, s) > 0
          or strpos(t::text, encode(convert_to(s, 'UTF8'), 'hex')) > 0`,
        [secrets],
      );
      kept.push(...rows.map(({ s }) => `${s} in ${name}`));
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  return kept;
};

test('no secret that a request brought or an answer showed is kept readable, by any endpoint', async (context) => {
  const secrets = new Map<string, string>();
  const note = (where: string, found: string[]): void => {
    for (const secret of found) secrets.set(secret, where);
  };
  const parsed = (text: unknown): unknown => {
    try {
      return JSON.parse(String(text));
    } catch {
      return undefined;
    }
  };
  // The examples make what they need by requests of their own; all of them are looked at.
  const { fetch } = globalThis;
  context.mock.method(globalThis, 'fetch', async (...[input, init]: Parameters<typeof fetch>) => {
    const reply = await fetch(input, init);
    const where = `${init?.method ?? 'GET'} ${String(input)}`;
    if (init?.method !== undefined && init.method !== 'GET') {
      const isNamed = (name: string): boolean => secretName.test(name) && !/^(page|offset)/.test(name);
      note(where, secretsIn(parsed(init.body), isNamed));
      note(where, secretsIn(parsed(await reply.clone().text()), isNamed));
    }
    return reply;
  });
  const shown: string[] = [];
  for (const endpoint of endpoints) {
    const make = examples[endpoint.id];
    if (!isAct(endpoint) || !make) continue;
    const example = await make(app, app.acme);
    const path = endpoint.path
      .replace('{orgId}', app.acme.id)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? ''));
    const query = example.query ? `?${example.query.replaceAll(/[ "%]/g, encodeURIComponent)}` : '';
    const reply = await callerFor(endpoint, app.acme).call(endpoint.method, `/${path}${query}`, {
      headers: { 'idempotency-key': `secrets-${endpoint.id}` },
      ...sentOf(example),
    });
    assert.equal(reply.status, 200, `${endpoint.id}: ${reply.text}`);
    const ofEndpoint = secretsIn(reply.body, (name) => endpoint.secrets?.includes(name) ?? false);
    note(endpoint.id, ofEndpoint);
    if (ofEndpoint.length > 0) shown.push(endpoint.id);
  }
  assert.ok(shown.length > 0, 'some endpoint makes a secret');
  const kept = await findKept([...secrets.keys()]);
  assert.deepEqual(
    kept.map((text) => `${text}, from ${secrets.get(text.slice(0, text.lastIndexOf(' in ')))}`),
    [],
  );
  const plain = 'kept-in-clear-as-a-name';
  await app.acme.editor.call('POST', '/contact', { body: { emailAddress: 'k@example.com', name: plain } });
  assert.ok((await findKept([plain])).length > 2, 'the search finds what is there');
});
