import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { permissionsOfRole } from '../src/auth/permissions.ts';
import { type Endpoint, honoursIfMatch, isAct } from '../src/contract/endpoint.ts';
import { type HeaderName, headersOf } from '../src/contract/openapi/responses.ts';
import { repeatedIdsOf } from '../src/contract/repeated-ids.ts';
import { setFaultHook } from '../src/db/faults.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { encodeId } from '../src/kit/ids.ts';
import { type CallOptions, type Reply, startApp, type TestApp, type TestCaller, type TestOrganization } from './app.ts';
import { callerFor, examples } from './examples/all.ts';
import { type Example, sentOf } from './examples/example.ts';

const missingUuid = '01900000-0000-7000-8000-000000000000';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const fill = (endpoint: Endpoint, params: Record<string, string> = {}): string =>
  endpoint.path
    .replace(/^\/org\/\{orgId\}/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'missing'));

const pathOf = (endpoint: Endpoint, example: Example, extra = ''): string => {
  const query = [example.query ? example.query.replaceAll(/[ "%]/g, encodeURIComponent) : '', extra]
    .filter((part) => part !== '')
    .join('&');
  const path = fill(endpoint, example.params);
  const rooted = endpoint.path.startsWith('/org/{orgId}') ? path : `/${endpoint.path}`;
  return `${rooted}${query === '' ? '' : `?${query}`}`;
};

const ask = (
  caller: TestCaller,
  endpoint: Endpoint,
  example: Example,
  extra = '',
  headers: Record<string, string> = {},
): Promise<Reply> =>
  caller.call(endpoint.method, pathOf(endpoint, example, extra), {
    headers,
    ...sentOf(example),
  });

/** The body with the ID of the path where it repeats that. */
const withRepeated = (body: unknown, members: readonly string[], id: string): unknown =>
  typeof body !== 'object' || body === null || Array.isArray(body)
    ? body
    : Object.fromEntries(Object.entries(body).map(([name, value]) => [name, members.includes(name) ? id : value]));

/** The information in a refusal: everything except the request's ID. */
const withoutRequest = (reply: Reply): string => {
  const { requestId: _, instance: __, ...rest } = reply.body as Record<string, unknown>;
  return JSON.stringify([reply.status, rest]);
};

const count = async (table: 'audit_event' | 'outbox' | 'idempotency' | 'operation'): Promise<number> => {
  const { rows } = await app.database
    .read(app.acme.uuid)
    .raw.selectFrom(table as never)
    .select((select) => select.fn.countAll().as('n') as never)
    .where('org_id' as never, '=', app.acme.uuid as never)
    .execute()
    .then((found) => ({ rows: found as unknown as { n: number }[] }));
  return rows[0]?.n ?? 0;
};

const problemKeys = ['code', 'detail', 'info', 'instance', 'message', 'requestId', 'status', 'title', 'type'];

const assertProblem = (reply: Reply, status: number, code: string): void => {
  assert.equal(reply.status, status, reply.text);
  assert.match(reply.headers.get('content-type') ?? '', /^application\/problem\+json/);
  const body = reply.body as Record<string, unknown>;
  assert.deepEqual(Object.keys(body).sort(), problemKeys);
  assert.equal(body.code, code);
  assert.equal(body.status, status);
  assert.equal(body.requestId, reply.headers.get('x-request-id'));
};

/** Headers sent only in cases with tests of their own: limits are off here, and most pages are the last one. */
const ofCases: ReadonlySet<HeaderName> = new Set([
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Total-Count-Capped',
  'X-Total-Count-Exact',
  'Preference-Applied',
  'Link',
  'X-Page-Cut',
  'Dry-Run',
  'X-Accel-Buffering',
  'Idempotency-Replayed',
]);

/** The seller's own wallets and purchases are closed at once, without an operation. */
const notHere: Record<string, HeaderName> = {
  closeCreditWallet: 'Operation-Id',
  cancelEntitlement: 'Operation-Id',
  scheduleEntitlementCancellation: 'Operation-Id',
};

/** Checks that every documented header is sent. `check-response.ts` checks the reverse. */
const assertHeaders = (endpoint: Endpoint, reply: Reply): void => {
  const promised = headersOf(endpoint).filter((name) => !ofCases.has(name) && notHere[endpoint.id] !== name);
  assert.deepEqual(
    promised.filter((name) => reply.headers.get(name) === null),
    [],
  );
};

test('every endpoint has one example, and every example an endpoint', () => {
  assert.deepEqual(Object.keys(examples).sort(), endpoints.map((endpoint) => endpoint.id).sort());
});

const unreadable: readonly { what: string; sent: CallOptions; status: number; code: string }[] = [
  { what: 'a text', sent: { rawBody: '"text"' }, status: 400, code: 'BadRequest' },
  { what: 'no UTF-8', sent: { rawBody: Buffer.from([0x22, 0xff, 0x22]) }, status: 400, code: 'BadRequest' },
  { what: 'U+0000', sent: { rawBody: '{"name":"a\\u0000b"}' }, status: 400, code: 'BadRequest' },
  { what: 'deep', sent: { rawBody: `${'['.repeat(40)}${']'.repeat(40)}` }, status: 400, code: 'BadRequest' },
  {
    what: 'of another media type',
    sent: { rawBody: '<a/>', contentType: 'application/xml' },
    status: 415,
    code: 'UnsupportedMediaType',
  },
  {
    what: 'packed',
    sent: { rawBody: '{}', headers: { 'content-encoding': 'gzip' } },
    status: 415,
    code: 'UnsupportedMediaType',
  },
  { what: 'too large', sent: { rawBody: `"${'x'.repeat(5 * 1024 * 1024)}"` }, status: 413, code: 'PayloadTooLarge' },
];

for (const { what, sent, status, code } of unreadable) {
  test(`a body that is ${what} is refused`, async () => {
    assertProblem(await app.acme.editor.call('POST', '/contact', sent), status, code);
  });
}

/** A run for a change (`npm run test:changed`) covers only the endpoints that the change can break. */
const asked = process.env.TEST_ENDPOINTS?.split(',');

for (const endpoint of endpoints.filter(({ id }) => asked?.includes(id) ?? true)) {
  const inOrganization = endpoint.path.startsWith('/org/{orgId}');
  const callerOf = (organization: TestOrganization): TestCaller => callerFor(endpoint, organization);
  const example = (): Promise<Example> => {
    const make = examples[endpoint.id];
    assert.ok(make, `${endpoint.id} has no example`);
    return make(app, app.acme);
  };

  describe(`${endpoint.id} (${endpoint.method} ${endpoint.path})`, () => {
    test('refuses a caller without credentials', async () => {
      const reply = await app.anonymous(
        endpoint.method,
        inOrganization ? `/org/${app.acme.id}${pathOf(endpoint, {})}` : endpoint.path,
      );
      assertProblem(reply, 401, 'Unauthorized');
      assert.match(reply.headers.get('www-authenticate') ?? '', /^Bearer/);
    });

    if (inOrganization) {
      test('does not reveal whether an organization exists', async () => {
        const path = pathOf(endpoint, {});
        const existing = await callerOf(app.globex).call(endpoint.method, `//org/${app.acme.id}${path}`);
        const missing = await callerOf(app.globex).call(
          endpoint.method,
          `//org/${encodeId('org', missingUuid)}${path}`,
        );
        const malformed = await callerOf(app.globex).call(endpoint.method, `//org/nonsense${path}`);
        assertProblem(existing, 404, 'NotFound');
        assert.equal(withoutRequest(existing), withoutRequest(missing));
        assert.equal(withoutRequest(existing), withoutRequest(malformed));
      });
    }

    const { permission } = endpoint;
    if (permission !== 'caller') {
      for (const role of ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'] as const) {
        const may = permissionsOfRole(role).has(permission);
        test(`${may ? 'serves' : 'refuses'} ${role}`, async () => {
          const caller = app.acme[role.toLowerCase() as 'viewer' | 'editor' | 'admin' | 'owner'];
          const reply = await ask(caller, endpoint, may ? await example() : {});
          if (may) assert.equal(reply.status, 200, reply.text);
          else assertProblem(reply, 403, 'Forbidden');
        });
      }
    }

    const idParams = Object.entries(endpoint.params).filter(([, parameter]) => 'id' in parameter);
    for (const [name, parameter] of idParams) {
      test(`gives a ${name} of another organization, a missing and a malformed one the same response`, async () => {
        const make = examples[endpoint.id];
        assert.ok(make);
        const ours = await make(app, app.acme);
        const theirs = await make(app, app.globex);
        const repeats = Object.entries(repeatedIdsOf(endpoint)).flatMap(([member, of]) =>
          of === name ? [member] : [],
        );
        const withId = (id: string): Example => ({
          ...ours,
          params: { ...ours.params, [name]: id },
          body: withRepeated(ours.body, repeats, id),
        });
        assert.ok('id' in parameter);
        const foreign = await ask(callerOf(app.acme), endpoint, withId(theirs.params?.[name] ?? ''));
        const missing = await ask(callerOf(app.acme), endpoint, withId(encodeId(parameter.id, missingUuid)));
        const malformed = await ask(callerOf(app.acme), endpoint, withId('nonsense'));
        assertProblem(foreign, 404, 'NotFound');
        assert.equal(withoutRequest(foreign), withoutRequest(missing));
        assert.equal(withoutRequest(foreign), withoutRequest(malformed));
      });
    }

    if (endpoint.body) {
      // All bodies are read by the same code, so one refused body shows that it guards this endpoint too.
      test('refuses a body that cannot be read', async () => {
        const path = pathOf(endpoint, await example());
        const sent = endpoint.form
          ? { rawBody: '--b', contentType: 'multipart/form-data; boundary=b' }
          : { rawBody: '{"a":' };
        assertProblem(await callerOf(app.acme).call(endpoint.method, path, sent), 400, 'BadRequest');
      });
    }

    if (endpoint.query && 'shape' in endpoint.query) {
      const names = Object.keys(endpoint.query.shape as object);
      const bad: [string, string][] = [
        ['page_size', '0'],
        ['page_size', '1001'],
        ['page_number', '0'],
        ['page_number', 'x'],
        ['limit', '0'],
        ['offset', '-1'],
        ['q', '(= nothing 1)'],
        ['q', '(and)'],
        ['s', 'nothing'],
        ['page_token', 'x'],
      ];
      const wrong = bad.filter(([name]) => names.includes(name));
      if (wrong.length > 0) {
        test('refuses paging, filters and orders that are not served', async () => {
          const made = await example();
          for (const [name, value] of wrong) {
            const reply = await ask(callerOf(app.acme), endpoint, {
              ...made,
              query: `${name}=${encodeURIComponent(value)}`,
            });
            assertProblem(reply, 400, 'BadRequest');
            assert.equal((reply.body as { info: { path: string }[] }).info[0]?.path, name);
          }
        });
      }
    }

    if (!isAct(endpoint)) {
      test('responds as its schema says and leaves no trace', async () => {
        const made = await example();
        const before = await Promise.all([count('audit_event'), count('outbox'), count('operation')]);
        const reply = await ask(callerOf(app.acme), endpoint, made);
        assert.equal(reply.status, 200, reply.text);
        assert.equal(reply.headers.get('cache-control'), 'no-store');
        assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
        assertHeaders(endpoint, reply);
        const total = reply.headers.get('x-total-count');
        if (total !== null) assert.match(total, /^\d+$/);
        assert.deepEqual(await Promise.all([count('audit_event'), count('outbox'), count('operation')]), before);
      });
      return;
    }

    test('a dry run responds and leaves nothing', async () => {
      const made = await example();
      const before = await Promise.all([
        count('audit_event'),
        count('outbox'),
        count('operation'),
        count('idempotency'),
      ]);
      const reply = await ask(
        callerOf(app.acme),
        endpoint,
        made,
        'dryRun=true',
        endpoint.method === 'POST' ? { 'idempotency-key': `dry-${endpoint.id}` } : {},
      );
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.headers.get('dry-run'), 'true');
      assert.deepEqual(
        await Promise.all([count('audit_event'), count('outbox'), count('operation'), count('idempotency')]),
        before,
      );
    });

    if (endpoint.kind === 'founding') return;

    test('a change leaves exactly one audit row and only the declared events', async () => {
      const made = await example();
      const audits = await count('audit_event');
      const outbox = await count('outbox');
      const reply = await ask(callerOf(app.acme), endpoint, made);
      assert.equal(reply.status, 200, reply.text);
      assertHeaders(endpoint, reply);
      assert.equal(await count('audit_event'), audits + 1);
      const { rows } = await app.database.pool.query(
        'select name from outbox where org_id = $1 order by creation_time desc, position desc limit $2',
        [app.acme.uuid, (await count('outbox')) - outbox],
      );
      for (const { name } of rows)
        assert.ok((endpoint.emits as readonly string[]).includes(name), `${name} is not declared`);
      const audit = await app.database.pool.query(
        'select action, request_id, actor from audit_event where org_id = $1 order by wall_time desc limit 1',
        [app.acme.uuid],
      );
      assert.equal(audit.rows[0].action, endpoint.id);
      assert.equal(audit.rows[0].request_id, reply.headers.get('x-request-id'));
      const { clientSecret } = callerOf(app.acme);
      assert.equal(audit.rows[0].actor.type, clientSecret === '' ? 'user' : 'app');
      assert.ok(clientSecret === '' || !reply.text.includes(clientSecret));
    });

    if (endpoint.method === 'POST') {
      test('one effect per idempotency key', async () => {
        const made = await example();
        const headers = { 'idempotency-key': `key-${endpoint.id}` };
        const audits = await count('audit_event');
        const first = await ask(callerOf(app.acme), endpoint, made, '', headers);
        assert.equal(first.status, 200, first.text);
        const second = await ask(callerOf(app.acme), endpoint, made, '', headers);
        assert.equal(second.status, 200);
        const shownOnce = Object.fromEntries((endpoint.secrets ?? []).map((name) => [name, null]));
        assert.deepEqual(second.body, endpoint.secrets ? { ...(first.body as object), ...shownOnce } : first.body);
        assert.equal(second.headers.get('idempotency-replayed'), 'true');
        assert.equal(second.headers.get('etag'), first.headers.get('etag'));
        assert.equal(await count('audit_event'), audits + 1);
        const other = await ask(callerOf(app.acme), endpoint, made, 'dryRun=false', headers);
        assertProblem(other, 422, 'IdempotencyMismatch');
        assertProblem(
          await ask(callerOf(app.acme), endpoint, made, '', { 'idempotency-key': 'x'.repeat(256) }),
          400,
          'BadRequest',
        );
      });
    }

    if (endpoint.method === 'POST') {
      test('one effect, whichever commit of the call loses its response, once the call is repeated with its key', async () => {
        let refused = 0;
        let round = 0;
        // Background work commits too: a call whose own commits were not reached proves nothing.
        for (let lost = 1, isLost = true; isLost || (refused === 0 && round < 20); lost = isLost ? lost + 1 : 1) {
          round += 1;
          const made = await example();
          const headers = { 'idempotency-key': `lost-${round}-${endpoint.id}` };
          const audits = await count('audit_event');
          const outbox = await count('outbox');
          let commits = 0;
          setFaultHook((point) => {
            if (point !== 'after-commit') return;
            commits += 1;
            if (commits === lost) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
          });
          const first = await ask(callerOf(app.acme), endpoint, made, '', headers);
          setFaultHook(undefined);
          isLost = commits >= lost;
          if (!isLost) assert.equal(first.status, 200, first.text);
          if (isLost && first.status !== 200) {
            assertProblem(first, 503, 'ServiceUnavailable');
            refused += 1;
          }
          const events = (await count('outbox')) - outbox;
          const second = await ask(callerOf(app.acme), endpoint, made, '', headers);
          assert.equal(second.status, 200, second.text);
          assert.equal(await count('audit_event'), audits + 1, `commit ${lost}`);
          if (second.headers.get('idempotency-replayed') === 'true')
            assert.equal((await count('outbox')) - outbox, events);
        }
        assert.ok(refused > 0, 'its own commit was among them');
      });
    }

    if (endpoint.method === 'PUT') {
      test('the same request again changes nothing', async () => {
        const made = await example();
        const first = await ask(callerOf(app.acme), endpoint, made);
        assert.equal(first.status, 200, first.text);
        const before = await Promise.all([count('audit_event'), count('outbox'), count('idempotency')]);
        const second = await ask(callerOf(app.acme), endpoint, made);
        assert.equal(second.status, 200, second.text);
        assert.deepEqual(second.body, first.body);
        assert.deepEqual(await Promise.all([count('audit_event'), count('outbox'), count('idempotency')]), before);
      });
    }

    if (honoursIfMatch(endpoint)) {
      test('If-Match of another version is refused and changes nothing', async () => {
        const made = await example();
        if (endpoint.kind === 'act' && endpoint.changesOwn === 'DRAFT') {
          const { id } = (await ask(callerOf(app.acme), endpoint, made)).body as { id: string };
          made.body = { ...(made.body as object), id };
        }
        const audits = await count('audit_event');
        assertProblem(
          await ask(callerOf(app.acme), endpoint, made, '', { 'if-match': '"987654"' }),
          412,
          'PreconditionFailed',
        );
        assert.equal(await count('audit_event'), audits);
      });
    } else if (isAct(endpoint)) {
      test('If-Match is ignored where there is no version to match', async () => {
        for (const tag of ['"987654"', '', 'none']) {
          const reply = await ask(callerOf(app.acme), endpoint, await example(), '', { 'if-match': tag });
          assert.equal(reply.status, 200, reply.text);
        }
      });
    }
  });
}
