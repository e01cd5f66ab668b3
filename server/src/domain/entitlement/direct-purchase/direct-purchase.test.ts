import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { openWorld, type World } from '../../../../test/factories/commerce.ts';
import { allRows } from '../../../../test/rows.ts';
import { removeDue } from '../../../engine/due-store.ts';
import { isRefusal } from '../../../kit/errors.ts';
import { decodeId, encodeId } from '../../../kit/ids.ts';
import { dueHandlers } from '../../../workflows/schedules.ts';
import { createBuyer } from '../../buyer/actions/create-buyer.ts';
import { importBuyer } from '../../buyer/actions/import-buyer.ts';
import { NewBuyer } from '../../buyer/schema.ts';
import { createOrUpdateDraftOffer } from '../../offer/actions/save-draft-offer.ts';
import { OfferIn } from '../../offer/schema.ts';
import { cancelEntitlement } from '../cancellation/actions/cancel-entitlement.ts';
import {
  scheduleEntitlementCancellation,
  unscheduleEntitlementCancellation,
} from '../cancellation/actions/schedule-cancellation.ts';
import { CancellationSchedule } from '../cancellation/schema.ts';
import { changeEntitlement } from '../change.ts';
import type { Entitlement } from '../entitlement.ts';
import { updateEntitlementEndNotice } from '../own-record/actions/update-entitlement-end-notice.ts';
import { WorkloadEntitlement } from '../schema.ts';
import { lockEntitlement } from '../store.ts';
import { createEntitlement } from './actions/create-entitlement.ts';
import { nextTerm } from './next-term.ts';
import { CreateEntitlement } from './schema.ts';

let world: World;
let buyerId: string;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(async () => {
  world.orgId = randomUUID();
  buyerId = await aBuyer();
});

const day = 86_400_000;
const inDays = (days: number): string => new Date(world.clock.now().getTime() + days * day).toISOString();

const aBuyer = async (partner = 'STRIPE'): Promise<string> => {
  const body = NewBuyer.parse({ partner, name: 'Initech', paymentConfig: { currency: 'USD' } });
  return (await world.act((call) => createBuyer(call, { body, answer: { customer: null, faults: [] } }))).id;
};
const anOffer = async (fields: object = {}, status = 'ACTIVE', to: string | null = null): Promise<string> => {
  const terms = { currency: 'USD', commitAmount: 1200.5, netTermsInDays: 30, dimensions: [{ key: 'gb', rate: 0.1 }] };
  const body = OfferIn.parse({ name: 'Direct', partner: 'STRIPE', info: terms, ...fields });
  const { id } = await world.act((call) => createOrUpdateDraftOffer(call, { body }));
  const uuid = decodeId('offer', id) ?? '';
  await world.act((call) =>
    call.db
      .updateTable('offer')
      .set({ status: status as 'ACTIVE', buyer_id: to && decodeId('buyer', to) })
      .where('offer.id', '=', uuid)
      .execute(),
  );
  return id;
};
const buy = async (fields: object = {}) => {
  const body = CreateEntitlement.parse({ buyerId, ...fields });
  return WorkloadEntitlement.parse(
    JSON.parse(JSON.stringify(await world.act((call) => createEntitlement(call, { body })))),
  );
};
const refusal = async (doing: Promise<unknown>): Promise<[string, unknown]> => {
  try {
    await doing;
  } catch (error) {
    if (isRefusal(error)) {
      const { info } = error;
      return [error.code, Array.isArray(info) ? info.map(({ path, code }) => `${path}:${code}`) : info];
    }
    throw error;
  }
  return ['', null];
};
const rows = (table: string) => allRows(world.database, world.orgId, table);
/** Runs the due work. */
const runDue = async (): Promise<void> => {
  for (;;) {
    const [next] = (await rows('due'))
      .filter(({ due_time: time }) => time <= world.clock.now())
      .sort((left, right) => left.due_time - right.due_time || (left.kind < right.kind ? -1 : 1));
    if (!next) return;
    const { kind, entity_id: entityId, due_time: dueTime } = next;
    const handler = dueHandlers.find((one) => one.kind === kind);
    await world.act(async (call) => {
      await handler!.act(call, { entityId, dueTime });
      await removeDue(call.db, { kind, entity_id: entityId, due_time: dueTime, attempts: 0 });
    });
  }
};
const statusNow = async () => (await rows('entitlement'))[0].status;

test('a purchase begins at once, with the terms of its offer, which is USED then', async () => {
  const offerId = await anOffer();
  const bought = await buy({ offerId, organizationId: encodeId('org', world.orgId) });
  assert.deepEqual(
    [bought.status, bought.partner, bought.service, bought.name, bought.buyerID, bought.offerID],
    ['ACTIVE', 'STRIPE', 'PAYMENT', 'Direct', buyerId, offerId],
  );
  assert.deepEqual([bought.info.commitAmount, bought.info.netTermsInDays, bought.endTime], [1200.5, 30, undefined]);
  const [term] = await rows('entitlement_term');
  assert.deepEqual(
    [encodeId('term', term.id), term.type, term.commit_amount],
    [bought.entitlementTermID, 'Signup', '1200.5'],
  );
  assert.equal((await rows('offer'))[0].status, 'USED');
  const second = await buy({ offerId });
  assert.notEqual(second.id, bought.id, 'it can be bought again');
  assert.deepEqual(
    (await rows('offer')).map(({ status }) => status),
    ['USED'],
  );
  const audit = (await world.audits()).filter(({ entity_id: id }) => id === bought.id);
  assert.equal(audit.length, 1);
});

test('a later start waits for our clock, and so does the end', async () => {
  const offerId = await anOffer();
  const bought = await buy({ offerId, startDate: inDays(2), endDate: inDays(4) });
  assert.equal(bought.status, 'PENDING_START');
  await runDue();
  assert.equal(await statusNow(), 'PENDING_START', 'not before its time');
  world.clock.advance(2 * day);
  await runDue();
  assert.equal(await statusNow(), 'ACTIVE');
  await runDue();
  world.clock.advance(2 * day);
  await runDue();
  assert.equal(await statusNow(), 'CANCELLED');
  assert.deepEqual(
    (await world.events(bought.id)).map(({ name }) => name),
    ['entitlement.created', 'entitlement.started', 'entitlement.end_soon', 'entitlement.cancelled'],
  );
});

test('one whose end has passed is CANCELLED when it is made', async () => {
  const bought = await buy({ offerId: await anOffer(), startDate: '2026-01-01', endDate: '2026-06-30' });
  assert.deepEqual([bought.status, bought.startTime], ['CANCELLED', '2026-01-01T00:00:00.000Z']);
  assert.equal((await buy({ offerId: await anOffer(), startDate: '', endDate: '2026-06-30' })).status, 'CANCELLED');
  assert.deepEqual(await rows('due'), []);
});

test('one that began too long ago is no purchase to be billed for every day since', async () => {
  const offerId = await anOffer();
  const refused = ['BadRequest', ['startDate:range']];
  for (const startDate of ['1000-01-01', '1999-12-31', inDays(-3660)])
    assert.deepEqual(await refusal(buy({ offerId, startDate })), refused, startDate);
  assert.equal((await buy({ offerId, startDate: '1999-12-31', endDate: inDays(-1) })).status, 'CANCELLED');
  assert.equal((await buy({ offerId: await anOffer(), startDate: inDays(-3600), endDate: '' })).status, 'ACTIVE');
});

test('what does not fit is refused, all faults at once', async () => {
  assert.deepEqual(await refusal(buy({ buyerId: undefined, startDate: 'soon', endDate: '2026-02-30' })), [
    'BadRequest',
    ['buyerId:unknown', 'offerId:unknown', 'startDate:time', 'endDate:time'],
  ]);
  const offerId = await anOffer();
  assert.deepEqual(await refusal(buy({ offerId, startDate: inDays(2), endDate: inDays(1) })), [
    'BadRequest',
    ['endDate:order'],
  ]);
  const other = await aBuyer();
  assert.deepEqual(await refusal(buy({ offerId: await anOffer({}, 'ACTIVE', other) })), [
    'BadRequest',
    ['offerId:buyer'],
  ]);
  const adyen = await anOffer({ partner: 'ADYEN' });
  assert.deepEqual(await refusal(buy({ offerId: adyen })), ['BadRequest', ['offerId:partner']]);
  const euros = await anOffer({ info: { currency: 'EUR' } });
  assert.deepEqual(await refusal(buy({ offerId: euros })), ['BadRequest', ['offerId:currency']]);
  const aws = await world.act((call) => importBuyer(call, { partner: 'AWS' }, { accountId: '444455556666' }));
  const refused = await refusal(buy({ buyerId: encodeId('buyer', aws.id), offerId }));
  assert.deepEqual(refused, ['BadRequest', ['buyerId:partner', 'offerId:partner']]);
  assert.deepEqual(await rows('entitlement'), []);
});

test('only an offer that is for sale is bought', async () => {
  for (const status of ['DRAFT', 'CANCELLED', 'EXPIRED', 'DELETED']) {
    const [code, info] = await refusal(buy({ offerId: await anOffer({}, status) }));
    assert.deepEqual([code, info], ['Conflict', { status, allowedFrom: ['ACTIVE', 'USED'] }]);
  }
  assert.deepEqual(await rows('entitlement'), []);
});

test('an offer cannot be bought from its last instant on, even before the clock has processed the expiry', async () => {
  const offerId = await anOffer({ expireTime: inDays(1) });
  world.clock.advance(day - 60_000);
  await buy({ offerId });
  world.clock.advance(60_000);
  assert.deepEqual(await refusal(buy({ offerId })), [
    'Conflict',
    { status: 'EXPIRED', allowedFrom: ['ACTIVE', 'USED'] },
  ]);
  assert.equal((await rows('entitlement')).length, 1);
});

/** The ends of the terms in their order. */
const terms = async () =>
  (await rows('entitlement_term'))
    .sort((left, right) => left.start_time - right.start_time)
    .map((term) => [term.type, term.start_time.toISOString().slice(0, 10), term.end_time?.toISOString().slice(0, 10)]);

describe('a purchase that renews itself', () => {
  const renewing = { info: { currency: 'USD', commitAmount: 100, autoRenew: true } };
  const advanceTo = async (time: string): Promise<void> => {
    world.clock.set(new Date(time));
    for (let round = 0; round < 3; round += 1) await runDue();
  };
  after(() => world.clock.set(new Date('2026-11-20T10:00:00Z')));

  test('goes on by calendar months that do not drift, also after a pause', async () => {
    world.clock.set(new Date('2027-01-31T00:00:00Z'));
    const offerId = await anOffer(renewing);
    const bought = await buy({ offerId, startDate: '2027-01-31', endDate: '2027-02-28' });
    await advanceTo('2027-02-28T00:00:00Z');
    assert.deepEqual(await terms(), [
      ['Signup', '2027-01-31', '2027-02-28'],
      ['AutoRenew', '2027-02-28', '2027-03-31'],
    ]);
    await advanceTo('2027-05-15T00:00:00Z');
    assert.deepEqual((await terms()).slice(2), [
      ['AutoRenew', '2027-03-31', '2027-04-30'],
      ['AutoRenew', '2027-04-30', '2027-05-31'],
    ]);
    const [entitlement] = await rows('entitlement');
    const [current] = (await rows('entitlement_term')).filter(({ id }) => id === entitlement.entitlement_term_id);
    assert.deepEqual(
      [entitlement.status, entitlement.end_time.toISOString(), current.commit_amount, current.used_commit_amount],
      ['ACTIVE', '2027-05-31T00:00:00.000Z', '100', '0'],
    );
    const told = (await world.events(bought.id)).filter(({ name }) => name === 'entitlement.renewed');
    assert.equal(told.length, 3);
  });

  test('from 29 February returns to it', async () => {
    world.clock.set(new Date('2028-02-29T00:00:00Z'));
    await buy({ offerId: await anOffer(renewing), startDate: '2028-02-29', endDate: '2029-02-28' });
    await advanceTo('2029-03-01T00:00:00Z');
    await advanceTo('2030-03-01T00:00:00Z');
    await advanceTo('2031-03-01T00:00:00Z');
    assert.deepEqual((await terms()).at(-1), ['AutoRenew', '2031-02-28', '2032-02-29']);
  });

  test('that ends with the last second of a month does not drift', async () => {
    for (const [startDate, endDate, first, last] of [
      ['2027-01-01', '2027-01-31T23:59:59Z', '2027-02-01', '2027-06-01'],
      ['2027-01-31', '2027-02-27T23:59:59.999Z', '2027-02-28', '2027-05-31'],
      ['2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z', '2027-02-28', '2027-05-31'],
    ] as const) {
      world.orgId = randomUUID();
      buyerId = await aBuyer();
      world.clock.set(new Date('2027-01-01T00:00:00Z'));
      await buy({ offerId: await anOffer(renewing), startDate, endDate });
      for (const month of ['02', '03', '04', '05']) await advanceTo(`2027-${month}-01T00:00:00Z`);
      const all = await terms();
      assert.equal(all[0]?.[2], first);
      assert.equal((await rows('entitlement_term')).length, all.length);
      assert.equal(all.at(-1)?.[2], last, startDate);
    }
    world.clock.set(new Date('2027-01-01T00:00:00Z'));
    const { endTime } = await buy({
      offerId: await anOffer({ info: { ...renewing.info, autoRenew: false } }),
      ...{ startDate: '2027-01-01', endDate: '2027-01-31T23:59:59Z' },
    });
    assert.equal(endTime, '2027-01-31T23:59:59.000Z', 'one that does not renew itself ends when it says');
  });

  test('that is not a whole number of months lasts as long again', async () => {
    world.clock.set(new Date('2027-03-20T00:00:00Z'));
    await buy({ offerId: await anOffer(renewing), startDate: '2027-03-20', endDate: '2027-03-30' });
    await advanceTo('2027-03-30T00:00:00Z');
    assert.deepEqual((await terms()).at(-1), ['AutoRenew', '2027-03-30', '2027-04-09']);
  });

  test('has terms of a day at least: shorter ones would follow each other without end', async () => {
    world.clock.set(new Date('2027-03-20T00:00:00Z'));
    const offerId = await anOffer(renewing);
    const moment = { startDate: '2027-03-20T00:00:01Z', endDate: '2027-03-20T00:00:01.001Z' };
    assert.deepEqual(await refusal(buy({ offerId, ...moment })), ['BadRequest', ['endDate:range']]);
    assert.deepEqual(await refusal(buy({ offerId, startDate: '', endDate: '2027-03-20T23:59:59Z' })), [
      'BadRequest',
      ['endDate:range'],
    ]);
    assert.equal((await buy({ offerId, startDate: '', endDate: '2027-03-22' })).status, 'ACTIVE');
    await buy({ offerId: await anOffer({ info: { ...renewing.info, autoRenew: false } }), ...moment });
    // One that was sold before there was this rule.
    const old = new Date('2027-03-20T00:00:01.001Z');
    await world.act((call) => call.db.updateTable('entitlement').set({ end_time: old }).execute());
    const [sold] = await rows('entitlement');
    const [term] = (await rows('entitlement_term')).filter(({ id }) => id === sold.entitlement_term_id);
    const next = { ...term, start_time: new Date('2027-03-20T00:00:01Z'), end_time: old };
    const following = await world.act(async (call) => nextTerm(call, sold, next));
    assert.equal(following.end_time?.toISOString(), '2027-03-21T00:00:01.001Z');
  });

  test('ends with its term if its cancellation is scheduled for then', async () => {
    world.clock.set(new Date('2027-01-01T00:00:00Z'));
    for (const body of [{ type: 'EndOfTerm' }, { type: 'SpecificDate', cancelDate: '2027-02-01' }]) {
      world.orgId = randomUUID();
      buyerId = await aBuyer();
      world.clock.set(new Date('2027-01-01T00:00:00Z'));
      const { id } = await buy({ offerId: await anOffer(renewing), startDate: '2027-01-01', endDate: '2027-02-01' });
      const params = { entitlementId: decodeId('ent', id) ?? '' };
      await world.act((call) =>
        scheduleEntitlementCancellation(call, { params, body: CancellationSchedule.parse(body) }),
      );
      await advanceTo('2027-02-02T00:00:00Z');
      assert.equal(await statusNow(), 'CANCELLED');
      assert.deepEqual(await terms(), [['Signup', '2027-01-01', '2027-02-01']]);
    }
  });

  test('renews again once the schedule is removed', async () => {
    world.clock.set(new Date('2027-01-01T00:00:00Z'));
    const { id } = await buy({ offerId: await anOffer(renewing), startDate: '2027-01-01', endDate: '2027-02-01' });
    const params = { entitlementId: decodeId('ent', id) ?? '' };
    const body = CancellationSchedule.parse({ type: 'EndOfTerm' });
    await world.act((call) => scheduleEntitlementCancellation(call, { params, body }));
    await world.act((call) => unscheduleEntitlementCancellation(call, { params }));
    await advanceTo('2027-02-01T00:00:00Z');
    assert.equal((await terms()).length, 2);
  });
});

describe('a purchase that is cancelled', () => {
  const cancel = (id: string) =>
    world.act((call) =>
      cancelEntitlement(call, { params: { entitlementId: decodeId('ent', id) ?? '' }, body: undefined }),
    );

  test('ends now with its terms, and only its last bill is due', async () => {
    const { id } = await buy({ offerId: await anOffer(), endDate: inDays(100) });
    world.clock.advance(3 * day);
    const view = await cancel(id);
    assert.equal(view.status, 'CANCELLED');
    const [entitlement] = await rows('entitlement');
    const [term] = await rows('entitlement_term');
    assert.deepEqual(term.end_time, entitlement.end_time);
    assert.ok(Math.abs(entitlement.end_time.getTime() - world.clock.now().getTime()) < 60_000);
    // But the last bill.
    assert.deepEqual(
      (await rows('due')).map(({ kind }) => kind),
      ['invoice.bill'],
    );
    assert.deepEqual(
      (await world.events(id)).map(({ name }) => name),
      ['entitlement.created', 'entitlement.cancelled'],
    );
    const { code, message } = await cancel(id).then(
      () => ({ code: '', message: '' }),
      (error) => error,
    );
    assert.equal(code, 'Conflict', message);
  });

  test('before it begins holds no hour', async () => {
    const { id } = await buy({ offerId: await anOffer(), startDate: inDays(5), endDate: inDays(10) });
    await cancel(id);
    const [term] = await rows('entitlement_term');
    assert.deepEqual(term.end_time, term.start_time);
    assert.equal(await statusNow(), 'CANCELLED');
  });
});

describe('the notice that a term is about to end', () => {
  const told = async (id: string): Promise<number> =>
    (await world.events(id)).filter(({ name }) => name === 'entitlement.end_soon').length;
  const dueTime = async () => (await rows('due')).find(({ kind }) => kind === 'entitlement.end_soon')?.due_time;

  test('comes 15 days before it, once for each term', async () => {
    const { id } = await buy({ offerId: await anOffer(), endDate: inDays(100) });
    const [{ end_time: end }] = await rows('entitlement');
    assert.equal(end.getTime() - (await dueTime()).getTime(), 15 * day);
    world.clock.set(new Date(end.getTime() - 15 * day - 1000));
    await runDue();
    assert.equal(await told(id), 0);
    world.clock.set(new Date(end.getTime() - 15 * day));
    await runDue();
    await runDue();
    assert.deepEqual([await told(id), await dueTime()], [1, undefined]);
  });

  test('comes 45 days before it where that is asked for, and moves with the end', async () => {
    const { id } = await buy({ offerId: await anOffer(), endDate: inDays(100) });
    const uuid = decodeId('ent', id) ?? '';
    const move = (change: (old: Entitlement) => Partial<Entitlement>) =>
      world.act(async (call) => {
        const old = await lockEntitlement(call.db, uuid);
        if (old) await changeEntitlement(call, old, change(old), 'entitlement.updated');
      });
    const body = { alertDaysBeforeEnd: 45 } as const;
    await world.act((call) => updateEntitlementEndNotice(call, { params: { entitlementId: uuid }, body }));
    const [{ end_time: end }] = await rows('entitlement');
    assert.equal(end.getTime() - (await dueTime()).getTime(), 45 * day);
    await move(() => ({ end_time: new Date(end.getTime() + 30 * day) }));
    assert.equal(end.getTime() - (await dueTime()).getTime(), 15 * day);
    world.clock.set(new Date(end.getTime() - 15 * day));
    await runDue();
    await move((old) => ({ end_time: new Date((old.end_time?.getTime() ?? 0) - day) }));
    await runDue();
    assert.equal(await told(id), 1, 'a small change does not announce it again');
    await move((old) => ({ end_time: new Date((old.end_time?.getTime() ?? 0) + 300 * day) }));
    assert.notEqual(await dueTime(), undefined, 'a much later end is announced again');
    await move(() => ({ end_time: null }));
    assert.equal(await dueTime(), undefined);
  });
});
