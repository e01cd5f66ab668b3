import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, spawnService } from '../server/test/process.ts';
import { until } from '../server/test/until.ts';

/** A demo that many tests copy (`server/test/demo-folder.ts`). `env` is what their processes need. */
type PreparedDemo = { env: Readonly<Record<string, string>>; discard(): void };

type Credentials = {
  baseUrl: string;
  authUrl: string;
  organizations: { organizationId: string; apps: { clientId: string; clientSecret: string }[] }[];
};

/** Preparing one takes as long as two starts from a copy save. */
const worthItFrom = 3;
const patienceMs = 60_000;

const ask = async <T>(url: string, init: RequestInit): Promise<T> => {
  const response = await fetch(url, { ...init, method: 'POST' });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};

/** Waits until the products are imported and all work of the first start is done, so that a copy does not repeat it. */
const waitForRuns = async ({ baseUrl, authUrl, organizations }: Credentials): Promise<void> => {
  for (const { organizationId, apps } of organizations) {
    const { clientId = '', clientSecret = '' } = apps[0] ?? {};
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { access_token: token } = await ask<{ access_token: string }>(`${authUrl}/oauth2/token`, {
      body: new URLSearchParams(form),
    });
    const url = `${baseUrl}/org/${organizationId}/v2/operation/list`;
    const headers = { authorization: `Bearer ${token}` };
    const hasEnded = async (): Promise<boolean> => {
      const { operations } = await ask<{ operations: { status: string }[] }>(url, { headers });
      return operations.length > 0 && operations.every(({ status }) => status !== 'RUNNING');
    };
    await until('the runs of the demo have ended', hasEnded, patienceMs);
  }
};

const layOut = async (service: Service, dataDir: string): Promise<void> => {
  const late = setTimeout(() => service.child.kill('SIGKILL'), patienceMs);
  try {
    await service.started;
    await waitForRuns(JSON.parse(readFileSync(join(dataDir, 'demo-credentials.json'), 'utf8')) as Credentials);
    service.child.kill('SIGTERM');
    const { code } = await service.exited;
    if (code !== 0) throw new Error(`the service ended with ${code}: ${service.output()}`);
  } finally {
    clearTimeout(late);
    service.child.kill('SIGKILL');
    await service.exited;
  }
};

/**
 * Starts a service that creates its demo, and stops it. If that fails, the tests do without: they start their own services
 * and report the fault.
 */
export const prepareDemo = async (tests: number, settings: Readonly<Record<string, string>>): Promise<PreparedDemo> => {
  if (tests < worthItFrom) return { env: {}, discard: () => {} };
  const home = mkdtempSync(join(tmpdir(), 'mos-demo-'));
  const discard = (): void => rmSync(home, { recursive: true, force: true });
  const dataDir = join(home, 'data');
  const addresses = { AUTH_PORT: '0', SIMULATOR_PORT: '0', DEMO: 'on' };
  try {
    await layOut(spawnService({ ...settings, ...addresses, DATA_DIR: dataDir }), dataDir);
    return { env: { TEST_DEMO: dataDir }, discard };
  } catch (error) {
    console.log(
      `no demo could be prepared, each test makes its own: ${error instanceof Error ? error.message : error}`,
    );
    discard();
    return { env: {}, discard: () => {} };
  }
};
