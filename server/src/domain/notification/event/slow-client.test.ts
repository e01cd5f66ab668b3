import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { until } from '../../../../test/until.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { silentMs: 20_000 });
});
after(() => app.close());

/** Asks for the stream and never reads more of the answer than its beginning. */
const openUnread = async (cursor: string): Promise<{ socket: Socket; status: string }> => {
  const { acme, url } = app;
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `GET /org/${acme.id}/event HTTP/1.1\r\nhost: ${hostname}:${port}\r\naccept: text/event-stream\r\n` +
      `last-event-id: ${cursor}\r\nauthorization: Bearer ${acme.editor.token}\r\n\r\n`,
  );
  const beginning = await new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString())).once('close', () => resolve(''));
  });
  socket.pause();
  return { socket, status: beginning.slice(9, 12) };
};

const firstCursor = async (): Promise<string> => {
  const { body } = await app.acme.editor.call('GET', '/event?limit=1');
  return (body as { data: unknown[]; cursor: string }).cursor;
};

test('a client that does not read a stream is disconnected, and makes room for others', async () => {
  const { acme, database } = app;
  // Far more than connections hold by themselves.
  await database.write(acme.uuid, (db) =>
    sql`
      insert into outbox (org_id, entity_type, entity_id, version, position, id, name, payload, actor, creation_time)
      select ${acme.uuid}, 'contact', 'large', n, 0, gen_random_uuid(), 'contact.updated',
        jsonb_build_object('name', repeat('x', 200000)), '{"type":"app","id":"app_1","name":"a"}', now() from generate_series(1, 200) n
    `.execute(db.raw),
  );
  await app.app.engine.idle();
  const cursor = await firstCursor();
  const open = [];
  for (let count = 0; count < 10; count += 1) open.push(await openUnread(cursor));
  assert.deepEqual(
    open.map(({ status }) => status),
    Array.from({ length: 10 }, () => '200'),
  );
  const refused = await openUnread(cursor);
  assert.equal(refused.status, '429');
  refused.socket.destroy();
  await until(
    'all of them are disconnected',
    async () => {
      const again = await openUnread(cursor);
      again.socket.destroy();
      return again.status === '200';
    },
    120_000,
  );
  for (const { socket } of open) socket.destroy();
});
