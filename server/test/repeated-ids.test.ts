import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { repeatedIdsOf } from '../src/contract/repeated-ids.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { encodeId } from '../src/kit/ids.ts';
import { type Reply, startApp, type TestApp } from './app.ts';
import { callerFor, examples } from './examples/all.ts';
import type { Example } from './examples/example.ts';

// Clients send whole objects back, with their IDs. One rule holds for all of them (decision 0238): an ID in a body that repeats one of the
// path is the same, empty or absent. Which members these are is derived from the path of each endpoint.

type Json = Record<string, unknown>;

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

/** Bodies whose `id` is not of what the path names: what they create, or something in it, has an ID of its own. */
const otherThings = [
  'applyAddonToEntitlement',
  'createCreditWallet',
  'createSupportTicketComment',
  'invitePartnerContact',
  'reportUsageRecordGroup',
];

const isJson = ({ body, form, csv }: Endpoint): boolean => body !== null && !form && !csv;
const concerned = endpoints.filter((one) => isJson(one) && one.path.startsWith('/org/{orgId}'));

const send = (endpoint: Endpoint, example: Example, body: unknown): Promise<Reply> => {
  const path = endpoint.path
    .replace(/^\/org\/\{orgId\}/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? 'missing'));
  const query = example.query ? `?${example.query.replaceAll(/[ "%]/g, encodeURIComponent)}` : '';
  return callerFor(endpoint, app.acme).call(endpoint.method, `${path}${query}`, { body });
};

/** The body of the example with these members added: to a list, in each of its objects. */
const withMembers = (body: unknown, members: Json): unknown =>
  Array.isArray(body) ? body.map((item) => withMembers(item, members)) : { ...((body ?? {}) as Json), ...members };

const isList = (endpoint: Endpoint, { body }: Example): boolean =>
  Array.isArray(body) && (body.length === 0 || typeof body[0] === 'object') && endpoint.id !== 'sendOfferNotifications';

const faultsOf = (reply: Reply): { path: string; code: string }[] => {
  const { info } = reply.body as { info: unknown };
  return Array.isArray(info) ? info : [];
};

/** Whether the endpoint refuses each member that it does not know, and this one with it. */
const isUnknown = (reply: Reply, name: string): boolean =>
  faultsOf(reply).some(({ path, code }) => path.endsWith(name) && code === 'unknown_field');

for (const endpoint of concerned) {
  const repeated = Object.entries(repeatedIdsOf(endpoint));
  const exampleOf = async (): Promise<Example> => (await examples[endpoint.id]?.(app, app.acme)) ?? {};
  describe(`${endpoint.id} (${endpoint.method} ${endpoint.path})`, () => {
    test('repeats the organization, and every ID of its path', () => {
      const expected = ['organizationID', 'organizationId'];
      const ids = Object.entries(endpoint.params).filter(([, parameter]) => 'id' in parameter);
      for (const [name] of ids) expected.push(name, name.replace(/Id$/, 'ID'));
      const subject = ids.length > 0 || endpoint.path === '/org/{orgId}';
      if (subject && !otherThings.includes(endpoint.id) && !('creates' in endpoint && endpoint.creates))
        expected.push('id');
      assert.deepEqual(repeated.map(([name]) => name).sort(), expected.sort());
    });

    test('refuses another ID, before it looks for anything', async () => {
      const example = await exampleOf();
      const missing = Object.fromEntries(
        Object.entries(endpoint.params).map(([name, parameter]) => [
          name,
          'id' in parameter
            ? encodeId(parameter.id, '01900000-0000-7000-8000-000000000000')
            : (example.params?.[name] ?? ''),
        ]),
      );
      const inItems = isList(endpoint, example);
      if (Array.isArray(example.body) && !inItems) return;
      for (const [name] of repeated.filter(([one]) => !(inItems && one === 'id'))) {
        for (const params of [example.params ?? {}, missing]) {
          const other = name.startsWith('organization') ? app.globex.id : 'another';
          const reply = await send(endpoint, { ...example, params }, withMembers(example.body, { [name]: other }));
          assert.equal(reply.status, 400, `${name}: ${reply.text}`);
          const path = inItems ? `0.${name}` : name;
          const fault = faultsOf(reply).find((one) => one.path === path && one.code === 'other_id');
          assert.ok(fault, `${name}: ${reply.text}`);
        }
      }
    });

    test('takes the same ID, and an empty one', async () => {
      for (const write of [(id: string) => id, () => '', () => null]) {
        for (const [name, parameter] of repeated) {
          const example = await exampleOf();
          if (Array.isArray(example.body) && !(isList(endpoint, example) && name !== 'id')) continue;
          const ours = parameter === 'orgId' ? app.acme.id : (example.params?.[parameter] ?? '');
          const reply = await send(endpoint, example, withMembers(example.body, { [name]: write(ours) }));
          if (reply.status === 400 && isUnknown(reply, name)) continue;
          // A required member cannot be null.
          if (
            write('') === null &&
            reply.status === 400 &&
            faultsOf(reply).every(({ code }) => code === 'invalid_type')
          )
            continue;
          assert.equal(reply.status, 200, `${name}: ${reply.text}`);
        }
      }
    });
  });
}

test('an ID of something else is not compared', async () => {
  for (const id of otherThings) {
    const endpoint = endpoints.find((one) => one.id === id) ?? assert.fail(id);
    const example = (await examples[id]?.(app, app.acme)) ?? assert.fail(id);
    const reply = await send(endpoint, example, { ...(example.body as Json), id: 'one-of-our-own' });
    assert.equal(reply.status, 200, `${id}: ${reply.text}`);
  }
});
