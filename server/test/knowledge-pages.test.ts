import assert from 'node:assert/strict';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { after, before, test } from 'node:test';
import { keepReleaseIndex } from '../src/domain/knowledge/actions/keep-index.ts';
import { errorCodes } from '../src/kit/errors.ts';
import { readRelease } from '../src/wiring/knowledge.ts';
import { startApp, type TestApp } from './app.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
  await keepReleaseIndex(app.database, await readRelease());
});
after(() => app.close());

type Result = { id: string; url: string; source: string };

const search = async (query: string, sources: string[]): Promise<Result[]> => {
  const reply = await app.acme.viewer.call('POST', '/knowledge/search', { body: { query, sources, limit: 10 } });
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { results: Result[] }).results;
};

test('the address of every result is a page of this service, or an operation of the reference', async () => {
  const results = [
    ...(await search('late usage', ['MARKETPLACE'])),
    ...(await search('backup', ['SERVICE'])),
    ...(await search('conflict error offer cancel', ['API'])),
  ];
  assert.ok(results.length > 20);
  const { paths } = (await (await fetch(`${app.url}/openapi.json`)).json()) as { paths: Record<string, object> };
  for (const { id, url } of results) {
    const page = await fetch(url);
    assert.equal(page.status, 200, id);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/, id);
    const { hash } = new URL(url);
    if (hash === '') continue;
    const [, tag, operationId] = hash.split('/');
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    assert.ok(
      operations.some((one) => one.operationId === operationId && one.tags.includes(tag)),
      url,
    );
  }
});

test('a page shows its text without running or loading anything', async () => {
  const hostile =
    '<script>alert(1)</script> [x](javascript:alert(2)) ![i](https://evil.example/i.png) [ok](https://a.example/?a=1&b="2)';
  await keepReleaseIndex(app.database, {
    digest: 'hostile',
    pieces: async () => [
      {
        id: 'hostile',
        keeper: 'RELEASE',
        file: '',
        source: 'MARKETPLACE',
        title: '</title><img src=x onerror=alert(3)>',
        keywords: '',
        path: '/docs/knowledge/hostile',
        reference: 'javascript:alert(4)',
        markdown: hostile,
      },
    ],
  });
  const page = await fetch(`${app.url}/docs/knowledge/hostile`);
  const html = await page.text();
  assert.equal(page.status, 200);
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
  );
  const elements = html.match(/<(script|img|iframe|a )[^>]*>/g) ?? [];
  // Of an image, only a link to it is left.
  assert.deepEqual(elements, ['<a href="https://evil.example/i.png">', '<a href="https://a.example/?a=1&amp;b=%222">']);
  assert.match(html, /&lt;script&gt;alert\(1\)/);
  await keepReleaseIndex(app.database, await readRelease());
});

test('what does not exist is 404 as a problem', async () => {
  for (const path of [
    '/docs/knowledge/nothing',
    '/docs/errors/nothing',
    '/docs/errors/toString',
    "/docs/knowledge/'%00",
  ]) {
    const reply = await app.anonymous('GET', path);
    assert.ok([404, 400].includes(reply.status), `${path}: ${reply.status}`);
    assert.match(reply.headers.get('content-type') ?? '', /^application\/problem\+json/);
  }
});

const typeOf = (body: unknown): string => (body as { type: string }).type;

/** A server's response to bytes that are not a request. */
const answerTo = (url: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = createConnection(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });

test('the type of every error is the address of the page about its code, on every listener', async () => {
  const { operator } = app.app.urls;
  const types = [
    typeOf((await app.anonymous('GET', '/nothing')).body),
    typeOf((await app.anonymous('GET', `/org/${app.acme.id}/contact`)).body),
    typeOf((await app.acme.viewer.call('POST', '/contact', { body: {} })).body),
    typeOf((await app.acme.editor.call('POST', '/knowledge/search', { body: { query: '' } })).body),
    typeOf(await (await fetch(`${app.authUrl}/nothing`)).json()),
    typeOf(await (await fetch(`${app.authUrl}/account/session`, { method: 'PUT' })).json()),
    ...(operator === undefined ? [] : [typeOf(await (await fetch(`${operator}/nothing`)).json())]),
    typeOf(JSON.parse((await answerTo(app.url, 'NO REQUEST\r\n\r\n')).split('\r\n\r\n')[1] ?? '')),
    typeOf(JSON.parse((await answerTo(app.authUrl, 'NO REQUEST\r\n\r\n')).split('\r\n\r\n')[1] ?? '')),
    await new Promise<string>((resolve, reject) => {
      request(`${app.url}/%zz`, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += String(chunk);
        });
        response.on('end', () => resolve(typeOf(JSON.parse(text))));
      })
        .on('error', reject)
        .end();
    }),
  ];
  for (const type of types) {
    assert.ok(type.startsWith(`${app.url}/docs/errors/`), type);
    assert.equal((await fetch(type)).status, 200, type);
  }
});

test('the catalogue has every code, and every code a page that says what to do', async () => {
  const catalogue = await (await fetch(`${app.url}/docs/errors`)).text();
  for (const [code, { status }] of Object.entries(errorCodes)) {
    assert.ok(catalogue.includes(`href="errors/${code}"`), code);
    const page = await (await fetch(`${app.url}/docs/errors/${code}`)).text();
    assert.ok(page.includes(`<h1>${code} (${status})</h1>`) && page.includes('What to do'), code);
  }
});
