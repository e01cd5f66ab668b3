import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { discardedBytesMax } from '../../src/http/receive-body.ts';
import { startApp, type TestApp } from '../app.ts';

// Security, "Configuration": the response to a request that matches no route, and what no response reveals.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const problemKeys = ['code', 'detail', 'info', 'instance', 'message', 'requestId', 'status', 'title', 'type'];

/** Bytes in, the whole answer out. */
const exchange = async (request: string): Promise<{ status: number; head: string; body: string }> => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString();
  });
  socket.on('error', () => {});
  socket.write(request);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.slice(9, 12)), head: head.toLowerCase(), body };
};

const end = 'Host: a\r\nConnection: close\r\n';

test('what the HTTP parser refuses is a problem too, with the headers of every answer', async () => {
  for (const [request, status] of [
    ['rubbish\r\n\r\n', 400],
    [`BREW / HTTP/1.1\r\n${end}\r\n`, 400],
    [`GET / HTTP/7.7\r\n${end}\r\n`, 400],
    [`POST /org HTTP/1.1\r\n${end}Content-Length: -1\r\n\r\n`, 400],
    [`POST /org HTTP/1.1\r\n${end}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    [`GET / HTTP/1.1\r\n${end}X-Large: ${'x'.repeat(20_000)}\r\n\r\n`, 413],
    [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${end}\r\n`, 413],
    ['GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [`GET /livez HTTP/1.1\r\nHost: b\r\n${end}\r\n`, 400],
    [`GET /livez HTTP/1.1\r\nhOST: a\r\n${end}\r\n`, 400],
    ['GET /nothing HTTP/1.1\r\nHost: a, b\r\nConnection: close\r\n\r\n', 400],
    ['GET /livez HTTP/1.1\r\nHost: user@a\r\nConnection: close\r\n\r\n', 400],
    [`POST /org HTTP/1.1\r\n${end}Expect: more\r\nContent-Length: 0\r\n\r\n`, 400],
    [`CONNECT a:443 HTTP/1.1\r\n${end}\r\n`, 400],
  ] as const) {
    const answer = await exchange(request);
    assert.equal(answer.status, status, request.slice(0, 60));
    const problem = JSON.parse(answer.body) as Record<string, unknown>;
    assert.deepEqual(Object.keys(problem).sort(), problemKeys);
    assert.equal(problem.status, status);
    assert.match(answer.head, /content-type: application\/problem\+json/);
    assert.match(answer.head, /cache-control: no-store/);
    assert.match(answer.head, /content-security-policy: default-src 'none'/);
    assert.match(answer.head, new RegExp(`x-request-id: ${problem.requestId}`));
  }
});

test('a target that names its origin is that of the same path, in links too', async () => {
  const { port } = new URL(app.url);
  for (const name of ['a', 'a:99', '[', ''])
    assert.equal((await exchange(`GET http://${name}/livez HTTP/1.1\r\n${end}\r\n`)).status, 200, name);
  const put = await exchange(`PUT http://a/livez HTTP/1.1\r\n${end}\r\n`);
  assert.equal(put.status, 405);
  for (const address of ['ann@people.test', 'bob@people.test'])
    await app.acme.editor.call('POST', '/contact', { body: { emailAddress: address } });
  const list = await exchange(
    `GET http://elsewhere.example:${port}/org/${app.acme.id}/contact?limit=1 HTTP/1.1\r\n${end}Authorization: Bearer ${app.acme.editor.token}\r\n\r\n`,
  );
  assert.equal(list.status, 200);
  assert.match(list.head, /\r\nlink: /);
  assert.ok(!list.head.includes('elsewhere.example'), list.head);
});

/** Sends all of a body before it reads the response, as many clients do. */
const sendWhole = async (body: Buffer, head: string): Promise<string> => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  let text = '';
  socket.on('error', () => {});
  const written = (bytes: string | Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  await written(
    `POST /org/${app.acme.id}/contact HTTP/1.1\r\n${end}Authorization: Bearer ${app.acme.editor.token}\r\n${head}\r\n`,
  );
  const pieceBytes = 64 * 1024;
  for (let from = 0; from < body.length; from += pieceBytes) {
    await written(body.subarray(from, from + pieceBytes));
    // Another turn of the event loop, so that a server in this process can respond before the end.
    await setImmediate();
  }
  socket.on('data', (bytes) => {
    text += bytes.toString();
  });
  await once(socket, 'close');
  return text;
};

test('a client that sends all of a large body before it reads sees why it was refused', async () => {
  const json = Buffer.from(JSON.stringify({ emailAddress: 'a@b.example', name: 'x'.repeat(12 * 1024 * 1024) }));
  const length = `Content-Length: ${json.length}\r\n`;
  const type = 'Content-Type: application/json\r\n';
  assert.match(await sendWhole(json, `${type}${length}`), /^HTTP\/1\.1 413 /);
  assert.match(await sendWhole(json, `Content-Type: text/plain\r\n${length}`), /^HTTP\/1\.1 413 /);
  const chunked = Buffer.concat([Buffer.from(`${json.length.toString(16)}\r\n`), json, Buffer.from('\r\n0\r\n\r\n')]);
  assert.match(await sendWhole(chunked, `${type}Transfer-Encoding: chunked\r\n`), /^HTTP\/1\.1 413 /);
});

test('a body that announces more than would be discarded is refused at once', async () => {
  const answer = await exchange(
    `POST /org/${app.acme.id}/contact HTTP/1.1\r\n${end}Authorization: Bearer ${app.acme.editor.token}\r\nContent-Type: application/json\r\nContent-Length: ${discardedBytesMax + 1}\r\n\r\n`,
  );
  assert.equal(answer.status, 413);
});

test('a path that cannot be decoded, or has a part that is too long, is nothing', async () => {
  for (const path of ['/org/%', '/org/%zz/contact', `/org/${app.acme.id}/contact/%ff`, `/org/${'x'.repeat(3000)}`]) {
    const answer = await exchange(`GET ${path} HTTP/1.1\r\n${end}\r\n`);
    assert.equal(answer.status, 404, path.slice(0, 60));
    assert.deepEqual(Object.keys(JSON.parse(answer.body)).sort(), problemKeys);
    assert.match(answer.head, /x-content-type-options: nosniff/);
  }
});

test('an unknown method is 405 with the served ones, an unknown address 404, also beside the API', async () => {
  for (const [method, path, allow] of [
    ['PUT', `/org/${app.acme.id}/contact`, 'GET, HEAD, POST'],
    ['OPTIONS', `/org/${app.acme.id}/contact`, 'GET, HEAD, POST'],
    ['DELETE', '/livez', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['GET', '/hook/aws/x', 'POST'],
  ] as const) {
    const reply = await app.anonymous(method, path);
    assert.equal(reply.status, 405, `${method} ${path}`);
    assert.equal(reply.headers.get('allow'), allow);
  }
  for (const path of ['/nothing', '/ORG', '/org/', `//org/${app.acme.id}`, `/org/${app.acme.id}/nothing`, '/.env'])
    assert.equal((await app.anonymous('GET', path)).status, 404, path);
});

test('HEAD is GET without the body', async () => {
  const head = await app.acme.editor.call('HEAD', '/contact');
  const get = await app.acme.editor.call('GET', '/contact');
  assert.equal(head.status, 200);
  assert.equal(head.text, '');
  for (const name of ['content-type', 'content-length', 'x-total-count'])
    assert.equal(head.headers.get(name), get.headers.get(name), name);
});

test('no answer lets another origin read it, names the software, or may be stored', async () => {
  const origin = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
  for (const [method, path] of [
    ['GET', '/livez'],
    ['GET', '/nothing'],
    ['OPTIONS', '/org'],
    ['GET', '/org'],
  ] as const) {
    const { headers } = await app.anonymous(method, path, { headers: origin });
    for (const name of headers.keys()) assert.doesNotMatch(name, /^(access-control-|server$|x-powered-by$)/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  }
  assert.doesNotMatch((await app.anonymous('GET', '/metrics')).text, /version/);
});

test('the request id of the caller is echoed when it is printable and short, else there is a new one', async () => {
  const idFor = async (given: string) =>
    (await app.acme.editor.call('GET', '/contact', { headers: { 'x-request-id': given } })).headers.get('x-request-id');
  assert.equal(await idFor('trace-1/2'), 'trace-1/2');
  for (const refused of ['two words', 'x'.repeat(129)]) assert.notEqual(await idFor(refused), refused);
});
