import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { actIn } from '../../../../test/examples/deal.ts';
import { aReferralIn } from '../../../../test/factories/referral.ts';
import { encodeId } from '../../../kit/ids.ts';
import { findCrmBasis } from '../referral/actions/find-basis.ts';
import { findReferral } from '../referral/store.ts';
import { planCrmWrite } from './actions/plan-crm-write.ts';
import { recordCrmDone } from './actions/record-crm-done.ts';
import { recordCrmRead } from './actions/record-crm-read.ts';
import type { RecordReading } from './sides.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const recordId = '4711';
const reading = {
  recordId,
  url: null,
  updatedTime: '2026-11-20T00:00:00Z',
  members: {},
  errors: [],
} satisfies RecordReading;

const aPending = () =>
  aReferralIn(app, app.acme, {
    ...{ partner: 'AWS', status: 'ACCEPTED', sync_status: 'PENDING' },
    ...{ crm_system: 'HUBSPOT', crm_record_id: recordId },
  });

const plan = (referralId: string) => actIn(app, app.acme, (call) => planCrmWrite(call, { referralId, reading }));
const done = (referralId: string, state: string | null) =>
  actIn(app, app.acme, (call) => recordCrmDone(call, { referralId, recordId, written: [], refused: [], state }));
const statusOf = async (id: string) => (await findReferral(app.database.read(app.acme.uuid), id))?.sync_status;
const change = async (id: string) => {
  const body = { targetCloseDate: '2036-11-30' };
  const reply = await app.acme.editor.call('PATCH', `/cosell/referral/${encodeId('referral', id)}`, { body });
  assert.equal(reply.status, 200, reply.text);
};

test('a read of the record that began before a write was recorded does not take the write back', async () => {
  const { id } = await aPending();
  const basis = await findCrmBasis(app.database.read(app.acme.uuid), id);
  await app.database.write(app.acme.uuid, (db) =>
    sql`update referral set crm_synced = '{"name": "New"}' where org_id = ${app.acme.uuid} and id = ${id}`.execute(
      db.raw,
    ),
  );
  const record = (given: string | null) =>
    actIn(app, app.acme, (call) => recordCrmRead(call, { referralId: id, reading, basis: given }));
  assert.deepEqual(await record(basis), { isToSend: false, isStale: true });
  assert.deepEqual(await record(await findCrmBasis(app.database.read(app.acme.uuid), id)), { isToSend: false });
});

test('a synchronization that nothing has overtaken ends in sync', async () => {
  const { id } = await aPending();
  const { state } = await plan(id);
  await done(id, state);
  assert.equal(await statusOf(id), 'IN_SYNC');
});

test('a deal that is changed while the CRM is written stays pending: the run of that change ends it', async () => {
  const { id } = await aPending();
  const { state } = await plan(id);
  await change(id);
  await done(id, state);
  assert.equal(await statusOf(id), 'PENDING');
});

test('a deal that was changed after the partner was asked stays pending, too', async () => {
  const { id } = await aPending();
  await change(id);
  const { state } = await plan(id);
  assert.equal(state, null);
  await done(id, state);
  assert.equal(await statusOf(id), 'PENDING');
});
