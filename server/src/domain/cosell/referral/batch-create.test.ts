import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { complete } from '../../../adapters/cosell/documents.test-support.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

type Result = {
  index: number;
  referralId?: string;
  error?: { code: string; info: { path: string; message: string }[] };
};

test('One bad item of a batch spoils none, whatever it is', async () => {
  const good = { partner: 'AWS', info: { aceOpportunityV2: complete.AWS } };
  const bad = [null, 'draft', 5, true, [good], {}, { ...good, info: null }, { ...good, partner: 'aws' }];
  const reply = await app.acme.editor.call('POST', '/cosell/referral/batchCreate', { body: [...bad, good] });
  assert.equal(reply.status, 200, reply.text);
  const { results } = reply.body as { results: Result[] };
  assert.deepEqual(
    results.map(({ index, error, referralId }) => [index, error?.code, referralId !== undefined]),
    [...bad.map((_item, index) => [index, 'BadRequest', false]), [bad.length, undefined, true]],
  );
  assert.deepEqual(results[1]?.error?.info, [{ path: '', code: 'invalid_type', message: 'must be an object' }]);
  const list = await app.acme.editor.call('GET', '/cosell/referral');
  assert.equal((list.body as { total_count: number }).total_count, 1);
});
