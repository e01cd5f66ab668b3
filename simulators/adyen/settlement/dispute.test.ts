import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSigned, itemOf, openBench, openInbox } from '../adyen.test-support.ts';
import type { Payment } from '../state.ts';
import { type DisputeCode, disputeCodes } from './dispute.ts';
import { openSeller, parseReport, thousandths } from './reports.test-support.ts';

const dayMs = 86_400_000;
const startsAt = '2026-03-02T10:00:00Z';
const accepted = () => ({ status: 200, body: '[accepted]' });

/** The courses of a dispute that docs.adyen.com describes, with what the seller has lost at the end. */
const courses: [DisputeCode[], number][] = [
  [['REQUEST_FOR_INFORMATION', 'INFORMATION_SUPPLIED'], 0],
  [['NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK', 'DISPUTE_DEFENSE_PERIOD_ENDED'], 1],
  [['CHARGEBACK', 'INFORMATION_SUPPLIED', 'CHARGEBACK_REVERSED', 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED'], 0],
  [['CHARGEBACK', 'CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK'], 1],
  [['CHARGEBACK', 'PREARBITRATION_WON'], 0],
  [['CHARGEBACK', 'PREARBITRATION_LOST'], 1],
  [['CHARGEBACK', 'CHARGEBACK_REVERSED', 'PREARBITRATION_OPEN', 'PREARBITRATION_LOST'], 1],
  [['CHARGEBACK', 'CHARGEBACK_REVERSED', 'PREARBITRATION_OPEN', 'PREARBITRATION_WON'], 0],
  [
    [
      ...(['CHARGEBACK', 'CHARGEBACK_REVERSED', 'PREARBITRATION_OPEN', 'SCHEME_ARBITRATION'] as const),
      'SCHEME_ARBITRATION_LOST',
    ],
    1,
  ],
];

test('each kind of dispute takes and returns its money, and all its messages name it', async (t) => {
  const bench = await openBench(t, { startsAt });
  const { account, control } = bench;
  const inbox = await openInbox(t, accepted);
  const { hmacKey } = await control('PUT', `/account/${account.id}/message-target`, { url: inbox.url });
  const { pay } = openSeller(bench);
  for (const [codes, lost] of courses) {
    const psp = await pay(1000);
    let payment: Payment | undefined;
    for (const eventCode of codes)
      payment = (await control('POST', `/payment/${psp}/dispute`, { eventCode })) as unknown as Payment;
    const [dispute] = payment?.disputes ?? [];
    assert.equal(dispute?.isTaken, lost === 1, codes.join());
    const isAbout = ({ body }: (typeof inbox.messages)[number]) => itemOf(body)?.pspReference === dispute?.reference;
    const settled = codes.at(-1)?.includes('ARBITRATION') && lost !== Number(codes.length === 2) ? 1 : 0;
    const all = await inbox.until((found) => found.filter(isAbout).length === codes.length + settled);
    for (const { body } of all.filter(isAbout)) {
      const item = itemOf(body);
      assert.ok(item);
      assert.equal(item.originalReference, psp);
      assert.equal(isSigned(item, hmacKey), true);
    }
  }
});

test('parts of a payment are disputed one by one, never more than what is left', async (t) => {
  const bench = await openBench(t, { startsAt });
  const { control, checkout } = bench;
  const { pay } = openSeller(bench);
  const psp = await pay(1000);
  const step = async (eventCode: DisputeCode, more: object = {}) =>
    ((await control('POST', `/payment/${psp}/dispute`, { eventCode, ...more })) as unknown as Payment).disputes ?? [];
  const refused = (doing: Promise<unknown>) => doing.catch((error) => error.status);
  const [first] = await step('CHARGEBACK', { value: 600 });
  await step('CHARGEBACK', { value: 300 });
  assert.equal(await refused(step('CHARGEBACK', { value: 101 })), 409);
  assert.equal(await refused(step('SECOND_CHARGEBACK')), 409, 'nothing was reversed');
  const after = await step('CHARGEBACK_REVERSED', { dispute: first?.reference });
  assert.deepEqual(
    after.map(({ value, isTaken }) => [value, isTaken]),
    [
      [300, true],
      [600, false],
    ],
  );
  const refund = { amount: { currency: 'EUR', value: 701 }, reference: 'r' };
  await checkout('POST', `/payments/${psp}/refunds`, refund);
  await bench.clock.advance(dayMs);
  const { payments } = (await control('GET', '/payment')) as unknown as { payments: Payment[] };
  assert.equal(payments[0]?.refunded, 0, 'more than is left');
});

test('an account can be set not to name the dispute in messages after the chargeback', async (t) => {
  const bench = await openBench(t, { startsAt, account: { namesDisputes: false } });
  const { account, control } = bench;
  const inbox = await openInbox(t, accepted);
  await control('PUT', `/account/${account.id}/message-target`, { url: inbox.url });
  const psp = await openSeller(bench).pay(1000);
  await control('POST', `/payment/${psp}/chargeback`);
  await control('POST', `/payment/${psp}/chargeback/reverse`);
  const items = (await inbox.until((all) => all.length >= 3)).flatMap(({ body }) => itemOf(body) ?? []);
  const named = items.map(({ eventCode, pspReference, originalReference }) => [
    eventCode,
    pspReference === psp,
    originalReference === psp,
  ]);
  assert.deepEqual(named.filter(([code]) => String(code).startsWith('CHARGEBACK')).sort(), [
    ['CHARGEBACK', false, true],
    ['CHARGEBACK_REVERSED', true, false],
  ]);
});

test('the entries of a report add up to what disputes have taken, whatever their course', async (t) => {
  const step = fc.record({
    code: fc.constantFrom(...disputeCodes),
    value: fc.option(fc.integer({ min: 1, max: 500 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const bench = await openBench(t, { startsAt });
      const { account, control } = bench;
      const seller = openSeller(bench);
      const psp = await seller.pay(1000);
      for (const { code: eventCode, value } of steps) {
        const asked = { eventCode, ...(value === null ? {} : { value }) };
        await control('POST', `/payment/${psp}/dispute`, asked).catch(() => undefined);
      }
      const { payments } = (await control('GET', '/payment')) as unknown as { payments: Payment[] };
      const taken = (payments[0]?.disputes ?? []).reduce((sum, one) => sum + (one.isTaken ? one.value : 0), 0);
      assert.ok(taken <= 1000);
      await control('POST', `/account/${account.id}/batch`);
      await control('POST', `/account/${account.id}/batch/1/publish`);
      const { rows } = parseReport((await seller.download(1)).text);
      const gross = rows
        .filter(({ Type }) => /Chargeback/.test(Type ?? ''))
        .reduce((sum, row) => sum + thousandths(row['Gross Debit (GC)']) - thousandths(row['Gross Credit (GC)']), 0);
      assert.equal(gross, taken * 10);
      await bench.close();
    }),
    { numRuns: 15 },
  );
});
