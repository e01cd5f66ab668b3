import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endpoints } from '../../src/domain/endpoints.ts';
import { type Reply, startApp, type TestApp } from '../app.ts';
import { callerFor, examples } from '../examples/all.ts';
import type { Example } from '../examples/example.ts';

// JSON that no library writes, in each place of a body that is right otherwise: names that reach into prototypes, names given twice, numbers
// at and beyond every border, times that do not exist. Each is an answer, never a 500; what is taken is what was meant.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

type Path = readonly (string | number)[];

const leavesOf = (value: unknown, path: Path = []): [path: Path, value: unknown][] =>
  typeof value !== 'object' || value === null
    ? [[path, value]]
    : Object.entries(value).flatMap(([key, member]) =>
        leavesOf(member, [...path, Array.isArray(value) ? Number(key) : key]),
      );

const mark = 'THE-PLACE';

/** The text of a body with something else at a path. */
const withText = (body: unknown, path: Path, text: string): string => {
  const copy = structuredClone({ body });
  let at: Record<string | number, unknown> = copy;
  for (const [index, key] of ['body', ...path].entries()) {
    if (index === path.length) at[key] = mark;
    else at = at[key] as typeof at;
  }
  return JSON.stringify(copy.body).replace(`"${mark}"`, text);
};

/** Not JSON, or beyond what is kept exactly. */
const noNumbers = ['1e400', '-1e400', '1e-400', '1e65', '00', '+1', '.5', '1.', 'NaN', '0x10', '1e'];
/** Numbers that only some members take. */
const oddNumbers = ['-0', '-0.0', '0.1e-30', '1E+2', '123456789012345678901234567890.5', '9007199254740993', '-1e-9'];
/** Times and days that there are none of, or not here. */
const noTimes = [
  '0000-01-01T00:00:00Z',
  '0001-01-01',
  '10000-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '2016-12-31T23:59:60Z',
  '2026-02-29',
  '2026-02-29T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:00+24:00',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00+14:00',
  '٢٠٢٦-01-01',
];
const oddTimes = [
  '1000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9998-12-31',
  '2026-01-01t00:00:00.1234567890123z',
];

/** They judge a draft as it is. */
const judging: ReadonlySet<string> = new Set(['predictReferralQualityScore', 'validateReferral']);

/** Members that would change what every object has, if they were ever copied with care for none. */
const prototypes =
  '"__proto__":{"polluted":"yes","toString":1},"constructor":{"prototype":{"polluted":"yes"}},"toString":1,"hasOwnProperty":1,';

const inEveryObject = (text: string, members: string): string =>
  text.replaceAll('{', `{${members}`).replaceAll(',}', '}');

for (const endpoint of endpoints) {
  if (!endpoint.body || endpoint.form) continue;
  test(`${endpoint.id} answers whatever JSON it is sent`, async () => {
    const example: Example | undefined = await examples[endpoint.id]?.(app, app.acme);
    const { body } = example ?? assert.fail(endpoint.id);
    if (typeof body !== 'object') return;
    const url = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'orgId' ? app.acme.id : encodeURIComponent(example?.params?.[name] ?? ''),
    );
    const query = new URLSearchParams(example?.query);
    if (endpoint.kind === 'act' || endpoint.kind === 'founding') query.set('dryRun', 'true');
    const send = async (rawBody: string): Promise<Reply> => {
      const reply = await callerFor(endpoint, app.acme).call(endpoint.method, `/${url}?${query}`, { rawBody });
      assert.ok(reply.status < 500, `${rawBody.slice(0, 500)}\n${reply.text.slice(0, 500)}`);
      return reply;
    };
    const text = JSON.stringify(body);
    await send(inEveryObject(text, prototypes));
    assert.equal(({} as { polluted?: string }).polluted, undefined);
    assert.equal(typeof {}.toString, 'function');
    // Of a name that is given twice the last counts, as RFC 8259 lets most parsers do.
    await send(
      inEveryObject(
        text,
        Object.keys(body ?? {})
          .map((name) => `${JSON.stringify(name)}:null,`)
          .join(''),
      ),
    );
    for (const [path, value] of leavesOf(body).slice(0, 40)) {
      if (typeof value === 'number') {
        for (const number of noNumbers) {
          const reply = await send(withText(body, path, number));
          assert.equal(reply.status, 400, `${path.join('.')} ${number}: ${reply.text.slice(0, 300)}`);
        }
        for (const number of oddNumbers) {
          const reply = await send(withText(body, path, number));
          assert.doesNotMatch(reply.text, /:-0(\.0+)?[,}\]]/, `${path.join('.')} ${number}`);
        }
      }
      if (typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value)) {
        for (const time of noTimes) {
          const reply = await send(withText(body, path, JSON.stringify(time)));
          // A batch reports the faults of its items.
          const isRefused = reply.status === 400 || /"code":"BadRequest"/.test(reply.text);
          assert.ok(isRefused || judging.has(endpoint.id), `${path.join('.')} ${time}: ${reply.text.slice(0, 300)}`);
        }
        for (const time of oddTimes) await send(withText(body, path, JSON.stringify(time)));
      }
    }
  });
}
