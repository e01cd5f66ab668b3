import { createHash, type Hash } from 'node:crypto';
import type Stripe from 'stripe';
import { send } from '../../payment/stripe/client.ts';
import type { FeedPart, FeedWindow } from '../port.ts';
import { PayoutAnswer, PayoutList, type TransactionAnswer, TransactionList } from './answers.ts';
import { payoutVersionOf } from './make-rows.ts';
import { readPages } from './read-pages.ts';

type Between = { gte: number; lt: number };

const dayMs = 86_400_000;
const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);
const timeOf = (seconds: number): Date => new Date(seconds * 1000);

/** YYYY-MM-DD in UTC. */
const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** The seconds of a day. */
export const secondsIn = (day: string): Between => {
  const start = Date.parse(`${day}T00:00:00Z`);
  return { gte: start / 1000, lt: (start + dayMs) / 1000 };
};

const hashedOf = ({ id, status, available_on: at, amount, fee, currency }: TransactionAnswer): string =>
  `${id} ${status} ${at} ${amount} ${fee} ${currency}\n`;

/** A payout that was cancelled, or returned by the bank. */
const returnedPayoutOf = ({ reporting_category: category, source }: TransactionAnswer): string[] =>
  category === 'payout_reversal' && typeof source === 'string' ? [source] : [];

type Days = { parts: FeedPart[]; returnedPayouts: Set<string> };

/**
 * The days with transactions. Nothing at Stripe says that a list has changed since, so that each day is read to hash
 * what may change of its transactions.
 */
const listDays = async (client: Stripe, created: Between): Promise<Days> => {
  const days = new Map<string, { hash: Hash; time: Date }>();
  const returnedPayouts = new Set<string>();
  const what = 'balanceTransactions.list';
  const pages = readPages(what, (page) =>
    send(what, TransactionList, () => client.balanceTransactions.list({ ...page, created })),
  );
  for await (const transactions of pages) {
    for (const transaction of transactions) {
      const time = timeOf(transaction.created);
      const day = days.get(dayOf(time)) ?? { hash: createHash('sha256'), time };
      days.set(dayOf(time), day);
      day.hash.update(hashedOf(transaction));
      for (const id of returnedPayoutOf(transaction)) returnedPayouts.add(id);
    }
  }
  const parts = [...days].map(([day, { hash, time }]) => ({
    name: `day/${day}`,
    version: hash.digest('base64url'),
    time,
    bytes: null,
  }));
  return { parts, returnedPayouts };
};

const listPayouts = async (
  client: Stripe,
  { start, end }: FeedWindow,
  returned: ReadonlySet<string>,
): Promise<FeedPart[]> => {
  const between = { gte: secondsOf(start), lt: secondsOf(end) };
  const found = new Map<string, PayoutAnswer>();
  for (const filter of [{ created: between }, { arrival_date: between }]) {
    const pages = readPages('payouts.list', (page) =>
      send('payouts.list', PayoutList, () => client.payouts.list({ ...page, ...filter })),
    );
    for await (const payouts of pages) for (const payout of payouts) found.set(payout.id, payout);
  }
  for (const id of returned) {
    if (found.has(id)) continue;
    found.set(id, await send('payouts.retrieve', PayoutAnswer, () => client.payouts.retrieve(id)));
  }
  return [...found.values()].map((payout) => ({
    name: `payout/${payout.id}`,
    version: payoutVersionOf(payout),
    time: timeOf(payout.created),
    bytes: null,
  }));
};

/**
 * The days with transactions, and the payouts that were created, arrive or were returned in the window; a payout's other
 * changes are found as long as it is in the window.
 */
export const listParts = async (client: Stripe, window: FeedWindow): Promise<FeedPart[]> => {
  const { parts, returnedPayouts } = await listDays(client, {
    gte: secondsOf(window.start),
    lt: secondsOf(window.end),
  });
  const payouts = await listPayouts(client, window, returnedPayouts);
  return [...parts, ...payouts].sort((left, right) => left.time.getTime() - right.time.getTime());
};
