import type { MoneyLine, RevenueChannel } from '../../adapters/revenue/port.ts';
import { isRawNumber, type JsonNumber } from '../../kit/json.ts';
import { channelFacts } from './channels.ts';
import type { TranslatedRow } from './record/actions/prepare-row.ts';
import { type StoredFigures, storedFigures } from './record/record.ts';

// What lines of money amount to, added up apart from the service: whole numbers of millionths.

const digits = 6;

const millionths = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  if (fraction.length > digits) throw new Error(`${text} is too fine`);
  const value = BigInt(whole + fraction.padEnd(digits, '0'));
  return text.startsWith('-') ? -value : value;
};

/** A number of a response, digit for digit. */
export const fromJson = (value: JsonNumber | undefined): bigint =>
  millionths(isRawNumber(value) ? value.rawJSON : String(value ?? 'none'));

export type Sums = Record<keyof StoredFigures, bigint>;

const noSums = (): Sums => Object.fromEntries(storedFigures.map((name) => [name, 0n])) as Sums;

const add = (left: Sums, right: Sums): Sums =>
  Object.fromEntries(storedFigures.map((name) => [name, left[name] + right[name]])) as Sums;

export const collectableOf = ({ billed, tax, fee, cost, adjusted }: Sums): bigint =>
  billed + tax - fee - cost + adjusted;

export const outstandingOf = (sums: Sums): bigint => collectableOf(sums) - sums.forgiven - sums.collected;

const billedAs: Readonly<Partial<Record<MoneyLine['kind'], [keyof Sums, 1n | -1n]>>> = {
  REVENUE: ['billed', 1n],
  TAX: ['tax', 1n],
  PARTNER_TAX: ['partner_tax', 1n],
  FEE: ['fee', -1n],
  COST: ['cost', -1n],
  ADJUSTMENT: ['adjusted', 1n],
};

/** What a line adds to each figure. */
const sumsOf = (channel: RevenueChannel, line: MoneyLine, failed: ReadonlySet<string>): Sums => {
  const sums = noSums();
  const { stage, kind, nature, references } = line;
  const amount = millionths(line.amount);
  const isGiven = nature === 'RETURN' || nature === 'CREDIT';
  if (kind === 'PAYOUT' || (kind === 'PARTNER_TAX' && stage !== 'BILLED')) return sums;
  if (stage === 'BILLED') {
    const [figure, sign] = billedAs[kind] ?? ['billed', 1n];
    sums[figure] += sign * amount;
    if (kind === 'REVENUE' && isGiven) sums.refunded -= amount;
  }
  if (stage === 'FORGIVEN') sums.forgiven -= amount;
  const isPaid = stage === 'DISBURSED' && !failed.has(references.payout ?? '');
  if (isPaid) sums.disbursed += amount;
  if (isPaid && isGiven && kind === 'REVENUE') sums.refund_disbursed -= amount;
  if (channelFacts[channel].tellsCollected ? stage === 'COLLECTED' : isPaid) sums.collected += amount;
  return sums;
};

/** What a record amounts to on a day. */
export type DaySums = {
  channel: RevenueChannel;
  recordId: string;
  currency: string;
  day: string;
  sums: Sums;
};

/** The daily sums of rows, each in one version. */
export const addUp = (rows: readonly (TranslatedRow & { channel: RevenueChannel })[]): DaySums[] => {
  const found = new Map<string, DaySums>();
  const failed = new Set(
    rows.flatMap(({ lines }) =>
      lines.flatMap(({ nature, references }) => (nature === 'FAILED' ? [references.payout ?? ''] : [])),
    ),
  );
  for (const { channel, lines } of rows)
    for (const line of lines) {
      const { recordId, currency, kind } = line;
      if (recordId === null || kind === 'PAYOUT' || line.stage === 'NOTED') continue;
      const day = line.time.toISOString().slice(0, 10);
      const key = [channel, recordId, currency, day].join(' ');
      const held = found.get(key) ?? { channel, recordId, currency, day, sums: noSums() };
      found.set(key, { ...held, sums: add(held.sums, sumsOf(channel, line, failed)) });
    }
  return [...found.values()];
};

const sumBy = (days: readonly DaySums[], by: (one: DaySums) => string): Map<string, Sums> => {
  const sums = new Map<string, Sums>();
  for (const one of days) sums.set(by(one), add(sums.get(by(one)) ?? noSums(), one.sums));
  return new Map([...sums].sort(([left], [right]) => (left < right ? -1 : 1)));
};

export const byCurrency = (days: readonly DaySums[]) => sumBy(days, ({ currency }) => currency);
export const byPartner = (days: readonly DaySums[]) => sumBy(days, ({ channel, currency }) => `${channel} ${currency}`);
export const byDay = (days: readonly DaySums[]) => sumBy(days, ({ day, currency }) => `${day} ${currency}`);
export const byMonth = (days: readonly DaySums[]) =>
  sumBy(days, ({ day, currency }) => `${day.slice(0, 7)}-01 ${currency}`);
export const byRecord = (days: readonly DaySums[]) =>
  sumBy(days, ({ channel, recordId, currency }) => `${channel} ${recordId} ${currency}`);
export const byRecordAndDay = (days: readonly DaySums[]) =>
  sumBy(days, ({ channel, recordId, currency, day }) => `${channel} ${recordId} ${currency} ${day}`);

/** The first day of each record. */
export const firstDays = (days: readonly DaySums[]): Map<string, string> => {
  const first = new Map<string, string>();
  for (const { channel, recordId, currency, day } of days) {
    const key = `${channel} ${recordId} ${currency}`;
    const held = first.get(key);
    if (held === undefined || day < held) first.set(key, day);
  }
  return first;
};
