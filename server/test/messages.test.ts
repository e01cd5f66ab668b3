import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endpoints } from '../src/domain/endpoints.ts';
import { startApp, type TestApp } from './app.ts';
import { callerFor, examples } from './examples/all.ts';
import { sentOf } from './examples/example.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

/** Words that only the validator uses. */
const foreign =
  /Invalid (input|option|string|number|element|key|ISO|email|URL)|expected \w+, received|Unrecognized key|Too (small|big): |nonoptional/;

const wrongKinds: readonly unknown[] = [null, true, -1.5, 'x'.repeat(70_000), [], [[]], {}, { a: 1 }, '', 'NOPE'];

type Path = (string | number)[];
const pathsOf = (value: unknown, path: Path = []): Path[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [
        path,
        ...Object.entries(value).flatMap(([key, member]) =>
          pathsOf(member, [...path, Array.isArray(value) ? Number(key) : key]),
        ),
      ];

const replace = (value: unknown, [key, ...rest]: Path, put: unknown): unknown => {
  if (key === undefined) return put;
  if (Array.isArray(value)) return value.map((member, index) => (index === key ? replace(member, rest, put) : member));
  const record = (value ?? {}) as Record<string, unknown>;
  return { ...record, [key]: replace(record[key], rest, put) };
};

test('no message of any endpoint is the validator’s own, whatever kind of value stands where', async () => {
  for (const endpoint of endpoints.filter(({ path }) => path.startsWith('/org/{orgId}'))) {
    const example = (await examples[endpoint.id]?.(app, app.acme)) ?? {};
    const { params = {}, body } = example;
    const path = endpoint.path
      .replace(/^\/org\/\{orgId\}/, '')
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const caller = callerFor(endpoint, app.acme);
    const names = Object.keys((endpoint.query as { shape?: object } | null)?.shape ?? {});
    const queries = names.flatMap((name) =>
      ['', 'NOPE', '-1', 'true', 'x'.repeat(5000)].map((value) => `${name}=${value}`),
    );
    for (const query of queries) {
      const reply = await caller.call(endpoint.method, `${path}?${query}&dryRun=true`, sentOf(example));
      if (reply.status === 400) assert.doesNotMatch(reply.text, foreign, `${endpoint.id} ${query.slice(0, 100)}`);
    }
    if (!endpoint.body || endpoint.form) continue;
    const places = pathsOf(body).slice(0, 40);
    for (const place of places)
      for (const value of wrongKinds) {
        const reply = await caller.call(endpoint.method, `${path}?dryRun=true`, {
          body: replace(body, place, value) ?? null,
        });
        if (reply.status === 400)
          assert.doesNotMatch(reply.text, foreign, `${endpoint.id} ${place.join('.')} ${reply.text}`);
      }
  }
});
