import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseFreePort } from '../server/src/kit/free-port.ts';

/** A temporary PostgreSQL cluster for tests. */
export type Postgres = {
  /** The URL of a database as `owner`, such as a managed provider gives its customer. */
  url: (database: string) => string;
  /** The URL as the cluster's superuser, for operations that the service itself must never need. */
  superuserUrl: (database: string) => string;
  port: number;
  /** The server's process id, for tests that kill it. */
  pid: number;
  /** Creates a database owned by `owner`; `locale` is the end of the CREATE DATABASE statement. */
  createDatabase: (name: string, options?: { locale?: string }) => Promise<string>;
  /** Kills the server like `kill -9`. If a folder was given, the data remains; start there again with the same port. */
  crash: () => Promise<void>;
  /** Stops the server; removes the data unless a folder was given. */
  stop: () => Promise<void>;
};

export type PostgresOptions = {
  /**
   * Keeps the cluster in this folder so that it can be started again. Default: a temporary folder that `stop` removes.
   */
  dataDir?: string;
  /** Needed to restart a cluster at the same address. Default: a free port. */
  port?: number;
  /** False: commits may be lost if the machine goes down, but not if only the server crashes. */
  isDurable?: boolean;
};

const oldestMajor = 15;

/**
 * The user that tests and the service connect as: it owns its databases and may create roles and databases, but nothing
 * more, like the first user of a managed PostgreSQL. Row-level security applies to it, and it is never accidentally a
 * superuser.
 */
export const owner = 'marketplace_owner';

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const majorOf = (bin: string): number => {
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
};

const insufficientPrivilege = '42501';

/**
 * Drops a database as its owner, despite open connections. An owner cannot terminate autovacuum, which belongs to the
 * superuser, so this waits for it.
 */
export const dropDatabase = async (adminUrl: string, name: string): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        await client.query(`drop database if exists ${name} with (force)`);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== insufficientPrivilege || tries === 100) throw error;
        await sleep(100);
      }
    }
  } finally {
    await client.end();
  }
};

/**
 * The folder with the server's programs: TEST_POSTGRES_BIN if set, else Debian's 15, else its newest later version,
 * else the one on PATH. Null if there is none.
 */
export const findPostgres = (): string | null => {
  const chosen = process.env.TEST_POSTGRES_BIN;
  if (chosen) {
    if (isProgram(join(chosen, 'postgres')) && majorOf(chosen) >= oldestMajor) return chosen;
    throw new Error(`TEST_POSTGRES_BIN must be a folder with the programs of PostgreSQL ${oldestMajor} or newer.`);
  }
  const debian = '/usr/lib/postgresql';
  const majors = existsSync(debian) ? readdirSync(debian).map(Number).filter(Number.isInteger) : [];
  // The oldest supported release first: what works on it works on all of them.
  const ordered = majors.includes(oldestMajor) ? [oldestMajor, ...majors] : majors.sort((a, b) => b - a);
  const folders = [
    ...ordered.map((major) => join(debian, String(major), 'bin')),
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
  ];
  const complete = folders.find((bin) => isProgram(join(bin, 'postgres')) && isProgram(join(bin, 'initdb')));
  return complete && majorOf(complete) >= oldestMajor ? complete : null;
};

export type User = { uid: number; gid: number };

/** PostgreSQL refuses to run as root. In that case, run it as its package's user, or as nobody. */
export const userToRunAs = (): User | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!found) throw new Error('PostgreSQL does not run as root, and there is no user postgres to run it as.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
};

const makeCluster = (bin: string, home: string, user: User | undefined): void => {
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const { status, stderr, error } = spawnSync(
    join(bin, 'initdb'),
    [
      ...['-D', join(home, 'cluster'), '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8'],
      // A default collation at least as far from code point order as those of providers.
      ...['--locale-provider=icu', '--icu-locale=en-US'],
      ...['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync'],
    ],
    { cwd: home, encoding: 'utf8', ...user },
  );
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? stderr.trim()}`);
};

/** Durable by default, like a production server, because promises are tested on it; small and quiet. */
const settings = (home: string, port: number, isDurable: boolean): string[] =>
  Object.entries({
    ...(isDurable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: home,
    max_connections: 200,
    shared_buffers: '64MB',
    max_wal_size: '512MB',
    jit: 'off',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    timezone: 'UTC',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

// The server must not outlive us, even if we are killed. The shell waits for the end of its input, our end of a pipe,
// and then stops the server (SIGINT is PostgreSQL's fast shutdown). It also reaps the server: some init processes do
// not, and the leftover pid would look alive to the next start.
const minder = `"$@" </dev/null & pid=$!
(cat >/dev/null; kill -INT $pid 2>/dev/null) <&3 &
wait $pid
if [ -e "$REMOVE/served" ]; then cd / && rm -rf "$REMOVE"; fi`;

const isReady = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
};

const exited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const memory = '/dev/shm';
const memoryNeeded = 4 * 2 ** 30;

/** A folder in memory if the machine has one with room for a cluster; otherwise the folder for temporary files. */
const memoryFolder = (): string => {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= memoryNeeded ? memory : tmpdir();
};

/** Starts a cluster; returns null if no supported PostgreSQL release is installed. */
export const startPostgres = async (options: PostgresOptions = {}): Promise<Postgres | null> => {
  const bin = findPostgres();
  if (!bin) return null;
  const user = userToRunAs();
  const parent = options.isDurable === false ? memoryFolder() : tmpdir();
  const home = options.dataDir ?? mkdtempSync(join(parent, 'mos-postgres-'));
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o700);
  if (user) chownSync(home, user.uid, user.gid);
  const isTemporary = options.dataDir === undefined;
  const forget = (): void => {
    if (isTemporary) rmSync(home, { recursive: true, force: true });
  };

  try {
    if (!existsSync(join(home, 'cluster', 'PG_VERSION'))) makeCluster(bin, home, user);
    const password = readFileSync(join(home, 'password'), 'utf8');
    // Another process may take the free port before the server does.
    for (let attempt = 1; ; attempt += 1) {
      const port = options.port ?? (await chooseFreePort());
      const addressOf =
        (name: string) =>
        (database: string): string =>
          `postgresql://${name}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
      const [url, superuserUrl] = [addressOf(owner), addressOf('postgres')];
      const server = await startServer(bin, {
        home,
        isTemporary,
        isDurable: options.isDurable ?? true,
        port,
        user,
        url: superuserUrl('postgres'),
      });
      if (server) {
        await makeOwner(superuserUrl('postgres'), password);
        return { url, superuserUrl, port, ...server, ...handle(server, url, forget) };
      }
      if (attempt === 3) throw new Error(`PostgreSQL did not start: ${readFileSync(join(home, 'log'), 'utf8').trim()}`);
    }
  } catch (error) {
    forget();
    throw error;
  }
};

const makeOwner = async (url: string, password: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [owner]);
    if (rowCount) return;
    const word = client.escapeLiteral(password);
    await client.query(`create role ${owner} login createrole createdb nosuperuser nobypassrls password ${word}`);
  } finally {
    await client.end();
  }
};

type Server = { minder: ChildProcess; pid: number };

const startServer = async (
  bin: string,
  at: { home: string; isTemporary: boolean; isDurable: boolean; port: number; user: User | undefined; url: string },
): Promise<Server | undefined> => {
  const { home, port } = at;
  const log = join(home, 'log');
  const program = [join(bin, 'postgres'), '-D', join(home, 'cluster'), ...settings(home, port, at.isDurable)];
  // Its own process group, so that an interrupt at the terminal reaches us first and we stop it in order.
  const child = spawn('sh', ['-c', `exec 2>>'${log}' >&2\n${minder}`, 'sh', ...program], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', REMOVE: at.isTemporary ? home : '' },
    ...at.user,
  });
  for (let waited = 0; waited < 30_000 && !exited(child); waited += 50) {
    await sleep(50);
    const pidFile = join(home, 'cluster', 'postmaster.pid');
    const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : [];
    if (lines[7]?.trim() === 'ready' && lines[3] === String(port) && (await isReady(at.url))) {
      // A server that never came up keeps its folder, for its log and for another attempt.
      writeFileSync(join(home, 'served'), '');
      child.unref();
      (child.stdio[3] as unknown as { unref: () => void } | null)?.unref();
      return { minder: child, pid: Number(lines[0]) };
    }
  }
  if (child.pid && !exited(child)) process.kill(-child.pid, 'SIGKILL');
  return undefined;
};

const handle = (server: Server, url: Postgres['url'], forget: () => void) => {
  const gone = exited(server.minder) ? Promise.resolve() : once(server.minder, 'exit').then(() => {});
  const signal = (pid: number, name: NodeJS.Signals): void => {
    try {
      process.kill(pid, name);
    } catch {
      // It has already exited.
    }
  };
  const group = -(server.minder.pid ?? server.pid);

  const crash = async (): Promise<void> => {
    server.minder.ref();
    signal(server.pid, 'SIGKILL');
    await gone;
    signal(group, 'SIGKILL');
    // The server's child processes end when they notice its death; until then its memory is in use and a start is
    // refused.
    await sleep(200);
  };

  const stop = async (): Promise<void> => {
    server.minder.ref();
    signal(server.pid, 'SIGINT');
    const inTime = await Promise.race([gone.then(() => true), sleep(10_000, false, { ref: false })]);
    if (!inTime) await crash();
    signal(group, 'SIGKILL');
    forget();
  };

  const createDatabase = async (name: string, options: { locale?: string } = {}): Promise<string> => {
    const client = new pg.Client({ connectionString: url('postgres') });
    await client.connect();
    const locale = options.locale ? ` template template0 ${options.locale}` : '';
    await client.query(`create database ${client.escapeIdentifier(name)}${locale}`).finally(() => client.end());
    return url(name);
  };

  return { crash, stop, createDatabase };
};
