import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { isRepeated, ProblemError, problemFrom, problemOf, waitBefore } from '../src/api/problem.ts';
import { send } from '../src/api/send.ts';

/** What the console makes of the response of a server; the server is gone before a request without `answer`. */
const received = async (answer?: RequestListener) => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (!answer) server.close();
  try {
    const response = await send(url);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return problemOf(error);
  } finally {
    server.close();
    server.closeAllConnections();
  }
};

const page = '<!doctype html><title>Sign in to the network</title>';
const json = { 'content-type': 'application/json' };

test('a response that is missing, cut off or a page is no answer, and never an empty list', async () => {
  const answers: Record<string, RequestListener | undefined> = {
    'nobody listens': undefined,
    'cut off': (_request, response) => {
      response.writeHead(200, { ...json, 'content-length': 100 }).write('[{"id"');
      setImmediate(() => response.destroy());
    },
    'JSON that ends early': (_request, response) => response.writeHead(200, json).end('[{"id"'),
    'the page of a proxy': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  };
  for (const [name, answer] of Object.entries(answers)) {
    const found = await received(answer);
    assert.equal('code' in found && found.code, 'Unreachable', name);
    assert.equal(found.status, 0, name);
  }
});

test('a refusal keeps its status, whatever its body is', async () => {
  assert.deepEqual(await received((_request, response) => response.writeHead(502, json).end(page)), {
    status: 502,
    text: '',
  });
  assert.deepEqual(await received((_request, response) => response.writeHead(503).end(page)), {
    status: 503,
    text: '',
  });
  const refused = await received((_request, response) => response.writeHead(409, json).end('{"code":"Conflict"}'));
  assert.deepEqual(refused, { status: 409, text: '{"code":"Conflict"}' });
  const plain = { 'content-type': 'text/plain; charset=utf-8' };
  const eula = await received((_request, response) => response.writeHead(200, plain).end('The terms'));
  assert.deepEqual(eula, { status: 200, text: 'The terms' }, 'documents of the API are plain text');
  assert.deepEqual(await received((_request, response) => response.writeHead(204).end()), { status: 204, text: '' });
});

test('a request that the page no longer needs is aborted, and not reported', async () => {
  const gone = AbortSignal.abort();
  await assert.rejects(send('http://127.0.0.1:9', { signal: gone }), { name: 'AbortError' });
});

test('a fault of the console is not taken for a lost answer because of its words', () => {
  for (const error of [
    new TypeError("Cannot read properties of undefined (reading 'connection')"),
    new TypeError('fetchRows is not a function'),
    new SyntaxError('Unexpected token in JSON at position 0'),
  ]) {
    assert.equal(problemOf(error).code, 'Broken');
    assert.equal(isRepeated(0, error), false);
  }
});

test('Retry-After is read as seconds and as a date by the clock of its sender', () => {
  const waited = (headers: Record<string, string>): number =>
    waitBefore(0, new ProblemError(problemFrom(new Response(null, { status: 503, headers }), undefined)));
  const date = 'Sun, 29 Nov 2026 10:00:00 GMT';
  assert.equal(waited({ 'retry-after': '3' }), 3000);
  assert.equal(waited({ 'retry-after': 'Sun, 29 Nov 2026 10:00:04 GMT', date }), 4000);
  assert.equal(waited({ 'retry-after': 'Sun, 29 Nov 2026 09:00:00 GMT', date }), 0);
  assert.equal(waited({ 'retry-after': 'Sun, 29 Nov 2026 11:00:00 GMT', date }), 10_000);
  for (const wrong of ['', 'soon', '-1']) assert.equal(waited({ 'retry-after': wrong, date }), 1000, wrong);
});
