import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Endpoint, isAct } from '../src/contract/endpoint.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { encodeId } from '../src/kit/ids.ts';
import { type CallOptions, type Reply, startApp, type TestApp } from './app.ts';
import { callerFor, examples } from './examples/all.ts';
import { type Example, sentOf } from './examples/example.ts';
import { aReferralIn } from './factories/referral.ts';
import { createReferenceJudge, type Operation, readOperations, readType } from './reference-reader.ts';
import { readReferenceSchemas, referenceIsMissing } from './reference-schemas.ts';
import { respelled } from './respelled.ts';
import { filledUp, type ReferenceSchema, unsetValues } from './unset-values.ts';

// A client that knows only the reference, and writes requests as generated clients of several languages do: with empty
// parameters, its own spelling of flags, nulls and zero values, extra members, no media type. Every response is
// validated against the reference's schemas.

type Json = Record<string, unknown>;
const operations = readOperations();
const schemas = referenceIsMissing ? {} : readReferenceSchemas();

const served = operations.flatMap((operation) => {
  const { operationId } = operation;
  const id = `${operationId.charAt(0).toLowerCase()}${operationId.slice(1)}`;
  const endpoint = endpoints.find((one) => one.id === id);
  return endpoint ? [{ operation, endpoint }] : [];
});

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const exampleOf = async ({ id }: Endpoint): Promise<Example> => (await examples[id]?.(app, app.acme)) ?? {};

const send = (endpoint: Endpoint, example: Example, options: CallOptions = {}) => {
  const { params = {}, query = '' } = example;
  const inside = endpoint.path.startsWith('/org/{orgId}');
  const path = endpoint.path
    .replace(/^\/org\/\{orgId\}/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'missing'));
  const address = `${inside ? path : `/${path}`}${query && `?${query.replaceAll(/[ "%]/g, encodeURIComponent)}`}`;
  return callerFor(endpoint, app.acme).call(endpoint.method, address, {
    ...sentOf(example),
    ...options,
  });
};

const faultsIn = referenceIsMissing ? () => [] : createReferenceJudge();

const assertRead = ({ operation }: { operation: Operation }, reply: Reply, what: string): void => {
  assert.equal(reply.status, 200, `${what}: ${reply.text}`);
  assert.deepEqual(faultsIn(operation.response, reply.body), [], what);
};

/** What a response shows, without the IDs and times that each call makes anew. */
const shownBy = ({ text }: Reply): string =>
  text.replaceAll(/[a-z]+_[0-9a-z]{26}/g, 'ID').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');

const requestSchema = (type: string | null): ReferenceSchema | undefined => {
  const { kind, name } = readType(type ?? '');
  if (!(name in schemas)) return undefined;
  return kind ? { items: { $ref: `#/${name}` } } : { $ref: `#/${name}` };
};

/**
 * In a PATCH an empty value has a meaning: it clears. These endpoints have members that cannot be cleared: the address
 * of a contact, the currency of a buyer, the dimensions of a product.
 */
const clears: ReadonlySet<string> = new Set(['updateContact', 'updateBuyer', 'updateProduct']);

describe('a client of the reference', { skip: referenceIsMissing }, () => {
  test('finds its operations', () => assert.ok(served.length >= 80, `${served.length}`));

  for (const one of served.filter(({ operation }) => operation.method === 'GET' && /^List/.test(operation.operationId)))
    test(`${one.operation.operationId}: X-Total-Count is how many there are`, async () => {
      const reply = await send(one.endpoint, await exampleOf(one.endpoint));
      const total = reply.headers.get('x-total-count');
      assert.match(total ?? 'absent', /^\d+$/);
      const isWhole = !one.operation.query.some(({ name }) => name === 'limit' || name === 'page_size');
      const body: unknown = reply.body;
      if (isWhole && Array.isArray(body)) assert.equal(Number(total), body.length);
    });

  for (const one of served) {
    const { operation, endpoint } = one;
    test(`${operation.operationId}: every spelling of the request is read, every answer is what the reference says`, async () => {
      assertRead(one, await send(endpoint, await exampleOf(endpoint)), 'as it is');
      // There is no 304 (decision 0301).
      const headers = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'if-none-match': '*' };
      const type = 'application/json; charset=UTF-8';
      assertRead(one, await send(endpoint, await exampleOf(endpoint), { contentType: type, headers }), type);
      const { body, ...example } = await exampleOf(endpoint);
      if (body !== undefined) {
        const bytes = { rawBody: Buffer.from(JSON.stringify(body)), contentType: null };
        assertRead(one, await send(endpoint, example, bytes), 'without a media type');
        // Older .NET clients begin with a byte order mark; RFC 9110 allows several spaces, and any case of a coding.
        const { body: other, ...again } = await exampleOf(endpoint);
        const rawBody = `\ufeff${JSON.stringify(other)}`;
        const spaced = {
          authorization: `Bearer  ${callerFor(endpoint, app.acme).token}`,
          'content-encoding': 'Identity',
        };
        assertRead(one, await send(endpoint, again, { rawBody, headers: spaced }), 'with a byte order mark');
      }

      for (const { name, type, required } of operation.query) {
        const others = operation.query.filter((other) => other.required && other.name !== name);
        const ask = async (value: string): Promise<Reply> => {
          const query = [`${name}=${value}`, ...others.map((other) => `${other.name}=word`)].join('&');
          return send(endpoint, { ...(await exampleOf(endpoint)), query });
        };
        const reply = await ask('');
        if (required) assert.equal(reply.status, 400, `${name} is required`);
        else assertRead(one, reply, `${name}=`);
        for (const word of type === 'boolean' ? ['true', 'True', 'FALSE', '1', '0'] : [])
          assertRead(one, await ask(word), `${name}=${word}`);
      }

      const schema = operation.shape === 'reference' && body !== undefined && requestSchema(operation.request);
      if (!schema || clears.has(endpoint.id)) return;
      if (isAct(endpoint) && endpoint.method !== 'PATCH') {
        const made = await exampleOf(endpoint);
        const dry = async (sent: unknown): Promise<string> => {
          const query = [made.query ?? '', 'dryRun=true'].filter((part) => part !== '').join('&');
          return shownBy(await send(endpoint, { ...made, query, body: sent }));
        };
        const nulls = filledUp(schema, made.body, unsetValues.nulls ?? assert.fail());
        assert.equal(await dry(nulls), await dry(made.body), 'nulls are as absent');
      }
      for (const [way, fill] of Object.entries(unsetValues)) {
        const made = await exampleOf(endpoint);
        const filled = filledUp(schema, made.body, fill);
        const later = Array.isArray(filled) ? filled : { ...(filled as Json), _fromALaterRelease: { any: ['thing'] } };
        assertRead(one, await send(endpoint, { ...made, body: later }), way);
      }
    });
  }
});

describe('what was read can be sent back', () => {
  type Way = {
    made: string;
    type: string;
    read: (id: string) => string;
    write: (id: string) => [string, string];
    part?: string;
  };

  /** Clients of typed languages write members in the order of their own classes. */
  const reordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reordered);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, reordered(member)]),
    );
  };
  const contact = (id: string) => `/contact/${id}`;
  const product = (id: string) => `/product/${id}`;
  const offer = (id: string) => `/offer/${id}`;
  const ways: Record<string, Way> = {
    contact: { made: 'createContact', type: 'IdentityContact', read: contact, write: (id) => ['PATCH', contact(id)] },
    buyer: {
      made: 'createBuyer',
      type: 'IdentityBuyer',
      read: (id) => `/buyer/${id}`,
      write: (id) => ['PATCH', `/buyer/${id}`],
    },
    product: {
      made: 'createOrUpdateDraftProduct',
      type: 'WorkloadProduct',
      read: product,
      write: (id) => ['PATCH', product(id)],
    },
    'draft product': {
      made: 'createOrUpdateDraftProduct',
      type: 'WorkloadProduct',
      read: product,
      write: () => ['POST', '/draftProduct'],
    },
    'metaInfo of a product': {
      made: 'createOrUpdateDraftProduct',
      type: 'WorkloadProduct',
      read: product,
      write: (id) => ['PATCH', `${product(id)}/metaInfo`],
      part: 'metaInfo',
    },
    'draft offer': {
      made: 'createOrUpdateDraftOffer',
      type: 'WorkloadOffer',
      read: offer,
      write: () => ['POST', '/draftOffer'],
    },
    'metaInfo of an offer': {
      made: 'createOrUpdateDraftOffer',
      type: 'WorkloadOffer',
      read: offer,
      write: (id) => ['PATCH', `${offer(id)}/metaInfo`],
      part: 'metaInfo',
    },
  };

  for (const [what, { made, type, read, write, part }] of Object.entries(ways)) {
    test(`${what}: as it is, in any order, in another spelling, with nulls, nothing changes; with one member changed, that one changes`, async () => {
      const endpoint = endpoints.find(({ id }) => id === made) ?? assert.fail(made);
      const { id } = (await send(endpoint, await exampleOf(endpoint))).body as { id: string };
      const look = (): Promise<Reply> => app.acme.editor.call('GET', read(id));
      const get = async (): Promise<Json> => {
        const { lastUpdateTime: _, ...shown } = (await look()).body as Json;
        return shown;
      };
      const put = async (whole: Json, spell: (body: unknown) => string = JSON.stringify): Promise<void> => {
        const reply = await app.acme.editor.call(...write(id), { rawBody: spell(part ? whole[part] : whole) });
        assert.equal(reply.status, 200, reply.text);
      };
      const seen = await look();
      const first = await get();
      await put(first);
      await put(reordered(first) as Json);
      await put(first, respelled);
      await put(filledUp({ $ref: `#/${type}` }, first, unsetValues.nulls ?? assert.fail()) as Json);
      const same = await look();
      assert.deepEqual([same.body, same.headers.get('etag')], [seen.body, seen.headers.get('etag')]);
      const changed = part
        ? { ...first, [part]: { ...(first[part] as Json), internalNote: 'changed' } }
        : { ...first, name: 'Changed' };
      await put(changed);
      assert.deepEqual(await get(), changed);
    });
  }

  for (const partner of ['AWS', 'AZURE', 'GCP'] as const) {
    for (const status of ['DRAFT', 'ACCEPTED', 'WON', 'LOST', 'ARCHIVED'] as const) {
      test(`a referral to ${partner} in ${status}: sent back unchanged, in any order, nothing changes and nobody is notified`, async () => {
        // Only of a deal that was lost is there a reason.
        const close_reason = status === 'LOST' ? 'Price' : null;
        const referral = await aReferralIn(app, app.acme, { partner, status, close_reason });
        const path = `/cosell/referral/${encodeId('referral', referral.id)}`;
        const seen = await app.acme.editor.call('GET', path);
        for (const rawBody of [JSON.stringify(seen.body), JSON.stringify(reordered(seen.body)), respelled(seen.body)]) {
          const reply = await app.acme.editor.call('PATCH', path, { rawBody });
          assert.equal(reply.status, 200, reply.text);
          const same = await app.acme.editor.call('GET', path);
          assert.deepEqual([same.body, same.headers.get('etag')], [seen.body, seen.headers.get('etag')]);
        }
      });
    }
  }
});

test('contactIds takes the place of limit and offset, and of no other filter', async () => {
  const make = async (emailAddress: string, partner: string): Promise<string> => {
    const reply = await app.acme.editor.call('POST', '/contact', { body: { emailAddress, info: { partner } } });
    return (reply.body as { id: string }).id;
  };
  const ids = [await make('one@ids.test', 'AWS'), await make('two@ids.test', 'GCP')];
  const list = async (query: string): Promise<string[]> =>
    ((await app.acme.viewer.call('GET', `/contact?${query}`)).body as { id: string }[]).map(({ id }) => id);
  assert.deepEqual((await list(`contactIds=${ids}&limit=1&offset=5`)).sort(), ids.sort());
  assert.deepEqual(await list(`contactIds=${ids}&partner=GCP`), [ids[1]]);
  assert.deepEqual(await list(`contactIds=${ids}&startDate=2100-01-01`), []);
});

test('a dry run is never taken for the real thing', async () => {
  const body = { emailAddress: 'rehearsed@acme.test' };
  assert.equal((await app.acme.editor.call('POST', '/contact?dryRun=', { body })).status, 400);
  for (const word of ['true', 'True', '1'])
    assert.equal(
      (await app.acme.editor.call('POST', `/contact?dryRun=${word}`, { body })).headers.get('dry-run'),
      'true',
    );
  const found = await app.acme.viewer.call('GET', '/contact?keyword=rehearsed');
  assert.deepEqual(found.body, []);
});
