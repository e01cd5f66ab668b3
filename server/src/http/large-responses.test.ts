import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { isRefusal } from '../kit/errors.ts';
import { createLargeResponses, type LargeResponses } from './large-responses.ts';

const mebibyte = 1024 * 1024;
const party = { caller: 'a', organization: 'o' };

let now = 0;
let answers: LargeResponses;
let server: FastifyInstance;
let port = 0;
before(async () => {
  answers = createLargeResponses(() => now);
  server = Fastify({ exposeHeadRoutes: true });
  server.setErrorHandler((error, _request, reply) => reply.code(isRefusal(error) ? 429 : 500).send(String(error)));
  server.get<{ Querystring: { rows?: string; caller?: string; broken?: string } }>('/', async ({ query }, reply) => {
    const of = { ...party, caller: query.caller ?? party.caller };
    const rows = Array.from({ length: Number(query.rows) }, (_, id) => ({ id, text: 'é'.repeat(50_000) }));
    const broken = query.broken ? [{ toJSON: () => assert.fail('cannot be written') }] : [];
    reply.header('etag', '"1"');
    const body = await answers.write(reply, of, [...rows, ...broken], { mayRefuse: true });
    return reply.type('application/json').send(body);
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  port = (server.server.address() as { port: number }).port;
});
after(async () => {
  answers.close();
  server.server.closeAllConnections();
  await server.close();
});

const ask = (query: string, method = 'GET') => fetch(`http://127.0.0.1:${port}/?${query}`, { method });

/** Sends a request and reads only the headers, plus whatever arrived with them. */
const askAndStop = async (query: string): Promise<{ socket: Socket; status: number }> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET /?${query} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return { socket, status: Number(first.toString('latin1').split(' ')[1]) };
};

test('small or large, a response has the same headers, including its length, for HEAD too', async () => {
  for (const rows of [1, 60]) {
    const reply = await ask(`rows=${rows}`);
    const text = await reply.text();
    assert.equal(JSON.parse(text).length, rows);
    assert.equal(Number(reply.headers.get('content-length')), Buffer.byteLength(text));
    assert.equal(reply.headers.get('transfer-encoding'), null);
    const head = await ask(`rows=${rows}`, 'HEAD');
    assert.equal(await head.text(), '');
    for (const name of ['content-length', 'content-type', 'etag'])
      assert.equal(head.headers.get(name), reply.headers.get(name), name);
  }
});

test('a failure while a large response is serialized is an error, not half a response', async () => {
  const reply = await ask('rows=60&broken=1');
  assert.equal(reply.status, 500);
  assert.match(await reply.text(), /cannot be written/);
});

test('the event loop stays free while a large response is serialized', async () => {
  let turns = 0;
  let stopped = false;
  const turn = (): void => {
    turns += 1;
    if (!stopped) setImmediate(turn);
  };
  const reply = { header: () => {}, raw: { closed: true } };
  const values = Array.from({ length: 300 }, (_, id) => ({
    id,
    info: Object.fromEntries(Object.entries('x'.repeat(3000))),
  }));
  setImmediate(turn);
  await answers.write(reply as never, party, values, { mayRefuse: true });
  stopped = true;
  assert.ok(turns > 5, `${turns}`);
});

test('a client that does not read gets a few responses, is then refused, is cut off after a while, and delays nobody', async () => {
  const open = await Promise.all(Array.from({ length: 8 }, () => askAndStop('rows=80')));
  const statuses = open.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 4, '32 MiB of answers of 8 MB');
  assert.equal(statuses.filter((status) => status === 429).length, 4);
  assert.throws(() => answers.admit(party, 8 * mebibyte), { code: 'TooManyRequests', headers: { 'retry-after': '1' } });
  answers.admit({ ...party, caller: 'b' }, 8 * mebibyte);
  assert.equal((await (await ask('rows=80&caller=b')).text()).length > 0, true);
  now += 29_000;
  answers.sweep();
  assert.equal((await ask('rows=80')).status, 429, 'they have time');
  // What the system has buffered counts as read once.
  now += 1_000;
  answers.sweep();
  now += 30_000;
  answers.sweep();
  for (const { socket, status } of open) {
    const cut = status === 200 ? once(socket.resume(), 'close') : once(socket.end().resume(), 'close');
    await cut;
    assert.ok(socket.bytesRead < 8_000_000, `${socket.bytesRead} bytes: the rest was never sent`);
  }
  assert.equal((await ask('rows=80')).status, 200, 'their room is free again');
});

test('a client that reads slowly gets all of it', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /?rows=80&caller=slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    socket.pause();
    if (bytes % mebibyte < chunk.length) {
      now += 10_000;
      answers.sweep();
    }
    setImmediate(() => socket.resume());
  });
  await once(socket, 'close');
  assert.ok(bytes > 8_000_000, `${bytes}`);
});
