import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { copyDemo } from './demo-folder.ts';
import { handedDown, type Service, spawnService } from './process.ts';

const quiet = { SIMULATORS: 'off', DEMO: 'off' };
let dataDir: string;
const running = new Set<Service>();

const start = (env: Record<string, string> = {}): Service => {
  const service = spawnService({ DATA_DIR: dataDir, ...quiet, ...env });
  running.add(service);
  void service.exited.then(() => running.delete(service));
  return service;
};

before(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mos-start-'));
});
after(async () => {
  for (const service of running) {
    service.child.kill('SIGKILL');
    await service.exited;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

describe('start and stop', () => {
  test('serves once ready, ends with 0 on SIGTERM, and starts again on its folder', async () => {
    const service = start();
    const url = await service.started;
    assert.equal((await fetch(`${url}/livez`)).status, 200);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    assert.equal((await fetch(`${url}/metrics`)).status, 404, 'callers of the API learn nothing of all organizations');
    assert.equal(((await (await fetch(`${url}/openapi.json`)).json()) as { openapi: string }).openapi, '3.1.0');
    const page = await (await fetch(`${url}/docs`)).text();
    assert.ok(!/(src|href)="https?:/.test(page), 'the reference page asks nobody else');
    assert.equal(statSync(join(dataDir, 'secret-key')).mode & 0o077, 0);
    const stopAt = performance.now();
    service.child.kill('SIGTERM');
    assert.deepEqual(await service.exited, { code: 0, signal: null });
    assert.ok(performance.now() - stopAt < 10_000);
  });

  test('SIGTERM lets requests in flight finish, closes their connections, and reports that it is not ready', async () => {
    const demo = join(dataDir, 'demo');
    copyDemo(demo);
    const service = start({ DATA_DIR: demo, SIMULATORS: 'on', DEMO: 'on', SIMULATOR_PORT: '0' });
    const url = await service.started;
    const { authUrl, organizations } = JSON.parse(readFileSync(join(demo, 'demo-credentials.json'), 'utf8'));
    const [app] = organizations[0].apps;
    const form = { grant_type: 'client_credentials', client_id: app.clientId, client_secret: app.clientSecret };
    const { access_token: token } = (await (
      await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
    ).json()) as { access_token: string };
    const slow = request(`${url}/org/${organizations[0].organizationId}/contact`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', expect: '100-continue' },
    });
    const answered = once(slow, 'response');
    slow.flushHeaders();
    await once(slow, 'continue');
    slow.write('{"emailAddress":"slow@');
    const landing = request(`${url}/public/fulfillment/AWS/none`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', expect: '100-continue' },
    });
    const landed = once(landing, 'response');
    landing.flushHeaders();
    await once(landing, 'continue');
    service.child.kill('SIGTERM');
    const deadline = performance.now() + 4000;
    let ready = 200;
    while (ready === 200 && performance.now() < deadline) ready = (await fetch(`${url}/readyz`)).status;
    assert.equal(ready, 503);
    slow.end('example.com"}');
    const [response] = (await answered) as [IncomingMessage];
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers.connection, 'close', 'the next request goes to another process');
    response.resume();
    landing.end('token=x');
    const [page] = (await landed) as [IncomingMessage];
    page.resume();
    assert.deepEqual(await service.exited, { code: 0, signal: null });
  });

  test('a demo starts at other addresses after its owner has disconnected the account at AWS', async () => {
    const demo = join(dataDir, 'demo');
    const settings = { DATA_DIR: demo, SIMULATORS: 'on', DEMO: 'on', SIMULATOR_PORT: '0' };
    const first = start(settings);
    const url = await first.started;
    const { authUrl, organizations } = JSON.parse(readFileSync(join(demo, 'demo-credentials.json'), 'utf8'));
    const [{ organizationId, owner }] = organizations;
    const ask = async <T>(method: string, address: string, token?: string, body?: object): Promise<T> => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      const response = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      assert.equal(response.status, 200, address);
      return (await response.json()) as T;
    };
    const { token } = await ask<{ token: string }>('POST', `${authUrl}/session`, undefined, owner);
    const accounts = `${url}/org/${organizationId}/integration`;
    const { data } = await ask<{ data: { id: string; partner: string; service: string }[] }>('GET', accounts, token);
    const aws = data.find(({ partner, service }) => partner === 'AWS' && service === 'MARKETPLACE') ?? assert.fail();
    await ask('DELETE', `${accounts}/${aws.id}`, token);
    first.child.kill('SIGTERM');
    assert.deepEqual(await first.exited, { code: 0, signal: null });

    const second = start(settings);
    assert.notEqual(await second.started, url, 'PORT=0 chooses another port');
    second.child.kill('SIGTERM');
    assert.deepEqual(await second.exited, { code: 0, signal: null });
  });

  test('a second process on the folder is refused in one line, and a killed one does not block it', async () => {
    const first = start();
    const url = await first.started;
    const second = start();
    assert.notEqual((await second.exited).code, 0);
    assert.equal(second.output().trim().split('\n').length, 1, second.output());
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    first.child.kill('SIGKILL');
    await first.exited;
    const third = start();
    assert.equal((await fetch(`${await third.started}/readyz`)).status, 200);
    third.child.kill('SIGTERM');
    assert.equal((await third.exited).code, 0);
  });

  test('a wrong setting ends the start with one line that names it', async () => {
    for (const [name, value] of [
      ['PORT', '70000'],
      ['ROLE', 'serve'],
      ['RATE_LIMIT', 'fast'],
      ['PUBLIC_URL', 'example.com'],
      ['LOG_LEVEL', 'loud'],
    ] as const) {
      const service = start({ [name]: value });
      assert.notEqual((await service.exited).code, 0, name);
      const lines = service.output().trim().split('\n');
      assert.equal(lines.length, 1, service.output());
      assert.match(lines[0] ?? '', new RegExp(`^${name} must be`));
    }
  });

  test('a service whose parent process is gone stops', async () => {
    const { spawn } = await import('node:child_process');
    const folder = join(dataDir, 'orphan');
    const main = join(import.meta.dirname, '../src/main.ts');
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${main}" & echo "PID $!"; wait`], {
      env: { ...handedDown, PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'error', DATA_DIR: folder, ...quiet },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    await new Promise<void>((resolve) => {
      shell.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/^API\s/m.test(output)) resolve();
      });
    });
    const pid = Number(/PID (\d+)/.exec(output)?.[1]);
    shell.kill('SIGKILL');
    const alive = (): boolean => {
      try {
        process.kill(pid, 0);
        return true;
      } catch {
        return false;
      }
    };
    const deadline = performance.now() + 10_000;
    while (alive() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(alive(), false);
  });
});
