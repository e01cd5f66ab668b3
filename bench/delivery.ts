/**
 * Measures webhook deliveries on PostgreSQL. First a backlog: `--events` events for each of `--webhooks` receivers, compared with a bare sender that
 * reads as many rows from a table, signs and posts them, and records the responses, with the same concurrency. Then the time from the response to a change
 * until its receiver has the event, alone and while 20 other receivers hang.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import type { TestOrganization } from '../server/test/app.ts';
import { startPostgres } from '../tools/postgres.ts';
import { seedEvents } from './seed-events.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '2000' },
    webhooks: { type: 'string', default: '8' },
    changes: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
  },
});
const eventCount = Number(values.events);
const webhookCount = Number(values.webhooks);
const changeCount = Number(values.changes);
/** The concurrency of the service: four requests for each webhook, 32 in all. */
const atOnce = Math.min(32, webhookCount * 4);
const hanging = 20;

/** A receiver on its own thread, so that it does not share the loop of the sender. */
const receiverSource = `
  const { createServer } = require('node:http');
  const { parentPort } = require('node:worker_threads');
  createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => { body += chunk; }).on('end', () => {
      if (request.url.startsWith('/hangs')) return;
      response.end('thanks');
      parentPort.postMessage({ path: request.url, name: request.url.startsWith('/watched') ? JSON.parse(body).data.emailAddress : undefined });
    });
  }).listen(0, '127.0.0.1', function () { parentPort.postMessage({ port: this.address().port }); });
`;
type Seen = { path: string; name?: string };
const worker = new Worker(receiverSource, { eval: true });
const [{ port: receiverPort }] = (await once(worker, 'message')) as [{ port: number }];
const receiver = `http://127.0.0.1:${receiverPort}`;
let taken = 0;
let atCount: { count: number; reached: () => void } | undefined;
const waiting = new Map<string, () => void>();
worker.on('message', ({ path, name }: Seen) => {
  if (path.startsWith('/backlog')) taken += 1;
  if (atCount && taken >= atCount.count) atCount.reached();
  if (name !== undefined) waiting.get(name)?.();
});
const untilTaken = (count: number): Promise<void> =>
  new Promise((resolve) => {
    taken = 0;
    atCount = { count, reached: resolve };
  });

const postgres = await startPostgres();
if (!postgres) throw new Error('This needs PostgreSQL 15 or later.');
Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url('postgres') });
const { startApp } = await import('../server/test/app.ts');
const app = await startApp({}, { outgoing: { allowedOrigins: [receiver] } });
const { connectionString = '' } = app.database.pool.options as { connectionString?: string };
const client = new pg.Client({ connectionString: postgres.superuserUrl(new URL(connectionString).pathname.slice(1)) });
await client.connect();

const create = async ({ owner }: TestOrganization, path: string): Promise<string> => {
  const reply = await owner.call('POST', '/webhook', { body: { url: `${receiver}${path}`, types: ['contact.*'] } });
  if (reply.status !== 200) throw new Error(reply.text);
  return (reply.body as { id: string }).id;
};

/** Deliveries per second, from the request that queues them until the last one is accepted and recorded. */
const sendBacklog = async (organization: TestOrganization, webhooks: readonly string[]): Promise<number> => {
  const [from, to] = [-3_600_000, 3_600_000].map((ms) => new Date(app.clock.now().getTime() + ms).toISOString());
  const began = performance.now();
  const whole = untilTaken(eventCount * webhooks.length);
  for (const id of webhooks) {
    const reply = await organization.owner.call('POST', `/webhook/${id}/replay`, { body: { from, to } });
    if (reply.status !== 200) throw new Error(reply.text);
  }
  await whole;
  for (;;) {
    const { rows } = await client.query(
      'select count(*)::int as n from webhook_delivery where org_id = $1 and next_attempt_time is not null',
      [organization.uuid],
    );
    if (rows[0].n === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return (eventCount * webhooks.length) / ((performance.now() - began) / 1000);
};

const post = (path: string, body: string, headers: Record<string, string>): Promise<void> =>
  new Promise((resolve, reject) => {
    // A connection for each request, as the service has it: the address is looked up and judged again each time.
    const agent = new Agent();
    const sent = request(`${receiver}${path}`, { method: 'POST', headers, agent }, (answer) => {
      answer.resume().on('end', () => {
        agent.destroy();
        resolve();
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Sends the same number of identical bodies with a bare sender. */
const sendBare = async (): Promise<number> => {
  const pool = new pg.Pool({ connectionString, max: 10 });
  await client.query(
    `create table bare_delivery (id uuid primary key, place int, payload jsonb, leased boolean not null default false, answer text, done timestamptz);
     grant all on bare_delivery to public;
     create index on bare_delivery (place) where done is null and not leased`,
  );
  await client.query(
    `insert into bare_delivery (id, place, payload)
     select gen_random_uuid(), row_number() over (), o.payload from outbox o, generate_series(1, $2::int)
     where o.org_id = $1 and o.name = 'contact.created' order by o.sequence limit $3`,
    [app.globex.uuid, webhookCount, eventCount * webhookCount],
  );
  const secret = Buffer.from(randomUUID());
  const began = performance.now();
  let running = 0;
  let done = 0;
  await new Promise<void>((resolve, reject) => {
    const deliver = async ({ id, payload }: { id: string; payload: object }): Promise<void> => {
      const body = JSON.stringify({ id, type: 'contact.created', data: payload });
      const signature = createHmac('sha256', secret).update(`${id}.0.${body}`).digest('base64');
      await post('/bare', body, {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-signature': signature,
      });
      await pool.query("update bare_delivery set done = now(), answer = 'thanks' where id = $1", [id]);
      running -= 1;
      done += 1;
      if (done === eventCount * webhookCount) resolve();
      else claim().catch(reject);
    };
    let isClaiming = false;
    const claim = async (): Promise<void> => {
      if (isClaiming || running >= atOnce) return;
      isClaiming = true;
      const { rows } = await pool.query(
        `update bare_delivery d set leased = true from (
           select id from bare_delivery where done is null and not leased order by place limit $1 for update skip locked) c
         where d.id = c.id returning d.id, d.payload`,
        [atOnce - running],
      );
      isClaiming = false;
      running += rows.length;
      for (const row of rows) deliver(row).catch(reject);
    };
    claim().catch(reject);
  });
  const rate = (eventCount * webhookCount) / ((performance.now() - began) / 1000);
  await client.query('drop table bare_delivery');
  await pool.end();
  return rate;
};

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);

/** Milliseconds from the response to a change until the receiver has its event. */
const measureDelay = async ({ editor }: TestOrganization, label: string): Promise<string> => {
  const times: number[] = [];
  for (let count = 0; count < changeCount; count += 1) {
    const emailAddress = `${label}.${count}@bench.test`;
    const shown = new Promise<void>((resolve) => {
      waiting.set(emailAddress, resolve);
    });
    const reply = await editor.call('POST', '/contact', { body: { name: 'Ada', emailAddress } });
    if (reply.status !== 200) throw new Error(reply.text);
    const began = performance.now();
    await shown;
    waiting.delete(emailAddress);
    times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  return `p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, longest ${at(times, 1)} ms`;
};

try {
  const watched = await app.addOrganization('watched');
  await create(watched, '/watched');
  console.log(`a change is delivered: ${await measureDelay(watched, 'alone')}`);
  const stuck = await app.addOrganization('stuck');
  const stuckWebhooks: string[] = [];
  for (let count = 0; count < hanging; count += 1) stuckWebhooks.push(await create(stuck, `/hangs/${count}`));
  for (let count = 0; count < 50; count += 1)
    await stuck.editor.call('POST', '/contact', { body: { name: 'Ada', emailAddress: `stuck.${count}@bench.test` } });
  console.log(`a change is delivered while ${hanging} receivers hang: ${await measureDelay(watched, 'beside')}`);
  for (const id of stuckWebhooks) await stuck.owner.call('DELETE', `/webhook/${id}`);

  await seedEvents(client, app.globex.uuid, eventCount);
  const webhooks: string[] = [];
  for (let count = 0; count < webhookCount; count += 1) webhooks.push(await create(app.globex, `/backlog/${count}`));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const floor = await sendBare();
    const rate = await sendBacklog(app.globex, webhooks);
    const shown = (perSecond: number): string => `${Math.round(perSecond).toLocaleString('en-US')}/s`;
    console.log(
      `${eventCount} events to ${webhookCount} webhooks: ${shown(rate)}, bare sender ${shown(floor)}, share ${(rate / floor).toFixed(2)}`,
    );
  }
} finally {
  await client.end();
  await app.close();
  await postgres.stop();
  await worker.terminate();
}
process.exit(0);
