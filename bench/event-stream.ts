/**
 * Measures the event stream on PostgreSQL: how fast a client catches up with `--events` events, compared with a bare database client
 * that reads the same rows in the same batches; and the time from the response to a change until a stream shows it, with one
 * open stream and with `--streams` of them.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { TestOrganization } from '../server/test/app.ts';
import { startPostgres } from '../tools/postgres.ts';
import { seedEvents } from './seed-events.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    streams: { type: 'string', default: '40' },
    changes: { type: 'string', default: '100' },
  },
});
const eventCount = Number(values.events);
const streamCount = Number(values.streams);
const changeCount = Number(values.changes);
const piece = 500;

const postgres = await startPostgres();
if (!postgres) throw new Error('This needs PostgreSQL 15 or later.');
Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url('postgres') });
const { startApp } = await import('../server/test/app.ts');
const app = await startApp();
const { connectionString = '' } = app.database.pool.options as { connectionString?: string };
const client = new pg.Client({ connectionString: postgres.superuserUrl(new URL(connectionString).pathname.slice(1)) });
await client.connect();

/** The same rows, as JSON, without the service. */
const readBare = async ({ uuid }: TestOrganization): Promise<number> => {
  const began = performance.now();
  let after = 0;
  let bytes = 0;
  for (;;) {
    const { rows } = await client.query(
      `select id, sequence, name, entity_type, entity_id, version, payload, actor, creation_time from outbox
       where org_id = $1 and sequence > $2 order by sequence limit ${piece}`,
      [uuid, after],
    );
    if (rows.length === 0) break;
    after = Number(rows.at(-1).sequence);
    bytes += JSON.stringify(rows).length;
  }
  if (bytes === 0) throw new Error('nothing was read');
  return (performance.now() - began) / 1000;
};

type Stream = { close(): void };

/** Calls `seen` with the type and the entity id of each event. */
const openStream = async (
  { id, editor }: TestOrganization,
  cursor: string,
  seen: (count: number, text: string) => void,
): Promise<Stream> => {
  const left = new AbortController();
  const response = await fetch(`${app.url}/org/${id}/event${cursor && `?cursor=${cursor}`}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${editor.token}` },
    signal: left.signal,
  });
  if (response.status !== 200) throw new Error(await response.text());
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk, { stream: true });
      seen(text.split('\ndata: ').length - 1, text);
    }
  };
  read().catch(() => {});
  return { close: () => left.abort() };
};

const catchUp = async (organization: TestOrganization): Promise<number> => {
  const began = performance.now();
  const from = `0.${Math.floor(Date.now() / 1000).toString(36)}`;
  let count = 0;
  await new Promise<void>((resolve, reject) => {
    openStream(organization, from, (more) => {
      count += more;
      if (count >= eventCount) resolve();
    }).catch(reject);
  });
  return (performance.now() - began) / 1000;
};

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);

/** Milliseconds from the response to a change until a stream shows it. */
const measureDelay = async (organization: TestOrganization, streams: number): Promise<string> => {
  const open: Stream[] = [];
  const waiting = new Map<string, () => void>();
  for (let count = 0; count < streams; count += 1) {
    // A caller may open ten.
    const caller = count % 10 === 0 ? await organization.addPerson('EDITOR') : undefined;
    const watched = caller ? { ...organization, editor: caller } : { ...organization, editor: lastCaller };
    lastCaller = watched.editor;
    open.push(
      await openStream(watched, '', (_, text) => {
        if (count > 0) return;
        for (const [id, resolve] of waiting) if (text.includes(id)) resolve();
      }),
    );
  }
  const times: number[] = [];
  for (let count = 0; count < changeCount; count += 1) {
    const emailAddress = `d${streams}.${count}@bench.test`;
    const shown = new Promise<void>((resolve) => {
      waiting.set(`"${emailAddress}"`, resolve);
    });
    const reply = await organization.editor.call('POST', '/contact', { body: { name: 'Ada', emailAddress } });
    if (reply.status !== 200) throw new Error(reply.text);
    const began = performance.now();
    await shown;
    waiting.clear();
    times.push(performance.now() - began);
  }
  for (const stream of open) stream.close();
  times.sort((one, other) => one - other);
  return `p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, longest ${at(times, 1)} ms`;
};

let lastCaller = app.acme.editor;
try {
  const organization = app.acme;
  console.log(`a change is shown, 1 stream: ${await measureDelay(organization, 1)}`);
  console.log(`a change is shown, ${streamCount} streams: ${await measureDelay(organization, streamCount)}`);
  await seedEvents(client, app.globex.uuid, eventCount);
  for (let round = 0; round < 3; round += 1) {
    const floor = await readBare(app.globex);
    const seconds = await catchUp(app.globex);
    const rate = (took: number): string => `${Math.round(eventCount / took).toLocaleString('en-US')}/s`;
    console.log(`${eventCount} events: stream ${rate(seconds)} (${seconds.toFixed(1)} s), bare client ${rate(floor)}`);
  }
} finally {
  await client.end();
  await app.close();
  await postgres.stop();
}
process.exit(0);
