import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadConfig } from '../src/config/config.ts';
import { explainStart } from '../src/start-fault.ts';
import { handedDown, spawnService } from './process.ts';

// A failed start exits with status 1 and prints one line that says what is wrong and which setting helps.

const home = mkdtempSync(join(tmpdir(), 'mos-faults-'));
after(() => rmSync(home, { recursive: true, force: true }));

const quiet = { SIMULATORS: 'off', DEMO: 'off', DATABASE_WAIT_SECONDS: '0' };
let folders = 0;
const aFolder = (): string => {
  folders += 1;
  const folder = join(home, `data-${folders}`);
  mkdirSync(folder);
  return folder;
};

const failedStart = async (env: Record<string, string>): Promise<string> => {
  const service = spawnService({ DATA_DIR: aFolder(), ...quiet, ...env });
  const ended = await service.exited;
  assert.equal(ended.code, 1, `${JSON.stringify(ended)} ${service.output()}`);
  assert.equal(service.output().trimEnd().split('\n').length, 1, service.output());
  return service.output().trimEnd();
};

for (const name of ['PORT', 'AUTH_PORT', 'SIMULATOR_PORT', 'OPERATOR_PORT']) {
  test(`${name} in use by another process`, async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const ports = {
      PORT: '0',
      AUTH_PORT: '0',
      SIMULATOR_PORT: '0',
      OPERATOR_PORT: '0',
      SIMULATORS: 'on',
      [name]: String(port),
    };
    const follows = name === 'PORT' ? '; AUTH_PORT, SIMULATOR_PORT and OPERATOR_PORT follow it' : '';
    assert.equal(
      await failedStart(ports),
      `Another process listens on 127.0.0.1:${port} already. Stop it, or set ${name} to a free port${follows}.`,
    );
    taken.close();
  });
}

test('an address that does not belong to this machine', async () => {
  for (const [name, address] of [
    ['HOST', '192.0.2.1'],
    ['HOST', 'no-such-host.invalid'],
    ['OPERATOR_HOST', '192.0.2.1'],
    ['OPERATOR_HOST', 'no-such-host.invalid'],
  ] as const)
    assert.equal(
      await failedStart({ [name]: address }),
      `This machine has no address ${address} to listen on. Set ${name} to one of its addresses.`,
    );
});

test('a DATABASE_URL that points to something else', async () => {
  const other = createServer((socket) => socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  const line = await failedStart({
    DATABASE_URL: `postgres://me@127.0.0.1:${port}/mine`,
    SECRET_KEY: randomBytes(32).toString('base64'),
  });
  assert.match(line, new RegExp(`^What answers at 127\\.0\\.0\\.1:${port} .* Correct DATABASE_URL\\.$`));
  other.close();
});

test('a data folder whose lock is there and is not', async () => {
  const folder = aFolder();
  symlinkSync(join(folder, 'nowhere'), join(folder, 'lock'));
  const began = performance.now();
  assert.match(
    await failedStart({ DATA_DIR: folder }),
    /cannot be locked: .* Set DATA_DIR to a folder on a local disk/,
  );
  assert.ok(performance.now() - began < 60_000);
});

test('a data folder whose lock never responds', { timeout: 400_000 }, async () => {
  const folder = aFolder();
  assert.equal(spawnSync('/usr/bin/mkfifo', [join(folder, 'lock')]).status, 0);
  const service = spawnService({ DATA_DIR: folder, ...quiet });
  assert.equal((await service.exited).signal, 'SIGKILL');
  assert.match(
    service.output(),
    /^The data folder .* cannot be locked: [^\n]* Set DATA_DIR to a folder on a local disk[^\n]*\n$/,
  );
});

test('a data folder that is a file', async () => {
  const file = join(aFolder(), 'file');
  writeFileSync(file, '');
  assert.match(await failedStart({ DATA_DIR: file }), /file.* is no folder\. Set DATA_DIR to a folder/);
});

test('a data folder whose database is damaged or incomplete, which stays as it is', { timeout: 400_000 }, async () => {
  const folder = aFolder();
  const service = spawnService({ ...quiet, DATA_DIR: folder });
  await service.started;
  service.child.kill('SIGTERM');
  await service.exited;
  const files = join(folder, 'database');
  const control = readFileSync(join(files, 'global/pg_control'));
  writeFileSync(join(files, 'global/pg_control'), Buffer.alloc(control.length));
  const line =
    / Put a copy of the whole data folder from before in its place, or set DATA_DIR to an empty folder to begin anew\.$/;
  assert.match(await failedStart({ DATA_DIR: folder }), line);
  writeFileSync(join(files, 'global/pg_control'), control);

  const version = readFileSync(join(files, 'PG_VERSION'));
  rmSync(join(files, 'PG_VERSION'));
  assert.match(await failedStart({ DATA_DIR: folder }), line);
  writeFileSync(join(files, 'PG_VERSION'), version);
  const again = spawnService({ ...quiet, DATA_DIR: folder });
  await again.started;
  again.child.kill('SIGTERM');
  await again.exited;
});

test('a PostgreSQL that is not there', async () => {
  const env = { DATABASE_URL: 'postgresql://me:secret@127.0.0.1:1/x', SECRET_KEY: randomBytes(32).toString('base64') };
  const line = await failedStart(env);
  assert.equal(line, 'No PostgreSQL answers at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct DATABASE_URL.');
});

test('a PostgreSQL that does not come in time', async () => {
  const url = 'postgresql://me:secret@127.0.0.1:1/x';
  const env = { DATABASE_URL: url, SECRET_KEY: randomBytes(32).toString('base64'), DATABASE_WAIT_SECONDS: '1' };
  assert.equal(
    await failedStart(env),
    'No PostgreSQL answers at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct DATABASE_URL. The start waited 1 s for it (DATABASE_WAIT_SECONDS).',
  );
});

test('a PostgreSQL that is lost later in the start was not waited for', () => {
  const url = 'postgresql://me:secret@127.0.0.1:1/x';
  const given = {
    ...quiet,
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATABASE_WAIT_SECONDS: '60',
  };
  const config = loadConfig(given, { folderIsEmpty: () => true });
  const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const line = 'No PostgreSQL answers at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct DATABASE_URL.';
  assert.equal(explainStart(lost, config), line);
  const waited = Object.assign(lost, { waitedSeconds: 60 });
  assert.equal(explainStart(waited, config), `${line} The start waited 60 s for it (DATABASE_WAIT_SECONDS).`);
});

test('a service that waits for its PostgreSQL stops when it is told to', async () => {
  const url = 'postgresql://me:secret@127.0.0.1:1/x';
  const service = spawnService({
    ...quiet,
    ...{ DATA_DIR: aFolder(), DATABASE_URL: url, SECRET_KEY: randomBytes(32).toString('base64') },
    ...{ DATABASE_WAIT_SECONDS: '600', LOG_LEVEL: 'warn' },
  });
  await once(service.child.stdout ?? assert.fail(), 'data');
  assert.match(service.output(), /"reason":"ECONNREFUSED".*waiting for the PostgreSQL of DATABASE_URL/);
  assert.ok(!service.output().includes('secret'));
  service.child.kill('SIGTERM');
  assert.equal((await service.exited).code, 1);
  assert.match(service.output(), /^Stopped while waiting for the PostgreSQL of DATABASE_URL\.$/m);
});

/** Runs the service on a file system with only this much space; null if this machine does not allow mounting one. */
const startWithRoom = async (size: string): Promise<string | null> => {
  const folder = aFolder();
  const mount = `mount -t tmpfs -o size=${size} none '${folder}'`;
  const inNamespace = ['--map-root-user', '--mount', 'sh', '-c'];
  if (spawnSync('/usr/bin/unshare', [...inNamespace, mount]).status !== 0) return null;
  const program = `${mount} && exec '${process.execPath}' '${join(import.meta.dirname, '../src/main.ts')}'`;
  const env = {
    ...handedDown,
    PATH: process.env.PATH ?? '',
    ...quiet,
    PORT: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: join(folder, 'data'),
  };
  const child = spawn('/usr/bin/unshare', [...inNamespace, program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([child.stdout, child.stderr].map((stream) => stream.setEncoding('utf8').toArray()));
  const [code] = await once(child, 'exit');
  assert.equal(code, 1);
  return (await output).flat().join('');
};

test('a full disk', { timeout: 400_000 }, async () => {
  const line =
    /^The disk that holds [^\n]+ is full\. Free some space, or set DATA_DIR to a folder on another disk\.\n?$/;
  const config = loadConfig({ ...quiet, DATA_DIR: home }, { folderIsEmpty: () => true });
  const full = openSync('/dev/full', 'w');
  assert.throws(
    () => writeSync(full, 'x'),
    (error) => line.test(explainStart(error, config)),
  );
  for (const size of ['1m', '12m', '30m']) {
    const output = await startWithRoom(size);
    if (output !== null) assert.match(output, line, size);
  }
});

test('what only a server says names the setting, and never the password', () => {
  const url = 'postgresql://me:secret@db.example:5433/books';
  const config = loadConfig(
    { ...quiet, DATABASE_URL: url, SECRET_KEY: randomBytes(32).toString('base64') },
    { folderIsEmpty: () => true },
  );
  for (const [code, message, line] of [
    ['28P01', 'password authentication failed for user "me"', /refuses the user "me".*Correct DATABASE_URL\.$/],
    ['3D000', 'database "books" does not exist', /has no database "books"\. Create it, or correct DATABASE_URL\.$/],
    ['53300', 'too many clients', /no connection left .*max_connections/],
    [
      '53100',
      'could not extend file: No space left on device',
      /^The disk of PostgreSQL is full: .*Free some space on it\.$/,
    ],
    [
      '42501',
      'permission denied for schema public',
      /may not do .*docs\/operating\/postgresql\.md lists the grants\.$/,
    ],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND db.example', /^No PostgreSQL answers at db\.example:5433 \(ENOTFOUND\)/],
    [undefined, 'timeout exceeded when trying to connect', /does not answer\. Correct DATABASE_URL/],
  ] as const) {
    const said = explainStart(Object.assign(new Error(message), code === undefined ? {} : { code }), config);
    assert.match(said, line);
    assert.ok(!said.includes('secret') && !said.includes('\n'), said);
  }
});
