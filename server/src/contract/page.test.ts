import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  CAPPED_TOTAL,
  cutPage,
  type PageParams,
  pagedReply,
  pageHeaders,
  readListPage,
  readQueryPage,
} from './page.ts';
import { isQueryError } from './query/error.ts';
import { encodePageToken, type PageKey } from './query/page-token.ts';
import { thingFields } from './query/query.test-support.ts';

const anyCall = { orgId: 'o', url: '/thing' };
const read = (params: PageParams) => readQueryPage(anyCall, params, thingFields);
const list = (params: PageParams) => readListPage(anyCall, params, thingFields);

const faultsOf = (deed: () => unknown): string[] => {
  try {
    deed();
  } catch (error) {
    if (isQueryError(error)) return error.faults.map((fault) => fault.path);
    throw error;
  }
  return [];
};

const key: PageKey = ['2026-01-01T00:00:00.000001Z', '01900001-0000-7000-8000-000000000001'];
const rowsOf = (count: number) => Array.from({ length: count }, () => ({ page_key: key }));
const tokenOf = (link: string | undefined) => /page_token=([\w-]+)/.exec(link ?? '')?.[1] ?? assert.fail('no token');
const linkOf = (params: PageParams, url: string) => {
  const page = read(params);
  return pageHeaders(page, cutPage(page, rowsOf(page.size + 1)), 1000, url).Link;
};

describe('pages', () => {
  it('have the standard size and their place', () => {
    const first = read({});
    assert.deepEqual([first.size, first.offset, first.after, first.query], [20, 0, null, null]);
    const third = read({ page_size: '50', page_number: '3' });
    assert.deepEqual([third.size, third.offset], [50, 100]);
    assert.equal(read({ q: '' }).query, null);
    const old = list({ limit: '5000', offset: '7' });
    assert.deepEqual([old.size, old.offset], [1000, 7]);
    assert.equal(list({ limit: '99999999999999999999999' }).size, 1000);
    assert.equal(readListPage(anyCall, {}, thingFields, { standard: 100, max: 1000 }).size, 100);
  });

  it('list every fault of a request', () => {
    const bad = { page_size: '1001', page_number: '0', q: '(', s: 'colour' };
    assert.deepEqual(
      faultsOf(() => read(bad)),
      ['page_size', 'page_number', 'q', 's'],
    );
    for (const value of ['', '-1', '1.5', 'x', '1e3', ' 1', ['1', '2'], {}, true]) {
      assert.deepEqual(
        faultsOf(() => read({ page_size: value })),
        ['page_size'],
        String(value),
      );
    }
    assert.deepEqual(
      faultsOf(() => list({ limit: '0', offset: '-1' })),
      ['limit', 'offset'],
    );
    assert.deepEqual(
      faultsOf(() => read({ q: ['(is_null name)', '(is_null name)'] })),
      ['q'],
    );
  });

  it('cut the row too many and know whether there is more', () => {
    const page = read({ page_size: '2' });
    assert.equal(cutPage(page, rowsOf(2)).nextToken, null);
    assert.equal(cutPage(page, rowsOf(3)).rows.length, 2);
    assert.notEqual(cutPage(page, rowsOf(3)).nextToken, null);
    assert.equal(cutPage(page, []).nextToken, null);
    assert.deepEqual(pagedReply(page, ['a', 'b'], 7), {
      data: ['a', 'b'],
      page_number: 1,
      page_size: 2,
      total_count: 7,
    });
  });

  it('link to the next page, keeping the other parameters', () => {
    const params = { page_size: '2', page_number: '3', q: '(= name "a b+<>")', x: 'é' };
    const search = new URLSearchParams(params).toString();
    const link = linkOf(params, `/org/o 1/offer?${search}`) ?? '';
    const [, target = ''] = /^<([^<>\s]+)>; rel="next"$/.exec(link) ?? assert.fail(link);
    const url = new URL(target, 'http://localhost');
    assert.equal(url.pathname, '/org/o%201/offer');
    assert.deepEqual(Object.fromEntries(url.searchParams), { ...params, page_number: '4', page_token: tokenOf(link) });
    assert.match(
      pageHeaders(list({ limit: '2' }), { rows: [1, 2], nextToken: 't' }, 9, '/x').Link ?? '',
      /<\/x\?offset=2&page_token=t>/,
    );
    assert.equal(pageHeaders(list({}), { rows: [], nextToken: null }, 9, '/x').Link, undefined);
  });

  it('end early where the rows are large, and go on exactly behind the last', () => {
    const old = list({ limit: '5', offset: '10' });
    const cut = cutPage(old, rowsOf(2), false);
    assert.notEqual(cut.nextToken, null);
    const headers = pageHeaders(old, cut, 99, '/x?limit=5&offset=10');
    assert.match(headers.Link ?? '', /offset=12&page_token=/);
    assert.equal(headers['X-Page-Cut'], 'bytes');
    const numbered = read({ page_size: '5', page_number: '3' });
    const link =
      pageHeaders(numbered, cutPage(numbered, rowsOf(2), false), 99, '/x?page_size=5&page_number=3').Link ?? '';
    assert.doesNotMatch(link, /page_number/, 'no page number begins there');
    const next = read({ page_size: '5', page_token: tokenOf(link) });
    assert.equal(next.offset, 12);
    const whole = cutPage(old, rowsOf(6), true);
    assert.equal(pageHeaders(old, whole, 99, '/x')['X-Page-Cut'], undefined);
  });

  it('link by token alone once the offset has become deep', () => {
    assert.match(linkOf({ page_size: '100', page_number: '100' }, '/x') ?? '', /page_number=101&/);
    const deep = linkOf({ page_size: '100', page_number: '101' }, '/x?page_number=101&page_size=100') ?? '';
    assert.doesNotMatch(deep, /page_number/);
    const next = read({ page_size: '100', page_token: tokenOf(deep) });
    assert.deepEqual([next.after, next.offset], [key, 10_100]);
    assert.equal(pagedReply(next, [], 1).page_number, 102);
  });

  it('say when the total was not counted to its end', () => {
    const page = read({});
    assert.deepEqual(pageHeaders(page, { rows: [], nextToken: null }, 100_000, '/x'), { 'X-Total-Count': '100000' });
    const capped = { 'X-Total-Count': '100001', 'X-Total-Count-Capped': 'true' };
    assert.deepEqual(pageHeaders(page, { rows: [], nextToken: null }, CAPPED_TOTAL, '/x'), capped);
  });

  it('refuse a token of another order, query, filter, list or organization', () => {
    const token = tokenOf(linkOf({ q: '(is_null name)', status: 'A' }, '/x'));
    const same = { q: '( is_null\nname )', status: 'A', page_size: '7', page_token: token };
    assert.deepEqual(read(same).after, key);
    assert.throws(() => read({ ...same, s: 'creation_time' }), /another order/);
    assert.throws(() => read({ ...same, q: '(is_null price)' }), /another list, organization or filter/);
    assert.throws(() => read({ ...same, q: undefined }), /another list, organization or filter/);
    assert.throws(() => read({ ...same, status: 'B' }), /another list, organization or filter/);
    const from = (call: typeof anyCall) => () => readQueryPage(call, same, thingFields);
    assert.deepEqual(from({ ...anyCall, url: '/thing?page_size=3' })().after, key);
    assert.throws(from({ ...anyCall, url: '/other' }), /another list, organization or filter/);
    assert.throws(from({ ...anyCall, orgId: 'p' }), /another list, organization or filter/);
    assert.deepEqual(
      faultsOf(() => read({ ...same, s: 'creation_time' })),
      ['page_token'],
    );
  });

  it('refuse a made-up token before it reaches the database', () => {
    const sort = 'name,price,seats,active,end_time,buyer_id';
    const page = read({ s: sort });
    const good = [
      'n',
      '1.5',
      '7',
      true,
      '2026-01-01T00:00:00Z',
      '01900001-0000-7000-8000-000000000001',
      key[1] ?? null,
    ];
    const tokenWith = (at: number, value: unknown) =>
      encodePageToken({ key: good.with(at, value as string), offset: 1 }, page);
    assert.deepEqual(read({ s: sort, page_token: tokenWith(0, null) }).after?.[0], null);
    const bad: [number, unknown][] = [
      [0, 'a\0'],
      [0, '\ud800'],
      [0, 1],
      [0, true],
      [1, 'x'],
      [1, '1e5'],
      [1, 'NaN'],
      [2, '1.5'],
      [2, '9223372036854775808'],
      [3, 'true'],
      [4, 'infinity'],
      [4, '2026-02-30T00:00:00Z'],
      [5, 'x'],
      [6, null],
      [6, "'"],
    ];
    for (const [at, value] of bad) {
      const deed = () => read({ s: sort, page_token: tokenWith(at, value) });
      assert.throws(deed, /must be a page token/, `${at}: ${JSON.stringify(value)}`);
    }
    assert.throws(
      () => read({ s: sort, page_token: encodePageToken({ key: good.slice(1), offset: 1 }, page) }),
      /must be a page token/,
    );
    assert.throws(
      () => read({ s: sort, page_token: encodePageToken({ key: good, offset: -1 }, page) }),
      /must be a page token/,
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.json().map((text) => Buffer.from(text).toString('base64url')),
        ),
        (text) => {
          assert.deepEqual(
            faultsOf(() => read({ page_token: text })),
            ['page_token'],
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
