import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { actIn } from '../../../../test/examples/deal.ts';
import { aReferralIn } from '../../../../test/factories/referral.ts';
import { endOperation } from '../../../engine/operation-store.ts';
import { encodeId } from '../../../kit/ids.ts';
import { findReferral } from '../referral/store.ts';
import { planCrmWrite } from './actions/plan-crm-write.ts';
import { recordCrmDone } from './actions/record-crm-done.ts';
import { recordCrmFailed } from './actions/record-crm-failed.ts';
import { recordCrmRead } from './actions/record-crm-read.ts';
import type { PlannedWrite } from './merge-record.ts';
import type { RecordReading } from './sides.ts';
import { findTurn, isFree } from './turn.ts';

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

const runs = new Map<string, string>();

/** A run that synchronizes the referral; the same for the same name. */
const runOf = async (referralId: string, name = 'one'): Promise<string> => {
  const key = `${referralId} ${name}`;
  const known = runs.get(key);
  if (known !== undefined) return known;
  const started = await actIn(app, app.acme, (call) => {
    const entityId = encodeId('referral', referralId);
    call.recordChange({ type: 'referral', id: entityId, before: null, after: null });
    return call.start('referral.sync', { referralId, direction: 'BOTH' }, { entityId });
  });
  runs.set(key, started);
  return started;
};

const turnOf = (referralId: string) => findTurn(app.database.read(app.acme.uuid), referralId);

type Options = { run?: string; turn?: number | null; reading?: RecordReading };

const plan = async (referralId: string, { run, turn, reading: read = reading }: Options = {}) => {
  const asked = {
    referralId,
    reading: read,
    runId: await runOf(referralId, run),
    turn: turn ?? (await turnOf(referralId)),
  };
  return actIn(app, app.acme, (call) => planCrmWrite(call, asked));
};
const take = async (referralId: string, { run, turn, reading: read = reading }: Options = {}) => {
  const asked = {
    referralId,
    reading: read,
    runId: await runOf(referralId, run),
    turn: turn ?? (await turnOf(referralId)),
  };
  return actIn(app, app.acme, (call) => recordCrmRead(call, asked));
};
const done = async (referralId: string, state: string | null, written: PlannedWrite[] = []) => {
  const runId = await runOf(referralId);
  await actIn(app, app.acme, (call) =>
    recordCrmDone(call, { referralId, recordId, written, refused: [], state, runId }),
  );
};
const statusOf = async (id: string) => (await findReferral(app.database.read(app.acme.uuid), id))?.sync_status;
const change = async (id: string) => {
  const body = { targetCloseDate: '2036-11-30' };
  const reply = await app.acme.editor.call('PATCH', `/cosell/referral/${encodeId('referral', id)}`, { body });
  assert.equal(reply.status, 200, reply.text);
};

const closing = (day: string): RecordReading => ({
  ...reading,
  members: { 'LifeCycle.TargetCloseDate': { value: day, raw: day } },
});

test('a read that began before a write was recorded does not revert the write', async () => {
  const { id } = await aPending();
  await take(id, { reading: closing('2030-01-01') });
  await change(id);
  const turn = await turnOf(id);
  const { writes, state } = await plan(id, { reading: closing('2030-01-01') });
  assert.deepEqual(
    writes.map(({ word, conflict }) => [word, conflict]),
    [['2036-11-30', null]],
  );
  await done(id, state, writes);
  const late = { run: 'two', turn, reading: closing('2030-01-01') };
  assert.equal((await take(id, late)).isStale, true);
  assert.deepEqual(await plan(id, late), { writes: [], state: null, isStale: true });
  assert.equal((await take(id, { run: 'two', reading: closing('2036-11-30') })).isStale, undefined);
});

const endings: [string, (id: string, runId: string) => Promise<unknown>][] = [
  ['has recorded its write', (id) => done(id, null)],
  [
    'has failed',
    async (referralId, runId) =>
      actIn(app, app.acme, (call) =>
        recordCrmFailed(call, { referralId, code: 'Busy', message: 'Try later.', waits: true, runId }),
      ),
  ],
  [
    'was ended without a word',
    (_, runId) =>
      app.database.write(app.acme.uuid, (db) =>
        endOperation(db, runId, { status: 'CANCELED', time: app.clock.now(), message: '', failure: null }),
      ),
  ],
];

for (const [how, end] of endings) {
  test(`while a run is writing, another one neither takes nor writes; it goes on when that run ${how}`, async () => {
    const { id } = await aPending();
    await take(id, { reading: closing('2030-01-01') });
    await change(id);
    const { writes } = await plan(id, { reading: closing('2030-01-01') });
    assert.equal(writes.length, 1);
    const other = { run: 'two', reading: closing('2036-11-30') };
    assert.equal((await take(id, other)).isStale, true);
    assert.equal((await plan(id, other)).isStale, true);
    const isTwoFree = async () => isFree(app.database.read(app.acme.uuid), id, await runOf(id, 'two'));
    assert.equal(await isTwoFree(), false);
    assert.equal(
      (await plan(id, { reading: closing('2030-01-01') })).isStale,
      undefined,
      'the writer itself may go on',
    );
    await end(id, await runOf(id));
    assert.equal(await isTwoFree(), true);
    assert.equal((await take(id, other)).isStale, undefined);
  });
}

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
