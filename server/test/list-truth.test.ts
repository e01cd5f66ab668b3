import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { partnerServices } from '../src/adapters/partner-services.ts';
import type { Endpoint } from '../src/contract/endpoint.ts';
import type { Fields } from '../src/contract/fields.ts';
import { queryNamesOf } from '../src/contract/query-names.ts';
import { buyerFields } from '../src/domain/buyer/fields.ts';
import { contactFields } from '../src/domain/contact/fields.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { offerFields } from '../src/domain/offer/fields.ts';
import { connectionFields } from '../src/domain/organization/connection/fields.ts';
import { productFields } from '../src/domain/product/fields.ts';
import { type Reply, startApp, type TestApp, type TestOrganization } from './app.ts';
import { callerFor, examples } from './examples/all.ts';

// Lists return only what was requested: a page token is valid only for its own list, and hidden values cannot be searched
// for.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const lists = endpoints.filter((endpoint) => queryNamesOf(endpoint).includes('page_token'));

const ask = (endpoint: Endpoint, organization: TestOrganization, path: string, query: string): Promise<Reply> =>
  callerFor(endpoint, organization).call('GET', `${path}?${query}`);

/** The path of the endpoint's example, with the entities that it needs. */
const examplePath = async (endpoint: Endpoint, organization: TestOrganization): Promise<string> => {
  const { params } = (await examples[endpoint.id]?.(app, organization)) ?? {};
  return endpoint.path
    .replace(/^\/org\/\{orgId\}/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? 'missing');
};

/** Endpoints whose examples create what lists show. */
const makers = [
  'createContact',
  'createOrUpdateDraftOffer',
  'createOrUpdateDraftProduct',
  'createBuyer',
  'createRole',
  'createOfferSet',
  'approveEntitlement',
  'batchReportUsageRecordGroups',
];

const make = async (maker: string, change: (body: unknown) => unknown = (body) => body): Promise<void> => {
  const endpoint = endpoints.find(({ id }) => id === maker) ?? assert.fail(maker);
  const { params, body } = (await examples[maker]?.(app, app.acme)) ?? {};
  const path = endpoint.path
    .replace(/^\/org\/\{orgId\}/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? 'missing');
  const sent = body === undefined ? {} : { body: change(body) };
  const reply = await callerFor(endpoint, app.acme).call(endpoint.method, path, sent);
  assert.equal(reply.status, 200, reply.text);
};

const sizeOf = (endpoint: Endpoint): string => (queryNamesOf(endpoint).includes('limit') ? 'limit=1' : 'page_size=1');

const tokenOf = async (endpoint: Endpoint, path: string): Promise<string | undefined> => {
  const reply = await ask(endpoint, app.acme, path, sizeOf(endpoint));
  return /[?&]page_token=([\w-]+)/.exec(reply.headers.get('link') ?? '')?.[1];
};

const assertRefused = (reply: Reply, message: RegExp): void => {
  assert.equal(reply.status, 400, reply.text);
  const { info } = reply.body as { info: { path: string; message: string }[] };
  assert.deepEqual(
    info.map(({ path }) => path),
    ['page_token'],
  );
  assert.match(info[0]?.message ?? '', message);
};

describe('a page token', () => {
  let tokens: Map<string, { path: string; token: string }>;
  before(async () => {
    tokens = new Map();
    for (const maker of makers) for (let made = 0; made < 2; made += 1) await make(maker);
    for (const endpoint of lists) {
      const path = await examplePath(endpoint, app.acme);
      const token = await tokenOf(endpoint, path);
      if (token !== undefined) tokens.set(endpoint.id, { path, token });
    }
    assert.ok(tokens.size >= 12, `tokens of ${[...tokens.keys()].join(', ')}`);
  });

  for (const endpoint of lists) {
    test(`of ${endpoint.id} works for it alone, and no other works for it`, async () => {
      const own = tokens.get(endpoint.id);
      const path = own?.path ?? (await examplePath(endpoint, app.acme));
      for (const [id, { token }] of tokens) {
        const reply = await ask(endpoint, app.acme, path, `${sizeOf(endpoint)}&page_token=${token}`);
        if (id === endpoint.id) assert.equal(reply.status, 200, reply.text);
        else assertRefused(reply, /another order|another list, organization or filter|must be a page token/);
      }
      if (!own) return;
      const elsewhere = /another list, organization or filter/;
      if (!path.split('/').some((part) => part.includes('_')))
        assertRefused(await ask(endpoint, app.globex, path, `page_token=${own.token}`), elsewhere);
      const names = queryNamesOf(endpoint);
      if (names.includes('startDate'))
        assertRefused(await ask(endpoint, app.acme, path, `startDate=2020-01-01&page_token=${own.token}`), elsewhere);
      if (names.includes('s'))
        assertRefused(await ask(endpoint, app.acme, path, `s=creation_time&page_token=${own.token}`), /another order/);
    });
  }

  test('of operations is good for its filter alone', async () => {
    for (let made = 0; made < 2; made += 1) await examples.createOffer?.(app, app.acme);
    const list = (organization: TestOrganization, body: object): Promise<Reply> =>
      organization.editor.call('POST', '/v2/operation/list', { body });
    const ended = { operator: '=', field: 'ExecutionStatus', value: 'RUNNING' };
    const { offsetToken } = (await list(app.acme, { limit: 1, filter: ended })).body as { offsetToken: string };
    assert.ok(offsetToken, 'there is a next page');
    const { value, field, operator } = ended;
    assert.equal((await list(app.acme, { limit: 1, filter: { value, field, operator }, offsetToken })).status, 200);
    for (const [organization, filter] of [
      [app.acme, undefined],
      [app.acme, { ...ended, operator: '!=' }],
      [app.globex, ended],
    ] as const) {
      const reply = await list(organization, { limit: 1, ...(filter && { filter }), offsetToken });
      assert.equal(reply.status, 400, reply.text);
      assert.match(reply.text, /belongs to another organization or filter/);
    }
  });
});

/** `info.emailAddress` stays as it is; `product_id` is shown as `productID` or `productId`. */
const shownAt = (thing: Record<string, unknown>, name: string): unknown => {
  const camel = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const at = (path: string): unknown =>
    path.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], thing);
  return at(camel) ?? at(camel.replace(/Id$/, 'ID'));
};

const emptied = (body: Record<string, unknown>, fields: Fields): Record<string, unknown> => {
  const sent = structuredClone(body);
  for (const [name, field] of Object.entries(fields)) {
    if (field.required || (field.type !== 'text' && field.type !== 'enum')) continue;
    const [place = '', member] = name.split('.');
    if (member === undefined) sent[name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())] = '';
    else sent[place] = { ...(sent[place] as object), [member]: '' };
  }
  return sent;
};

describe('hidden values cannot be searched', () => {
  const assertTold = async (path: string, fields: Fields): Promise<void> => {
    const query = async (q: string): Promise<Record<string, unknown>[]> => {
      const reply = await app.acme.owner.call('GET', `${path}?page_size=200&q=${encodeURIComponent(q)}`);
      assert.equal(reply.status, 200, reply.text);
      return (reply.body as { data: Record<string, unknown>[] }).data;
    };
    const all = await query('(not (is_null id))');
    assert.ok(all.length > 0);
    for (const [name, field] of Object.entries(fields)) {
      if (field.required) continue;
      const empty = new Set((await query(`(is_null ${name})`)).map(({ id }) => id));
      for (const thing of all)
        assert.equal(empty.has(thing.id), shownAt(thing, name) === undefined, `${name} of ${JSON.stringify(thing)}`);
      if (field.type !== 'text') continue;
      assert.deepEqual(await query(`(= ${name} "")`), [], name);
    }
  };

  for (const [maker, path, fields] of [
    ['createContact', '/contact/query', contactFields],
    ['createOrUpdateDraftOffer', '/offer/query', offerFields],
    ['createOrUpdateDraftProduct', '/product/query', productFields],
    ['createBuyer', '/buyer/query', buyerFields],
  ] as const) {
    test(`${maker}: an empty text is the same as none`, async () => {
      await make(maker);
      await make(maker, (body) => emptied(body as Record<string, unknown>, fields));
      await assertTold(path, fields);
    });
  }

  test('integrations: what they do not show, such as the mode of a payment provider', async () => {
    await examples.createBuyer?.(app, app.acme);
    await assertTold('/integration', connectionFields);
    const ofMode = await app.acme.owner.call('GET', '/integration?mode=SHADOW');
    const partners = (ofMode.body as { data: { partner: string }[] }).data.map(({ partner }) => partner);
    assert.ok(!partners.includes('STRIPE'), partners.join());
  });
});

describe('auditing events', () => {
  const document = endpoints.find(({ id }) => id === 'queryAuditingEvents') ?? assert.fail();

  for (const { partner, service, hook } of partnerServices) {
    if (!hook) continue;
    test(`of ${partner} have an eventType of the document, and are found by it`, async () => {
      const { uuid } = app.globex;
      const [connection, message] = [randomUUID(), randomUUID()];
      await app.database.write(uuid, async ({ raw }) => {
        await sql`insert into connection (org_id, id, partner, service, account_id, region, metering_region,
          credentials_sealed, created_by, creation_time, last_update_time)
          values (${uuid}, ${connection}, ${partner}, ${service}, 'a', 'r', 'r', '', 'test', now(), now())`.execute(
          raw,
        );
        await sql`insert into partner_message (org_id, id, connection_id, partner, partner_message_id, type, body,
          creation_time, last_update_time)
          values (${uuid}, ${message}, ${connection}, ${partner}, ${message}, 'test', '{}', now(), now())`.execute(raw);
      });
      type Page = { data: { id: string; eventType: string }[] };
      const list = async (query: string): Promise<Page['data']> => {
        const reply = await app.globex.owner.call('GET', `/auditingEvent/query?page_size=1000&${query}`);
        assert.equal(reply.status, 200, reply.text);
        assert.ok(document.reply.safeParse(reply.body).success, reply.text);
        return (reply.body as Page).data;
      };
      const [newest] = await list('');
      assert.ok(newest && newest.eventType !== 'ACTIVITY');
      assert.ok((await list(`eventType=${newest.eventType}`)).some(({ id }) => id === newest.id));
    });
  }
});
