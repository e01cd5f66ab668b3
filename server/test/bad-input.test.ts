import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { type Reply, startApp, type TestApp } from './app.ts';
import { callerFor, examples } from './examples/all.ts';
import { sentOf } from './examples/example.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

type Path = (string | number)[];

const pathsOf = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, member]) =>
      pathsOf(member, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
};

const replace = (value: unknown, path: Path, put: unknown): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return put;
  if (Array.isArray(value)) return value.map((member, index) => (index === key ? replace(member, rest, put) : member));
  const record = (value ?? {}) as Record<string, unknown>;
  return { ...record, [key]: replace(record[key], rest, put) };
};

/** Values that break software: wrong types, boundary numbers and texts, keys with a special meaning. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e21,
    -1e-9,
    2 ** 53,
    1e20,
    '',
    ' ',
    '0',
    'null',
    '%',
    '\\',
    "'; --",
    '😀'.repeat(300),
    'x'.repeat(100_000),
    '2026-02-30T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '+275760-09-13T00:00:01Z',
    '9999-12-31T23:59:59Z',
    '\ud800',
    [],
    {},
    [[]],
    [null],
    { __proto__: null },
    { constructor: 1 },
    { length: -1 },
    Array.from({ length: 1200 }, () => 0),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Path parameters that name nothing: whatever is searched for, finding nothing is an answer. */
const searched = new Set(['searchTerm', 'entityId']);

const assertAnswered = (endpoint: Endpoint, reply: Reply, what: unknown): void => {
  assert.ok(
    reply.status < 500 || reply.status === 503,
    `${endpoint.id} answered ${reply.status} to ${JSON.stringify(what)?.slice(0, 500)}: ${reply.text}`,
  );
  if (reply.status < 400) return;
  const problem = reply.body as { code: string; info: unknown };
  assert.match(reply.headers.get('content-type') ?? '', /problem\+json/, reply.text);
  if (reply.status === 400) {
    assert.ok(Array.isArray(problem.info) && problem.info.length > 0, reply.text);
    for (const fault of problem.info) assert.deepEqual(Object.keys(fault).sort(), ['code', 'message', 'path']);
  }
};

const fill = (endpoint: Endpoint, params: Record<string, string>): string =>
  endpoint.path
    .replace(/^\/org\/\{orgId\}/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'x'));

for (const endpoint of endpoints.filter((one) => one.path.startsWith('/org/{orgId}'))) {
  test(`${endpoint.id}: no input gets a 500 response`, async () => {
    const make = examples[endpoint.id];
    assert.ok(make);
    const example = await make(app, app.acme);
    const path = fill(endpoint, example.params ?? {});
    const paths = pathsOf(example.body);
    if (endpoint.body && !endpoint.form) {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...paths), nasty, async (where, value) => {
          const body = replace(example.body, where, value);
          assertAnswered(
            endpoint,
            await callerFor(endpoint, app.acme).call(endpoint.method, path, { body: body ?? null }),
            body,
          );
        }),
        { numRuns: 40, interruptAfterTimeLimit: 20_000 },
      );
    }
    if (endpoint.query && 'shape' in endpoint.query) {
      const names = Object.keys(endpoint.query.shape as object);
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...names),
          fc.oneof(
            fc.string({ unit: 'binary', maxLength: 60 }),
            nasty.map((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))),
          ),
          async (name, value) => {
            const query = `${name}=${encodeURIComponent(value.toWellFormed().slice(0, 4000))}`;
            assertAnswered(
              endpoint,
              await callerFor(endpoint, app.acme).call(endpoint.method, `${path}?${query}`, sentOf(example)),
              query,
            );
          },
        ),
        { numRuns: 40, interruptAfterTimeLimit: 20_000 },
      );
    }
    for (const name of Object.keys(endpoint.params)) {
      await fc.assert(
        fc.asyncProperty(
          fc
            .oneof(fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }), fc.constantFrom('%00', 'a'.repeat(1900)))
            .filter((text) => !/^\.{1,2}$/.test(text)),
          async (value) => {
            const odd = fill(endpoint, { ...example.params, [name]: value.toWellFormed() });
            const reply = await callerFor(endpoint, app.acme).call(endpoint.method, odd, sentOf(example));
            assertAnswered(endpoint, reply, odd);
            if (!searched.has(name)) assert.notEqual(reply.status, 200, odd);
          },
        ),
        { numRuns: 20 },
      );
    }
  });
}
