/**
 * Measures how large responses affect other clients: thirty callers of several organizations read the largest possible
 * pages as fast as they can, while another organization makes small reads. Prints memory, event loop delay, and
 * latencies, both idle and under load. The service runs in this process on its own PostgreSQL. Never fails because of a
 * figure. `--seconds 5 --connections 30 --rounds 2`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { TestApp, TestCaller, TestOrganization } from '../server/test/app.ts';
import { startPostgres } from '../tools/postgres.ts';
import { type Answered, type Call, latencyOf, sendAll, statusesOf } from './sender.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '2' },
  },
});
const seconds = Number(options.seconds);
const mebibyte = 1024 * 1024;

/** Documents of about 250 KiB: one long text, or many small values. */
const documents = {
  'long texts': "jsonb_build_object('sellerNotes', repeat('é\"x', 50000))",
  'many values': "(select jsonb_object_agg('name' || n, n) from generate_series(1, 13000) as n)",
};

const fill = async (app: TestApp, { uuid, editor }: TestOrganization, document: string): Promise<void> => {
  await editor.call('POST', '/draftProduct', { body: { name: 'P', partner: 'AWS' } });
  await app.database.write(uuid, (db) =>
    sql`
      insert into product (org_id, id, partner, service, name, status, product_type, info, meta_info, created_by, last_updated_by,
        creation_time, last_update_time)
      select org_id, gen_random_uuid(), partner, service, 'P' || n, status, product_type, ${sql.raw(document)}, meta_info,
        created_by, last_updated_by, creation_time, last_update_time
      from product, generate_series(1, 40) as n where org_id = ${db.orgId} and name = 'P'`.execute(db.raw),
  );
};

const callOf = (app: TestApp, { id }: TestOrganization, { token }: TestCaller, path: string): Call => ({
  url: `${app.url}/org/${id}${path}`,
  method: 'GET',
  headers: { authorization: `Bearer ${token}` },
});

const shown = (value: number, digits = 1): string => value.toFixed(digits).padStart(8);

/** Runs one load together with small reads of another organization; returns the latencies of both and the resources used. */
const measure = async (name: string, small: Call, load: () => Promise<Answered[]>): Promise<void> => {
  globalThis.gc?.();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const began = process.memoryUsage.rss();
  let most = began;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  delay.enable();
  const [answers, others] = await Promise.all([load(), sendAll([small], { connections: 1, seconds, pauseMs: 2 })]);
  delay.disable();
  clearInterval(watch);
  const bytes = answers.reduce((sum, one) => sum + one.bytes, 0);
  const columns = [
    `another p50 ${shown(latencyOf(others, 0.5))} p99 ${shown(latencyOf(others, 0.99))} ms`,
    `loop p99 ${shown(delay.percentile(99) / 1e6)} max ${shown(delay.max / 1e6)} ms`,
    `memory +${shown((most - began) / mebibyte, 0)} MiB`,
    `large p50 ${shown(latencyOf(answers, 0.5), 0)} ms, ${shown(bytes / mebibyte / seconds, 0)} MiB/s, ${statusesOf(answers)}`,
  ];
  console.log(`${name.padEnd(24)} ${columns.join(' | ')}`);
};

const postgres = await startPostgres();
if (!postgres) throw new Error('This needs PostgreSQL 15 or later.');
Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url('postgres') });
const { startApp } = await import('../server/test/app.ts');
const app = await startApp({}, { idle: true, checkReplies: false });
const small = callOf(app, app.globex, app.globex.editor, '/contact?limit=20');
try {
  for (const [kind, document] of Object.entries(documents)) {
    const calls: Call[] = [];
    for (let number = 0; number < 8; number += 1) {
      const organization = await app.addOrganization(`large${number}${kind.slice(0, 4)}`);
      await fill(app, organization, document);
      const { editor, viewer, owner, admin } = organization;
      calls.push(...[editor, viewer, owner, admin].map((one) => callOf(app, organization, one, '/product?limit=1000')));
    }
    for (let round = 0; round < Number(options.rounds); round += 1) {
      await measure('quiet', small, async () => []);
      const sending = { connections: Number(options.connections), seconds };
      await measure(kind, small, () => sendAll(calls, sending));
    }
  }
} finally {
  await app.close();
  await postgres.stop();
}
