import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seedProduct } from '../../../../../simulators/azure/azure.test-support.ts';
import { Big } from '../../../kit/decimal.ts';
import type { FeedRow } from '../port.ts';
import { figuresOf, keepRow, linesOf, type Rows, shuffleBy, sumOf } from '../read-feed.test-support.ts';
import { openReader } from './feed-bench.test-support.ts';
import { type Charge, type Context, chargesOf, plans, stepOf, take } from './history.test-support.ts';

const total = (values: readonly string[]): string =>
  values.reduce((sum, value) => sum.plus(value), new Big(0)).toFixed();

test("whatever happens and however it is read, the figures match Microsoft's books", async (t) => {
  const history = fc.array(stepOf, { minLength: 5, maxLength: 25 });
  const order = fc.infiniteStream(fc.nat(1000));
  await fc.assert(
    fc.asyncProperty(history, order, fc.boolean(), async (steps, numbers, isSplit) => {
      const reader = await openReader(t);
      const { control, clock, feed, newFeed, parts, waitFor, readInto } = reader;
      await seedProduct(reader, { plans });
      await control('PUT', '/account/contoso/billing', { feePercent: '3.5', minimumPayout: '1', holdDays: 10 });
      // Whether a correction is a part of the line that it corrects.
      await control('POST', '/settings', { correctionLines: isSplit ? 'same' : 'own' });
      await parts();
      // Everything that is ever read, some of it twice.
      const all: FeedRow[] = [];
      const read = () => readInto(all);
      const context: Context = { bought: [], read };
      const first = ['silver', 'gold', 'metered'] as const;
      await control('POST', '/buyer', { id: 'buyer-2', salesChannel: 'Enterprise' });
      for (const plan of first) await take(reader, { act: 'buy', plan, seats: 3, buyer: 0 }, context);
      for (const step of steps) await take(reader, step, context);

      await control('DELETE', '/fault');
      await waitFor(/everything/);
      const charges = await chargesOf(reader);
      const balance = await control('GET', '/account/contoso/balance');
      const { payouts } = await control('GET', '/payout');
      // A feed that remembers no requests makes new ones.
      const late = newFeed();
      await late.listParts(reader.access, reader.everything);
      await clock.advance(2000);
      await readInto(all, late);
      const rows: Rows = new Map();
      for (const row of shuffleBy(numbers)([...all, ...all.slice(0, 100)])) keepRow(rows, row);

      const lines = linesOf(feed, rows);
      const figures = figuresOf(lines);
      const records = Map.groupBy(charges, (one) => `${one.purchaseRecordId}/${one.subscriptionId} USD`);
      assert.ok([...figures.keys()].every((record) => records.has(record)));
      for (const [record, own] of records) {
        const {
          billed = '0',
          refunded = '0',
          fee = '0',
          collected = '0',
          disbursed = '0',
          outstanding = '0',
        } = figures.get(record) ?? {};
        const isPaidFirst = own.some(({ buyerId }) => buyerId === 'buyer-2');
        const isCollected = ({ status }: Charge): boolean =>
          isPaidFirst ? status === 'Sent' : status !== 'Uncollected';
        const of = (part: 'amount' | 'fee' | 'earning', counts: (charge: Charge) => boolean = () => true) =>
          total(own.filter(counts).map((charge) => charge[part]));
        assert.deepEqual(
          [billed, fee, collected, disbursed, outstanding],
          [
            of('amount'),
            of('fee'),
            of('earning', isCollected),
            of('earning', ({ status }) => status === 'Sent'),
            of('earning', (charge) => !isCollected(charge)),
          ],
        );
        const back = of('amount', ({ amount }) => new Big(amount).lt(0));
        if (!isSplit) assert.equal(refunded, new Big(back).times(-1).toFixed());
      }
      const sumsOf = (name: 'billed' | 'fee' | 'disbursed') =>
        total([...figures.values()].map((figure) => figure[name]));
      assert.deepEqual(
        [sumsOf('billed'), sumsOf('fee'), sumsOf('disbursed')],
        [balance.billed, balance.fee, balance.sent].map((amount) => total([amount])),
      );
      const paid = sumOf(lines, ({ kind }) => kind === 'PAYOUT').toFixed();
      assert.equal(paid, total(payouts.map(({ amount }: { amount: string }) => amount)), 'what the bank received');
      await reader.close();
    }),
    { numRuns: 12 },
  );
});
