import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type BillView, sell, upfront } from '../../../../../simulators/aws/feeds/feed-bench.test-support.ts';
import { seedProduct } from '../../../../../simulators/aws/simulator.test-support.ts';
import { failedPayouts, foldLines } from '../../../domain/revenue/record/fold-lines.ts';
import { Big } from '../../../kit/decimal.ts';
import { newestRows, openReader, totalOf } from './feed-bench.test-support.ts';

const stepOf = fc.oneof(
  fc.record({ kind: fc.constant('sell' as const), cents: fc.integer({ min: 1, max: 999_999 }) }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 35 }) }),
  fc.record({
    kind: fc.constant('return' as const),
    bill: fc.nat(20),
    percent: fc.integer({ min: 1, max: 100 }),
    memo: fc.constantFrom('REFUND', 'CREDIT'),
    withFee: fc.boolean(),
  }),
  fc.record({ kind: fc.constantFrom('pay' as const, 'never' as const, 'forgive' as const), bill: fc.nat(20) }),
  fc.record({ kind: fc.constantFrom('restate' as const, 'hold' as const, 'delete' as const), bill: fc.nat(20) }),
  fc.record({ kind: fc.constantFrom('fail-payout' as const, 'payout' as const, 'adjust' as const) }),
  fc.record({ kind: fc.constant('repeat' as const) }),
);
type Step = typeof stepOf extends fc.Arbitrary<infer S> ? S : never;
type Reader = Awaited<ReturnType<typeof openReader>>;
type Bill = BillView & { originalId: string | null };

const billsOf = async (reader: Reader): Promise<Bill[]> => (await reader.get<{ bills: Bill[] }>('/aws/bill')).bills;

const onBill = async (reader: Reader, step: Extract<Step, { bill: number }>): Promise<void> => {
  const invoices = (await billsOf(reader)).filter(({ originalId }) => originalId === null);
  const bill = invoices[step.bill % Math.max(invoices.length, 1)];
  if (!bill) return;
  const [at, event] = [`/aws/bill/${bill.invoiceId}`, `/aws/billing-event/${bill.eventIds[0]}`];
  const [path, body] = {
    return: () => {
      const { percent, memo: kind, withFee } = step as Extract<Step, { kind: 'return' }>;
      const amount = new Big(bill.amount).times(percent).div(100).round(2, 3).toFixed();
      return [`${at}/return`, { amount, kind, withFee }] as const;
    },
    pay: () => [`${at}/payment`, { when: 'NOW' }] as const,
    never: () => [`${at}/payment`, { when: 'NEVER' }] as const,
    forgive: () => [`${at}/forgive`, {}] as const,
    restate: () => [`${event}/restate`, { amount: new Big(bill.amount).plus('1.01').toFixed() }] as const,
    hold: () => [`${event}/hold`, { days: 3 }] as const,
    delete: () => [`${event}/restate`, { isDeleted: true }] as const,
  }[step.kind]();
  // What the simulator refuses does not happen.
  await reader.post(path, body).catch((error: { status?: number }) => {
    if (error.status !== 409 && error.status !== 400) throw error;
  });
};

const run = async (reader: Reader, step: Step, productId: string, index: number): Promise<void> => {
  const { id: accountId } = reader.seller;
  if ('bill' in step) await onBill(reader, step);
  else if (step.kind === 'sell') {
    await sell(reader, productId, [upfront(new Big(step.cents).div(100).toFixed())], String(200_000_000_000 + index));
  } else if (step.kind === 'wait') await reader.wait(`P${step.days}D`);
  else if (step.kind === 'fail-payout') await reader.post('/aws/fault', { name: 'payout-failure', accountId });
  else if (step.kind === 'repeat') await reader.post('/aws/fault', { name: 'feed-repeat', accountId });
  else if (step.kind === 'payout') await reader.post(`/aws/account/${accountId}/payout`);
  else await reader.post(`/aws/account/${accountId}/balance-adjustment`, { amount: '-1.25' });
};

const sum = (amounts: readonly string[]): string =>
  amounts.reduce((total, amount) => total.plus(amount), new Big(0)).toFixed();

test("whatever happens, what is read adds up to the seller's own books, in any order and read twice", async (t) => {
  const order = fc.infiniteStream(fc.nat(1_000_000));
  const settings = fc.record({
    party: fc.constantFrom('AWS', 'Seller'),
    brokerId: fc.constantFrom('AWS_INC', 'AWS_EUROPE'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(stepOf, { minLength: 1, maxLength: 14 }),
      settings,
      order,
      async (steps, { party, brokerId }, places) => {
        const reader = await openReader(t);
        await reader.settle({ listingFeePercent: '2.75', tax: { party, percent: '7.25' }, brokerId });
        const { productId } = await seedProduct(reader);
        await sell(reader, productId, [upfront('12.34')]);
        for (const [index, step] of steps.entries()) await run(reader, step, productId, index);
        // Parts are read once in between, when some rows are missing and others are older than they will be.
        await reader.deliver();
        const early = await reader.readAll();
        await reader.wait('PT1H');
        for (const [bill] of (await billsOf(reader)).entries()) await onBill(reader, { kind: 'restate', bill });
        await reader.wait('P50D');
        await reader.deliver();
        const rows = [...early, ...(await reader.readAll())]
          .map((row) => ({ row, place: places.next().value }))
          .sort((a, b) => a.place - b.place)
          .map(({ row }) => row);
        const lines = reader.linesOf(rows);
        const total = totalOf(lines);

        const bills = await billsOf(reader);
        assert.equal(total.billed, sum(bills.map(({ amount }) => amount)), 'billed is what invoices and memos say');
        const { disbursements } = await reader.get<{ disbursements: { status: string; amount: string }[] }>(
          '/aws/payout',
        );
        const paid = sum(disbursements.filter(({ status }) => status === 'PAID').map(({ amount }) => amount));
        assert.equal(total.disbursed, paid, 'disbursed is what has reached the bank');
        assert.equal(total.collected, paid);
        assert.equal(sum(lines.filter(({ kind }) => kind === 'PAYOUT').map(({ amount }) => amount)), paid);
        const { balance } = await reader.get<{ balance: { USD?: string } }>(`/aws/account/${reader.seller.id}/billing`);
        const owed = sum([balance.USD ?? '0']);
        assert.equal(total.outstanding, owed, 'what is outstanding is the balance');

        // The page's own query of what is pending (its example 6), over the rows themselves.
        const failed = failedPayouts(lines);
        const pending = newestRows(rows)
          .filter(({ dataset, columns }) => dataset === 'billing_event' && columns.balance_impacting === '1')
          .filter(({ columns }) => !failed.has(columns.disbursement_billing_event_id ?? ''))
          .map(({ columns }) => columns.amount ?? '0');
        assert.equal(sum(pending), owed, 'the balance impacting rows add up to what is not disbursed');

        const records = Map.groupBy(lines, ({ recordId }) => recordId);
        records.delete(null);
        const parts = [...records.values()].flatMap((own) => foldLines(own, failed));
        assert.equal(sum(parts.map(({ outstanding }) => outstanding)), owed, 'records add up to the total');
        await reader.close();
      },
    ),
    { numRuns: 15 },
  );
});
