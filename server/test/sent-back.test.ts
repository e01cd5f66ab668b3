import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { type CallOptions, type Reply, startApp, type TestApp } from './app.ts';
import { type DocumentSchema, formsOf, replySchemaOf } from './document-schemas.ts';
import { callerFor, examples } from './examples/all.ts';
import type { Example } from './examples/example.ts';
import { respelled } from './respelled.ts';

// Clients of typed languages read an object, change a member, and send the whole back: with null for each member of their class that
// was not there, and with times and numbers in their own spelling. What they did not change stays as it is, and nobody is told.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

/** The value with null for every member of its class that it does not have, at any depth. */
const withNulls = (schema: DocumentSchema, value: unknown): unknown => {
  const forms = formsOf(schema);
  if (Array.isArray(value)) {
    const items = forms.find((form) => form.items)?.items ?? {};
    return value.map((item) => withNulls(items, item));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members: Record<string, DocumentSchema> = Object.assign({}, ...forms.map((form) => form.properties ?? {}));
  const nulls = Object.keys(members).map((name) => [name, null]);
  const given = Object.entries(value).map(([name, member]) => [name, withNulls(members[name] ?? {}, member)]);
  return Object.fromEntries([...nulls, ...given]);
};

const pathOf = ({ path }: Endpoint, params: Record<string, string> = {}): string =>
  path
    .replace(/^\/org\/\{orgId\}/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'missing'));

const both = endpoints.flatMap((write) => {
  const read = endpoints.find(({ path, method }) => method === 'GET' && path === write.path);
  return read?.id.startsWith('get') && ['PATCH', 'PUT'].includes(write.method) ? [{ read, write }] : [];
});

test('there are objects that are read and written at one address', () => assert.ok(both.length >= 14));

/** Where the example's change is carried out at a partner, and no other change is taken until then. */
const waiting: ReadonlySet<string> = new Set(['updateProduct']);

for (const { read, write } of both) {
  const shown = replySchemaOf(read) ?? {};
  const ways: Record<string, (seen: unknown) => CallOptions> = {
    'as it is': (body) => ({ body }),
    'with null for what is absent': (seen) => ({ body: withNulls(shown, seen) }),
    'in another spelling': (seen) => ({ rawBody: respelled(seen) }),
  };

  test(`${write.id} takes the whole object back and changes nothing`, async () => {
    const { params, body }: Example = (await examples[write.id]?.(app, app.acme)) ?? {};
    const call = (method: string, options: CallOptions = {}): Promise<Reply> =>
      callerFor(write, app.acme).call(method, pathOf(write, params), options);
    if (!waiting.has(write.id)) assert.equal((await call(write.method, { body })).status, 200);
    const seen = await call('GET');
    for (const [way, written] of Object.entries(ways)) {
      const reply = await call(write.method, written(seen.body));
      assert.equal(reply.status, 200, `${way}: ${reply.text}`);
      const now = await call('GET');
      assert.deepEqual([now.body, now.headers.get('etag')], [seen.body, seen.headers.get('etag')], way);
    }
  });
}
