import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Actor } from '../src/auth/principal.ts';
import { isAct } from '../src/contract/endpoint.ts';
import type { EventName } from '../src/contract/events.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { eventTexts } from '../src/domain/notification/event/event-texts.ts';
import { messageMax, nameOf } from '../src/domain/notification/event/texts/event-text.ts';
import { startApp, type TestApp } from './app.ts';
import { recordExample } from './examples/record.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

type Stored = {
  name: EventName;
  entity_type: string;
  entity_id: string;
  payload: Record<string, unknown>;
  actor: Actor;
};

test('the events of every endpoint are described in sentences that name their subjects', async () => {
  for (const endpoint of endpoints) if (isAct(endpoint)) await recordExample(app, endpoint);
  const { rows } = await app.database.pool.query('select name, entity_type, entity_id, payload, actor from outbox');
  const events = rows as Stored[];
  for (const event of events) {
    const text = eventTexts[event.name].message(event);
    assert.doesNotMatch(text, /undefined|\[object|NaN|\n/, event.name);
    assert.ok(text.length <= messageMax, text);
    assert.ok(text.includes(nameOf(event.payload)), `${event.name}: ${text}`);
  }
  const seen = new Set(events.map(({ name }) => name));
  assert.ok(seen.size >= 90, `only ${seen.size} kinds of events were seen`);
});
