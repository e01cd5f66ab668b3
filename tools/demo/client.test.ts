import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createApiClient, createSimulator } from './client.ts';

type Seen = { method: string; path: string; key: string | undefined; token: string | undefined; body: string };
type Reply = (response: ServerResponse, seen: Seen) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const cutOff: Reply = (response) => void response.socket?.destroy();
const halfAnswer: Reply = (response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"half":');
  setTimeout(() => response.socket?.destroy(), 5);
};

const readText = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

/** A server that sends the replies in turn, and issues tokens that count up. */
const withServer = async (replies: Reply[], work: (url: string, seen: Seen[]) => Promise<void>): Promise<void> => {
  const seen: Seen[] = [];
  let tokens = 0;
  const server = createServer(async (request, response) => {
    const body = await readText(request);
    if (request.url === '/oauth2/token') {
      tokens += 1;
      return json(200, { access_token: `token-${tokens}`, expires_in: 3600 })(response, {} as Seen);
    }
    const one: Seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      key: request.headers['idempotency-key'] as string | undefined,
      token: request.headers.authorization,
      body,
    };
    seen.push(one);
    (replies.shift() ?? json(200, 'done'))(response, one);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

const clientAt = (url: string, patienceMs = 5000) =>
  createApiClient(
    { baseUrl: url, authUrl: url, organizationId: 'org_1', clientId: 'id', clientSecret: 'secret' },
    { patienceMs, giveUp: new AbortController().signal },
  );

test('a call without a response is sent again, unchanged, until it has one', async () => {
  const replies = [
    cutOff,
    halfAnswer,
    json(500, {}),
    json(429, {}, { 'retry-after': '1' }),
    json(503, {}),
    json(200, 7),
  ];
  await withServer(replies, async (url, seen) => {
    const answer = await clientAt(url).call('POST', '/thing', { body: { a: 1 }, idempotencyKey: 'key-1' });
    assert.deepEqual([answer.status, answer.body, answer.attempts], [200, 7, 6]);
    assert.equal(seen.length, 6);
    for (const one of seen) {
      const expected = {
        method: 'POST',
        path: '/org/org_1/thing',
        key: 'key-1',
        token: 'Bearer token-1',
        body: '{"a":1}',
      };
      assert.deepEqual(one, expected);
    }
  });
});

test('a 409 with a retry time is retried, and any other is a response', async () => {
  await withServer([json(409, {}, { 'retry-after': '1' }), json(409, { code: 'Conflict' })], async (url, seen) => {
    const answer = await clientAt(url).call('POST', '/thing', { body: {} });
    assert.deepEqual([answer.status, seen.length], [409, 2]);
  });
});

test('a refused token is replaced once', async () => {
  await withServer([json(401, {}), json(200, 1), json(401, {}), json(401, {})], async (url, seen) => {
    const client = clientAt(url);
    assert.equal((await client.call('GET', '/thing')).status, 200);
    assert.equal((await client.call('GET', '/thing')).status, 401);
    assert.deepEqual(
      seen.map((one) => one.token),
      ['Bearer token-1', 'Bearer token-2', 'Bearer token-2', 'Bearer token-3'],
    );
  });
});

test('the client eventually stops retrying', async () => {
  await withServer(
    Array.from({ length: 100 }, () => json(503, { message: 'later' })),
    async (url) => {
      await assert.rejects(clientAt(url, 300).read('/thing'), /GET \/org\/org_1\/thing was not answered: 503/);
    },
  );
});

test('an advance without a response moves the clock once', async () => {
  let now = 1_000_000;
  const clock: Reply = (response, { method, body }) => {
    if (method === 'POST') now += JSON.parse(body).advance;
    json(200, { now: new Date(now).toISOString() })(response, {} as Seen);
  };
  const movedAndCutOff: Reply = (response, { body }) => {
    now += JSON.parse(body).advance;
    response.socket?.destroy();
  };
  await withServer([clock, cutOff, clock, movedAndCutOff, clock], async (url, seen) => {
    const simulator = createSimulator(url, 'sim_token', { patienceMs: 5000, giveUp: new AbortController().signal });
    await simulator.advanceTo(1_060_000);
    assert.equal(now, 1_060_000);
    assert.ok(seen.length > 0 && seen.every(({ token }) => token === 'Bearer sim_token'));
  });
});

test('a person signs in once, and the session is the token', async () => {
  const session = json(200, { token: 'session-1' });
  await withServer([session, json(200, 'first'), json(200, 'second')], async (url, seen) => {
    const owner = { baseUrl: url, authUrl: url, organizationId: 'org_1', email: 'o@acme.example', password: 'secret' };
    const api = createApiClient(owner, { patienceMs: 5000, giveUp: new AbortController().signal });
    assert.deepEqual([await api.read('/a'), await api.read('/b')], ['first', 'second']);
    assert.deepEqual(
      seen.map(({ path, token }) => `${path} ${token}`),
      ['/session undefined', '/org/org_1/a Bearer session-1', '/org/org_1/b Bearer session-1'],
    );
    assert.deepEqual(JSON.parse(seen[0]?.body ?? ''), { email: 'o@acme.example', password: 'secret' });
  });
});

test('a refusal is reported with its reason and its request', async () => {
  const problem = { code: 'BadRequest', message: 'mode: is for marketplaces only', requestId: 'r-1' };
  await withServer([json(400, problem)], async (url) => {
    const error = /POST \/thing answered 400: mode: is for marketplaces only \(request r-1\)/;
    await assert.rejects(clientAt(url).post('/thing', {}), error);
  });
});
