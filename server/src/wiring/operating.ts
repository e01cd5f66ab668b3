import { once } from 'node:events';
import { type Config, urlOf } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { readHeldMonths } from '../db/months.ts';
import {
  readClockAhead,
  readConnectionStates,
  readOldestUsage,
  readOpenRuns,
  readOverdueWork,
  readWaitingDeliveries,
} from '../db/operating.ts';
import { readWaitingEvents } from '../db/outbox.ts';
import { readWait } from '../db/steady-time.ts';
import { createOperatorServer } from '../http/operator-server.ts';
import type { Readiness } from '../http/service-routes.ts';
import type { Clock } from '../kit/clock.ts';
import type { Metrics, Sample } from '../kit/metrics.ts';
import type { Closers } from './closers.ts';
import { readFreeBytes } from './readiness.ts';

/** Measurements over all organizations are taken at most this often, whatever the number of scrapes. */
const keptMs = 10_000;

type Operating = {
  config: Config;
  database: Database;
  clock: Clock;
  metrics: Metrics;
  readiness: Readiness;
  apiUrl: string;
};

/** Caches a reading for `keptMs`, so that two gauges can share it. */
const kept = <T>(clock: Clock, read: () => Promise<T>): (() => Promise<T>) => {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    const now = clock.wallNow().getTime();
    if (!last || now - last.at >= keptMs) last = { at: now, answer: read() };
    return last.answer;
  };
};

/** The gauges read from the database when Prometheus scrapes. Their names are stable, because alerts use them. */
const registerGauges = ({ config, database, clock, metrics }: Operating): void => {
  const { pool } = database;
  metrics.gauge('database_pool_connections', 'Connections of the pool by state', ['state'], () => [
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
  ]);
  metrics.gauge('database_pool_waiting', 'Callers that wait for a database connection', [], () => [
    { labels: {}, value: database.waiting },
  ]);
  metrics.gauge('data_free_bytes', 'Room on the disk of the data folder (DATA_DIR)', [], async () => {
    const value = await readFreeBytes(config.dataDir);
    return value === null ? [] : [{ labels: {}, value }];
  });
  metrics.gauge(
    'clock_ahead_seconds',
    "By how much this process's clock is ahead of the database's; below 0: behind",
    [],
    kept(clock, async () => [{ labels: {}, value: await database.system((db) => readClockAhead(db, clock.wallNow)) }]),
  );
  metrics.gauge(
    'deletion_waits_seconds',
    'For how long nothing is deleted by its age, because the clock moved by more than an hour or no work was done for so long',
    [],
    kept(clock, async () => [{ labels: {}, value: await database.system(readWait) }]),
  );
  const overdue = kept(clock, () => database.system((db) => readOverdueWork(db, clock.now())));
  const byKind = (value: 'age' | 'count') => async (): Promise<Sample[]> =>
    (await overdue()).map((row) => ({ labels: { kind: row.kind, partner: row.partner }, value: row[value] }));
  const work = ['kind', 'partner'];
  metrics.gauge('due_oldest_age_seconds', 'How long the oldest due work has waited', work, byKind('age'));
  metrics.gauge(
    'due_overdue',
    'Due work whose time has come, counted up to 100,000 that failed and as many others',
    work,
    byKind('count'),
  );
  metrics.gauge(
    'usage_oldest_unsubmitted_age_seconds',
    'Age of the oldest usage that its partner has not acknowledged, from the beginning of its hour',
    ['partner'],
    kept(clock, async () =>
      (await database.system((db) => readOldestUsage(db, clock.now()))).map(({ partner, age }) => ({
        labels: { partner },
        value: age,
      })),
    ),
  );
  const events = kept(clock, () => database.system(readWaitingEvents));
  const byReceiver = (value: 'age' | 'count') => async (): Promise<Sample[]> =>
    (await events()).map((row) => ({ labels: { receiver: row.receiver }, value: row[value] }));
  const lag = 'How long the oldest event has waited; without receiver: it has not been handed out yet';
  metrics.gauge('outbox_oldest_age_seconds', lag, ['receiver'], byReceiver('age'));
  metrics.gauge('outbox_waiting', 'Events that wait, counted up to 100,000', ['receiver'], byReceiver('count'));
  const deliveries = kept(clock, () => database.system((db) => readWaitingDeliveries(db, clock.now())));
  const ofDeliveries = (value: 'age' | 'count') => async (): Promise<Sample[]> => [
    { labels: {}, value: (await deliveries())[value] },
  ];
  const due = 'How long the oldest delivery to a webhook has been due';
  metrics.gauge('webhook_oldest_age_seconds', due, [], ofDeliveries('age'));
  metrics.gauge(
    'webhook_waiting',
    'Deliveries to webhooks that are due, counted up to 100,000',
    [],
    ofDeliveries('count'),
  );
  metrics.gauge(
    'runs_open',
    'Runs of workflows that have not ended: waiting for a process, or running',
    ['state'],
    kept(clock, async () =>
      (await database.system(readOpenRuns)).map(({ state, count }) => ({ labels: { state }, value: count })),
    ),
  );
  metrics.gauge(
    'months_held_back',
    'Months that are past their retention and not dropped, by family of tables and by what has to be settled first',
    ['family', 'reason'],
    kept(clock, async () =>
      (await database.system(readHeldMonths)).map(({ count, ...labels }) => ({ labels, value: count })),
    ),
  );
  metrics.gauge(
    'connections',
    'Connected accounts by status',
    ['partner', 'service', 'status'],
    kept(clock, async () =>
      (await database.system(readConnectionStates)).map(({ count, ...labels }) => ({ labels, value: count })),
    ),
  );
};

/** Starts the port for operators, in every long-running role. Returns its URL, or undefined if it is disabled. */
export const startOperating = async (operating: Operating, closers: Closers): Promise<string | undefined> => {
  const { config, metrics, readiness, apiUrl } = operating;
  registerGauges(operating);
  if (config.operatorPort === null || config.role === 'migrate') return undefined;
  const server = createOperatorServer({ readiness, metrics, apiUrl });
  server.listen(config.operatorPort, config.operatorHost);
  await once(server, 'listening');
  closers.add(async () => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.operatorPort;
  return urlOf(config.operatorHost, port);
};
