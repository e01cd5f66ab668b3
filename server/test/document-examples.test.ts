import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createStrictReader } from '../../tools/demo/strict-reader.ts';
import { exampleOf } from '../src/contract/openapi/examples.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { startApp, type TestApp } from './app.ts';
import { recordExample } from './examples/record.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const again = 'run node tools/examples.ts and read the difference';

test('the examples of the document are real exchanges, and match the document', async () => {
  const reader = createStrictReader((await app.anonymous('GET', '/openapi.json')).body);
  for (const endpoint of endpoints) {
    const shown = exampleOf(endpoint.id);
    const sent = await recordExample(app, endpoint);
    assert.ok(shown, `${endpoint.id}: ${again}`);
    assert.deepEqual(shown.parameters, sent.parameters, `${endpoint.id}: ${again}`);
    assert.deepEqual(Object.keys(shown.body ?? {}), Object.keys(sent.body ?? {}), `${endpoint.id}: ${again}`);
    assert.deepEqual(Object.keys(shown.reply ?? {}), Object.keys(sent.reply ?? {}), `${endpoint.id}: ${again}`);
    const wrong = reader.judge(endpoint.path, endpoint.method.toLowerCase(), 200, shown.reply);
    assert.deepEqual(wrong, [], endpoint.id);
  }
});
