import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseFreePort } from '../src/kit/free-port.ts';
import { copyDemo } from './demo-folder.ts';
import { type Service, spawnService } from './process.ts';

/** The content of `demo-credentials.json`. */
export type DemoCredentials = {
  baseUrl: string;
  authUrl: string;
  simulatorUrl: string;
  simulatorToken: string;
  organizations: {
    organizationId: string;
    apps: { clientId: string; clientSecret: string }[];
    owner: { email: string; password: string };
  }[];
};

/** A service with the demo, in its own process, that is killed and started again at the same addresses. */
export type KilledService = {
  dataDir: string;
  credentials: () => DemoCredentials;
  service: () => Service;
  /** Kills the process (SIGKILL) and starts another; resolves when that one serves. */
  restart: () => Promise<void>;
};

/** Gives `story` a service, and ends it afterwards. `env`: further settings; without DATABASE_URL, the database is embedded. */
export const withKilledService = async (
  env: Record<string, string>,
  story: (parts: KilledService) => Promise<void>,
): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mos-kill-'));
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(await chooseFreePort()),
    AUTH_PORT: String(await chooseFreePort()),
    SIMULATOR_PORT: String(await chooseFreePort()),
    OPERATOR_PORT: '0',
    SIMULATORS: 'on',
    DEMO: 'on',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'fatal',
    ...env,
  };
  if (env.DATABASE_URL === undefined) copyDemo(dataDir);
  let service = spawnService(settings);
  try {
    await service.started;
    await story({
      dataDir,
      credentials: () => JSON.parse(readFileSync(join(dataDir, 'demo-credentials.json'), 'utf8')) as DemoCredentials,
      service: () => service,
      restart: async () => {
        service.child.kill('SIGKILL');
        await service.exited;
        service = spawnService(settings);
        await service.started;
      },
    });
  } finally {
    service.child.kill('SIGKILL');
    await service.exited;
    rmSync(dataDir, { recursive: true, force: true });
  }
};
