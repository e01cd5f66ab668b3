import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createSimulatedClock, type SimulatedClock } from './clock.ts';
import type { Log } from './listener.ts';

type Listening = { url: string; close(): Promise<void> };
type Settings = { host: string; port: number; dataDir: string; clock: SimulatedClock; log: Log };

/** Makes a folder for the state of one test. */
export function makeDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'simulator-'));
}

/**
 * Starts a simulator on a free port until the test ends; what it logs fails the test. `dataDir` is that of an earlier
 * one; `startsAt` sets its business clock, which then runs with the wall clock.
 */
export async function openSimulator<S extends Listening>(
  t: TestContext,
  start: (settings: Settings) => Promise<S>,
  { dataDir = makeDataDir(), startsAt }: { dataDir?: string | undefined; startsAt?: string | undefined } = {},
) {
  const shift = startsAt === undefined ? 0 : Date.parse(startsAt) - Date.now();
  const clock = createSimulatedClock({ dataDir, wall: () => Date.now() + shift });
  const log: Log = (message, fields) => assert.fail(`${message} ${JSON.stringify(fields)}`);
  const simulator = await start({ host: '127.0.0.1', port: 0, dataDir, clock, log });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= simulator.close();
    return closing;
  };
  t.after(close);
  return { ...simulator, dataDir, clock, close };
}

/** A server until the test ends that takes messages and answers what `take` says; answers its address. */
export async function takeMessages(
  t: TestContext,
  take: (message: { text: string; headers: IncomingHttpHeaders }) => { status: number; body?: string },
): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, body } = take({ text: Buffer.concat(chunks).toString('utf8'), headers: request.headers });
      response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}
