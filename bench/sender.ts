import { Worker } from 'node:worker_threads';

/** A request that a sender repeats; `reads: false`: it never reads the response. */
export type Call = { url: string; method: string; headers: Record<string, string>; body?: string };
export type Answered = { status: number; ms: number; bytes: number };

/** Sends from a separate thread; each connection goes through the calls in turn, one at a time. */
const code = `
  const { parentPort, workerData: { calls, connections, seconds, pauseMs } } = require('node:worker_threads');
  const { Agent, request } = require('node:http');
  const { setTimeout: sleep } = require('node:timers/promises');
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const done = [];
  const until = performance.now() + seconds * 1000;
  const send = ({ url, method, headers, body }) => new Promise((resolve) => {
    const began = performance.now();
    let bytes = 0;
    const ended = (status) => { done.push({ status, ms: performance.now() - began, bytes }); resolve(); };
    const call = request(url, { method, agent, headers }, (reply) => {
      reply.on('data', (chunk) => { bytes += chunk.length; }).on('end', () => ended(reply.statusCode)).on('error', () => ended(0));
    });
    call.on('error', () => ended(0)).end(body);
  });
  const go = async (first) => {
    for (let at = first; performance.now() < until; at += 1) {
      await send(calls[at % calls.length]);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  Promise.all(Array.from({ length: connections }, (_, index) => go(index))).then(() => {
    agent.destroy();
    parentPort.postMessage(done);
  });`;

export type Sending = { connections: number; seconds: number; pauseMs?: number };

export const sendAll = (calls: readonly Call[], { pauseMs = 0, ...sending }: Sending): Promise<Answered[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true, workerData: { calls, pauseMs, ...sending } });
    worker.once('message', resolve).once('error', reject);
  });

/** The latency in ms that a given share of the responses stays below. */
export const latencyOf = (answers: readonly Answered[], share: number): number => {
  const sorted = answers.map(({ ms }) => ms).sort((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
};

/** `200: 12, 429: 3`. */
export const statusesOf = (answers: readonly Answered[]): string =>
  Object.entries(Object.groupBy(answers, ({ status }) => String(status)))
    .map(([status, all]) => `${status}: ${all?.length}`)
    .join(', ');
