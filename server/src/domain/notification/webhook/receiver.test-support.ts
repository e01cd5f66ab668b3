import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Taken = { path: string; headers: Record<string, string>; body: string; at: number };

type Behavior = (response: ServerResponse, request: IncomingMessage) => void;

const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Behavior =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** Answers that `waits` holds back until `release`. */
const held: ServerResponse[] = [];

/** How a receiver behaves, by the beginning of the path. */
const behaviors: Readonly<Record<string, Behavior>> = {
  ok: answer(200, {}, 'thanks'),
  fails: answer(500, {}, 'broken'),
  later: answer(503, { 'retry-after': '1200' }),
  gone: answer(410),
  echoes: (response, request) => {
    const said = JSON.stringify(request.headers);
    response.writeHead(302, { location: `/login?${new URLSearchParams({ said })}` }).end(said);
  },
  redirects: answer(302, { location: '/ok/elsewhere' }),
  hangs: () => {},
  waits: (response) => void held.push(response),
  forgets: (response) => response.socket?.destroy(),
  drips: (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  },
  floods: (response) => {
    response.writeHead(200);
    const flood = (): void => {
      while (!response.destroyed && response.write('ä'.repeat(32_768)));
      if (!response.destroyed) response.once('drain', flood);
    };
    flood();
  },
};

/** A receiver of webhooks on this machine that keeps what it takes. `set` changes how a path behaves. */
export const startReceiver = async () => {
  const taken: Taken[] = [];
  const changed = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
    taken.push({ path, headers: request.headers as Record<string, string>, body, at: performance.now() });
    const name = changed.get(path) ?? path.split('/')[1] ?? '';
    behaviors[name]?.(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    taken,
    at: (path: string): Taken[] => taken.filter((one) => one.path === path),
    set: (path: string, behavior: string): void => void changed.set(path, behavior),
    /** Answers the requests that wait, and returns how many. */
    release: (): number => held.splice(0).map((response) => response.writeHead(200).end('at last')).length,
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
    },
  };
};
