import { Big } from '../../../kit/decimal.ts';
import { feedFault } from '../feed-fault.ts';
import type { FeedRow } from '../port.ts';
import { needed } from './columns.ts';

/** Where a row is: for faults. */
type Place = { part: string; line?: number };

/** The values of a row. Amounts are positive when the seller receives them. */
export type ReportEntry = {
  merchant: string;
  batch: string;
  /** The payment; empty: the entry is about none. */
  psp: string;
  /** Our reference of the payment. */
  reference: string;
  modification: string;
  type: string;
  time: Date;
  /** In the currency of the payment; null: the entry has none. */
  gross: { currency: string; amount: Big } | null;
  /** In the currency of the payout; null: nothing is paid out or held back. */
  net: { currency: string; amount: Big } | null;
  /** Commission, markup, scheme fees and interchange, in the currency of the payout. */
  costs: Big[];
};

type Columns = FeedRow['columns'];

const unreadable = (place: Place, name: string, text: string, is: string) =>
  feedFault({ ...place, code: 'UNREADABLE_VALUE', message: `${name} is ${JSON.stringify(text)}, which is not ${is}` });

const textIn = (columns: Columns, name: string): string => columns[name] ?? '';

const needText = (columns: Columns, name: string, place: Place): string => {
  const text = textIn(columns, name);
  if (text !== '') return text;
  throw feedFault({ ...place, code: 'MISSING_VALUE', message: `${name} is empty` });
};

const readAmount = (columns: Columns, name: string, place: Place): Big => {
  const text = textIn(columns, name);
  if (text === '') return new Big(0);
  if (/^-?\d{1,18}(\.\d{1,9})?$/.test(text)) return new Big(text);
  throw unreadable(place, name, text, 'an amount');
};

const readMoney = (
  columns: Columns,
  [currencyName, debitName, creditName]: readonly [string, string, string],
  place: Place,
): { currency: string; amount: Big } | null => {
  const debit = readAmount(columns, debitName, place);
  const credit = readAmount(columns, creditName, place);
  if (!debit.eq(0) && !credit.eq(0)) {
    const message = `${debitName} and ${creditName} are both given`;
    throw feedFault({ ...place, code: 'DEBIT_AND_CREDIT', message });
  }
  const currency = textIn(columns, currencyName);
  const amount = credit.minus(debit);
  if (currency === '' && amount.eq(0)) return null;
  if (/^[A-Z]{3}$/.test(currency)) return { currency, amount };
  throw unreadable(place, currencyName, currency, 'the code of a currency');
};

/**
 * Hours ahead of UTC of the zones that an account can be set to, by their abbreviations. Adyen publishes no list of them
 * (samples show CET, CEST and BST), so that an unknown one is a fault. That CST is always the American one is not
 * confirmed.
 */
const zones: Readonly<Record<string, number>> = {
  ...{ UTC: 0, GMT: 0, WET: 0, WEST: 1, BST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3, MSK: 3 },
  ...{ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7, AKST: -9, AKDT: -8, HST: -10, BRT: -3 },
  ...{ SGT: 8, HKT: 8, MYT: 8, AWST: 8, JST: 9, KST: 9, AEST: 10, AEDT: 11, NZST: 12, NZDT: 13 },
};

const hourMs = 3_600_000;

const readTime = (columns: Columns, place: Place): Date => {
  const local = needText(columns, needed.created, place);
  const zone = needText(columns, needed.zone, place);
  const hours = zones[zone];
  if (hours === undefined) throw unreadable(place, needed.zone, zone, 'a known time zone');
  const [, day, clock] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(local) ?? [];
  const time = Date.parse(`${day}T${clock}Z`);
  // A day that does not exist, such as 30 February, becomes another one.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(`${day}T${clock}`))
    throw unreadable(place, needed.created, local, 'a time such as 2026-03-02 11:00:00');
  return new Date(time - hours * hourMs);
};

/** Reads the values of a row; throws a fault for the first one that cannot be read. */
export const parseRow = (columns: Columns, place: Place): ReportEntry => ({
  merchant: needText(columns, needed.merchant, place),
  batch: needText(columns, needed.batch, place),
  psp: textIn(columns, needed.psp),
  reference: textIn(columns, needed.reference),
  modification: textIn(columns, needed.modification),
  type: needText(columns, needed.type, place),
  time: readTime(columns, place),
  gross: readMoney(columns, [needed.grossCurrency, needed.grossDebit, needed.grossCredit], place),
  net: readMoney(columns, [needed.netCurrency, needed.netDebit, needed.netCredit], place),
  costs: [needed.commission, needed.markup, needed.schemeFees, needed.interchange].map((name) =>
    readAmount(columns, name, place),
  ),
});
