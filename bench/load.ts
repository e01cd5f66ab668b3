import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** The results of one round. `cpuMicros`: processor time of the server process per request. */
export type Measured = { perSecond: number; p50: number; p99: number; cpuMicros: number; refused: number };

export type Load = {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** A new path and body for each request. */
  next: () => { path: string; body?: string };
  connections: number;
};

const ticksPerSecond = 100;

/** User and system time that a process has used, in microseconds (fields 14 and 15 of /proc/pid/stat). */
export const cpuOf = (pid: number): number => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6;
};

/** The peak memory of a process, in MB. */
export const peakMemoryOf = (pid: number): number => {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
};

export const runLoad = async (load: Load, pid: number, seconds: number): Promise<Measured> => {
  const before = cpuOf(pid);
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: seconds,
    requests: [
      {
        method: load.method,
        headers: load.headers,
        setupRequest: (request) => {
          const { path, body } = load.next();
          return { ...request, path, ...(body === undefined ? {} : { body }) };
        },
      },
    ],
  });
  const requests = result['2xx'];
  return {
    perSecond: requests / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicros: (cpuOf(pid) - before) / Math.max(1, requests),
    refused: result.non2xx + result.errors,
  };
};
