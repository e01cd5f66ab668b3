import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seedProduct } from '../../../../../simulators/gcp/gcp.test-support.ts';
import { foldLines } from '../../../domain/revenue/record/fold-lines.ts';
import { Big } from '../../../kit/decimal.ts';
import type { MoneyLine } from '../port.ts';
import { figuresOf, linesOf, type Rows, readFeed, shuffleBy, sumOf } from '../read-feed.test-support.ts';
import { dayMs, everything, openReader } from './feed-bench.test-support.ts';
import { type Charge, chargesOf, type Seller, type Step, stepOf, take } from './history.test-support.ts';

type Reader = Awaited<ReturnType<typeof openReader>>;

/** Reads what exists now; a damaged report is left for later. */
const readNow = async (reader: Reader, rows: Rows): Promise<void> => {
  const { feed, access } = reader;
  for (const part of await reader.parts())
    await readFeed(feed, { access, window: everything }, { into: rows, arrange: () => [part] }).catch((error) => {
      assert.match(String(error), /csv, line \d+: /);
    });
};

const total = (amounts: readonly (string | undefined)[]): string =>
  amounts.reduce((sum, amount) => sum.plus(amount ?? 0), new Big(0)).toFixed();

const zero: Record<string, string> = {};

/** Compares the sums of the lines with the reported charges. */
const compare = (lines: readonly MoneyLine[], charges: readonly Charge[], what: string): void => {
  const all = foldLines(lines);
  assert.ok(all.length <= 1, 'one currency');
  const figures = all[0] ?? zero;
  const amount = (value: string | undefined): string => value ?? '0';
  assert.equal(amount(figures.billed), total(charges.map((row) => row.amount)), `${what}: billed`);
  assert.equal(amount(figures.fee), total(charges.map((row) => row.googleShare)), `${what}: fee`);
  const refunds = charges.filter(({ kind }) => kind === 'REFUND');
  assert.equal(new Big(amount(figures.refunded)).times(-1).toFixed(), total(refunds.map((row) => row.amount)), what);
  assert.equal(amount(figures.adjusted), '0', `${what}: adjusted`);
  const due = (...statuses: string[]): string =>
    charges
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, row) => sum.plus(row.amount).minus(row.googleShare), new Big(0))
      .toFixed();
  assert.equal(amount(figures.disbursed), due('PAID', 'RELEASED'), `${what}: disbursed`);
  assert.equal(amount(figures.collected), due('PAID', 'RELEASED'), `${what}: collected`);
  assert.equal(amount(figures.forgiven), due('ABANDONED'), `${what}: forgiven`);
  assert.equal(amount(figures.outstanding), due('WITHHELD'), `${what}: outstanding`);
};

test('whatever happens and however it is read, the lines add up to what Google charged, kept, paid and withheld', async (t) => {
  const history = fc.asyncProperty(
    fc.array(stepOf, { minLength: 15, maxLength: 35 }),
    fc.infiniteStream(fc.nat(1_000_000)),
    async (steps, numbers) => {
      const reader = await openReader(t);
      const product = await seedProduct(reader, { multipleOrders: true });
      await reader.control('PUT', '/account/acme-public/settlement', { googleSharePercent: '3.5' });
      const rows: Rows = new Map();
      const seller: Seller = { reader, product, orders: [], read: () => readNow(reader, rows) };
      const first = ['pro', 'payg'].map((plan, account) => ({ kind: 'buy', plan, account }) as Step);
      for (const [number, step] of [...first, ...steps].entries()) await take(seller, step, number);
      await reader.control('DELETE', '/fault');
      // Until all usage has been billed and settled, and damaged reports are replaced.
      await reader.clock.advance(80 * dayMs);

      const { feed, access } = reader;
      const arrange = shuffleBy(numbers[Symbol.iterator]());
      const fresh = await readFeed(feed, { access, window: everything }, { arrange });
      for (let times = 0; times < 2; times += 1)
        await readFeed(feed, { access, window: everything }, { into: rows, arrange });
      const lines = linesOf(feed, rows);
      assert.deepEqual(figuresOf(lines), figuresOf(linesOf(feed, fresh)), 'what was read before leaves nothing behind');

      const charges = (await chargesOf(reader)).filter(({ status }) => status !== 'OPEN');
      compare(lines, charges, 'all');
      for (const { id } of seller.orders) {
        const own = lines.filter(({ recordId }) => recordId === id);
        compare(
          own,
          charges.filter(({ entitlementId }) => entitlementId === id),
          id,
        );
      }
      type Sent = { disbursements: { amount: string }[] };
      const { disbursements } = await reader.control<Sent>('GET', '/disbursement');
      const sent = total(disbursements.map(({ amount }) => amount));
      assert.equal(sumOf(lines, ({ kind }) => kind === 'PAYOUT').toFixed(), sent, 'payouts are what was sent');
      await reader.close();
    },
  );
  await fc.assert(history, { numRuns: 10, endOnFailure: true });
});
