/**
 * Measures how one organization's large bodies affect another: latencies of small reads, idle and while a client sends
 * the worst bodies that the limits allow, one kind after another, as fast as it can. The service runs in this process
 * on its own PostgreSQL; attacker and reader have a thread each. Each kind is measured a few times and the best result
 * is printed, because other load on the machine can only slow it down. Never fails because of a figure. `--seconds 3
 * --connections 2 --rounds 3`.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../tools/postgres.ts';
import { type Call, latencyOf, sendAll, statusesOf } from './sender.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    /** Connections of the attacker; each sends one body after another. */
    connections: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
  },
});
const seconds = Number(options.seconds);
const connections = Number(options.connections);

/** One endpoint for each limit on the number of values, with a body that it accepts. */
const attacked: Record<string, unknown> = {
  createContact: { emailAddress: 'b@example.com' },
  createOrUpdateDraftProduct: { name: 'P', partner: 'AWS', info: {} },
  batchCreateContacts: [{ emailAddress: 'b@example.com' }],
  reportUsageRecordGroup: { records: { gb: 1 } },
};
const kinds = new Set([
  'many names',
  'many long names',
  'numbers of many digits',
  'many objects of many names',
  'a wide list of objects',
  'a long text of escapes',
  'a long text beyond ASCII',
  'as many items as a batch has',
]);

const postgres = await startPostgres();
if (!postgres) throw new Error('This needs PostgreSQL 15 or later.');
Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url('postgres') });
const { startApp } = await import('../server/test/app.ts');
const { endpoints } = await import('../server/src/domain/endpoints.ts');
const { worstBodies } = await import('../server/test/promises/worst-bodies.ts');
const app = await startApp({}, { idle: true, checkReplies: false });
const { acme, globex } = app;
const small: Call = {
  url: `${app.url}/org/${globex.id}/contact?limit=20`,
  method: 'GET',
  headers: { authorization: `Bearer ${globex.editor.token}` },
};

type Round = { p50: number; p99: number; told: string };

/** Small reads of another organization during the calls; the best of a few rounds. */
const best = async (calls: readonly Call[]): Promise<Round> => {
  let found: Round = { p50: Number.NaN, p99: Number.POSITIVE_INFINITY, told: '' };
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const [attack, others] = await Promise.all([
      calls.length === 0 ? [] : sendAll(calls, { connections, seconds }),
      sendAll([small], { connections: 1, seconds, pauseMs: 2 }),
    ]);
    const p99 = latencyOf(others, 0.99);
    if (p99 < found.p99) found = { p50: latencyOf(others, 0.5), p99, told: statusesOf(attack) };
  }
  return found;
};

const print = (name: string, { p50, p99, told }: Round): void =>
  console.log(`| ${name} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${told} |`);

console.log('| attack | p50 ms | p99 ms | its answers |\n|---|---|---|---|');
try {
  await best([]);
  print('none', await best([]));
  for (const endpoint of endpoints.filter(({ id }) => id in attacked)) {
    for (const { shape, body } of worstBodies(endpoint, attacked[endpoint.id])) {
      if (!kinds.has(shape)) continue;
      const path = endpoint.path
        .replace('{orgId}', acme.id)
        .replace('{entitlementId}', 'ent_01h2xcejqtf2nbrexx3vqjhp41');
      const call: Call = {
        url: `${app.url}${path}`,
        method: endpoint.method,
        body,
        headers: {
          authorization: `Bearer ${acme.editor.token}`,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        },
      };
      print(`${endpoint.id}: ${shape}, ${Math.ceil(Buffer.byteLength(body) / 1024)} KiB`, await best([call]));
    }
  }
} finally {
  await app.close();
  await postgres.stop();
}
