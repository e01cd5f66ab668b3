import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startApp } from '../../test/app.ts';
import { findWaiting, kindsOfWork, type Waiting } from '../db/waiting-work.ts';
import { silentLog } from '../kit/log.ts';
import { createWorkWakes, startWorkWatch } from './work-watch.ts';

const nothing = Object.fromEntries(kindsOfWork.map((kind) => [kind, false])) as Waiting;

test('the loops of the kinds that wait are woken, and no others', async () => {
  const woken: string[] = [];
  const wakes = createWorkWakes();
  wakes.on('mails', () => woken.push('first of mails'));
  wakes.on('mails', () => woken.push('second of mails'));
  wakes.on('due', () => woken.push('due'));
  const answers = [nothing, { ...nothing, mails: true, totals: true }];
  const seen = Promise.withResolvers<void>();
  const watch = startWorkWatch({
    find: async () => {
      const answer = answers.shift();
      if (answers.length === 0) seen.resolve();
      return answer ?? nothing;
    },
    wakes,
    log: silentLog,
  });
  watch.wake();
  await seen.promise;
  await watch.stop();
  assert.deepEqual(woken, ['first of mails', 'second of mails']);
});

test('a failed poll does not end the watch', async () => {
  let looks = 0;
  const again = Promise.withResolvers<void>();
  const watch = startWorkWatch({
    find: async () => {
      looks += 1;
      if (looks === 1) throw new Error('the database is away');
      again.resolve();
      return nothing;
    },
    wakes: createWorkWakes(),
    log: silentLog,
  });
  watch.wake();
  await again.promise;
  await watch.stop();
});

test('a change of an organization leaves events and audit rows to be found', async () => {
  const app = await startApp({}, { idle: true });
  const find = () => app.database.system((db) => findWaiting(db, { now: app.clock.now(), lanes: ['runs'] }));
  try {
    await app.database.system((db) => sql`delete from audit_unsealed`.execute(db));
    await app.database.system((db) => sql`update outbox set delivered_time = now()`.execute(db));
    const before = await find();
    assert.deepEqual([before.events, before.seals, before.runs], [false, false, false]);
    const body = { name: 'Ada', emailAddress: 'ada@example.com' };
    assert.equal((await app.acme.editor.call('POST', '/contact', { body })).status, 200);
    const after = await find();
    assert.deepEqual([after.events, after.seals, after.runs], [true, true, false]);
  } finally {
    await app.close();
  }
});
