import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { maxPageBytes } from '../../src/contract/page.ts';
import { endpoints } from '../../src/domain/endpoints.ts';
import { decodeId } from '../../src/kit/ids.ts';
import { type Reply, startApp, type TestApp } from '../app.ts';
import { callerFor, examples } from '../examples/all.ts';
import { addLargeRows, largeRows } from './large-rows.ts';

// R12, for every list there is: no page is larger than 8 MiB however large its rows are, and the way on is exact.

const mebibyte = 1024 * 1024;

let app: TestApp;
before(async () => {
  // What checks the answers reads them once more.
  app = await startApp({}, { idle: true, checkReplies: false });
});
after(() => app.close());

const lists = endpoints.filter(
  ({ id, path, replyHeaders = {} }) =>
    path.startsWith('/org/{orgId}') && ('Link' in replyHeaders || id === 'listOperationsV2'),
);

type Row = {
  id?: string;
  eventID?: string;
  email?: string;
  recordId?: string;
  eventId?: number;
  sequence?: number;
  key?: string;
  date?: string;
};

/** The rows of an answer, whichever shape its family has. */
const rowsOf = (body: unknown): Row[] =>
  Array.isArray(body) ? body : (Object.values(body as object).find((member) => Array.isArray(member)) as Row[]);

const nextOf = ({ headers }: Reply): string | undefined => {
  const link = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return link && `/${link.split('/').slice(3).join('/')}`;
};

test('every list is filled', () => {
  assert.deepEqual(lists.map(({ id }) => id).sort(), Object.keys(largeRows).sort());
});

for (const endpoint of lists) {
  test(`${endpoint.id}: pages of large rows hold every row once, and none is too large`, async () => {
    const { acme } = app;
    const fill = largeRows[endpoint.id];
    const make = examples[endpoint.id];
    assert.ok(fill && make);
    if (fill.first) await examples[fill.first]?.(app, acme);
    const { params = {} } = await make(app, acme);
    const ids = Object.fromEntries(
      Object.entries(endpoint.params).map(([name, of]) => [
        name,
        'id' in of ? decodeId(of.id, params[name] ?? '') : (params[name] ?? ''),
      ]),
    );
    await addLargeRows(app, acme, fill, ids);
    const path = endpoint.path
      .replace('/org/{orgId}', '')
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'missing'));
    const shape = endpoint.query ? Object.keys((endpoint.query as { shape?: object }).shape ?? {}) : [];
    const largest = shape.includes('page_size') ? 'page_size=200' : 'limit=1000';
    const caller = callerFor(endpoint, acme);
    const seen: string[] = [];
    let total = 0;
    let pages = 0;
    const take = (reply: Reply): void => {
      assert.equal(reply.status, 200, reply.text.slice(0, 300));
      const rows = rowsOf(reply.body);
      const bytes = Buffer.byteLength(reply.text);
      assert.ok(bytes <= maxPageBytes * 1.01, `${bytes} bytes of ${rows.length} rows`);
      seen.push(
        ...rows.map(({ id, eventID, email, recordId, eventId, sequence, key, date }) =>
          String(id ?? eventID ?? email ?? recordId ?? eventId ?? sequence ?? `${date} ${key}`),
        ),
      );
      total = Number(reply.headers.get('x-total-count') ?? seen.length);
      pages += 1;
    };
    const before = process.memoryUsage.rss();
    if (endpoint.method === 'POST') {
      for (let offsetToken: string | undefined; pages === 0 || offsetToken !== undefined; ) {
        const reply = await caller.call('POST', path, { body: { limit: 100, offsetToken } });
        take(reply);
        offsetToken = (reply.body as { offsetToken?: string }).offsetToken;
      }
    } else {
      for (let at: string | undefined = `${path}?${largest}`; at !== undefined; ) {
        const reply = await caller.call('GET', at);
        take(reply);
        at = nextOf(reply);
      }
    }
    const grown = process.memoryUsage.rss() - before;
    assert.equal(new Set(seen).size, seen.length, 'no row comes twice');
    assert.equal(seen.length, total, 'no row is left out');
    assert.ok(seen.length >= 60 && pages >= 2, `${seen.length} rows in ${pages} pages`);
    assert.ok(grown < 400 * mebibyte, `${Math.round(grown / mebibyte)} MiB`);
  });
}
