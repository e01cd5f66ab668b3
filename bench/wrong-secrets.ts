/**
 * Measures how a flood of wrong secrets affects other clients: latencies of token requests and of reads, idle and under
 * 1,000 wrong secrets a second from many clients and addresses. Never fails because of a figure. `--seconds 10
 * --attacks 1000`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createOAuthApp } from '../server/src/auth/apps.ts';
import { createSecretKeys } from '../server/src/auth/secrets.ts';
import { openDatabase } from '../server/src/db/open.ts';
import { insertOrganization } from '../server/src/domain/organization/store.ts';
import { systemClock } from '../server/src/kit/clock.ts';
import { createIds, encodeId } from '../server/src/kit/ids.ts';
import { startPostgres } from '../tools/postgres.ts';
import { cpuOf } from './load.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    attacks: { type: 'string', default: '1000' },
    /** The service's main file; defaults to the one of this checkout. */
    main: { type: 'string', default: join(import.meta.dirname, '../server/src/main.ts') },
    /** Marks the attacking process. */
    attack: { type: 'string' },
  },
});
const seconds = Number(options.seconds);
const ids = createIds(systemClock);

type Call = { url: string; method: string; headers: Record<string, string>; body?: string };
type Done = { status: number; ms: number };

const send = (agent: Agent, { url, method, headers, body }: Call): Promise<Done> =>
  new Promise((resolve) => {
    const began = performance.now();
    const ended = (status: number): void => resolve({ status, ms: performance.now() - began });
    const call = request(url, { method, agent, headers }, (response) => {
      response.on('end', () => ended(response.statusCode ?? 0)).resume();
    });
    call.on('error', () => ended(0)).end(body);
  });

/** Sends at a fixed rate, whether or not responses arrive. */
const atPace = async (perSecond: number, forSeconds: number, call: () => Call, sockets: number): Promise<Done[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const sent: Promise<Done>[] = [];
  const began = performance.now();
  while (performance.now() - began < forSeconds * 1000) {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
    while (sent.length < due) sent.push(send(agent, call()));
    await sleep(5);
  }
  const done = await Promise.all(sent);
  agent.destroy();
  return done;
};

const tokenCall = (auth: string, clientId: string, secret: string, address: string): Call => ({
  url: `${auth}/oauth2/token`,
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
  }).toString(),
});

let turn = 0;
const anAddress = (): string => {
  turn += 1;
  return `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;
};

const attacks: Record<string, (auth: string) => () => Call> = {
  'many clients, many addresses': (auth) => () => tokenCall(auth, encodeId('app', ids.next()), 'wrong', anAddress()),
  'few clients, few addresses': (auth) => {
    const clients = Array.from({ length: 20 }, () => encodeId('app', ids.next()));
    return () => {
      turn += 1;
      return tokenCall(auth, clients[turn % 20] ?? '', 'wrong', `10.0.0.${turn % 20}`);
    };
  },
};

const percentile = (done: Done[], of: number): string =>
  (done.map(({ ms }) => ms).sort((a, b) => a - b)[Math.ceil(done.length * of) - 1] ?? 0).toFixed(1);

const attackFrom = async (auth: string, kind: string): Promise<void> => {
  const done = await atPace(Number(options.attacks), seconds, attacks[kind]?.(auth) ?? (() => process.exit(1)), 64);
  const counts = Map.groupBy(done, ({ status }) => status);
  const sums = [...counts].map(([status, list]) => `${status}: ${list.length}`).join(', ');
  process.stdout.write(`  the flood was answered ${sums}; p99 ${percentile(done, 0.99)} ms\n`);
};

const run = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'mos-wrong-'));
  const cluster = await startPostgres();
  if (!cluster) throw new Error('no PostgreSQL server is installed');
  let service: ChildProcess | undefined;
  try {
    const secretKey = randomBytes(32).toString('base64');
    const databaseUrl = await cluster.createDatabase('wrong');
    const [api, auth] = ['http://127.0.0.1:18480', 'http://127.0.0.1:18481'];
    service = spawn(process.execPath, [options.main], {
      env: {
        PATH: process.env.PATH ?? '',
        DATABASE_URL: databaseUrl,
        SECRET_KEY: secretKey,
        DATA_DIR: folder,
        PORT: '18480',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'error',
        TRUST_PROXY: '1',
      },
      stdio: 'inherit',
    });
    while (!(await fetch(`${api}/readyz`).catch(() => undefined))?.ok) await sleep(100);
    const database = await openDatabase({
      databaseUrl,
      dataDir: folder,
      strictReads: false,
      poolSize: 2,
      migrate: false,
    });
    const orgId = ids.next();
    const secretKeys = createSecretKeys(secretKey);
    const made = await database.system(async (system) => {
      const now = systemClock.now();
      await insertOrganization(system, { id: orgId, name: 'A', emailDomain: '', website: '', createdBy: 'bench', now });
      const tools = { ids, clock: systemClock, secretKeys };
      return createOAuthApp(system, tools, { orgId, name: 'A', accessLevel: 'EDITOR', createdBy: 'bench' });
    });
    const good = (): Call => tokenCall(auth, made.clientId, made.clientSecret, '192.0.2.1');
    const { body, ...rest } = good();
    const answer = await fetch(rest.url, { ...rest, body: body ?? '' });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const read = (): Call => ({
      url: `${api}/org/${encodeId('org', orgId)}/contact?limit=20`,
      method: 'GET',
      headers: { authorization: `Bearer ${token}` },
    });
    const admin = new pg.Client({ connectionString: cluster.superuserUrl('wrong') });
    await admin.connect();
    const commits = async (): Promise<number> => {
      await sleep(1200);
      const { rows } = await admin.query<{ n: string }>(
        "select xact_commit + tup_inserted + tup_updated as n from pg_stat_database where datname = 'wrong'",
      );
      return Number(rows[0]?.n);
    };
    const measure = async (kind: string): Promise<void> => {
      const before = await commits();
      const cpuBefore = cpuOf(service?.pid ?? 0);
      const attacker =
        kind in attacks
          ? spawn(
              process.execPath,
              [import.meta.filename, '--attack', kind, '--seconds', options.seconds, '--attacks', options.attacks],
              {
                env: { PATH: process.env.PATH ?? '', AUTH: auth },
                stdio: 'inherit',
              },
            )
          : undefined;
      await sleep(attacker ? 1000 : 0);
      const [tokens, reads] = await Promise.all([
        atPace(20, seconds - 1, good, 16),
        atPace(100, seconds - 1, read, 16),
      ]);
      if (attacker && attacker.exitCode === null) await new Promise((resolve) => attacker.once('exit', resolve));
      const cpu = (cpuOf(service?.pid ?? 0) - cpuBefore) / 1e6 / seconds;
      const failed = [...tokens, ...reads].filter(({ status }) => status !== 200).length;
      const line = [tokens, reads].map((done) => `${percentile(done, 0.5)} / ${percentile(done, 0.99)} ms`);
      process.stdout.write(
        `${kind}: tokens ${line[0]}, reads ${line[1]} (p50 / p99), ${failed} not 200, ` +
          `${Math.round(((await commits()) - before) / seconds)} commits and rows a second, ` +
          `service ${(cpu * 100).toFixed(0)} % of a core\n`,
      );
    };
    await measure('warm');
    for (let round = 1; round <= 2; round += 1) {
      await measure('quiet');
      for (const kind of Object.keys(attacks)) await measure(kind);
    }
    await admin.end();
    await database.close();
  } finally {
    service?.kill('SIGTERM');
    await sleep(1000);
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

await (options.attack === undefined ? run() : attackFrom(process.env.AUTH ?? '', options.attack));
