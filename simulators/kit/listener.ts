import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAccess, newControlToken, pageHeaders } from './access.ts';
import type { SimulatedClock } from './clock.ts';
import { addDuration, parseDuration } from './duration.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer, readRequest, sendAnswer } from './http.ts';
import { isForPerson, pageAnswer, refusedPage, text } from './page.ts';
import { recorderOf } from './record.ts';

/** One partner's simulator as part of a listener: it handles the requests it knows and returns null for all others. */
export type Mount = {
  /** Shown on the start page and in `/control/`. */
  name: string;
  /** The partner's name in recordings; null if there is no partner. */
  recordedAs: string | null;
  handle(request: HttpRequest): Promise<HttpAnswer | null>;
  /** The HTML of the partner's part of the start page. */
  page(): string;
  /** The paths of its own pages for people (`/outbox`): they require the token, like the control API. */
  pages?: readonly string[];
  close(): Promise<void>;
};

/** Writes a line to the log of the process that hosts the simulators. */
export type Log = (message: string, fields?: Record<string, unknown>) => void;

/** A running listener; `url` has no trailing slash. `token` grants access to the control API and the pages. */
export type Listener = { url: string; token: string; close(): Promise<void> };

const bodyLimitBytes = 2 * 1024 * 1024;

/**
 * Starts one HTTP listener that hosts several simulators and the control of their common clock (`GET /control/clock`,
 * `POST /control/clock {"advance": "PT1H" | milliseconds}`). Port 0 chooses a free port. The control API and all pages
 * require `token` (absent: a new one), see `access.ts`. `SIMULATOR_RECORD=<folder>` records the requests to the
 * partners and their responses.
 */
export const startListener = async (options: {
  host: string;
  port: number;
  clock: SimulatedClock;
  mounts: Mount[];
  log?: Log | undefined;
  token?: string | undefined;
  /** See `AccessRules.hosts`. */
  controlHosts?: readonly string[] | undefined;
}): Promise<Listener> => {
  const { clock, mounts, log, token = newControlToken(), controlHosts: hosts } = options;
  const guarded = ['/control', ...mounts.flatMap(({ pages = [] }) => pages)];
  const isGuarded = ({ method, path }: HttpRequest): boolean =>
    (path === '/' && method === 'GET') || guarded.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  const recorder = recorderOf();

  const answerRequest = async (incoming: Parameters<typeof readRequest>[0]): Promise<HttpAnswer> => {
    const request = await readRequest(incoming, bodyLimitBytes);
    if (!request) return jsonAnswer(413, { error: 'the request is larger than 2 MiB' });
    if (isForeignPage(request)) return jsonAnswer(403, { error: 'pages of other origins may not use the simulators' });
    if (!isGuarded(request)) return answerMounts(request);
    const refused = answerAccess(request, incoming.socket.remoteAddress, { token, hosts });
    if (refused) return refused;
    const answer = await answerGuarded(request);
    return { ...answer, headers: { ...pageHeaders, ...answer.headers } };
  };

  const answerGuarded = async (request: HttpRequest): Promise<HttpAnswer> => {
    if (request.path === '/control/clock') return answerClock(clock, request);
    if (request.path === '/') return startPage(clock, mounts);
    return answerMounts(request);
  };

  const answerMounts = async (request: HttpRequest): Promise<HttpAnswer> => {
    for (const mount of mounts) {
      const answer = await mount.handle(request);
      if (!answer) continue;
      const partner = request.path.startsWith('/control/') ? null : mount.recordedAs;
      if (partner !== null) recorder?.record(partner, request, answer);
      return answer;
    }
    const nothing = `nothing is simulated at ${request.method} ${request.path}`;
    return isForPerson(request) ? refusedPage(404, nothing) : jsonAnswer(404, { error: nothing });
  };

  const server = createServer((incoming, response) => {
    answerRequest(incoming)
      .catch((error: Error): HttpAnswer => {
        log?.('simulator request failed', { error: error.stack ?? error.message });
        return jsonAnswer(500, { error: error.message });
      })
      .then((answer) => sendAnswer(response, answer))
      .catch(() => response.destroy());
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;

  return {
    url: `http://${host}:${port}`,
    token,
    async close() {
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await ended;
      for (const mount of mounts) await mount.close();
    },
  };
};

// A foreign page open in the same browser could otherwise post forms to the loopback address.
const isForeignPage = (request: HttpRequest): boolean => {
  const origin = request.headers.origin;
  return origin !== undefined && origin !== `http://${request.headers.host}`;
};

const answerClock = async (clock: SimulatedClock, request: HttpRequest): Promise<HttpAnswer> => {
  if (request.method === 'GET') return jsonAnswer(200, { now: new Date(clock.now()).toISOString() });
  if (request.method !== 'POST') return jsonAnswer(405, { error: 'use GET or POST' });
  const ms = readAdvance(request, clock.now());
  if (ms === null) {
    const how = 'advance is an ISO 8601 duration ("PT1H") or a whole number of milliseconds';
    return isForm(request) ? refusedPage(400, how) : jsonAnswer(400, { error: how });
  }
  const now = await clock.advance(ms);
  if (isForm(request)) return { status: 303, headers: { location: '/' }, body: '' };
  return jsonAnswer(200, { now: new Date(now).toISOString(), advancedMs: ms });
};

const readAdvance = (request: HttpRequest, now: number): number | null => {
  let advance: unknown;
  if (isForm(request)) advance = new URLSearchParams(request.body.toString('utf8')).get('advance');
  else {
    try {
      advance = (JSON.parse(request.body.toString('utf8')) as { advance?: unknown } | null)?.advance;
    } catch {
      return null;
    }
  }
  if (typeof advance === 'number') return Number.isSafeInteger(advance) && advance >= 0 ? advance : null;
  if (typeof advance !== 'string') return null;
  const duration = parseDuration(advance);
  return duration ? addDuration(now, duration) - now : null;
};

/** Whether a request was sent by a form of the start page. `curl -d` uses the same content type for JSON. */
export const isForm = (request: HttpRequest): boolean => {
  const type = request.headers['content-type'] ?? '';
  return type.startsWith('application/x-www-form-urlencoded') && !/^\s*\{/.test(request.body.toString('utf8'));
};

/** The start page: the clock, then a part for each simulator, to which its forms return (`partOfPage`). */
const startPage = (clock: SimulatedClock, mounts: Mount[]): HttpAnswer => {
  const steps = { PT15M: '15 minutes', PT1H: 'an hour', P1D: 'a day', P7D: 'a week', P1M: 'a month', P1Y: 'a year' };
  const buttons = Object.entries(steps).map(
    ([step, label]) => `<button name="advance" value="${step}">${label}</button>`,
  );
  const idOf = ({ recordedAs, name }: Mount): string => recordedAs ?? name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const parts = mounts.map((mount) => `<h2 id="${idOf(mount)}">${text(mount.name)}</h2>${mount.page()}`);
  return pageAnswer(200, {
    title: 'Simulators',
    links: mounts.map((mount) => ({ href: `#${idOf(mount)}`, label: mount.name })),
    body: `<p>Business time: <strong>${new Date(clock.now()).toISOString()}</strong></p>
<form method="post" action="/control/clock">Move it forward by ${buttons.join(' ')}</form>${parts.join('')}`,
  });
};
