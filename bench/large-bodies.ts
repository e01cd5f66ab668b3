/**
 * What one organization's large bodies do to another: latencies of small reads and writes, quiet and while somebody sends
 * the worst bodies that the limits allow, as fast as they are answered. On the embedded database, where the processor is
 * shared by all. Never fails for a figure. `--seconds 5 --connections 8`.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { endpoints } from '../server/src/domain/endpoints.ts';
import { startApp } from '../server/test/app.ts';
import { worstBodies } from '../server/test/promises/worst-bodies.ts';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, connections: { type: 'string', default: '8' } },
});
const seconds = Number(options.seconds);

type Call = { url: string; method: string; headers: Record<string, string>; body: string };
type Answered = { status: number; ms: number }[];

/** Sends from a thread of its own; each connection goes through the calls again and again. */
const sender = `
  const { parentPort, workerData: { calls, connections, seconds } } = require('node:worker_threads');
  const { Agent, request } = require('node:http');
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const done = [];
  const until = performance.now() + seconds * 1000;
  const send = ({ url, method, headers, body }) => new Promise((resolve) => {
    const began = performance.now();
    const ended = (status) => { done.push({ status, ms: performance.now() - began }); resolve(); };
    const call = request(url, { method, agent, headers }, (reply) => reply.on('end', () => ended(reply.statusCode)).resume());
    call.on('error', () => ended(0)).end(body);
  });
  const go = async (first) => {
    for (let at = first; performance.now() < until; at += 1) await send(calls[at % calls.length]);
  };
  Promise.all(Array.from({ length: connections }, (_, index) => go(index))).then(() => {
    agent.destroy();
    parentPort.postMessage(done);
  });`;

const run = (calls: Call[], connections: number): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(sender, { eval: true, workerData: { calls, connections, seconds } });
    worker.once('message', resolve).once('error', reject);
  });

const print = (name: string, answers: Answered): void => {
  const sorted = answers.map(({ ms }) => ms).sort((left, right) => left - right);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1).padStart(8);
  const statuses = Object.entries(Object.groupBy(answers, ({ status }) => String(status)));
  const told = statuses.map(([status, all]) => `${status}: ${all?.length}`).join(', ');
  console.log(`${name.padEnd(24)} ${String(sorted.length).padStart(7)} p50 ${at(0.5)} p99 ${at(0.99)} ms   ${told}`);
};

const app = await startApp({ RATE_LIMIT: 'off', RATE_LIMIT_METERING: 'off' }, { idle: true });
const callOf = (method: string, path: string, token: string, body = ''): Call => ({
  url: `${app.url}${path}`,
  method,
  body,
  headers: {
    authorization: `Bearer ${token}`,
    ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  },
});
const { acme, globex } = app;
const quiet = [
  callOf('GET', `/org/${globex.id}/contact?limit=20`, globex.editor.token),
  callOf('POST', `/org/${globex.id}/contact`, globex.editor.token, '{"emailAddress":"a@example.com"}'),
];
const attacked = ['createContact', 'createOrUpdateDraftProduct', 'batchCreateContacts', 'batchReportUsageRecordGroups'];
const examples: Record<string, unknown> = {
  createContact: { emailAddress: 'b@example.com' },
  createOrUpdateDraftProduct: { name: 'P', partner: 'AWS', info: {} },
  batchCreateContacts: [{ emailAddress: 'b@example.com' }],
  batchReportUsageRecordGroups: [{ entitlementID: 'ent_01h2xcejqtf2nbrexx3vqjhp41', records: { gb: 1 } }],
};
const worst = endpoints
  .filter(({ id }) => attacked.includes(id))
  .flatMap((endpoint) =>
    worstBodies(endpoint, examples[endpoint.id]).map(({ body }) =>
      callOf(endpoint.method, endpoint.path.replace('{orgId}', acme.id), acme.editor.token, body),
    ),
  );

await run(quiet, 1);
print('another, quiet', await run(quiet, 1));
const [attack, another] = await Promise.all([run(worst, Number(options.connections)), run(quiet, 1)]);
print('who sends large bodies', attack);
print('another, meanwhile', another);
await app.close();
