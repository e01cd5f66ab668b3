import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSigned, itemOf, openBench, openInbox } from '../adyen.test-support.ts';
import { disputeCodes } from './dispute.ts';
import { netOf, openSeller, parseReport, type Row, thousandths } from './reports.test-support.ts';

const dayMs = 86_400_000;
const monday = '2026-03-02T10:00:00Z';
const accepted = () => ({ status: 200, body: '[accepted]' });

const published =
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,Modification Merchant Reference,Batch Number,Reserved4,Reserved5,Reserved6,Reserved7,Reserved8,Reserved9,Reserved10';

const typesOf = (rows: Row[]): string[] => rows.map(({ Type }) => String(Type));

test('without any control call, a payment is settled, paid out and reported', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const inbox = await openInbox(t, accepted);
  const reportsUrl = `${bench.url}/adyen`;
  const { hmacKey } = await bench.control('PUT', `/account/${bench.account.id}/message-target`, {
    url: inbox.url,
    reportsUrl,
  });
  const { pay, download } = openSeller(bench);
  const psp = await pay(10_000, { reference: 'invoice, "7"' });
  assert.equal((await download(1)).status, 404);
  await bench.clock.advance(4 * dayMs);
  const messages = await inbox.until((all) => all.length === 2);
  const item = messages.flatMap(({ body }) => itemOf(body) ?? []).find((one) => one.eventCode === 'REPORT_AVAILABLE');
  assert.ok(item && isSigned(item, hmacKey));
  assert.equal(item.pspReference, 'settlement_detail_report_batch_1.csv');
  assert.equal(item.reason, `${reportsUrl}/reports/download/MerchantAccount/AcmeECOM/${item.pspReference}`);

  const { status, text } = await download(1);
  assert.equal(status, 200);
  assert.equal(text.split('\n')[0], published);
  const { rows } = parseReport(text);
  assert.deepEqual(typesOf(rows), ['Settled', 'Fee', 'MerchantPayout']);
  const [settled, fee, payout] = rows;
  const shown = (row: Row | undefined, ...names: string[]) => names.map((name) => row?.[name]);
  assert.deepEqual(
    shown(
      settled,
      'Psp Reference',
      'Merchant Reference',
      'Payment Method',
      'Creation Date',
      'TimeZone',
      'Exchange Rate',
    ),
    [psp, 'invoice, "7"', 'visa', settled?.['Creation Date'], 'CET', '1'],
  );
  assert.match(String(settled?.['Creation Date']), /^2026-03-02 11:00:/);
  assert.deepEqual(
    shown(settled, 'Gross Credit (GC)', 'Net Credit (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)'),
    ['100.00', '99.07', '0.60', '0.13', '0.20'],
  );
  assert.deepEqual(shown(fee, 'Modification Reference', 'Net Debit (NC)'), ['Transaction Fees March 2026', '0.11']);
  assert.deepEqual(shown(payout, 'Net Currency', 'Net Debit (NC)', 'Batch Number'), ['EUR', '98.96', '1']);
});

test('only the report user of the company can download reports', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { pay, download } = openSeller(bench);
  await pay(1000);
  await bench.clock.advance(4 * dayMs);
  const { reportUser } = bench.account;
  assert.equal((await download(1)).status, 200);
  assert.equal((await download(2)).status, 404);
  assert.equal((await download(1, { ...reportUser, password: 'wrong' })).status, 401);
  assert.equal((await download(1, { username: bench.account.username, password: bench.account.apiKey })).status, 401);
  const other = (await bench.control('POST', '/account', { id: 'OtherECOM', companyName: 'Other' })) as unknown as {
    reportUser: { username: string; password: string };
  };
  assert.equal((await download(1, other.reportUser)).status, 403);
  const path = '/adyen/reports/download/MerchantAccount/AcmeECOM/settlement_detail_report_batch_1.csv';
  assert.equal((await fetch(`${bench.url}${path}`, { headers: bench.auth })).status, 401);
});

/** For each currency, the net amounts of a report sum to its payout; costs are the difference between gross and net. */
const checkReport = (text: string): Row[] => {
  const { rows } = parseReport(text);
  for (const currency of new Set(rows.map((row) => row['Net Currency']))) {
    const all = rows.filter((row) => row['Net Currency'] === currency);
    const sum = (some: Row[]): number => some.reduce((total, row) => total + netOf(row), 0);
    assert.equal(sum(all), 0);
    const out = all.filter((row) => row.Type === 'MerchantPayout');
    assert.ok(out.length <= 1, 'one payout for each currency');
    const paid = thousandths(out[0]?.['Net Debit (NC)']);
    assert.equal(sum(all.filter((row) => row.Type !== 'MerchantPayout')), paid);
  }
  for (const row of rows) {
    if (row['Gross Currency'] !== row['Net Currency']) continue;
    const gross = thousandths(row['Gross Credit (GC)']) - thousandths(row['Gross Debit (GC)']);
    const costs = ['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)'];
    const taken = costs.reduce((total, name) => total + thousandths(row[name]), 0);
    assert.equal(netOf(row), gross - taken);
  }
  return rows;
};

const step = fc.record({
  act: fc.constantFrom('pay', 'pay', 'refund', 'dispute', 'dispute', 'dispute', 'wait', 'release', 'close'),
  amount: fc.integer({ min: 1, max: 90_000 }),
  pick: fc.nat(20),
});

test('the net amounts of every report add up to its payouts, and no payment is in two batches', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const bench = await openBench(t, { startsAt: monday });
      const { account, control } = bench;
      const conversions = { USD: { currency: 'EUR', rate: '0.9137' } };
      await control('PUT', `/account/${account.id}/terms`, { conversions, depositBasisPoints: 500 });
      const { pay, refund, download } = openSeller(bench);
      const paid: { psp: string; currency: string }[] = [];
      const tried = (call: Promise<unknown>): Promise<unknown> => call.catch(() => undefined);
      for (const { act, amount, pick } of steps) {
        const one = paid[pick % Math.max(paid.length, 1)] ?? { psp: 'none', currency: 'EUR' };
        if (act === 'pay') {
          const currency = ['EUR', 'USD', 'JPY', 'KWD'][pick % 4] ?? 'EUR';
          paid.push({ psp: await pay(amount, { currency }), currency });
        } else if (act === 'refund') await refund(one.psp, amount, one.currency);
        else if (act === 'dispute') {
          const eventCode = disputeCodes[amount % disputeCodes.length];
          const part = pick % 3 === 0 ? {} : { value: 1 + (amount % 900) };
          await tried(control('POST', `/payment/${one.psp}/dispute`, { eventCode, ...part }));
        } else if (act === 'wait') await bench.clock.advance((amount % 72) * 3_600_000);
        else if (act === 'release') await tried(control('POST', `/account/${account.id}/deposit/release`));
        else await control('POST', `/account/${account.id}/batch`);
      }
      await control('POST', `/account/${account.id}/batch`);
      await bench.clock.advance(5 * dayMs);
      const settled: string[] = [];
      for (let batch = 1; ; batch += 1) {
        const { status, text } = await download(batch);
        if (status === 404) break;
        const rows = checkReport(text);
        settled.push(...rows.flatMap((row) => (row.Type === 'Settled' ? String(row['Psp Reference']) : [])));
      }
      assert.deepEqual(settled.sort(), paid.map(({ psp }) => psp).sort());
      await bench.close();
    }),
    { numRuns: 15 },
  );
});

test('refunds and chargebacks after the payout are in later batches; a negative balance is transferred', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { account, control } = bench;
  const inbox = await openInbox(t, accepted);
  await control('PUT', `/account/${account.id}/message-target`, { url: inbox.url });
  const { pay, refund, download } = openSeller(bench);
  const refunded = await pay(10_000);
  const charged = await pay(5000);
  await bench.clock.advance(4 * dayMs);
  await refund(refunded, 4000);
  await control('POST', `/payment/${charged}/chargeback`);
  const again = await control('POST', `/payment/${charged}/chargeback`).catch((error) => error.status);
  assert.equal(again, 409);
  await bench.clock.advance(4 * dayMs);
  const second = checkReport((await download(2)).text);
  assert.deepEqual(typesOf(second), ['Refunded', 'Chargeback', 'Fee', 'Balancetransfer']);
  const [refundRow, chargeback, , transfer] = second;
  assert.deepEqual(
    [refundRow?.['Net Debit (NC)'], refundRow?.['Modification Merchant Reference']],
    ['40.00', 'refund-4000'],
  );
  assert.deepEqual([chargeback?.['Net Debit (NC)'], chargeback?.['Commission (NC)']], ['57.50', '7.50']);
  assert.equal(transfer?.['Net Credit (NC)'], '97.61');
  assert.equal((await download(3)).status, 404, 'a negative balance alone closes no batch');

  await control('POST', `/payment/${charged}/chargeback/reverse`);
  await pay(10_000);
  await bench.clock.advance(4 * dayMs);
  const third = checkReport((await download(3)).text);
  assert.deepEqual(typesOf(third), ['Balancetransfer', 'ChargebackReversed', 'Settled', 'Fee', 'MerchantPayout']);
  const told = inbox.messages.flatMap(({ body }) => itemOf(body)?.eventCode ?? []);
  for (const code of ['CHARGEBACK', 'CHARGEBACK_REVERSED']) assert.ok(told.includes(code));
});

test('a part of a payout is held back until it is released', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { account, control } = bench;
  const { pay, download } = openSeller(bench);
  await control('PUT', `/account/${account.id}/terms`, { depositBasisPoints: 1000 });
  await pay(10_000);
  await bench.clock.advance(4 * dayMs);
  const first = checkReport((await download(1)).text);
  assert.deepEqual(
    first.slice(2).map((row) => [row.Type, row['Net Debit (NC)']]),
    [
      ['DepositCorrection', '9.90'],
      ['MerchantPayout', '89.06'],
    ],
  );
  await control('PUT', `/account/${account.id}/terms`, { depositBasisPoints: 0 });
  await control('POST', `/account/${account.id}/deposit/release`);
  await bench.clock.advance(2 * dayMs);
  const second = checkReport((await download(2)).text);
  assert.deepEqual(typesOf(second), ['DepositCorrection', 'MerchantPayout']);
  assert.equal(second[1]?.['Net Debit (NC)'], '9.90');
});

test('batches close weekly if agreed; direct debits cost a commission', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { account, control } = bench;
  const { pay, download } = openSeller(bench);
  await control('PUT', `/account/${account.id}/terms`, {
    payout: { frequency: 'weekly', weekday: 'friday' },
    timeZone: 'UTC',
  });
  const iban = { type: 'sepadirectdebit', iban: 'NL13TEST0123456789', ownerName: 'A. Klaassen' };
  await pay(10_000, { paymentMethod: iban });
  await pay(10_000, { currency: 'JPY' });
  await bench.clock.advance(4 * dayMs);
  const first = checkReport((await download(1)).text);
  assert.deepEqual(typesOf(first), ['Settled', 'Fee', 'MerchantPayout']);
  assert.deepEqual([first[0]?.['Gross Credit (GC)'], first[0]?.TimeZone], ['10000', 'UTC']);
  await bench.clock.advance(7 * dayMs);
  const second = checkReport((await download(2)).text);
  assert.deepEqual(
    [second[0]?.['Payment Method'], second[0]?.['Commission (NC)'], second[0]?.['Markup (NC)']],
    ['sepadirectdebit', '0.25', ''],
  );
  const refused = await control('PUT', `/account/${account.id}/terms`, { fees: 1 }).catch((error) => error.status);
  assert.equal(refused, 400);
});

test('reports are announced twice, arrive late, and are restated', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { account, control } = bench;
  const inbox = await openInbox(t, accepted);
  await control('PUT', `/account/${account.id}/message-target`, { url: inbox.url });
  await control('POST', '/fault', { name: 'late-report', operation: 'report' });
  const { pay, download } = openSeller(bench);
  await pay(10_000);
  await bench.clock.advance(3 * dayMs);
  assert.equal((await download(1)).status, 404);
  const early = await control('POST', `/account/${account.id}/batch/1/announce`).catch((error) => error.status);
  assert.equal(early, 409);
  await bench.clock.advance(2 * dayMs);
  const { text } = await download(1);
  await control('POST', `/account/${account.id}/batch/1/announce`);
  assert.equal((await download(1)).text, text);
  await control('POST', `/account/${account.id}/batch/1/publish`);
  const restated = (await download(1)).text;
  assert.notEqual(restated, text);
  const [before, after] = [checkReport(text), checkReport(restated)];
  assert.deepEqual(after.map(netOf), before.map(netOf));
  assert.equal(after[0]?.['Markup (NC)'], '0.59');
  const told = ({ body }: (typeof inbox.messages)[number]): boolean => itemOf(body)?.eventCode === 'REPORT_AVAILABLE';
  const announced = (await inbox.until((all) => all.filter(told).length === 3)).filter(told);
  assert.equal(new Set(announced.map(({ body }) => itemOf(body)?.pspReference)).size, 1);
});

test('each report fault changes one download', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { pay, download } = openSeller(bench);
  await pay(10_000);
  await bench.clock.advance(4 * dayMs);
  const { text } = await download(1);
  const struck = async (name: string): Promise<string> => {
    await bench.control('POST', '/fault', { name, operation: 'downloadReport' });
    return (await download(1)).text;
  };
  assert.equal(await struck('half-report'), text.slice(0, Math.floor(text.length / 2)));
  const order = parseReport(await struck('report-order'));
  assert.deepEqual(order.header, published.split(',').toReversed());
  assert.deepEqual(order.rows, parseReport(text).rows);
  const wider = parseReport(await struck('report-column'));
  assert.equal(wider.header.length, 31);
  assert.equal(wider.rows[0]?.['Net Credit (NC)'], '99.07');
  assert.ok((await struck('report-header')).includes('Net Credit,'));
  await bench.control('POST', '/fault', { name: 'throttle', operation: 'downloadReport' });
  assert.equal((await download(1)).status, 429);
  assert.equal((await download(1)).text, text);
});

test('a restart loses no movement, and the report still arrives', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  await openSeller(bench).pay(10_000);
  await bench.clock.advance(1 * dayMs);
  const before = bench.snapshot();
  await bench.close();
  const again = await openBench(t, { dataDir: bench.dataDir, startsAt: monday });
  assert.deepEqual(again.snapshot(), before);
  await again.clock.advance(3 * dayMs);
  assert.equal(typesOf(checkReport((await openSeller(again).download(1)).text)).length, 3);
});
