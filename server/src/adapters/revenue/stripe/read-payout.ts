import type Stripe from 'stripe';
import { send } from '../../payment/stripe/client.ts';
import type { FeedRow } from '../port.ts';
import { PayoutAnswer, type TransactionAnswer, TransactionList } from './answers.ts';
import { payoutRow, payoutTransactionRow } from './make-rows.ts';
import { readPages } from './read-pages.ts';

/** Payouts that failed one after the other, each containing what the bank returned of the one before. */
const chainMax = 20;

/** Whether Stripe says which transactions a payout contains; it does so of automatic payouts only. */
const isListed = ({ automatic, reconciliation_status: status }: PayoutAnswer): boolean =>
  automatic && status === 'completed';

const retrievePayout = (client: Stripe, id: string): Promise<PayoutAnswer> =>
  send('payouts.retrieve', PayoutAnswer, () =>
    client.payouts.retrieve(id, { expand: ['failure_balance_transaction'] }),
  );

/** The payout that a movement returned, if it is one that a bank returned. */
const returnedBy = ({ reporting_category: category, source }: TransactionAnswer): string | null => {
  if (category !== 'payout_reversal') return null;
  return typeof source === 'object' ? (source?.id ?? null) : (source ?? null);
};

/** The transactions on the list of one payout, as contained in `payout`. */
const readList = async function* (
  client: Stripe,
  { payout, holder, depth }: { payout: PayoutAnswer; holder: PayoutAnswer; depth: number },
  signal: AbortSignal,
): AsyncGenerator<readonly FeedRow[]> {
  const what = 'balanceTransactions.list';
  const pages = readPages(
    what,
    (page) =>
      send(what, TransactionList, () =>
        client.balanceTransactions.list({ ...page, payout: holder.id, expand: ['data.source'] }),
      ),
    signal,
  );
  for await (const transactions of pages) {
    yield transactions.map((transaction) => payoutTransactionRow(payout, holder.id, transaction));
    for (const id of transactions.map(returnedBy)) {
      if (id === null || id === holder.id || depth === chainMax) continue;
      const returned = await retrievePayout(client, id);
      if (isListed(returned)) yield* readList(client, { payout, holder: returned, depth: depth + 1 }, signal);
    }
  }
};

/**
 * A payout, and the transactions that it contains, page by page. What a bank returned of an earlier payout is one
 * movement on the list of a later one: it stands for the earlier list, which is read in its place. That a failed payout
 * keeps its list is not confirmed.
 */
export const readPayout = async function* (
  client: Stripe,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<readonly FeedRow[]> {
  const payout = await retrievePayout(client, id);
  yield [payoutRow(payout)];
  if (isListed(payout)) yield* readList(client, { payout, holder: payout, depth: 1 }, signal);
};
