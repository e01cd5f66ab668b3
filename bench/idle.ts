/**
 * Counts the statements that an idle deployment sends to PostgreSQL: `--processes` processes that serve and work, with nothing to do. Prints the
 * statements per second, the count of each kind, and the memory and CPU time of each process.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { spawnService } from '../server/test/process.ts';
import { startPostgres } from '../tools/postgres.ts';

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '30' },
    kinds: { type: 'string', default: '25' },
  },
});
const seconds = Number(values.seconds);
/** By then caches are warm, and the engine's first minute is over, in which it polls schedules every second. */
const settleMs = 65_000;

const folder = mkdtempSync(join(tmpdir(), 'mos-idle-'));
const postgres = await startPostgres({ dataDir: folder });
if (!postgres) throw new Error('This needs PostgreSQL 15 or later.');
const env = {
  DATABASE_URL: await postgres.createDatabase('idle'),
  SECRET_KEY: randomBytes(32).toString('base64'),
  DATA_DIR: join(folder, 'data'),
};

/** CPU time in hundredths of a second and memory in bytes, as reported by the operating system. */
const readUse = (pid: number | undefined): { ticks: number; bytes: number } => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { ticks: Number(fields[11]) + Number(fields[12]), bytes: Number(resident) * 1024 };
};

const services = [];
for (let count = 0; count < Number(values.processes); count += 1) {
  const service = spawnService({ ...env, MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=8' });
  await service.started;
  services.push(service);
}
try {
  await sleep(settleMs);
  const client = new pg.Client({ connectionString: postgres.superuserUrl('postgres') });
  await client.connect();
  const log = async (what: string): Promise<void> => {
    await client.query(`alter system set log_statement = '${what}'`);
    await client.query('select pg_reload_conf()');
  };
  const logFile = join(folder, 'log');
  const from = statSync(logFile).size;
  const before = services.map(({ child }) => readUse(child.pid));
  await log('all');
  await sleep(seconds * 1000);
  await log('none');
  const after = services.map(({ child }) => readUse(child.pid));
  await client.end();
  const kinds = new Map<string, number>();
  const text = readFileSync(logFile).subarray(from).toString('utf8');
  for (const [, statement = ''] of text.matchAll(/LOG: {2}(?:statement|execute [^:]*): (.*(?:\n\t.*)*)/g)) {
    if (/alter system|pg_reload_conf/.test(statement)) continue;
    const kind = statement
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/'[^']*'/g, "'…'")
      .slice(0, 150);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const total = [...kinds.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${services.length} idle processes: ${(total / seconds).toFixed(1)} statements a second`);
  for (const [kind, count] of [...kinds].sort(([, one], [, other]) => other - one).slice(0, Number(values.kinds)))
    console.log(`${(count / seconds).toFixed(2).padStart(7)}  ${kind}`);
  for (const [place, use] of after.entries()) {
    const share = (use.ticks - (before[place]?.ticks ?? 0)) / seconds;
    console.log(
      `process ${place + 1}: ${Math.round(use.bytes / 1e6)} MB resident, ${share.toFixed(1)} % of a processor`,
    );
  }
} finally {
  for (const { child } of services) child.kill('SIGTERM');
  await Promise.all(services.map(({ exited }) => exited));
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
