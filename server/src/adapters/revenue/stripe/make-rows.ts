import type { FeedRow } from '../port.ts';
import type { PayoutAnswer, TransactionAnswer } from './answers.ts';

type Columns = Record<string, string | null>;

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const textsOf = (members: Record<string, unknown>, prefix = ''): Columns =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [`${prefix}${name}`, textOf(value)]));

/** What is kept of a charge, refund, dispute or payout behind a transaction: nothing about people or cards. */
const sourceMembers = ['object', 'charge', 'payment_intent', 'customer', 'invoice', 'metadata'] as const;

const idOf = (reference: unknown): unknown =>
  typeof reference === 'object' && reference !== null && 'id' in reference ? reference.id : reference;

const sourceColumns = (source: TransactionAnswer['source']): Columns => {
  if (typeof source !== 'object' || source === null) return { source: textOf(source) };
  const kept = sourceMembers.flatMap((name) => (name in source ? [[name, idOf(source[name])] as const] : []));
  return { source: source.id, ...textsOf(Object.fromEntries(kept), 'source.') };
};

const transactionColumns = (transaction: TransactionAnswer): Columns => {
  const { source, ...members } = transaction;
  return { ...textsOf(members), ...sourceColumns(source) };
};

/**
 * What may change of a transaction is when its funds are available, and that they are (declaration of
 * `BalanceTransaction` of the SDK); amounts do not.
 */
const transactionVersionOf = ({ status, available_on: at }: TransactionAnswer): string =>
  status === 'available' ? '1' : `0 ${new Date(at * 1000).toISOString()}`;

export const transactionRow = (transaction: TransactionAnswer): FeedRow => ({
  dataset: 'balance_transaction',
  key: transaction.id,
  version: transactionVersionOf(transaction),
  isDeleted: false,
  columns: transactionColumns(transaction),
});

/** The order of a payout's statuses; one that is not known yet counts as in transit. */
const ranks: Readonly<Record<string, number>> = { pending: 0, in_transit: 1, paid: 2, canceled: 3, failed: 3 };
const unknownRank = 1;

/**
 * Orders the states of a payout: it only moves on, and a paid one may still fail. Which transactions it contains, its
 * trace and its reversal become known and stay. Of two expected days of arrival the later one counts.
 */
export const payoutVersionOf = (payout: PayoutAnswer): string =>
  [
    payout.failure_balance_transaction ? 1 : 0,
    ranks[payout.status] ?? unknownRank,
    payout.reconciliation_status === 'completed' ? 1 : 0,
    (payout.trace_id?.status ?? 'pending') === 'pending' ? 0 : 1,
    payout.reversed_by ? 1 : 0,
    new Date(payout.arrival_date * 1000).toISOString(),
  ].join(' ');

const failureColumns = ({ failure_balance_transaction: failure }: PayoutAnswer): Columns => ({
  failure_balance_transaction: textOf(idOf(failure)),
  'failure_balance_transaction.created': textOf(typeof failure === 'object' ? failure?.created : null),
});

export const payoutRow = (payout: PayoutAnswer): FeedRow => ({
  dataset: 'payout',
  key: payout.id,
  version: payoutVersionOf(payout),
  isDeleted: false,
  columns: { ...textsOf(payout), ...failureColumns(payout) },
});

/** A transaction as a payout contains it. `holder`: the payout on whose list it is. */
export const payoutTransactionRow = (
  payout: PayoutAnswer,
  holder: string,
  transaction: TransactionAnswer,
): FeedRow => ({
  dataset: 'payout_transaction',
  key: `${payout.id} ${transaction.id}`,
  version: payoutVersionOf(payout),
  isDeleted: false,
  columns: {
    ...transactionColumns(transaction),
    payout: payout.id,
    'payout.listed_by': holder,
    'payout.status': payout.status,
    'payout.arrival_date': textOf(payout.arrival_date),
    'payout.trace_id': textOf(payout.trace_id),
    'payout.failure_balance_transaction.created': failureColumns(payout)['failure_balance_transaction.created'] ?? null,
  },
});
