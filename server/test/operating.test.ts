import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { partnerError } from '../src/adapters/partner-error.ts';
import { readConnectionStates, readOldestUsage, readOverdueWork } from '../src/db/operating.ts';
import { type Metering, startMetering } from '../src/domain/metering/metering.test-support.ts';
import { createTestEngine, testWorkflow } from '../src/engine/engine.test-support.ts';
import type { Log } from '../src/kit/log.ts';
import { createMetrics } from '../src/kit/metrics.ts';
import { watchStep } from '../src/workflows/watch-step.ts';
import { startApp, type TestApp } from './app.ts';

type Line = { message: string } & Record<string, unknown>;

/** A log that keeps its lines. */
const keepLines = (): { log: Log; lines: Line[] } => {
  const lines: Line[] = [];
  const keep = (fields: object, message = ''): void => void lines.push({ ...fields, message });
  return { lines, log: { trace: keep, debug: keep, info: keep, warn: keep, error: keep } };
};

/** Samples by name with labels: `runs_open{state="waiting"}` → 0. */
const samplesOf = async (url: string): Promise<Map<string, number>> => {
  const text = await (await fetch(url)).text();
  const pairs = [...text.matchAll(/^([a-z0-9_]+(?:\{[^\n]*\})?) (\S+)$/gm)];
  return new Map(pairs.map(([, name = '', value]) => [name, Number(value)]));
};

describe('the port of the operator', () => {
  const { log, lines } = keepLines();
  let app: TestApp;
  before(async () => {
    app = await startApp({}, { log });
  });
  after(() => app.close());

  it('answers /livez, /readyz and /metrics, and nothing else', async () => {
    const operator = app.app.urls.operator as string;
    assert.ok(operator.startsWith('http://127.0.0.1:'));
    assert.notEqual(operator, app.url);
    for (const path of ['/livez', '/readyz', '/metrics?x=1']) assert.equal((await fetch(operator + path)).status, 200);
    for (const path of ['/', '/org', '/openapi.json']) assert.equal((await fetch(operator + path)).status, 404);
    assert.equal((await fetch(`${operator}/readyz`, { method: 'POST' })).status, 404);
  });

  it('responds to anything with a problem, stays up, and cannot be reached through a foreign host name', async () => {
    const port = Number(new URL(app.app.urls.operator as string).port);
    const ask = async (request: string): Promise<{ status: string; head: string; body: string }> => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (bytes) => {
        text += bytes.toString();
      });
      socket.on('error', () => {});
      socket.write(request);
      await once(socket, 'close');
      const [head = '', body = ''] = text.split('\r\n\r\n');
      return { status: head.slice(9, 12), head: head.toLowerCase(), body };
    };
    const end = 'Connection: close\r\n\r\n';
    const home = `Host: 127.0.0.1:${port}\r\n`;
    for (const [request, status] of [
      [`GET // HTTP/1.1\r\n${home}${end}`, '404'],
      [`GET //[ HTTP/1.1\r\n${home}${end}`, '404'],
      [`GET http://[/x HTTP/1.1\r\n${home}${end}`, '404'],
      [`GET /constructor HTTP/1.1\r\n${home}${end}`, '404'],
      [`OPTIONS * HTTP/1.1\r\n${home}${end}`, '404'],
      ['rubbish\r\n\r\n', '400'],
      [`GET /livez HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n${end}`, '413'],
      [`CONNECT a:1 HTTP/1.1\r\n${home}${end}`, '400'],
      [`GET /livez HTTP/1.1\r\n${end}`, '400'],
      [`GET /livez HTTP/1.1\r\n${home}Host: b\r\n${end}`, '400'],
      [`GET /metrics HTTP/1.1\r\nHost: rebound.example:${port}\r\n${end}`, '403'],
      [`GET /metrics HTTP/1.1\r\nHost: 127.0.0.1.rebound.example\r\n${end}`, '403'],
    ] as const) {
      const answer = await ask(request);
      assert.equal(answer.status, status, request.slice(0, 50));
      assert.match(answer.head, /content-type: application\/problem\+json/);
      for (const header of ['content-security-policy', 'x-frame-options', 'cache-control: no-store'])
        assert.ok(answer.head.includes(header), `${header}: ${request.slice(0, 50)}`);
      assert.equal(JSON.parse(answer.body.replace(/^[0-9a-f]+\r\n|\r\n0$/g, '')).status, Number(status));
    }
    for (const host of ['localhost', `[::1]:${port}`, `127.0.0.1:${port}`])
      assert.equal((await ask(`GET http://${host}/livez HTTP/1.1\r\nHost: ${host}\r\n${end}`)).status, '200', host);
  });

  it('has a gauge for everything that alerts are written for', async () => {
    const samples = await samplesOf(`${app.app.urls.operator}/metrics`);
    const names = new Set([...samples.keys()].map((name) => name.replace(/\{.*/, '')));
    for (const name of [
      'clock_ahead_seconds',
      'database_pool_connections',
      'database_pool_waiting',
      'nodejs_eventloop_lag_p99_seconds',
      'outbox_oldest_age_seconds',
      'outbox_waiting',
      'runs_open',
      'webhook_oldest_age_seconds',
      'webhook_waiting',
    ])
      assert.ok(names.has(name), name);
    assert.equal(samples.get('runs_open{state="waiting"}'), 0);
    assert.deepEqual(
      [...samples].filter(([name]) => name.startsWith('metrics_unread_total')),
      [],
      'every gauge can be read by the role that reads them',
    );
  });

  it('reports how far a clock is from that of the database, and warns of it at the start', async () => {
    const near = (await samplesOf(`${app.app.urls.operator}/metrics`)).get('clock_ahead_seconds') ?? Number.NaN;
    assert.ok(Math.abs(near) < 60, String(near));
    const kept = keepLines();
    const late = { now: () => new Date(), wallNow: () => new Date(Date.now() - 420_000) };
    const behind = await startApp({}, { idle: true, log: kept.log, clock: late });
    try {
      const off = (await samplesOf(`${behind.app.urls.operator}/metrics`)).get('clock_ahead_seconds') ?? Number.NaN;
      assert.ok(Math.abs(off + 420) < 60, String(off));
      const warned = kept.lines.find(({ clockAheadSeconds }) => clockAheadSeconds !== undefined);
      assert.match(warned?.message ?? '', /^the clock of this machine is \d+ seconds behind the database's/);
      const ready = await fetch(`${behind.app.urls.operator}/readyz`);
      assert.equal(ready.status, 200);
      const { problems } = (await ready.json()) as { problems: string[] };
      assert.match(problems.join(), /The clock of this machine is \d+ seconds behind the database's/);
    } finally {
      await behind.close();
    }
  });

  it('shows metrics at the API only where that is set', async () => {
    assert.equal((await app.anonymous('GET', '/metrics')).status, 404);
    const open = await startApp({ METRICS_ON_API: 'on', OPERATOR_PORT: 'off' }, { idle: true });
    try {
      assert.equal(open.app.urls.operator, undefined);
      assert.match((await open.anonymous('GET', '/metrics')).text, /^# TYPE http_requests_total/m);
      const proxied = await open.anonymous('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } });
      assert.equal(proxied.status, 404);
      const led = request(`${open.url}/metrics`, { headers: { host: 'rebound.example' } }).end();
      const [answer] = (await once(led, 'response')) as [IncomingMessage];
      answer.resume();
      assert.equal(answer.statusCode, 404, 'a page that was led here');
    } finally {
      await open.close();
    }
  });

  it('logs the start and requests, and no health check', async () => {
    await app.anonymous('GET', '/readyz');
    await app.anonymous('GET', '/livez');
    await app.anonymous('GET', '/nowhere');
    const requests = lines.filter(({ message }) => message === 'request');
    assert.ok(requests.some(({ status }) => status === 404));
    assert.ok(!requests.some(({ status, endpoint }) => endpoint === 'other' && status === 200));
    assert.equal(lines.filter(({ message }) => message === 'started').length, 1);
  });
});

describe('what waits', () => {
  let m: Metering;
  before(async () => {
    m = await startMetering();
  });
  after(() => m.close());

  const oldest = (at: string) => m.database.system((db) => readOldestUsage(db, new Date(at)));

  it('reports how old the oldest usage is that its partner has not acknowledged', async () => {
    m.setNow('2026-11-10T10:05:00Z');
    const { id } = await m.anEntitlement();
    await m.report(id, { users: 3 });
    assert.deepEqual(await oldest('2026-11-10T10:30:00Z'), [{ partner: 'AWS', age: 1800 }]);
    m.marketplace.misbehave = () => 'throttle';
    m.setNow('2026-11-10T12:00:00Z');
    await m.runReport().catch(() => {});
    assert.deepEqual(await oldest('2026-11-10T12:00:00Z'), [{ partner: 'AWS', age: 7200 }], 'closed and not taken');
    m.marketplace.misbehave = () => null;
    m.setNow('2026-11-10T13:00:00Z');
    await m.runReport();
    assert.deepEqual(await oldest('2026-11-10T13:00:00Z'), []);
  });

  it('reports due work by kind and partner, and the state of connections, as the role that crosses organizations', async () => {
    const overdue = await m.database.system((db) => readOverdueWork(db, new Date('2026-11-20T00:00:00Z')));
    const usage = overdue.find(({ kind }) => kind === 'usage.report');
    assert.equal(usage?.partner, 'AWS');
    assert.equal(usage?.count, 1);
    assert.ok((usage?.age ?? 0) > 86_400);
    const states = await m.database.system(readConnectionStates);
    assert.deepEqual(
      states.map(({ partner, count }) => [partner, count]),
      [['AWS', 1]],
    );
  });

  it('gives that role no other column of those tables', async () => {
    for (const column of ['quantity', 'group_id']) {
      const reading = m.database.system((db) =>
        db
          .selectFrom('usage_record_item' as never)
          .select(column as never)
          .execute(),
      );
      await assert.rejects(reading, /permission denied/);
    }
  });
});

describe('a partner step that fails', () => {
  it('is logged with partner, endpoint and organization, by the ids of the API, and counted', async () => {
    const { log, lines } = keepLines();
    const metrics = createMetrics();
    const engine = await createTestEngine({
      log,
      metrics,
      workflows: [
        testWorkflow('offer.test', async (run) => {
          const ask = async () => {
            throw partnerError('no', {
              partner: 'AWS',
              endpoint: 'StartChangeSet',
              outcome: 'REFUSED',
              partnerCode: 'AccessDeniedException',
              httpStatus: 403,
              requestId: 'request-1',
              retryable: false,
            });
          };
          const { begin, after } = watchStep({ metrics });
          await run.partner('ask', { retry: { maxAttempts: 1 }, after }, (step) =>
            begin(step, { partner: 'AWS', credentials: {}, prettify: ({ message }) => message }).call('CHANGE', ask),
          );
        }),
      ],
    });
    try {
      await engine.engine.start();
      await engine.startRun('offer.test');
      await engine.engine.idle();
    } finally {
      await engine.close();
    }
    const line = lines.find(({ message }) => message === 'a partner step failed');
    assert.equal(line?.partner, 'AWS');
    assert.equal(line?.endpoint, 'StartChangeSet');
    assert.match(String(line?.organization), /^org_[0-9a-z]{26}$/);
    assert.match(String(line?.operation), /^operation_[0-9a-z]{26}$/);
    assert.doesNotMatch(
      JSON.stringify(lines.filter((each) => !('dbos' in each))),
      /[0-9a-f]{8}-[0-9a-f]{4}-7/,
      'no id of the database in the log',
    );
    const { body } = await metrics.text();
    assert.match(body, /^partner_calls_total\{partner="AWS",outcome="refused"\} 1$/m);
    assert.match(body, /^runs_ended_total\{workflow="offer.test",status="FAILED"\} 1$/m);
  });
});
