import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { actIn } from '../../../../test/examples/deal.ts';
import { aReferralIn, aReferralRead } from '../../../../test/factories/referral.ts';
import type { ReferralDocument } from '../../../adapters/cosell/port.ts';
import { coSellRules } from '../../../adapters/cosell/rules.ts';
import { encodeId } from '../../../kit/ids.ts';
import { findBasis } from './actions/find-basis.ts';
import { recordRead } from './actions/record-read.ts';
import { recordSent } from './actions/record-sent.ts';
import { findReferral } from './store.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

test('a read that began before a write was recorded does not revert the write', async () => {
  const { write } = coSellRules.AWS;
  const referral = await aReferralIn(app, app.acme, { partner: 'AWS', status: 'ACCEPTED' });
  const { id, external_id: externalId, synced } = referral;
  assert.ok(externalId !== null && synced !== null);
  const asked = { partner: 'AWS', externalId } as const;
  const readOf = (document: ReferralDocument, version: string) =>
    aReferralRead('AWS', { externalId, document, version, updatedTime: app.clock.now() });
  const record = (document: ReferralDocument, version: string, basis: string | null) =>
    actIn(app, app.acme, (call) =>
      recordRead(call, { partner: 'AWS', read: readOf(document, version), direction: 'BOTH', basis }),
    );
  const shown = async () => {
    const found = await findReferral(app.database.read(app.acme.uuid), id);
    return [found?.target_close_date, found?.synced && coSellRules.AWS.unify(found.synced).targetCloseDate];
  };
  const db = app.database.read(app.acme.uuid);
  const [before, byId] = [await findBasis(db, asked), await findBasis(db, { ...asked, referralId: id })];
  assert.equal(before, byId);

  const changed = write(referral.document, { targetCloseDate: '2036-11-30' });
  const body = { targetCloseDate: '2036-11-30' };
  const reply = await app.acme.editor.call('PATCH', `/cosell/referral/${encodeId('referral', id)}`, { body });
  assert.equal(reply.status, 200, reply.text);
  const first = await record(synced, '1', await findBasis(db, asked));
  assert.deepEqual(first.send?.document, changed);
  const { changes } = first.send ?? assert.fail('nothing is to be sent');
  await actIn(app, app.acme, (call) => recordSent(call, { referralId: id, changes }));
  assert.deepEqual(await shown(), ['2036-11-30', '2036-11-30']);

  const late = await record(synced, '1', before);
  assert.deepEqual(late, { referralId: id, send: null, isStale: true });
  assert.deepEqual(await shown(), ['2036-11-30', '2036-11-30']);
  const again = await record(write(changed, { targetCloseDate: '2036-10-31' }), '2', await findBasis(db, asked));
  assert.equal(again.isStale, undefined);
  assert.deepEqual(await shown(), ['2036-10-31', '2036-10-31']);
});

test('a write that is recorded late does not revert what another run has agreed since', async () => {
  const { write, unify } = coSellRules.AWS;
  const referral = await aReferralIn(app, app.acme, { partner: 'AWS', status: 'ACCEPTED' });
  const { id, external_id: externalId, synced } = referral;
  assert.ok(externalId !== null && synced !== null);
  const asked = { partner: 'AWS', externalId } as const;
  const db = app.database.read(app.acme.uuid);
  const change = async (targetCloseDate: string) => {
    const path = `/cosell/referral/${encodeId('referral', id)}`;
    const reply = await app.acme.editor.call('PATCH', path, { body: { targetCloseDate } });
    assert.equal(reply.status, 200, reply.text);
  };
  const read = async (document: ReferralDocument, version: string) => {
    const found = aReferralRead('AWS', { externalId, document, version, updatedTime: app.clock.now() });
    const basis = await findBasis(db, asked);
    return actIn(app, app.acme, (call) => recordRead(call, { partner: 'AWS', read: found, direction: 'BOTH', basis }));
  };
  const sent = ({ send }: Awaited<ReturnType<typeof read>>) => {
    const { changes } = send ?? assert.fail('nothing is to be sent');
    return actIn(app, app.acme, (call) => recordSent(call, { referralId: id, changes }));
  };
  const [first, second] = ['2036-11-29', '2036-11-30'].map((targetCloseDate) => write(synced, { targetCloseDate }));
  assert.ok(first && second);
  await change('2036-11-29');
  const late = await read(synced, '1');
  // The partner has taken it. A message about it is read before the run that wrote it has recorded that.
  await read(first, '2');
  await change('2036-11-30');
  await sent(await read(first, '2'));
  await sent(late);
  const found = await findReferral(db, id);
  assert.equal(found?.synced && unify(found.synced).targetCloseDate, '2036-11-30');
  await change('2036-12-01');
  await read(second, '3');
  const query = `/cosell/referral/${encodeId('referral', id)}/syncEvent?page_size=100`;
  const { data } = (await app.acme.editor.call('GET', query)).body as { data: { conflicts: unknown[] }[] };
  assert.deepEqual(
    data.flatMap(({ conflicts }) => conflicts),
    [],
  );
});

test('a referral that was not known when a read began is not stale', async () => {
  const db = app.database.read(app.acme.uuid);
  assert.equal(await findBasis(db, { partner: 'AWS', externalId: 'O404' }), null);
  const read = aReferralRead('AWS');
  const { isStale } = await actIn(app, app.acme, (call) =>
    recordRead(call, { partner: 'AWS', read, direction: 'BOTH', basis: null }),
  );
  assert.equal(isStale, undefined);
});
