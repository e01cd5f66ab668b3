import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chooseFreePort } from '../src/kit/free-port.ts';
import { handedDown } from './process.ts';
import { until } from './until.ts';

/**
 * The disk of a service with an embedded database and simulators fills up while clients write, and is freed again: clients receive
 * 503, `/readyz` shows the reason, nothing acknowledged is lost, and everything continues without a restart.
 */

const main = join(import.meta.dirname, '../src/main.ts');
const inNamespace = ['--map-root-user', '--mount', 'sh', '-c'];

type Credentials = {
  organizations: { organizationId: string; apps: { clientId: string; clientSecret: string }[] }[];
  simulatorToken: string;
};

/** Writes until nothing more fits; opened again it fills what has become free. */
const fill = (file: string): void => {
  const descriptor = openSync(file, 'a');
  for (const bytes of [65_536, 512, 1]) {
    const chunk = Buffer.alloc(bytes, 1);
    try {
      while (writeSync(descriptor, chunk) === bytes);
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
  }
  closeSync(descriptor);
};

test('a disk that is full for a while loses nothing, and the fault is reported', { timeout: 290_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mos-full-'));
  const mount = `mount -t tmpfs -o size=200m none '${folder}'`;
  if (spawnSync('/usr/bin/unshare', [...inNamespace, mount]).status !== 0) {
    rmSync(folder, { recursive: true });
    return t.skip('this machine does not allow mounting a disk');
  }
  const [port, authPort, simulatorPort] = [await chooseFreePort(), await chooseFreePort(), await chooseFreePort()];
  const prepared = process.env.TEST_DEMO;
  const lay =
    prepared === undefined ? 'true' : `cp -r '${prepared}' '${folder}/data' && chmod 700 '${folder}/data/database'`;
  const child = spawn(
    '/usr/bin/unshare',
    [...inNamespace, `${mount} && ${lay} && exec '${process.execPath}' '${main}'`],
    {
      env: {
        ...handedDown,
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        DATA_DIR: join(folder, 'data'),
        PORT: String(port),
        AUTH_PORT: String(authPort),
        SIMULATOR_PORT: String(simulatorPort),
        OPERATOR_PORT: 'off',
        SIMULATORS: 'on',
        DEMO: 'on',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'fatal',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const exited = once(child, 'exit');
  // The disk exists only for the service: this is how others see it.
  const within = `/proc/${child.pid}/root${folder}`;
  const at = (which: number, path: string): string => `http://127.0.0.1:${which}${path}`;
  const ask = async (
    url: string,
    init: RequestInit = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  try {
    await until(
      'the service is ready',
      async () => (await ask(at(port, '/readyz')).catch(() => null))?.status === 200,
      120_000,
    );
    const credentials = JSON.parse(readFileSync(`${within}/data/demo-credentials.json`, 'utf8')) as Credentials;
    const { organizationId, apps } = credentials.organizations[0] ?? assert.fail();
    const { clientId, clientSecret } = apps[0] ?? assert.fail();
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const grant = await ask(at(authPort, '/oauth2/token'), { method: 'POST', body: new URLSearchParams(form) });
    const headers = { authorization: `Bearer ${grant.body.access_token}`, 'content-type': 'application/json' };
    const post = (path: string, body: unknown) =>
      ask(at(port, `/org/${organizationId}${path}`), { method: 'POST', headers, body: JSON.stringify(body) });
    const acknowledged = new Map<string, unknown>();
    let made = 0;
    const createContact = async (): Promise<number> => {
      made += 1;
      const emailAddress = `c${made}@full.test`;
      const { status, body } = await post('/contact', { emailAddress, name: 'x'.repeat(200) });
      if (status === 200) acknowledged.set(emailAddress, body.id);
      return status;
    };
    const advance = async (): Promise<number> => {
      const control = { authorization: `Bearer ${credentials.simulatorToken}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ advance: 60_000 });
      return (await ask(at(simulatorPort, '/control/clock'), { method: 'POST', headers: control, body })).status;
    };
    const upload = async (): Promise<number> => {
      const content = Buffer.from(`%PDF-1.7\n${'x'.repeat(100_000)}`).toString('base64');
      return (await post('/prm/file', { name: 'a.pdf', content })).status;
    };
    assert.equal(await createContact(), 200);
    assert.equal(await advance(), 200);

    // The tables have room for some more rows in pages that they have already.
    let status = 200;
    for (let calls = 0; calls < 2000 && status === 200; calls += 1) {
      fill(`${within}/filler`);
      status = await createContact();
    }
    assert.equal(status, 503);
    fill(`${within}/filler`);
    assert.equal(await upload(), 503);
    // What was refused leaves room that it had taken.
    fill(`${within}/filler`);
    assert.equal(await advance(), 500);
    const { body: health } = await ask(at(port, '/readyz'));
    assert.match(String(health.problems), /The disk of the data folder \(DATA_DIR\) is full/);

    rmSync(`${within}/filler`);
    await until('the service goes on', async () => (await createContact()) === 200, 60_000);
    assert.equal(await upload(), 200);
    assert.equal(await advance(), 200);
    const after = await ask(at(port, '/readyz'));
    assert.equal(after.status, 200);
    assert.doesNotMatch(String(after.body.problems), /DATA_DIR/);
    const list = await ask(at(port, `/org/${organizationId}/contact?emailDomain=full.test&limit=1000`), { headers });
    const found = new Map((list.body as unknown as Record<string, string>[]).map((one) => [one.emailAddress, one.id]));
    for (const [emailAddress, id] of acknowledged) assert.equal(found.get(emailAddress), id, emailAddress);
  } finally {
    child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  }
});
