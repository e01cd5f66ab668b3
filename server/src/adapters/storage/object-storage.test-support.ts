import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Debian's own Python has Debian's packages; another Python on the path does not. */
const python = '/usr/bin/python3';
const program = join(import.meta.dirname, 'object-storage.test-support.py');
const startMs = 30_000;

/** For tests only: a third-party object storage that speaks S3. */
export type ObjectStorage = {
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
};

export const hasObjectStorage = (): boolean =>
  spawnSync(python, ['-c', 'import swift.common.middleware.s3api'], { stdio: 'ignore' }).status === 0;

export const startObjectStorage = async (): Promise<ObjectStorage> => {
  const home = mkdtempSync(join(tmpdir(), 'mos-object-storage-'));
  const child = spawn(python, [program, home], { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString('utf8').slice(0, 4000);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  const late = setTimeout(() => child.kill('SIGKILL'), startMs);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [, port] = /^ready (\d+)$/.exec(line) ?? [];
      if (port === undefined) continue;
      const url = `http://127.0.0.1:${port}`;
      return { url, region: 'us-east-1', accessKeyId: 'test:tester', secretAccessKey: 'testing', stop };
    }
    await stop();
    throw new Error(`the object storage did not start: ${complaint}`);
  } finally {
    clearTimeout(late);
  }
};
