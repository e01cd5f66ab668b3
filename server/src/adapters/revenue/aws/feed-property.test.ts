import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sell, upfront } from '../../../../../simulators/aws/feeds/feed-bench.test-support.ts';
import { seedProduct } from '../../../../../simulators/aws/simulator.test-support.ts';
import { failedPayouts, foldLines } from '../../../domain/revenue/record/fold-lines.ts';
import { Big } from '../../../kit/decimal.ts';
import { newestRows, openReader, totalOf } from './feed-bench.test-support.ts';
import { billsOf, onBill, stepOf, take } from './history.test-support.ts';

const sum = (amounts: readonly string[]): string =>
  amounts.reduce((total, amount) => total.plus(amount), new Big(0)).toFixed();

test("whatever happens, the figures match the seller's own books, read in any order and twice", async (t) => {
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
        for (const [index, step] of steps.entries()) await take(reader, step, productId, index);
        // Parts are read once in between, when some rows are missing and others are not yet in their final version.
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

        // AWS's own query for pending amounts (example 6 of its page), applied to the rows themselves.
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
