import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseFreePort } from '../server/src/kit/free-port.ts';
import { owner, userToRunAs } from './postgres.ts';

/** pgbouncer in transaction mode in front of a cluster: each transaction may run in another server session. */
export type Pgbouncer = {
  port: number;
  /** The URL of a database through it. */
  through: (url: string) => string;
  /** Ends it at once, with every connection. */
  stop: () => Promise<void>;
};

export const findPgbouncer = (): string | null =>
  ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync) ?? null;

/** Fewer server sessions than the service has connections, so that they are shared all the time. */
const sessionsOfDatabase = 6;

const configOf = (home: string, { port, serverPort }: { port: number; serverPort: number }): string => `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(home, 'users')}
pool_mode = transaction
default_pool_size = ${sessionsOfDatabase}
max_client_conn = 2000
max_db_connections = ${sessionsOfDatabase}
server_idle_timeout = 10
logfile = ${join(home, 'log')}
`;

/** The same database through a pooler at this port. */
export const throughPort = (url: string, port: number | string): string => {
  const address = new URL(url);
  address.port = String(port);
  return address.href;
};

const minder = `"$@" </dev/null & pid=$!
cat >/dev/null; kill -KILL $pid; wait $pid`;

const isReady = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
};

/**
 * Starts it in front of the cluster at `url`, with that URL's user and password; `again`: on that port. Returns null if
 * it is not installed.
 */
export const startPgbouncer = async (url: string, again?: number): Promise<Pgbouncer | null> => {
  const program = findPgbouncer();
  if (!program) return null;
  const home = mkdtempSync(join(tmpdir(), 'mos-pgbouncer-'));
  const user = userToRunAs();
  const address = new URL(url);
  const port = again ?? (await chooseFreePort());
  writeFileSync(join(home, 'users'), `"${owner}" "${decodeURIComponent(address.password)}"\n`, { mode: 0o600 });
  writeFileSync(join(home, 'config'), configOf(home, { port, serverPort: Number(address.port) }));
  if (user) for (const file of ['', 'users', 'config']) chownSync(join(home, file), user.uid, user.gid);
  // It must not outlive us: the shell waits for the end of its input, our end of a pipe, and then stops it.
  const child = spawn('sh', ['-c', minder, 'sh', program, '-q', join(home, 'config')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    ...user,
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.ref();
    child.stdin.end();
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  for (let waited = 0; waited < 10_000 && child.exitCode === null; waited += 50) {
    if (await isReady(throughPort(url, port))) {
      child.unref();
      (child.stdin as unknown as { unref: () => void }).unref();
      return { port, through: (direct) => throughPort(direct, port), stop };
    }
    await sleep(50);
  }
  const log = existsSync(join(home, 'log')) ? readFileSync(join(home, 'log'), 'utf8').trim() : 'it said nothing';
  await stop();
  throw new Error(`pgbouncer did not start: ${log}`);
};
