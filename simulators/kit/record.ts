import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { wallTime } from './clock.ts';
import type { HttpAnswer, HttpRequest } from './http.ts';
import { maskBody, maskHeaders, maskPairs } from './mask.ts';

/**
 * One request to a simulated partner and its answer, as it stands on a line of a recording. Bodies are parsed JSON; forms
 * and everything else are text; what would open something is masked.
 */
export type Exchange = {
  /** Which partner was meant: `aws`, `azure`, `gcp`, `stripe`, `adyen`. */
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
  /** The fault that spoiled the answer on purpose: only the request is the partner's wire then. */
  fault?: string;
};

/** The last line of a recording that had to leave exchanges out. */
export type LeftOut = { simulator: string; leftOut: number };

/** Takes the exchanges of one process. */
export type Recorder = { record(simulator: string, request: HttpRequest, answer: HttpAnswer): void };

const bufferedMax = 256 * 1024;
const flushAfterMs = 200;
const bodyBytesMax = 1024 * 1024;
const fileBytesMax = 256 * 1024 * 1024;

/** Exchanges that wait to be written, and what was written to a file, by simulator. */
type Recording = { file: string; lines: string[]; waiting: number; bytes: number; leftOut: number };

const recorders = new Map<string, Recorder>();

/** The recorder that `SIMULATOR_RECORD=<folder>` asks for; null without it. One for all listeners of the process. */
export function recorderOf(folder: string | undefined = process.env.SIMULATOR_RECORD): Recorder | null {
  if (!folder) return null;
  let recorder = recorders.get(folder);
  if (!recorder) {
    recorder = openRecorder(folder);
    recorders.set(folder, recorder);
  }
  return recorder;
}

/**
 * Appends one line an exchange to `<folder>/<simulator>-<pid>.jsonl`. Lines are gathered, so that recording costs a call
 * no write of its own: a killed process loses those of the last moment. A file ends at 256 MiB.
 */
function openRecorder(folder: string): Recorder {
  mkdirSync(folder, { recursive: true });
  const recordings = new Map<string, Recording>();
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    for (const recording of recordings.values()) {
      if (recording.lines.length === 0) continue;
      appendFileSync(recording.file, recording.lines.join(''));
      recording.lines = [];
      recording.waiting = 0;
    }
  }

  function append(simulator: string, exchange: Exchange | null): void {
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
  }

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
  };
}

function exchangeOf(simulator: string, request: HttpRequest, answer: HttpAnswer): Exchange {
  const broken = answer.delivery === undefined || answer.delivery === 'whole' ? undefined : answer.delivery;
  const fault = answer.fault ?? broken;
  return {
    simulator,
    time: new Date(wallTime()).toISOString(),
    method: request.method,
    path: request.path,
    query: maskPairs(request.query),
    requestHeaders: maskHeaders(request.headers),
    requestBody: maskBody(request.body.toString('utf8'), request.headers['content-type']),
    status: answer.status,
    responseHeaders: maskHeaders(answer.headers),
    responseBody: maskBody(answer.body, answer.headers['content-type']),
    ...(fault === undefined ? {} : { fault }),
  };
}
