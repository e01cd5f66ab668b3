import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { answerAccess, keepControlToken, newControlToken } from './access.ts';
import { createSimulatedClock } from './clock.ts';
import type { HttpAnswer, HttpRequest } from './http.ts';
import { type Mount, startListener } from './listener.ts';

const mount: Mount = {
  name: 'Partner',
  recordedAs: null,
  pages: ['/partner/console'],
  handle: async ({ path }) =>
    path.startsWith('/partner') ? { status: 200, headers: {}, body: 'answered by the partner' } : null,
  page: () => '<p>the state of everything</p>',
  close: async () => {},
};

const open = async (t: TestContext, controlHosts?: string[]) => {
  const clock = createSimulatedClock({ dataDir: mkdtempSync(join(tmpdir(), 'access-')) });
  const listener = await startListener({ host: '127.0.0.1', port: 0, clock, mounts: [mount], controlHosts });
  t.after(listener.close);
  return { ...listener, clock, authorization: `Bearer ${listener.token}` };
};

/** `fetch` sets its own Host header. */
const ask = (url: string, method: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = sendRequest(url, { method, headers }, (answer: IncomingMessage) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? '{"advance": "PT1H"}' : undefined);
  });

const guarded = ['/', '/control/clock', '/control/partner/thing', '/partner/console/offer'];

test('control API and pages require the token, the API of the partner does not', async (t) => {
  const { url, authorization } = await open(t);
  for (const path of guarded) {
    for (const wrong of ['', 'Bearer wrong', `Basic ${Buffer.from('a:b').toString('base64')}`, `${authorization}x`])
      assert.equal(await ask(`${url}${path}`, 'GET', { authorization: wrong }), 401, `${path} ${wrong}`);
    assert.notEqual(await ask(`${url}${path}`, 'GET', { authorization }), 401, path);
  }
  assert.equal(await ask(`${url}/partner/v1/thing`, 'GET', {}), 200);
});

test('only host names of this machine are accepted, even with the token', async (t) => {
  const { url, authorization } = await open(t);
  const { port } = new URL(url);
  for (const host of [`evil.example:${port}`, 'evil.example', `127.0.0.1.evil.example:${port}`, '10.0.0.1'])
    for (const path of guarded) assert.equal(await ask(`${url}${path}`, 'GET', { authorization, host }), 403, host);
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
    assert.equal(await ask(`${url}/control/clock`, 'GET', { authorization, host }), 200, host);
});

test('a call from another machine is answered under a host name that the operator has configured, and under no other', () => {
  const token = newControlToken();
  const asked = (host: string, remote: string, hosts: string[]): HttpAnswer | null => {
    const headers = { host, authorization: `Bearer ${token}` };
    const request: HttpRequest = { method: 'GET', path: '/control/clock', query: '', headers, body: Buffer.alloc(0) };
    return answerAccess(request, remote, { token, hosts });
  };
  assert.equal(asked('127.0.0.1:8082', '127.0.0.1', []), null);
  assert.equal(asked('127.0.0.1:8082', '::ffff:127.0.0.1', []), null);
  // The Host is whatever the sender claims.
  assert.equal(asked('127.0.0.1:8082', '192.168.1.9', [])?.status, 403);
  assert.equal(asked('demo.example:8082', '192.168.1.9', [])?.status, 403);
  assert.equal(asked('Demo.example:8082', '192.168.1.9', ['demo.example:8082']), null);
  assert.equal(asked('demo.example:9', '192.168.1.9', ['demo.example:8082'])?.status, 403);
});

test('a browser enters through the link and stays signed in with a cookie that no other page can use', async (t) => {
  const { url, token, clock } = await open(t);
  assert.equal(await ask(`${url}/?token=wrong`, 'GET', {}), 401);
  const entered = await fetch(`${url}/?token=${token}`, { redirect: 'manual' });
  assert.deepEqual([entered.status, entered.headers.get('location')], [303, '/']);
  const set = entered.headers.get('set-cookie') ?? '';
  assert.match(set, /; HttpOnly; SameSite=Strict/);
  const cookie = set.split(';')[0] ?? '';
  const page = await fetch(`${url}/`, { headers: { cookie } });
  assert.match(await page.text(), /the state of everything/);
  assert.equal(page.headers.get('x-frame-options'), 'DENY');

  const start = clock.now();
  const post = (origin?: string): Promise<number> =>
    ask(`${url}/control/clock`, 'POST', { cookie, ...(origin === undefined ? {} : { origin }) });
  // A form on another port of this machine counts as same-site and sends the cookie.
  for (const origin of ['http://127.0.0.1:1', 'https://evil.example', 'null']) assert.equal(await post(origin), 403);
  assert.equal(await post(), 401);
  assert.ok(clock.now() - start < 60_000);
  assert.equal(await post(url), 200);
  assert.ok(clock.now() - start >= 3_600_000);
});

test('a data folder stores its token, readable by its owner alone', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'access-'));
  const token = keepControlToken(dataDir);
  assert.equal(keepControlToken(dataDir), token);
  const file = join(dataDir, 'simulators', 'control-token');
  assert.equal(readFileSync(file, 'utf8').trim(), token);
  assert.equal(statSync(file).mode & 0o077, 0);
  assert.notEqual(keepControlToken(mkdtempSync(join(tmpdir(), 'access-'))), token);
});
