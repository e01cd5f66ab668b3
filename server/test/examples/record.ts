import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { ExampleExchange } from '../../src/contract/openapi/examples.ts';
import type { TestApp } from '../app.ts';
import { callerFor, examples } from './all.ts';
import { sentOf } from './example.ts';

// The examples of the document are what the test over all endpoints sends, and what was answered. Ids, times and secrets differ
// from run to run: they are replaced by ones that stay.

const idPattern = /\b([a-z]+)_([0-7][0-9a-hjkmnp-tv-z]{25})\b/g;
const timePattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** The n-th id, as TypeIDs are written. */
const exampleId = (prefix: string, place: number): string => {
  const digits = [Math.floor(place / 32) % 32, place % 32].map((digit) => crockford[digit]).join('');
  return `${prefix}_01jd0000000000000000000${digits.padStart(3, '0')}`;
};

const counts = new Set(['limit', 'offset', 'page_number', 'page_size', 'newSeat']);

const secretNames = new Set([
  'clientSecret',
  'secret',
  'hookSecret',
  'apiKeyHash',
  'clientId',
  'requestId',
  'runId',
  'page_token',
  'offsetToken',
]);

/** Replaces what differs from run to run, in the order in which it appears. */
const createSteady = () => {
  const ids = new Map<string, string>();
  const textOf = (text: string): string =>
    text
      .replaceAll(idPattern, (id: string, prefix: string) => {
        if (!ids.has(id)) ids.set(id, exampleId(prefix, ids.size + 1));
        return ids.get(id) ?? id;
      })
      .replaceAll(
        /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
        '01930000-0000-7000-8000-000000000001',
      )
      .replaceAll(timePattern, (time) =>
        Number(time.slice(0, 4)) < 2026 ? time : `${time.slice(0, 4)}-11-20T09:00:00.000Z`,
      );
  const steady = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.slice(0, 3).map((member) => steady(member, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, steady(member, key)]));
    if (typeof value !== 'string') return value;
    return secretNames.has(name) && value !== '' ? `the ${name}` : textOf(value);
  };
  return steady;
};

const dayMs = 86_400_000;
const exampleDay = '2026-11-20';

/** Days near today, and the month of today, become those near the day of the examples: they differ from day to day. */
const steadyDay = (text: unknown, now: Date): unknown => {
  if (typeof text !== 'string') return text;
  if (text === now.toISOString().slice(0, 7)) return exampleDay.slice(0, 7);
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const days = Math.round((Date.parse(text) - Date.parse(now.toISOString().slice(0, 10))) / dayMs);
  if (Math.abs(days) > 10) return text;
  return new Date(Date.parse(exampleDay) + days * dayMs).toISOString().slice(0, 10);
};

/** A text without characters means that nothing is said: it is sent, and not shown. */
const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.entries(value).filter(([, member]) => member !== '');
  return Object.fromEntries(said.map(([key, member]) => [key, withoutEmpty(member)]));
};

/** Sends an endpoint's example and answers the exchange as the document shows it. */
export const recordExample = async (app: TestApp, endpoint: Endpoint): Promise<ExampleExchange> => {
  const make = examples[endpoint.id];
  if (!make) throw new Error(`${endpoint.id} has no example`);
  const example = await make(app, app.acme);
  const { params = {}, query = '', body } = example;
  const inside = endpoint.path.startsWith('/org/{orgId}');
  const path = endpoint.path
    .replace(/^\/org\/\{orgId\}/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = query === '' ? '' : `?${query.replaceAll(/[ "%]/g, encodeURIComponent)}`;
  const reply = await callerFor(endpoint, app.acme).call(
    endpoint.method,
    `${inside ? path : `/${path}`}${search}`,
    sentOf(example),
  );
  if (reply.status !== 200) throw new Error(`${endpoint.id} answered ${reply.status}: ${reply.text}`);
  const steady = createSteady();
  const queries = Object.fromEntries(new URLSearchParams(query.replaceAll('%', '%25').replaceAll('+', '%2B')));
  const typed = Object.fromEntries(
    Object.entries(queries).map(([name, value]) => [
      name,
      counts.has(name) ? Number(value) : value === 'true' || value === 'false' ? value === 'true' : value,
    ]),
  );
  const now = app.clock.now();
  const given = { ...(inside ? { orgId: app.acme.id } : {}), ...params, ...typed };
  const days = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, steadyDay(value, now)]));
  return {
    parameters: steady(days) as ExampleExchange['parameters'],
    ...(body === undefined ? {} : { body: steady(withoutEmpty(body)) }),
    reply: steady(reply.body),
  };
};
