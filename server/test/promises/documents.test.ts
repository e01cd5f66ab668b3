import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { documentBytesMax } from '../../src/contract/limits.ts';
import { decodeId } from '../../src/kit/ids.ts';
import { isLargerJson, jsonBytesOf } from '../../src/kit/json-size.ts';
import { type Reply, startApp, type TestApp } from '../app.ts';

// R12: free documents have a size, however they grow; what is larger already stays readable.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const draft = (body: object): Promise<Reply> =>
  app.acme.editor.call('POST', '/draftProduct', { body: { name: 'P', partner: 'AWS', ...body } });

const assertTooLarge = (reply: Reply, path: string): void => {
  assert.equal(reply.status, 400, reply.text.slice(0, 300));
  const { info } = reply.body as { info: { path: string; code: string; message: string }[] };
  assert.deepEqual(
    info.map(({ path, code }) => [path, code]),
    [[path, 'too_large']],
  );
  assert.match(info[0]?.message ?? '', /262144 bytes/);
};

test('a document is taken up to its limit, and refused one byte later', async () => {
  const empty = jsonBytesOf({ refundCancellationPolicy: '' });
  const policy = 'é'.repeat((documentBytesMax - empty) / 2);
  assert.equal((await draft({ info: { refundCancellationPolicy: policy } })).status, 200);
  assertTooLarge(await draft({ info: { refundCancellationPolicy: `${policy}é` } }), 'info');
  assertTooLarge(await draft({ metaInfo: { customMetaInfo: { a: 'x'.repeat(documentBytesMax) } } }), 'metaInfo');
});

test('a document does not grow beyond its limit in small steps', async () => {
  const { id } = (await draft({ metaInfo: { customMetaInfo: { a: 'x'.repeat(200_000) } } })).body as { id: string };
  const body = { errorMessages: [], contacts: Array.from({ length: 8 }, () => ({ name: 'y'.repeat(10_000) })) };
  const reply = await app.acme.editor.call('PATCH', `/product/${id}/metaInfo`, { body });
  assertTooLarge(reply, '');
  assert.match(reply.text, /metaInfo would be larger/);
});

test('a document that was stored larger is read, and its resource changed', async () => {
  const { id } = (await draft({})).body as { id: string };
  const uuid = decodeId('prod', id);
  await app.database.write(app.acme.uuid, async (db) => {
    await sql`update product set info = ${JSON.stringify({ sellerNotes: 'x'.repeat(1_000_000) })}::jsonb
      where org_id = ${db.orgId} and id = ${uuid}`.execute(db.raw);
  });
  const read = await app.acme.editor.call('GET', `/product/${id}`);
  assert.equal(read.status, 200);
  const body = { id, name: 'Q', partner: 'AWS', info: { sellerNotes: 'short' } };
  const changed = await app.acme.editor.call('POST', '/draftProduct', { body });
  assert.equal(changed.status, 200, changed.text.slice(0, 300));
});

test('the metaInfo of usage has the same limit', async () => {
  const metaInfo = { a: 'x'.repeat(documentBytesMax) };
  const body = [{ entitlementID: 'ent_01h2xcejqtf2nbrexx3vqjhp41', records: { gb: 1 }, metaInfo }];
  const reply = await app.acme.editor.call('POST', '/batchCreateUsageRecordGroups', { body });
  assert.equal(reply.status, 400);
  assert.ok((reply.body as { info: { path: string }[] }).info.some(({ path }) => path === '0.metaInfo'));
});

test('sizes are those of the JSON, whatever is in it', () => {
  for (const value of ['\u0001'.repeat(50), { a: ['é', '😀', '"', 1.5, null, true] }, [], {}, [[[]]], 'x']) {
    const bytes = Buffer.byteLength(JSON.stringify(value));
    assert.equal(isLargerJson(value, bytes), false);
    assert.equal(isLargerJson(value, bytes - 1), true);
  }
});
