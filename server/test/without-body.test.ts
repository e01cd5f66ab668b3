import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { type Reply, startApp, type TestApp } from './app.ts';
import { callerFor, examples } from './examples/all.ts';
import { referenceWithoutBody } from './reference-requests.ts';

// Clients of the reference send some requests without a body although ours takes one; they must work.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const served = endpoints.filter(({ id }) => referenceWithoutBody.includes(id));

/** Sends the endpoint's example without its body, and with an empty one. */
const sendEmpty = async (endpoint: Endpoint, contentType: string | null): Promise<Reply> => {
  const example = await examples[endpoint.id]?.(app, app.acme);
  const path = endpoint.path
    .replace(/^\/org\/\{orgId\}/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example?.params?.[name] ?? 'missing'));
  const query = example?.query === undefined ? '' : `?${example.query}`;
  return callerFor(endpoint, app.acme).call(endpoint.method, `${path}${query}`, {
    ...(contentType === null ? {} : { rawBody: '', contentType }),
  });
};

for (const endpoint of served) {
  for (const contentType of [null, 'application/json']) {
    test(`${endpoint.id} takes no body (${contentType ?? 'no media type'})`, async () => {
      const reply = await sendEmpty(endpoint, contentType);
      if (endpoint.id !== 'createCreditWallet') return assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.status, 400, reply.text);
      const { info } = reply.body as { info: { path: string; code: string; message: string }[] };
      assert.deepEqual(
        info.map(({ path, code }) => [path, code]),
        [['totalAmount', 'required']],
      );
      for (const field of ['currency', 'name', 'startTime', 'expireTime'])
        assert.ok(info[0]?.message.includes(field), `${field} is not named`);
    });
  }
}

test('a credit wallet that is updated without a body stays as it is', async () => {
  const { params = {} } = (await examples.updateCreditWallet?.(app, app.acme)) ?? {};
  const path = `/buyer/${params.buyerId}/wallet`;
  const shown = async (): Promise<unknown> =>
    ((await app.acme.viewer.call('GET', path)).body as { id: string }[]).find(({ id }) => id === params.walletId);
  const before = await shown();
  const events = async (): Promise<number> =>
    (await app.database.pool.query('select count(*)::int as n from outbox where org_id = $1', [app.acme.uuid])).rows[0]
      .n;
  const told = await events();
  const reply = await app.acme.editor.call('PATCH', `${path}/${params.walletId}`);
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(reply.body, before);
  assert.deepEqual(await shown(), before);
  assert.equal(await events(), told);
});
