import type Stripe from 'stripe';
import type { PaymentAccess } from '../../payment/port.ts';
import { createStripeClients, type StripeOptions, send } from '../../payment/stripe/client.ts';
import { feedFault } from '../feed-fault.ts';
import type { FeedRow, RevenueFeed } from '../port.ts';
import { PayoutList, TransactionList } from './answers.ts';
import { listParts, secondsIn } from './list-parts.ts';
import { transactionRow } from './make-rows.ts';
import { readPages } from './read-pages.ts';
import { readPayout } from './read-payout.ts';
import { translateRow } from './translate-row.ts';

const readDay = async function* (client: Stripe, day: string, signal: AbortSignal): AsyncGenerator<readonly FeedRow[]> {
  const what = 'balanceTransactions.list';
  const created = secondsIn(day);
  const pages = readPages(
    what,
    (page) =>
      send(what, TransactionList, () => client.balanceTransactions.list({ ...page, created, expand: ['data.source'] })),
    signal,
  );
  for await (const transactions of pages) yield transactions.map(transactionRow);
};

/**
 * What Stripe collected and paid out: the balance transactions of each day, and the payouts. Read by the official client,
 * as https://docs.stripe.com/payouts/reconciliation describes it.
 *
 * A record is a charge (`ch_…`, `py_…`), with its refunds and disputes. Amounts are those of the settlement currency,
 * after a conversion. A transaction without a charge is an adjustment, and a separate record.
 *
 * Stripe says which transactions an automatic payout contains, after its reconciliation is completed. It does not say so
 * of manual and instant payouts: their amounts are lines of the payouts, and no record counts as disbursed by them. The
 * movements of a manual payout are on the list of the next automatic one (not confirmed), so for an account with both kinds, a record
 * counts as disbursed when the automatic payout arrives.
 */
export const createStripeFeed = (options: StripeOptions = {}): RevenueFeed<PaymentAccess> => {
  const clients = createStripeClients(options);
  return {
    channel: 'STRIPE',
    datasets: ['balance_transaction', 'payout', 'payout_transaction'],
    connect: async (access) => {
      const client = await clients.of(access);
      const one = { limit: 1 };
      await send('balanceTransactions.list', TransactionList, () => client.balanceTransactions.list(one));
      await send('payouts.list', PayoutList, () => client.payouts.list(one));
    },
    listParts: async (access, window) => listParts(await clients.of(access), window),
    readPart: async function* (access, { name }, signal) {
      const [, day, payout] = /^(?:day\/(\d{4}-\d\d-\d\d)|payout\/(\w+))$/.exec(name) ?? [];
      if (day !== undefined) yield* readDay(await clients.of(access), day, signal);
      else if (payout !== undefined) yield* readPayout(await clients.of(access), payout, signal);
      else throw feedFault({ code: 'UNKNOWN_PART', message: 'it names neither a day nor a payout', part: name });
    },
    translate: translateRow,
  };
};
