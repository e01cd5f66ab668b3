import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { env, kill, pid } from 'node:process';

// Loaded before the service (`--import`). The process kills itself (SIGKILL) when a simulated partner has made a change, in the moment in
// which it would answer: what the partner did is on disk, and the service never hears of it. Each kind of change dies with its first answer,
// its third and so on, so that what is repeated is answered.

const file = env.DIES_AT_ANSWERS ?? '';
const port = Number(env.SIMULATOR_PORT);
/** What the deals begin with is laid out by the first start, which is left alone. */
let isLaid = false;
const begins = (): boolean => {
  isLaid ||= existsSync(join(env.DATA_DIR ?? '', 'demo-credentials.json'));
  return isLaid;
};

const counts = new Map<string, number>();
if (existsSync(file))
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean))
    counts.set(line, (counts.get(line) ?? 0) + 1);

const withoutIds = (path: string): string =>
  path
    .split('/')
    .map((part) => (/\d/.test(part) && !/^v\d/.test(part) && part.length > 4 ? part.replace(/^[^:]*/, '*') : part))
    .join('/');

const reads = /(^(GET|HEAD) )|[./](Describe|List|Get|Search|BatchGet|Resolve)\w*$|\/search$|:pull$|token$|query/i;

const writeHead = ServerResponse.prototype.writeHead as (...rest: unknown[]) => ServerResponse;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...rest: unknown[]) {
  const { req } = this;
  const path = (req.url ?? '').replace(/\?.*$/, '');
  if (req.socket.localPort === port && begins() && !/^\/(control|seller|outbox|$)/.test(path)) {
    const target = String(req.headers['x-amz-target'] ?? '');
    const kind = `${req.method} ${withoutIds(path)}${target === '' ? '' : ` ${target}`}`;
    const before = counts.get(kind) ?? 0;
    counts.set(kind, before + 1);
    appendFileSync(file, `${kind}\n`);
    if (!reads.test(kind) && before % 2 === 0) {
      appendFileSync(`${file}.kills`, `${kind}\n`);
      kill(pid, 'SIGKILL');
      // Nothing more of this process reaches anybody.
      for (;;);
    }
  }
  return writeHead.apply(this, rest);
} as typeof ServerResponse.prototype.writeHead;
