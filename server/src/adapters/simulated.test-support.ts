import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Body = Record<string, unknown>;

/** How tests control a simulator. */
export type Controls = {
  /** The control API below `/control/<name>`; throws on a refusal. */
  control<T = Body>(method: string, path: string, body?: Body): Promise<T>;
  fault(name: string, options?: Body): Promise<void>;
  advance(by: string): Promise<void>;
  /** Its whole state: the rows of each table. */
  snapshot(): Record<string, unknown[]>;
  close(): Promise<void>;
};

type Listening = { url: string; token: string; snapshot(): Record<string, unknown[]>; close(): Promise<void> };
type Start<S extends Listening> = (at: { host: string; port: number; dataDir: string }) => Promise<S>;

/** Starts a simulator with its own folder, which is removed with it. */
export const startSimulated = async <S extends Listening>(
  name: string,
  start: Start<S>,
): Promise<{ simulator: S; controls: Controls }> => {
  const dataDir = mkdtempSync(join(tmpdir(), `${name}-simulator-`));
  const simulator = await start({ host: '127.0.0.1', port: 0, dataDir });
  const call = async <T>(method: string, path: string, body?: Body): Promise<T> => {
    const response = await fetch(`${simulator.url}/control/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${simulator.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const control: Controls['control'] = (method, path, body) => call(method, `${name}${path}`, body);
  return {
    simulator,
    controls: {
      control,
      fault: async (fault, options = {}) => void (await control('POST', '/fault', { name: fault, ...options })),
      advance: async (by) => void (await call('POST', 'clock', { advance: by })),
      snapshot: () => simulator.snapshot(),
      close: async () => {
        await simulator.close();
        rmSync(dataDir, { recursive: true, force: true });
      },
    },
  };
};

/** YYYY-MM-DD. */
export const dayFrom = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
