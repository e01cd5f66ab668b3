import { big, type Decimal } from '../../../kit/decimal.ts';
import { parseJson } from '../../../kit/json.ts';
import { isChargeReference } from '../../payment/charge.ts';
import { fromMinorUnits } from '../../payment/minor-units.ts';
import { feedFault } from '../feed-fault.ts';
import type { FeedRow, MoneyKind, MoneyLine, MoneyReferences } from '../port.ts';

type Meaning = Pick<MoneyLine, 'kind' | 'nature'>;

/**
 * What a reporting category says of a charge. Source: docs.stripe.com/reports/reporting-categories. Captures of a part
 * and payments that fail afterwards are booked in full first: their return corrects the sale and is no refund. All other
 * categories are adjustments, also those that Stripe adds later.
 */
const meanings: Readonly<Record<string, Meaning>> = {
  charge: { kind: 'REVENUE', nature: 'PLAIN' },
  charge_failure: { kind: 'REVENUE', nature: 'PLAIN' },
  partial_capture_reversal: { kind: 'REVENUE', nature: 'PLAIN' },
  refund: { kind: 'REVENUE', nature: 'RETURN' },
  refund_failure: { kind: 'REVENUE', nature: 'RETURN' },
  dispute: { kind: 'REVENUE', nature: 'RETURN' },
  dispute_reversal: { kind: 'REVENUE', nature: 'RETURN' },
  fee: { kind: 'FEE', nature: 'PLAIN' },
  network_cost: { kind: 'FEE', nature: 'PLAIN' },
};
const adjustment: Meaning = { kind: 'ADJUSTMENT', nature: 'PLAIN' };

/** Movements between the balance and the bank; the rows of the payouts themselves state them. */
const payoutCategories: readonly (string | null | undefined)[] = ['payout', 'payout_reversal'];

const readText = ({ dataset, key, columns }: FeedRow, name: string): string => {
  const text = columns[name];
  if (text) return text;
  throw feedFault({ code: 'MISSING_VALUE', message: `${name} is missing`, part: `${dataset} ${key}` });
};

const readWhole = (row: FeedRow, name: string): string => {
  const text = readText(row, name);
  if (/^-?\d{1,18}$/.test(text)) return text;
  const message = `${name} is ${JSON.stringify(text)}, which is not a whole number`;
  throw feedFault({ code: 'UNREADABLE_VALUE', message, part: `${row.dataset} ${row.key}` });
};

const readCurrency = (row: FeedRow): string => {
  const text = readText(row, 'currency');
  if (/^[a-z]{3}$/i.test(text)) return text.toUpperCase();
  const message = `currency is ${JSON.stringify(text)}, which is not the code of a currency`;
  throw feedFault({ code: 'UNREADABLE_VALUE', message, part: `${row.dataset} ${row.key}` });
};

const readTime = (row: FeedRow, name: string): Date => {
  const seconds = Number(readWhole(row, name));
  const time = new Date(seconds * 1000);
  if (!Number.isNaN(time.getTime())) return time;
  const message = `${name} is ${seconds}, which is not a time`;
  throw feedFault({ code: 'UNREADABLE_VALUE', message, part: `${row.dataset} ${row.key}` });
};

const readAmount = (row: FeedRow, name: string): Decimal =>
  fromMinorUnits('STRIPE', readWhole(row, name), readCurrency(row));

const negated = (amount: Decimal): Decimal => big(amount).times(-1).toFixed();

const objectIn = (text: string | null | undefined): Record<string, unknown> => {
  if (!text) return {};
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/** The charge that a transaction is about; null: it is about none. */
const chargeOf = ({ columns }: FeedRow): string | null =>
  columns['source.charge'] ?? (columns['source.object'] === 'charge' ? (columns.source ?? null) : null);

/** Our charges carry our invoice and attempt (`ChargeSend.reference`); the customer at Stripe names the buyer. */
const referencesOf = ({ columns }: FeedRow): MoneyReferences => {
  const { reference } = objectIn(columns['source.metadata']);
  const buyer = columns['source.customer'];
  const { value: trace } = objectIn(columns['payout.trace_id']);
  return {
    ...(isChargeReference(reference) ? { invoice: reference.slice(0, reference.indexOf(' ')) } : {}),
    ...(buyer ? { buyer } : {}),
    ...(columns.payout ? { payout: columns.payout } : {}),
    ...(typeof trace === 'string' && trace !== '' ? { trace } : {}),
  };
};

const isPayout = ({ columns }: FeedRow): boolean => payoutCategories.includes(columns.reporting_category);

const meaningOf = (row: FeedRow): Meaning =>
  (chargeOf(row) === null ? undefined : meanings[readText(row, 'reporting_category')]) ?? adjustment;

const recordOf = (row: FeedRow): string => chargeOf(row) ?? readText(row, 'id');

/** A payment is billed and collected at once: Stripe moves money only when the buyer has paid. */
const translateTransaction = (row: FeedRow): MoneyLine[] => {
  const [amount, fee, net] = ['amount', 'fee', 'net'].map((name) => readAmount(row, name)) as [
    Decimal,
    Decimal,
    Decimal,
  ];
  if (!big(amount).minus(fee).eq(net)) {
    const message = `amount ${amount} less fee ${fee} is not net ${net}`;
    throw feedFault({ code: 'CONTRADICTION', message, part: `${row.dataset} ${row.key}` });
  }
  const { kind, nature } = meaningOf(row);
  const feeKind: MoneyKind = chargeOf(row) === null ? 'ADJUSTMENT' : 'FEE';
  const common = {
    recordId: recordOf(row),
    currency: readCurrency(row),
    time: readTime(row, 'created'),
    references: referencesOf(row),
  };
  const stated = [
    { kind, nature, amount: isPayout(row) ? '0' : amount },
    { kind: feeKind, nature: 'PLAIN' as const, amount: negated(fee) },
  ].filter((line) => !big(line.amount).eq(0));
  return (['BILLED', 'COLLECTED'] as const).flatMap((stage) => stated.map((line) => ({ ...common, ...line, stage })));
};

/**
 * What a payout brought, and what was returned of it. It arrives on `arrival_date`; one that failed or was cancelled
 * before counts with its return.
 */
const payoutLines = (
  row: FeedRow,
  line: Pick<MoneyLine, 'recordId' | 'kind' | 'nature' | 'amount' | 'references'>,
  prefix: '' | 'payout.',
): MoneyLine[] => {
  if (big(line.amount).eq(0)) return [];
  const common = { ...line, stage: 'DISBURSED' as const, currency: readCurrency(row) };
  const arrival = readTime(row, `${prefix}arrival_date`);
  const failed = `${prefix}failure_balance_transaction.created`;
  if (!row.columns[failed]) return [{ ...common, time: arrival }];
  const returned = readTime(row, failed);
  return [
    { ...common, time: new Date(Math.min(arrival.getTime(), returned.getTime())) },
    { ...common, amount: negated(line.amount), time: returned },
  ];
};

const translatePayout = (row: FeedRow): MoneyLine[] => {
  const { value: trace } = objectIn(row.columns.trace_id);
  const references = { payout: row.key, ...(typeof trace === 'string' && trace !== '' ? { trace } : {}) };
  const amount = readAmount(row, 'amount');
  return payoutLines(row, { recordId: null, kind: 'PAYOUT', nature: 'PLAIN', amount, references }, '');
};

const translatePaidOut = (row: FeedRow): MoneyLine[] => {
  if (isPayout(row)) return [];
  const line = {
    recordId: recordOf(row),
    ...meaningOf(row),
    amount: readAmount(row, 'net'),
    references: referencesOf(row),
  };
  return payoutLines(row, line, 'payout.');
};

const translators: Readonly<Record<string, (row: FeedRow) => MoneyLine[]>> = {
  balance_transaction: translateTransaction,
  payout: translatePayout,
  payout_transaction: translatePaidOut,
};

/** The amounts that a row states, in major units; none for datasets that are not Stripe's. */
export const translateRow = (row: FeedRow): MoneyLine[] => translators[row.dataset]?.(row) ?? [];
