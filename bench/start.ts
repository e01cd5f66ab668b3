/**
 * Measures how the service starts under `npm start`, with the demo on the embedded database: the time and the CPU time until
 * the addresses are printed, first on an empty folder and then on the same one; the share of loading the code; and the memory when idle and
 * after a mixed load. Prints medians of `--starts` starts. The very first start fills the compile cache and is not counted.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chooseFreePort } from '../server/src/kit/free-port.ts';
import { type Service, spawnService } from '../server/test/process.ts';
import { cpuOf, type Load, peakMemoryOf, runLoad } from './load.ts';

const { values } = parseArgs({
  options: { starts: { type: 'string', default: '5' }, seconds: { type: 'string', default: '60' } },
});
const starts = Number(values.starts);
const seconds = Number(values.seconds);
const idleMs = 10_000;

const median = (list: readonly number[]): number =>
  list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)] ?? Number.NaN;

const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

type Started = { service: Service; pid: number; url: string; ms: number; cpuMs: number };

/** Fixed ports, as in normal use: if they changed, the demo would have to update its addresses. */
const ports = {
  PORT: String(await chooseFreePort('127.0.0.1')),
  AUTH_PORT: String(await chooseFreePort('127.0.0.1')),
  SIMULATOR_PORT: String(await chooseFreePort('127.0.0.1')),
  OPERATOR_PORT: '0',
};

const start = async (dataDir: string): Promise<Started> => {
  const began = performance.now();
  const service = spawnService({
    ...ports,
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    NODE_OPTIONS: '--max-semi-space-size=8',
    MALLOC_ARENA_MAX: '2',
  });
  const url = await service.started;
  const ms = performance.now() - began;
  const pid = service.child.pid ?? 0;
  return { service, pid, url, ms, cpuMs: cpuOf(pid) / 1000 };
};

const stop = async ({ service }: Started): Promise<void> => {
  service.child.kill('SIGTERM');
  await service.exited;
};

/** Loads all of the service's code, with the compile cache of the service. */
const loadCode = (): number => {
  const [main, cache] = ['../server/src/app.ts', '../node_modules/.cache/compiled'].map((path) =>
    JSON.stringify(join(import.meta.dirname, path)),
  );
  const program = `
    import { enableCompileCache } from 'node:module';
    enableCompileCache(${cache});
    await import(${main});
    process.stdout.write(String(performance.now()));
    process.exit(0);`;
  const options = ['--max-semi-space-size=8', '--input-type=module', '--eval', program];
  return Number(spawnSync(process.execPath, options, { encoding: 'utf8' }).stdout);
};

type Credentials = {
  authUrl: string;
  organizations: { organizationId: string; apps: { clientId: string; clientSecret: string }[] }[];
};

/** A mixed load: reads lists of contacts and offers in turn, and creates contacts at the same time. */
const mixedLoads = async (dataDir: string, url: string): Promise<Load[]> => {
  const text = readFileSync(join(dataDir, 'demo-credentials.json'), 'utf8');
  const { authUrl, organizations } = JSON.parse(text) as Credentials;
  const [organization] = organizations;
  const [app] = organization?.apps ?? [];
  if (!organization || !app) throw new Error('the demo has no credentials');
  const body = { grant_type: 'client_credentials', client_id: app.clientId, client_secret: app.clientSecret };
  const answer = await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(body) });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const path = `/org/${organization.organizationId}`;
  const common = {
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    connections: 4,
  };
  let reads = 0;
  return [
    { ...common, method: 'GET', next: () => ({ path: `${path}/${reads++ % 2 === 0 ? 'contact' : 'offer'}` }) },
    {
      ...common,
      method: 'POST',
      next: () => ({
        path: `${path}/contact`,
        body: JSON.stringify({ emailAddress: `${randomUUID()}@bench.test`, name: 'Somebody' }),
      }),
    },
  ];
};

const home = mkdtempSync(join(tmpdir(), 'mos-bench-start-'));
try {
  await stop(await start(join(home, 'first')));
  const rows = new Map<string, Started[]>([
    ['empty folder', []],
    ['existing folder', []],
  ]);
  const loading: number[] = [];
  for (let count = 0; count < starts; count += 1) {
    const dataDir = join(home, String(count));
    for (const list of rows.values()) {
      const started = await start(dataDir);
      list.push(started);
      await stop(started);
    }
    loading.push(loadCode());
  }
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`);
  console.log('| start | ms | processor ms |\n|---|---|---|');
  for (const [name, list] of rows)
    console.log(
      `| ${name} | ${median(list.map(({ ms }) => ms)).toFixed(0)} | ${median(list.map(({ cpuMs }) => cpuMs)).toFixed(0)} |`,
    );
  console.log(`| loading the code alone | ${median(loading).toFixed(0)} | |`);
  const last = join(home, '0');
  const started = await start(last);
  await sleep(idleMs);
  console.log(`idle: ${residentOf(started.pid).toFixed(0)} MiB`);
  const loads = await mixedLoads(last, started.url);
  const measured = await Promise.all(loads.map((load) => runLoad(load, started.pid, seconds)));
  const perSecond = measured.reduce((sum, one) => sum + one.perSecond, 0);
  const [resident, peak] = [residentOf(started.pid).toFixed(0), peakMemoryOf(started.pid)];
  console.log(`after ${seconds} s at ${perSecond.toFixed(0)} requests a second: ${resident} MiB, at most ${peak} MiB`);
  await stop(started);
} finally {
  rmSync(home, { recursive: true, force: true });
}
