import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { wallTime } from './clock.ts';
import type { HttpAnswer, HttpRequest } from './http.ts';
import { maskBody, maskHeaders, maskPairs, maskPath } from './mask.ts';

/**
 * One line of a recording: a request to a simulated partner with its response, or a message sent by the partner with
 * its response. Bodies are parsed JSON; forms and everything else are text; secrets are masked.
 */
export type Exchange = {
  /** The partner: `aws`, `azure`, `gcp`, `stripe`, `adyen`, `salesforce`, `hubspot`, `slack`, `teams`. */
  simulator: string;
  /** Wall time, ISO 8601. */
  time: string;
  method: string;
  path: string;
  query: string;
  requestHeaders: Record<string, string>;
  requestBody: unknown;
  status: number;
  responseHeaders: Record<string, string>;
  responseBody: unknown;
  /** Present if the partner sent it: then the request is the partner's, and status 0 means no response. */
  message?: SentMessage;
  /** The fault that altered the response on purpose: then only the request follows the partner's protocol. */
  fault?: string;
};

/** What a message's headers do not show: the bearer token that signs it, without its signature. */
export type SentMessage = { token?: { header: unknown; claims: unknown } };

/** The last line of a recording that had to omit exchanges. */
export type LeftOut = { simulator: string; leftOut: number };

/** Records the exchanges of one process. */
export type Recorder = {
  record(simulator: string, request: HttpRequest, answer: HttpAnswer): void;
  recordMessage(simulator: string, sent: Sent, answer: { status: number; headers: Record<string, string> }): void;
};

/** A message as sent. */
type Sent = { url: string; headers: Record<string, string>; body: string };

const bufferedMax = 256 * 1024;
const flushAfterMs = 200;
const bodyBytesMax = 1024 * 1024;
const fileBytesMax = 256 * 1024 * 1024;

/** Exchanges to be written, and what was written to a file, by simulator. */
type Recording = { file: string; lines: string[]; waiting: number; bytes: number; leftOut: number };

const recorders = new Map<string, Recorder>();

/** The recorder requested by `SIMULATOR_RECORD=<folder>`; null without it. All listeners of the process share it. */
export const recorderOf = (folder: string | undefined = process.env.SIMULATOR_RECORD): Recorder | null => {
  if (!folder) return null;
  let recorder = recorders.get(folder);
  if (!recorder) {
    recorder = openRecorder(folder);
    recorders.set(folder, recorder);
  }
  return recorder;
};

/**
 * Appends one line per exchange to `<folder>/<simulator>-<pid>.jsonl`. Lines are buffered, so that recording costs no
 * write per call: a killed process loses those of the last moment. A file ends at 256 MiB.
 */
const openRecorder = (folder: string): Recorder => {
  mkdirSync(folder, { recursive: true });
  const recordings = new Map<string, Recording>();
  let timer: NodeJS.Timeout | null = null;

  const flush = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    for (const recording of recordings.values()) {
      if (recording.lines.length === 0) continue;
      appendFileSync(recording.file, recording.lines.join(''));
      recording.lines = [];
      recording.waiting = 0;
    }
  };

  const append = (simulator: string, exchange: Exchange | null): void => {
    const file = join(folder, `${simulator}-${process.pid}.jsonl`);
    const recording = recordings.get(simulator) ?? { file, lines: [], waiting: 0, bytes: 0, leftOut: 0 };
    recordings.set(simulator, recording);
    const line = exchange && `${JSON.stringify(exchange)}\n`;
    if (line === null || recording.bytes + line.length > fileBytesMax) {
      recording.leftOut += 1;
      return;
    }
    recording.lines.push(line);
    recording.bytes += line.length;
    recording.waiting += line.length;
    if (recording.waiting > bufferedMax) flush();
    else timer ??= setTimeout(flush, flushAfterMs).unref();
  };

  process.on('exit', () => {
    for (const [simulator, { lines, leftOut }] of recordings) {
      if (leftOut > 0) lines.push(`${JSON.stringify({ simulator, leftOut } satisfies LeftOut)}\n`);
    }
    flush();
  });

  return {
    record(simulator, request, answer) {
      const isHuge = request.body.length > bodyBytesMax || answer.body.length > bodyBytesMax;
      append(simulator, isHuge ? null : exchangeOf(simulator, request, answer));
    },
    recordMessage(simulator, sent, answer) {
      append(simulator, sent.body.length > bodyBytesMax ? null : messageOf(simulator, sent, answer));
    },
  };
};

/** Sends like `send`, and records each message with its response; `send` itself if nothing is recorded. */
export const recordingSend = (simulator: string, send: typeof fetch): typeof fetch => {
  const recorder = recorderOf();
  if (!recorder) return send;
  return async (target, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers).entries());
    const sent = { url: String(target), headers, body: String(init?.body ?? '') };
    try {
      const answer = await send(target, init);
      recorder.recordMessage(simulator, sent, {
        status: answer.status,
        headers: Object.fromEntries(answer.headers.entries()),
      });
      return answer;
    } catch (error) {
      recorder.recordMessage(simulator, sent, { status: 0, headers: {} });
      throw error;
    }
  };
};

const messageOf = (
  simulator: string,
  { url, headers, body }: Sent,
  answer: { status: number; headers: Record<string, string> },
): Exchange => {
  const { pathname, search } = new URL(url);
  const token = readToken(headers.authorization);
  return {
    simulator,
    time: new Date(wallTime()).toISOString(),
    method: 'POST',
    path: pathname,
    query: maskPairs(search.slice(1)),
    requestHeaders: maskHeaders(headers),
    requestBody: maskBody(body, headers['content-type']),
    status: answer.status,
    responseHeaders: maskHeaders(answer.headers),
    responseBody: '',
    message: token === null ? {} : { token },
  };
};

/** The claims of a bearer token; without its signature it grants no access. */
const readToken = (authorization: string | undefined): { header: unknown; claims: unknown } | null => {
  const [, header, claims] = /^Bearer (eyJ[\w-]+)\.([\w-]+)\.[\w-]*$/.exec(authorization ?? '') ?? [];
  if (header === undefined || claims === undefined) return null;
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  try {
    return { header: read(header), claims: read(claims) };
  } catch {
    return null;
  }
};

const exchangeOf = (simulator: string, request: HttpRequest, answer: HttpAnswer): Exchange => {
  const broken = answer.delivery === undefined || answer.delivery === 'whole' ? undefined : answer.delivery;
  const fault = answer.fault ?? broken;
  return {
    simulator,
    time: new Date(wallTime()).toISOString(),
    method: request.method,
    path: maskPath(request.path),
    query: maskPairs(request.query),
    requestHeaders: maskHeaders(request.headers),
    requestBody: maskBody(request.body.toString('utf8'), request.headers['content-type']),
    status: answer.status,
    responseHeaders: maskHeaders(answer.headers),
    responseBody: maskBody(answer.body, answer.headers['content-type']),
    ...(fault === undefined ? {} : { fault }),
  };
};
