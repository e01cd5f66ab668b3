import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { migratedCluster } from '../../test/migrated-cluster.ts';
import { awsMessages } from '../adapters/marketplace/aws/translate/event.ts';
import { partnerError } from '../adapters/partner-error.ts';
import { stripeMessages } from '../adapters/payment/stripe/messages.ts';
import { createSecretKeys, hashMachineSecret, isHashOutdated } from '../auth/secrets.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';
import { openMarketplaceAccess } from '../domain/organization/connection/access.ts';
import {
  connectMarketplace,
  type NewMarketplaceConnection,
} from '../domain/organization/connection/actions/connect-marketplace.ts';
import { findMarketplaceConnection } from '../domain/organization/connection/store.ts';
import { findPartnerMessage } from '../domain/organization/partner-message/store.ts';
import { insertOrganization } from '../domain/organization/store.ts';
import { type ActEnvironment, runAct } from '../engine/run-act.ts';
import { createRefusalLimit } from '../http/rate-limit.ts';
import { createBareServer } from '../http/server.test-support.ts';
import { systemClock } from '../kit/clock.ts';
import { isRefusal } from '../kit/errors.ts';
import { createIds, decodeId, encodeId } from '../kit/ids.ts';
import { registerPartnerHook } from './partner-hook.ts';

const keys = createSecretKeys('0123456789abcdef0123456789abcdef');
const ids = createIds(systemClock);
const accessKey = { accessKeyId: 'AKIAEXAMPLEEXAMPLE', secretAccessKey: 'very-secret-very-secret' };
const orgId = ids.next();
const otherOrgId = ids.next();

let database: Database;
let environment: ActEnvironment;
let server: FastifyInstance;
let serving = true;
let started: { name: string; input: object }[] = [];
let hook: { path: string; secret: string };

const lost = partnerError('away', {
  partner: 'AWS',
  outcome: 'UNKNOWN',
  partnerCode: 'NoKeys',
  httpStatus: undefined,
  requestId: undefined,
  retryable: true,
});

const connect = async (org: string, change: Partial<NewMarketplaceConnection> = {}) => {
  const request = {
    orgId: org,
    actor: { type: 'user', id: 'user_1', name: 'u' } as const,
    action: 'connect',
    requestId: 'r',
    emits: ['connection.connected'] as const,
  };
  const { reply } = await runAct(environment, request, (call) =>
    connectMarketplace(call, {
      keys,
      input: { partner: 'AWS', accountId: '123456789012', credentials: accessKey, ...change },
    }),
  );
  return reply as Awaited<ReturnType<typeof connectMarketplace>>;
};

before(async () => {
  database = await openDatabase({
    databaseUrl: undefined,
    dataDir: 'memory://',
    cluster: migratedCluster,
    strictReads: false,
    poolSize: 1,
    migrate: true,
  });
  environment = {
    database,
    clock: systemClock,
    ids,
    secretKeys: keys,
    authUrl: 'https://auth.test',
    startWorkflow: async (_db, { name, input }) => void started.push({ name, input }),
  };
  for (const id of [orgId, otherOrgId]) {
    await database.system((statements) =>
      insertOrganization(statements, {
        id,
        name: 'Acme',
        emailDomain: '',
        website: '',
        createdBy: 'test',
        now: systemClock.now(),
      }),
    );
  }
  const { hookPath, hookSecret } = await connect(orgId);
  hook = { path: hookPath, secret: hookSecret };
  server = createBareServer(environment);
  registerPartnerHook(server, {
    environment,
    secretKeys: keys,
    receivers: { 'AWS/MARKETPLACE': awsMessages },
    publicUrl: 'https://api.example',
    isServing: () => serving,
  });
});
after(async () => {
  await server.close();
  await database.close();
});

const event = (id: string): object => ({
  version: '0',
  id,
  'detail-type': 'Purchase Agreement Created - Proposer',
  source: 'aws.agreement-marketplace',
  account: '123456789012',
  time: '2026-11-20T00:00:00Z',
  region: 'us-east-1',
  resources: [],
  detail: { requestId: 'q1', agreement: { id: 'agmt-abc' } },
});

const post = async (options: { path?: string; headers?: Record<string, string>; body?: unknown } = {}) => {
  started = [];
  const reply = await server.inject({
    method: 'POST',
    url: options.path ?? hook.path,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(options.headers ?? { authorization: hook.secret }),
    },
    payload: typeof options.body === 'string' ? options.body : JSON.stringify(options.body ?? event('e0')),
  });
  return { status: reply.statusCode, body: reply.json() as Record<string, unknown> };
};

const count = async (table: 'partner_message' | 'audit_event', org = orgId): Promise<number> =>
  database.write(org, async (db) => {
    const row = (await db.raw
      .selectFrom(table as 'partner_message')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirst()) as { count: number };
    return row.count;
  });

describe('a connection', () => {
  it('starts in SHADOW, settles after 15 minutes, and is read at once', async () => {
    const connection = await findMarketplaceConnection(database.read(orgId), 'AWS');
    assert.equal(connection?.mode, 'SHADOW');
    assert.deepEqual(connection?.settings, {
      settleMinutes: 15,
      latePolicy: 'ROLL_FORWARD',
      autoApprove: false,
      productCodeProducts: [],
    });
    const due = await database.pool.query('select kind, entity_id from due where org_id = $1 order by kind', [orgId]);
    const kinds = ['marketplace.reconcile', 'revenue.sync'];
    assert.deepEqual(
      due.rows,
      kinds.map((kind) => ({ kind, entity_id: connection?.id })),
    );
  });

  it('keeps its secrets to itself: sealed for its row, not in the audit trail, not in events', async () => {
    const connection = await findMarketplaceConnection(database.read(orgId), 'AWS');
    assert.ok(connection);
    assert.deepEqual(openMarketplaceAccess(keys, connection).credentials, accessKey);
    assert.throws(
      () => openMarketplaceAccess(keys, { ...connection, id: ids.next() }),
      'it does not open for another row',
    );
    const { rows } = await database.pool.query(
      `select (select json_agg(c)::text from connection c) || (select json_agg(a)::text from audit_event a)
        || (select json_agg(o)::text from outbox o) as everything`,
    );
    const everything = (rows[0] as { everything: string }).everything;
    for (const secret of [accessKey.secretAccessKey, hook.secret]) assert.ok(!everything.includes(secret));
  });

  it('exists once for each partner: a second one is refused', async () => {
    await assert.rejects(connect(orgId), (error: unknown) => isRefusal(error) && error.code === 'Conflict');
  });

  it('lists every fault', async () => {
    await assert.rejects(
      connect(otherOrgId, { accountId: '1', credentials: {}, settings: { settleMinutes: 241 } }),
      (error: unknown) => isRefusal(error) && (error.info as object[]).length === 4,
    );
  });
});

describe('POST /hook/{partner}/{integrationId}', () => {
  it('stores a message, starts the work in the same transaction, and leaves one audit row', async () => {
    const [messages, audits] = [await count('partner_message'), await count('audit_event')];
    const reply = await post({ body: event('e1') });
    assert.deepEqual([reply.status, reply.body], [200, { received: true }]);
    assert.equal(started[0]?.name, 'message.apply');
    assert.equal(await count('partner_message'), messages + 1);
    assert.equal(await count('audit_event'), audits + 1);
    const stored = await findPartnerMessage(
      database.read(orgId),
      (started[0]!.input as { messageId: string }).messageId,
    );
    assert.deepEqual(
      [stored?.partner_message_id, stored?.partner_request_id, stored?.type, stored?.status],
      ['e1', 'q1', 'Purchase Agreement Created - Proposer', 'PENDING'],
    );
    assert.deepEqual(stored?.body, event('e1'));
  });

  it('takes the secret in either header, with and without Bearer', async () => {
    for (const headers of [{ 'x-hook-secret': hook.secret }, { authorization: `Bearer ${hook.secret}` }] as Record<
      string,
      string
    >[]) {
      assert.equal((await post({ headers, body: event('e2') })).status, 200);
    }
  });

  it('responds to a repeated message with 200 and does nothing', async () => {
    await post({ body: event('e3') });
    const [messages, audits] = [await count('partner_message'), await count('audit_event')];
    const reply = await post({ body: event('e3') });
    assert.deepEqual([reply.status, reply.body, started], [200, { received: false }, []]);
    assert.deepEqual([await count('partner_message'), await count('audit_event')], [messages, audits]);
  });

  it('stores a message once that comes many times at once, and answers each with 200', async () => {
    const [messages, audits] = [await count('partner_message'), await count('audit_event')];
    const replies = await Promise.all(Array.from({ length: 8 }, () => post({ body: event('at-once') })));
    assert.ok(replies.every(({ status }) => status === 200));
    assert.equal(replies.filter(({ body }) => body.received === true).length, 1);
    assert.deepEqual([await count('partner_message'), await count('audit_event')], [messages + 1, audits + 1]);
    assert.equal(started.length, 1);
  });

  it('stores a message once whose id is too long for an index', async () => {
    const other = createBareServer(environment);
    const { readEnvelopes, readHint } = stripeMessages;
    const receivers = { 'AWS/MARKETPLACE': { readEnvelopes, readHint } };
    const publicUrl = 'https://api.example';
    registerPartnerHook(other, { environment, secretKeys: keys, receivers, publicUrl, isServing: () => true });
    const send = async (id: string) => {
      const payload = { id, object: 'event', type: 'ping', data: { object: {} } };
      const headers = { authorization: hook.secret };
      return (await other.inject({ method: 'POST', url: hook.path, headers, payload })).json();
    };
    const long = (length: number): string => randomBytes(length).toString('hex').slice(0, length);
    for (const id of [long(800), long(801), long(3000), long(100_000), '\u{1f4a5}'.repeat(400)]) {
      const messages = await count('partner_message');
      for (const [sent, received] of [
        [id, true],
        [id, false],
        [`${id}x`, true],
      ] as const)
        assert.deepEqual(await send(sent), { received });
      assert.equal(await count('partner_message'), messages + 2);
    }
    await other.close();
  });

  it('gives a wrong secret, an unknown address and another partner’s address the same response', async () => {
    const messages = await count('partner_message');
    const foreign = encodeId('conn', ids.next());
    const rows = [
      { headers: { authorization: 'wrong' } },
      { headers: {} },
      { path: `/hook/aws/${foreign}` },
      { path: `/hook/aws/nonsense` },
      { path: hook.path.replace('/aws/', '/gcp/') },
    ];
    for (const row of rows) {
      const { requestId: _requestId, instance: _instance, ...body } = (await post({ ...row, body: event('e9') })).body;
      assert.deepEqual([body.status, body.message], [404, 'No such integration.'], JSON.stringify(row));
    }
    assert.equal(await count('partner_message'), messages);
  });

  it('lets a secret open its own connection only', async () => {
    const other = await connect(otherOrgId);
    assert.equal((await post({ path: other.hookPath, headers: { authorization: hook.secret } })).status, 404);
    assert.equal(
      (await post({ path: other.hookPath, headers: { authorization: other.hookSecret }, body: event('e1') })).status,
      200,
    );
    assert.equal(await count('partner_message', otherOrgId), 1);
  });

  it('refuses what is not an event (400), too large (413), or not JSON (400, 415)', async () => {
    assert.equal((await post({ body: { hello: 'world' } })).status, 400);
    assert.equal((await post({ body: '{' })).status, 400);
    const { statusCode } = await server.inject({
      method: 'POST',
      url: hook.path,
      headers: { authorization: hook.secret },
    });
    assert.equal(statusCode, 400, 'no body at all');
    assert.equal((await post({ body: { ...event('big'), more: 'x'.repeat(256 * 1024) } })).status, 413);
    assert.equal(
      (await post({ headers: { authorization: hook.secret, 'content-type': 'text/plain' }, body: 'x' })).status,
      415,
    );
  });

  it('asks the sender to retry while the service is not ready', async () => {
    serving = false;
    assert.equal((await post({ body: event('e7') })).status, 503);
    serving = true;
    assert.equal((await post({ body: event('e7') })).status, 200);
  });

  it('asks a partner that signs for its signature alone, and to send again when its keys cannot be had', async () => {
    const other = createBareServer(environment);
    const seen: { url: string; raw: string }[] = [];
    registerPartnerHook(other, {
      environment,
      secretKeys: keys,
      receivers: {
        'AWS/MARKETPLACE': {
          ...awsMessages,
          isAuthentic: async ({ url, raw, headers }, access) => {
            assert.deepEqual(access.credentials, accessKey);
            seen.push({ url, raw: raw.toString() });
            if (headers['x-signed'] === 'later') throw lost;
            return headers['x-signed'] === 'yes';
          },
        },
      },
      publicUrl: 'https://api.example',
      isServing: () => true,
    });
    const send = async (headers: Record<string, string>, payload?: object) =>
      (await other.inject({ method: 'POST', url: `${hook.path}?a=b`, headers, ...(payload ? { payload } : {}) }))
        .statusCode;
    const messages = await count('partner_message');
    assert.equal(await send({ authorization: hook.secret }, event('s1')), 404, 'our secret is no signature');
    assert.equal(await send({ 'x-signed': 'no' }), 404);
    assert.equal(await send({ 'x-signed': 'later' }, event('s1')), 503);
    assert.equal(await count('partner_message'), messages);
    assert.equal(await send({ 'x-signed': 'yes' }, event('s1')), 200);
    assert.equal(await count('partner_message'), messages + 1);
    assert.deepEqual(seen.at(-1), { url: `https://api.example${hook.path}`, raw: JSON.stringify(event('s1')) });
    const noJson = async (signed: string) => {
      const headers = { 'x-signed': signed, 'content-type': 'application/json' };
      return (await other.inject({ method: 'POST', url: hook.path, headers, payload: '{"id":' })).statusCode;
    };
    assert.deepEqual([await noJson('no'), await noJson('yes')], [404, 400], 'the body of a stranger is not parsed');
    await other.close();
  });

  it('refuses strangers of a network unread after too many refusals, and never a sender that was authentic', async () => {
    let now = 0;
    const other = createBareServer(environment);
    registerPartnerHook(other, {
      environment,
      secretKeys: keys,
      receivers: { 'AWS/MARKETPLACE': awsMessages },
      publicUrl: 'https://api.example',
      refusals: createRefusalLimit({ perSecond: 1, burst: 3 }, () => now),
      isServing: () => true,
    });
    const send = async (authorization: string, id: string, remoteAddress: string) => {
      const message = { method: 'POST', url: hook.path, headers: { authorization }, remoteAddress } as const;
      return other.inject({ ...message, payload: event(id) });
    };
    const [partner, stranger] = ['192.0.2.1', '192.0.2.2'];
    for (const id of ['f1', 'f2', 'f3', 'f4', 'f5'])
      assert.equal((await send(hook.secret, id, partner)).statusCode, 200, 'what is accepted is not counted');
    const statuses = async (network: string, sent: number) => {
      const all: number[] = [];
      for (let one = 0; one < sent; one += 1) all.push((await send('wrong', 'f6', network)).statusCode);
      return all;
    };
    assert.deepEqual(await statuses(stranger, 5), [404, 404, 404, 429, 429]);
    const late = await send(hook.secret, 'f7', stranger);
    assert.deepEqual([late.statusCode, late.headers['retry-after']], [429, '1'], 'the partner sends it again');
    assert.deepEqual(await statuses(partner, 5), [404, 404, 404, 404, 404], 'known to be the partner’s network');
    assert.equal((await send(hook.secret, 'f8', partner)).statusCode, 200);
    now += 2000;
    assert.deepEqual(await statuses(stranger, 3), [404, 404, 429]);
    await other.close();
  });

  it('has routes of connections only, whose secrets the database cannot tell', async () => {
    const { rows } = await database.pool.query(
      'select connection_id, hook_secret_hash from partner_route where org_id = $1',
      [orgId],
    );
    const id = decodeId('conn', hook.path.split('/').at(-1) ?? '');
    const row = rows[0] as { connection_id: string; hook_secret_hash: Buffer };
    assert.equal(row.connection_id, id);
    assert.ok(row.hook_secret_hash.equals(hashMachineSecret(keys, hook.secret)));
  });

  it('keeps its secret under the newer key once a message has brought it', async () => {
    const newer = createSecretKeys('fedcba9876543210fedcba9876543210', ['0123456789abcdef0123456789abcdef']);
    const other = Fastify();
    registerPartnerHook(other, {
      environment: { ...environment, secretKeys: newer },
      secretKeys: newer,
      receivers: { 'AWS/MARKETPLACE': awsMessages },
      publicUrl: 'https://api.example',
      isServing: () => true,
    });
    const hash = async (): Promise<Buffer> => {
      const { rows } = await database.pool.query(
        'select hook_secret_hash as hash from partner_route where org_id = $1',
        [orgId],
      );
      return rows[0].hash;
    };
    const send = (id: string) =>
      other.inject({ method: 'POST', url: hook.path, headers: { authorization: hook.secret }, payload: event(id) });
    assert.equal(isHashOutdated(newer, await hash()), true);
    assert.equal((await send('e8')).statusCode, 200);
    assert.equal(isHashOutdated(newer, await hash()), false);
    assert.equal((await send('e9')).statusCode, 200);
    await other.close();
  });
});
