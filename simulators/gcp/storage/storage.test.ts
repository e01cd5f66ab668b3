import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  activeOrder,
  askToken,
  assertion,
  type Bench,
  type Doc,
  openBench,
  type Seller,
  seedProduct,
} from '../gcp.test-support.ts';
import { crc32c } from './crc32c.ts';
import { selectFields } from './select-fields.ts';

const bucket = 'acme-public-marketplace-reports';
const chargesName = '20260901 Charges and Usage.csv';

type Listed = { items?: Doc[]; prefixes?: string[]; nextPageToken?: string; error?: Doc };

/** Two months of a subscription, with their reports. */
const openReported = async (t: Parameters<typeof openBench>[0]) => {
  const bench = await openBench(t, { startsAt: '2026-09-10T18:00:00Z' });
  const product = await seedProduct(bench);
  const order = await activeOrder(bench, product, { termMonths: 12 });
  await bench.advanceTo('2026-11-17T00:00:00Z');
  return { bench, order, product };
};

const list = async (bench: Bench, query = ''): Promise<Listed> =>
  (await bench.storage(query)).json() as Promise<Listed>;
const names = ({ items = [] }: Listed) => items.map(({ name }) => name);

test('the reports of each month and the Customer Insights of each day are in the bucket', async (t) => {
  const { bench, order } = await openReported(t);
  assert.deepEqual(names(await list(bench)), [
    '2026-09-01 Detailed Disbursements Report.csv',
    '2026-09-10 Customer Insights.csv',
    '2026-10-01 Customer Insights.csv',
    '2026-10-01 Detailed Disbursements Report.csv',
    '2026-11-01 Customer Insights.csv',
    '20260901 Charges and Usage.csv',
    '20260901 Disbursements.csv',
    '20261001 Charges and Usage.csv',
    '20261001 Disbursements.csv',
  ]);
  const [charge] = await bench.report(chargesName);
  const [detail] = await bench.report('2026-09-01 Detailed Disbursements Report.csv');
  const [insight] = await bench.report('2026-09-10 Customer Insights.csv');
  assert.equal(charge?.['Account Id'], detail?.c_u_account_id);
  assert.equal(charge?.['Insights Account Id'], insight?.external_account_id);
  // 493 of the 720 hours of September
  assert.deepEqual([charge?.Charges, detail?.cust_charges, insight?.charges], ['68.47', '68.47', '68.47']);
  assert.deepEqual([detail?.entitlement_id, insight?.entitlement_id], [order.id, order.id]);
  assert.deepEqual(Object.keys(detail ?? {}).slice(0, 13), [
    ...['sku_id', 'sku_description', 'solution_id', 'solution_name', 'usage_quantity', 'usage_unit', 'account_id'],
    ...['private_offer_id', 'c_u_account_id', 'country', 'state_or_province', 'city', 'postal_code'],
  ]);
});

test('objects are listed in pages, by prefix and delimiter, with selected fields', async (t) => {
  const { bench } = await openReported(t);
  const all = names(await list(bench));
  const found: unknown[] = [];
  let token = '';
  do {
    const page = await list(bench, `?maxResults=4&fields=items(name),nextPageToken${token && `&pageToken=${token}`}`);
    found.push(...names(page));
    assert.deepEqual(Object.keys(page.items?.[0] ?? {}), ['name']);
    token = encodeURIComponent(page.nextPageToken ?? '');
  } while (token !== '');
  assert.deepEqual(found, all);
  assert.equal(names(await list(bench, '?prefix=202610')).length, 2);
  assert.deepEqual(await list(bench, '?prefix=2026-&delimiter=-&fields=prefixes'), {
    prefixes: ['2026-09-', '2026-10-', '2026-11-'],
  });
  assert.deepEqual(names(await list(bench, '?startOffset=20261001&endOffset=20261001%20D')), [
    '20261001 Charges and Usage.csv',
  ]);
  assert.equal((await bench.storage('?pageToken=!')).status, 400);
  assert.equal((await bench.storage('?fields=items(')).status, 400);
  assert.equal((await bench.storage('?maxResults=0')).status, 400);
});

test('an object has its hashes and generation, and is read as a whole or in part', async (t) => {
  const { bench } = await openReported(t);
  const path = `/${encodeURIComponent(chargesName)}`;
  const meta = (await (await bench.storage(path)).json()) as Record<string, string>;
  const whole = await bench.storage(`${path}?alt=media`);
  const content = Buffer.from(await whole.arrayBuffer());
  assert.deepEqual(
    [meta.size, meta.md5Hash, meta.crc32c],
    [String(content.length), createHash('md5').update(content).digest('base64'), crc32c(content)],
  );
  assert.equal(whole.headers.get('x-goog-generation'), meta.generation);
  const part = await bench.storage(`${path}?alt=media`, { range: 'bytes=5-14' });
  assert.deepEqual(
    [part.status, part.headers.get('content-range'), await part.text()],
    [206, `bytes 5-14/${content.length}`, content.subarray(5, 15).toString()],
  );
  const beyond = await bench.storage(`${path}?alt=media`, { range: 'bytes=99999-' });
  assert.equal(beyond.status, 416);
  assert.equal((await bench.storage(`${path}?generation=1`)).status, 404);
  const link = await fetch(String(meta.mediaLink), { headers: { authorization: `Bearer ${bench.token}` } });
  assert.equal((await link.text()).length, content.length);
  const before = meta.generation;
  await bench.control('POST', '/account/acme-public/report', { kind: 'charges-and-usage', of: '2026-09' });
  const again = (await (await bench.storage(path)).json()) as Record<string, string>;
  assert.ok(BigInt(again.generation ?? 0) > BigInt(before ?? 0) && again.etag !== meta.etag);
  assert.equal(again.md5Hash, meta.md5Hash);
});

test('only the service account of the seller reads its bucket, with a scope of Cloud Storage', async (t) => {
  const { bench } = await openReported(t);
  const read = async (token: string | null, of = bucket) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${bench.url}/gcp/storage/v1/b/${of}/o`, { headers });
    const { error } = (await response.json()) as { error?: { code: number; errors: { reason: string }[] } };
    return [response.status, error?.code, error?.errors[0]?.reason];
  };
  const tokenOf = async (seller: Seller, scope: string) =>
    String((await askToken(bench.url, await assertion(seller, { scope }))).body.access_token);
  const scope = 'https://www.googleapis.com/auth/devstorage.read_only';
  const narrow = await tokenOf(bench.seller, scope);
  assert.deepEqual(await read(narrow), [200, undefined, undefined]);
  assert.equal(
    (await bench.ask('GET', '/gcp/procurement/v1/providers/acme-public/accounts', undefined, narrow)).status,
    403,
  );
  assert.deepEqual(await read(null), [401, 401, 'required']);
  assert.deepEqual(await read('ya29.none'), [401, 401, 'required']);
  const pubsub = await tokenOf(bench.seller, 'https://www.googleapis.com/auth/pubsub');
  assert.deepEqual(await read(pubsub), [403, 403, 'forbidden']);
  const other = await bench.control<Seller>('POST', '/account', { id: 'globex-public' });
  const foreign = await tokenOf(other, scope);
  assert.deepEqual(await read(foreign), [403, 403, 'forbidden']);
  assert.deepEqual(await read(narrow, 'no-such-bucket'), [404, 404, 'notFound']);
  assert.equal((await bench.storage('/none.csv')).status, 404);
});

test('faults damage a file; the correct file replaces it a day later', async (t) => {
  const { bench } = await openReported(t);
  const path = `/${encodeURIComponent(chargesName)}?alt=media`;
  const right = await (await bench.storage(path)).text();
  const spoil = async (name: string, more: Doc = {}) => {
    await bench.control('POST', '/fault', { name, operation: 'ChargesAndUsage', ...more });
    await bench.control('POST', '/account/acme-public/report', { kind: 'charges-and-usage', of: '2026-09' });
    const text = await (await bench.storage(path)).text();
    await bench.clock.advance(25 * 3_600_000);
    assert.equal(await (await bench.storage(path)).text(), right, name);
    return text;
  };
  assert.match(await spoil('report-column-order'), /^Due to Partner,Charges,/);
  assert.match(await spoil('report-new-column', { column: 'Tax' }), /,Tax,/);
  assert.match(await spoil('report-wrong-header', { column: 'SKU', header: 'Sku' }), /^Sku,/);
  assert.equal((await spoil('report-late-row')).split('\r\n').length, 2);
  assert.match(await spoil('report-restated-row', { value: '1.00' }), /,1\.00,/);
  const half = await spoil('report-half');
  assert.ok(right.startsWith(half) && half.length < right.length);
  await bench.control('POST', '/fault', { name: 'throttle', operation: 'DownloadObject' });
  const throttled = await bench.storage(path);
  assert.equal(throttled.status, 429);
  assert.equal(((await throttled.json()) as { error: Doc }).error.code, 429);
});

test('CRC32C and partial responses match the published examples', () => {
  assert.equal(crc32c(Buffer.from('123456789')), Buffer.from('e3069283', 'hex').toString('base64'));
  const value = { kind: 'k', items: [{ name: 'a', size: '1', acl: { x: 1, y: 2 } }], nextPageToken: 't' };
  assert.deepEqual(selectFields(value, 'items/name'), { items: [{ name: 'a' }] });
  assert.deepEqual(selectFields(value, 'kind,items(size,acl/x)'), { kind: 'k', items: [{ size: '1', acl: { x: 1 } }] });
  assert.deepEqual(selectFields(value, '*'), value);
  for (const wrong of ['', 'items(name', 'items)', '(name)', 'items name'])
    assert.equal(selectFields(value, wrong), null, wrong);
});
