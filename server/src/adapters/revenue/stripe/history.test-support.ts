import fc from 'fast-check';
import type Stripe from 'stripe';
import type { Bench, openPayer } from '../../../../../simulators/stripe/stripe.test-support.ts';

/** What may happen to an account. */
export const stepOf = fc.oneof(
  fc.record({ act: fc.constant('pay' as const), amount: fc.integer({ min: 50, max: 90_000 }), pick: fc.nat(3) }),
  fc.record({
    act: fc.constantFrom(
      'refund',
      'dispute',
      'dispute',
      'escalate',
      'answer',
      'close',
      'fail',
      'manual',
      'cancel',
      'fee',
      'refund-fails',
      'read',
    ),
    amount: fc.integer({ min: 1, max: 5000 }),
    pick: fc.nat(20),
  }),
  fc.record({ act: fc.constant('wait' as const), amount: fc.integer({ min: 1, max: 5 * 24 }), pick: fc.constant(0) }),
);

type Step = typeof stepOf extends fc.Arbitrary<infer S> ? S : never;

/** What the simulator refuses does not happen. */
export const take = async (
  bench: Bench,
  { act, amount, pick }: Step,
  { pay, read }: { pay: Awaited<ReturnType<typeof openPayer>>; read: () => Promise<unknown> },
): Promise<void> => {
  const { stripe, account, control } = bench;
  const tried = (call: Promise<unknown>): Promise<unknown> => call.catch(() => undefined);
  const pickOf = async (list: PromiseLike<{ data: { id: string }[] }>, pick: number): Promise<string> => {
    const { data } = await list;
    return data[pick % Math.max(data.length, 1)]?.id ?? 'none';
  };
  const charge = () => pickOf(stripe.charges.list({ limit: 100 }), pick);
  const payout = () => pickOf(stripe.payouts.list({ limit: 100 }), pick);
  if (act === 'pay') await pay(amount * 10, ['usd', 'jpy', 'eur', 'kwd'][pick]);
  else if (act === 'wait') await bench.clock.advance(amount * 3_600_000);
  else if (act === 'read') await read();
  else if (act === 'refund') await tried(stripe.refunds.create({ charge: await charge(), amount: amount * 10 }));
  else if (act === 'dispute') {
    const part = pick % 3 === 0 ? {} : { amount };
    await tried(control('POST', `/charge/${await charge()}/dispute`, { ...part, isInquiry: pick % 4 === 1 }));
  } else if (act === 'escalate' || act === 'answer')
    await tried(control('POST', `/dispute/${await pickOf(stripe.disputes.list({ limit: 100 }), pick)}/${act}`));
  else if (act === 'fail') await tried(control('POST', `/payout/${await payout()}/fail`));
  else if (act === 'manual') await tried(stripe.payouts.create({ amount, currency: 'usd' }));
  else if (act === 'cancel') await tried(stripe.payouts.cancel(await payout()));
  else if (act === 'fee') await control('POST', `/account/${account.id}/fee`, { amount });
  else if (act === 'close') {
    const dispute = await pickOf(stripe.disputes.list({ limit: 100 }), pick);
    await tried(control('POST', `/dispute/${dispute}/close`, { outcome: pick % 2 === 0 ? 'won' : 'lost' }));
  } else {
    const refund = await pickOf(stripe.refunds.list({ limit: 100 }), pick);
    await tried(control('POST', `/refund/${refund}/fail`));
  }
};

/** The simulator's own books, from its objects: what each charge brought, and the payouts that hold it. */
export const readBooks = async ({ stripe }: Bench) => {
  const all = async <T>(list: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(list);
  const transactions = new Map(
    (await all(stripe.balanceTransactions.list({ limit: 100 }))).map((one) => [one.id, one]),
  );
  const payouts = new Map((await all(stripe.payouts.list({ limit: 100 }))).map((one) => [one.id, one]));
  const holders = new Map<string, Stripe.Payout>();
  for (const payout of payouts.values()) {
    if (!payout.automatic || payout.reconciliation_status !== 'completed') continue;
    for (const { id } of await all(stripe.balanceTransactions.list({ payout: payout.id, limit: 100 })))
      holders.set(id, payout);
  }
  const isLive = (payout: Stripe.Payout | undefined): boolean => {
    if (!payout) return false;
    const back = payout.failure_balance_transaction;
    return back === null ? true : isLive(holders.get(String(back)));
  };
  const byCharge = new Map<string, Set<string>>();
  const add = (charge: unknown, ...ids: unknown[]) => {
    const own = byCharge.get(String(charge)) ?? new Set();
    for (const id of ids) if (id) own.add(String(id));
    byCharge.set(String(charge), own);
  };
  for (const charge of await all(stripe.charges.list({ limit: 100 }))) add(charge.id, charge.balance_transaction);
  for (const refund of await all(stripe.refunds.list({ limit: 100 })))
    add(refund.charge, refund.balance_transaction, refund.failure_balance_transaction);
  for (const dispute of await all(stripe.disputes.list({ limit: 100 })))
    add(dispute.charge, ...dispute.balance_transactions.map(({ id }) => id));
  return { transactions, holders, isLive, byCharge, balance: await stripe.balance.retrieve() };
};
