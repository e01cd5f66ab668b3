import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createSimulatedClock, type SimulatedClock } from './clock.ts';
import type { Log } from './listener.ts';

type Listening = { url: string; token: string; close(): Promise<void> };
type Settings = { host: string; port: number; dataDir: string; clock: SimulatedClock; log: Log };

/** Creates a folder for the state of one test. */
export const makeDataDir = (): string => mkdtempSync(join(tmpdir(), 'simulator-'));

/**
 * Runs a simulator on a free port until the test ends; any log line fails the test. `dataDir` may be that of an earlier
 * simulator; `startsAt` sets its business clock, which then runs with the wall clock.
 */
export const openSimulator = async <S extends Listening>(
  t: TestContext,
  start: (settings: Settings) => Promise<S>,
  { dataDir = makeDataDir(), startsAt }: { dataDir?: string | undefined; startsAt?: string | undefined } = {},
) => {
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

  /** Calls the control API; `path` is relative to `/control`. A refusal is thrown with its status. */
  const control = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${simulator.url}/control${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${simulator.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const value = (await response.json()) as T & { error?: string };
    if (!response.ok) throw Object.assign(new Error(value.error), { status: response.status });
    return value;
  };
  return { ...simulator, dataDir, clock, close, control };
};

/** A request, with its path below the address, and its response. */
type Message = { text: string; headers: IncomingHttpHeaders; method: string; path: string };
type Taken = { status: number; body?: string };

/** Runs a server until the test ends; it receives messages and responds as `take` returns. Returns its URL. */
export const takeMessages = async (
  t: TestContext,
  take: (message: Message) => Taken | Promise<Taken>,
): Promise<string> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { method = '', url = '', headers } = request;
      const text = Buffer.concat(chunks).toString('utf8');
      const { status, body } = await take({ text, headers, method, path: url.slice('/hook'.length) });
      response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
};

/** Waits until a check returns a value; fails after thirty seconds, as tests share the machine. */
export const eventually = async <T>(
  check: () => Promise<T | undefined | null | false> | T | undefined | null | false,
): Promise<T> => {
  const end = Date.now() + 30_000;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > end) throw new Error('it did not happen within thirty seconds');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

/** The error of a call that must fail. */
export const errorOf = async <E>(call: Promise<unknown>): Promise<E> => {
  try {
    await call;
  } catch (error) {
    return error as E;
  }
  throw new Error('the call should have failed');
};

/** Reads a report file (RFC 4180) as rows by column. */
export const readReport = (text: string, separator = ','): Record<string, string>[] => {
  const lines: string[][] = [[]];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"\\r\\n${separator}]*))(${separator}|\\r\\n|$)`, 'y');
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    assert.ok(match, 'the file is not RFC 4180');
    const [, quoted, plain = '', end] = match;
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n' && cell.lastIndex < text.length) lines.push([]);
  }
  const [columns = [], ...rows] = lines;
  return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? ''])));
};
