import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endpoints } from '../../src/domain/endpoints.ts';
import { startApp, type TestApp } from '../app.ts';
import { callerFor, examples } from '../examples/all.ts';
import { sentOf } from '../examples/example.ts';

// Members that the service alone sets are refused in a body or have no effect, whatever endpoint they are sent to, in a request that is right
// otherwise.

const given: Readonly<Record<string, unknown>> = {
  id: 'contact_01ffffffffffffffffffffffff',
  creationTime: '2001-02-03T04:05:06Z',
  lastUpdateTime: '2001-02-03T04:05:06Z',
  createdBy: 'user_01ffffffffffffffffffffffff',
  lastUpdatedBy: 'user_01ffffffffffffffffffffffff',
  version: 777_177_717_771,
  invoicedAmount: 777_277_727_772,
  collectableAmount: 777_377_737_773,
  disbursedAmount: 777_477_747_774,
};

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body, and the first item of a list, with a member more. */
const withMember = (body: unknown, name: string): unknown =>
  Array.isArray(body)
    ? [{ ...(body[0] as object), [name]: given[name] }, ...body.slice(1)]
    : { ...(body as object), [name]: given[name] };

for (const endpoint of endpoints) {
  if (endpoint.body === null || endpoint.method === 'GET') continue;
  test(`${endpoint.id} takes nothing that the service alone sets`, async () => {
    for (const name of Object.keys(given)) {
      const example = await examples[endpoint.id]?.(app, app.acme);
      assert.ok(example);
      const [item] = Array.isArray(example.body) ? example.body : [example.body];
      // If the example has it, it is not a member that only the service sets.
      if (!isObject(item) || name in item) continue;
      const url = endpoint.path.replace(/\{(\w+)\}/g, (_, one: string) =>
        one === 'orgId' ? app.acme.id : encodeURIComponent(example.params?.[one] ?? ''),
      );
      const reply = await callerFor(endpoint, app.acme).call(endpoint.method, `/${url}`, {
        ...sentOf(example),
        body: withMember(example.body, name),
      });
      assert.ok(reply.status < 500, reply.text);
      if (reply.status === 200)
        assert.ok(!reply.text.includes(String(given[name])), `${name} came back: ${reply.text.slice(0, 500)}`);
      // An id may name the draft that is meant.
      else assert.ok(reply.status === 400 || reply.status === 404, `${name}: ${reply.text}`);
    }
  });
}
