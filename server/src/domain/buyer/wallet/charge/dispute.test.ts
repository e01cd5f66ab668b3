import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DisputeRead } from '../../../../adapters/payment/port.ts';
import type { ChargeDispute } from './charge.ts';
import { disputeBefore, lostOf, takeRead } from './dispute.ts';
import { historyOf } from './histories.test-support.ts';

const now = new Date('2026-03-01T00:00:00Z');
const charge = { id: 'c', external_id: 'PSP1', amount: '1.00', currency: 'USD' };
const charged = 100;

const lost = (reads: readonly DisputeRead[], of = charge): string =>
  lostOf(
    of,
    reads.reduce<ChargeDispute[]>((known, read) => takeRead(of, known, read, now), []),
  ).toFixed(2);

const at = (day: number): string => new Date(now.getTime() + day * 86_400_000).toISOString();
const about = { disputeId: 'dp_1', amount: '0.60', currency: 'USD', time: at(1) };
const returned: DisputeRead = { ...about, state: 'RETURNED', code: 'CHARGEBACK', message: 'Gone.' };
const reinstated: DisputeRead = { ...about, time: at(2), state: 'REINSTATED' };

for (const [name, chargeId] of [
  ['the same is lost in the end, in whatever order, however often and with whatever gaps it is told', undefined],
  ['the same holds where what follows a chargeback names the payment alone', 'PSP1'],
] as const)
  test(name, () => {
    const history = historyOf({ charged, from: now.getTime(), ...(chargeId === undefined ? {} : { chargeId }) });
    fc.assert(
      fc.property(history, (one) => {
        assert.equal(lost(one.told), (one.lost / 100).toFixed(2), 'in order');
        assert.equal(lost(one.arrived), (one.lost / 100).toFixed(2), 'as it arrives');
      }),
      { numRuns: 500 },
    );
  });

for (const [name, chargeId] of [
  ['where events have stages, their dates decide nothing', undefined],
  ['the same holds of events that name the payment alone', 'PSP1'],
] as const)
  test(name, () => {
    const history = historyOf({ charged, from: now.getTime(), isStaged: true, ...(chargeId && { chargeId }) });
    const days = fc.infiniteStream(fc.integer({ min: -4000, max: 4000 }));
    fc.assert(
      fc.property(history, days, (one, dates) => {
        const dated = one.arrived.map((read) => ({ ...read, time: at(dates.next().value) }));
        assert.equal(lost(dated), (one.lost / 100).toFixed(2));
      }),
      { numRuns: 500 },
    );
  });

test('a message of ADYEN that is sent again with another date changes nothing, and no event is dated ahead of now', () => {
  const first: DisputeRead = { ...returned, stage: 1 };
  const won: DisputeRead = { ...reinstated, stage: 2, disputeId: 'PSP1' };
  assert.equal(lost([first, won, { ...first, time: at(900) }]), '0.00');
  const again: DisputeRead = { ...first, stage: 3, time: at(3) };
  assert.equal(lost([first, won, again, { ...won, time: at(900) }]), '0.60');
  const known = takeRead(charge, [], { ...first, time: at(900) }, now);
  assert.deepEqual(known[0]?.event_time, now);
  assert.deepEqual(takeRead(charge, known, { ...first, time: at(-1) }, new Date(at(5)))[0]?.event_time, now);
});

test('two disputes of one charge: the end of one leaves the other', () => {
  const other = { ...returned, disputeId: 'dp_2', amount: '0.30' };
  assert.equal(lost([returned, other]), '0.90');
  assert.equal(lost([returned, other, reinstated]), '0.30');
  assert.equal(lost([returned, { ...other, amount: '0.50' }]), '1.00', 'never more than the charge');
});

test('a second round of a dispute is the same money, whatever fees of the card scheme it is told with', () => {
  const again = { ...returned, amount: '500.60', time: at(3) };
  assert.equal(lost([returned, reinstated, again]), '0.60');
  assert.equal(lost([again, reinstated]), '0.60', 'the first message was lost');
});

test('an amount in another currency cannot be compared: it counts as all of the charge', () => {
  assert.equal(lost([{ ...returned, currency: 'EUR' }]), '1.00');
});

test('what names no dispute goes on with the one of its amount, and leaves those of another amount', () => {
  const unnamed = { ...reinstated, disputeId: 'PSP1' };
  const other = { ...returned, disputeId: 'dp_2', amount: '0.30' };
  assert.equal(lost([returned, other, unnamed]), '0.30');
  assert.equal(lost([unnamed, other, returned]), '0.30');
  assert.equal(lost([unnamed]), '0.00');
  assert.equal(lost([{ ...returned, disputeId: null, amount: null, currency: null }]), '1.00');
});

test('what was known before disputes were told apart counts until a dispute of all of it is told', () => {
  const whole = { ...charge, wallet_id: 'w', reference: 'r', status: 'RETURNED' as const, error: null, version: 1 };
  const before = { ...whole, dispute_time: new Date(at(1)), creation_time: now, last_update_time: now };
  const known = disputeBefore(before, true);
  const lostAfter = (read: DisputeRead): string => lostOf(charge, takeRead(charge, known, read, now)).toFixed(2);
  assert.equal(lostOf(charge, known).toFixed(2), '1.00');
  assert.equal(lostAfter({ ...reinstated, amount: '1' }), '0.00');
  assert.equal(lostAfter({ ...reinstated, amount: '1', time: at(0) }), '1.00', 'it happened before');
  assert.equal(lostAfter({ ...reinstated, amount: '0.2' }), '1.00', 'another one');
  const kept = takeRead(charge, disputeBefore(before, false), { ...returned, amount: '1', time: at(0) }, now);
  assert.equal(lostOf(charge, kept).toFixed(2), '0.00', 'reinstated since');
  const since = takeRead(charge, disputeBefore(before, false), { ...returned, amount: '1', time: at(2) }, now);
  assert.equal(lostOf(charge, since).toFixed(2), '1.00', 'taken back again');
  assert.deepEqual(disputeBefore({ ...before, dispute_time: null }, false), []);
});
