import { chargeDayOf } from '../../contract/reference/charge-day.ts';
import { moneyText } from '../../kit/currency.ts';
import { type Big, big } from '../../kit/decimal.ts';
import { inLine } from '../../kit/mail-text.ts';
import type { OfferInfoDocument } from './offer.ts';
import { commitTotal, dayOf, decimalOf, durationOf, isSummable, isZero } from './submission/terms.ts';

/** A line of an offer's terms: what it is about, and its value. */
export type TermLine = [label: string, value: string];
/** What an offer costs, when it is paid, and under which terms, for people to read. Parts without lines are empty. */
export type TermsInWords = { price: TermLine[]; payments: TermLine[]; terms: TermLine[] };

/** More lines than anybody reads in a mail are counted instead. */
const linesMax = 20;

const shortened = (lines: TermLine[], what: string): TermLine[] =>
  lines.length <= linesMax
    ? lines
    : [
        ...lines.slice(0, linesMax),
        [`${lines.length - linesMax} more`, `The offer in the marketplace lists all ${what}.`],
      ];

const counted = (count: number | string, unit: string): string => `${count} ${unit}${Number(count) === 1 ? '' : 's'}`;

/** `P1Y6M`: 1 year, 6 months. */
const durationInWords = (duration: string): string => {
  const units = { Y: 'year', M: 'month', D: 'day' } as const;
  return [...duration.matchAll(/(\d+)([YMD])/g)]
    .map(([, count = '', unit = '']) => counted(count, units[unit as keyof typeof units]))
    .join(', ');
};

const nameOf = ({ name, key }: { name?: string | undefined; key?: string | undefined }): string =>
  inLine(name || key || '') || 'Unnamed';

type Money = (amount: Big) => string;

const commitLines = ({ commits = [] }: OfferInfoDocument, money: Money): TermLine[] =>
  commits.map(({ rate, quantity = 1, length, timeUnit, ...named }) => {
    const period =
      length === undefined || timeUnit === undefined ? '' : ` for ${counted(length, timeUnit.toLowerCase())}`;
    if (rate === undefined) return [nameOf(named), `${quantity}${period}, without a price of its own`];
    const each = big(decimalOf(rate));
    const sum = quantity === 1 ? money(each) : `${quantity} × ${money(each)} = ${money(each.times(quantity))}`;
    return [nameOf(named), `${sum}${period}`];
  });

const usageLines = ({ dimensions = [] }: OfferInfoDocument, money: Money): TermLine[] =>
  dimensions.flatMap(({ rate, ...named }): TermLine[] =>
    rate === undefined ? [] : [[nameOf(named), `${money(big(decimalOf(rate)))} for each unit used`]],
  );

/**
 * What the buyer pays over the whole contract without usage. Null if nothing is bought in advance, or if the buyer chooses
 * what: AWS then shows a price of 0.
 */
const totalOf = (info: OfferInfoDocument): Big | null => {
  const { commits = [], commitAmount = 0 } = info;
  const paid = isZero(commitAmount) ? null : big(decimalOf(commitAmount));
  const total = isSummable(commits) ? (commitTotal(info) ?? paid) : paid;
  const isScheduled = (info.paymentInstallments ?? []).length > 0;
  return total?.times(isScheduled ? 1 : (info.gcpDuration ?? 1)) ?? null;
};

const legalTerms: Readonly<Record<NonNullable<OfferInfoDocument['eulaType']>, string>> = {
  SCMP: 'Standard contract of the marketplace',
  ECMP: 'Enterprise contract of the marketplace',
  RCMP: 'Reseller contract of the marketplace',
  CUSTOM: 'The seller’s own; the marketplace shows them with the offer',
  ISV: 'Those of the product; the marketplace shows them with the offer',
  CURRENT: 'As in the agreement that is in force',
};

const termLines = (info: OfferInfoDocument): TermLine[] => {
  const duration = durationOf(info);
  const start = new Date(info.startTime ?? '');
  const lines: [string, string | undefined][] = [
    ['Begins', Number.isNaN(start.getTime()) ? 'When it is accepted' : dayOf(start)],
    ['Lasts', duration === null ? undefined : durationInWords(duration)],
    ['Renews itself', info.autoRenew === undefined ? undefined : info.autoRenew ? 'Yes' : 'No'],
    [
      'Invoices are due',
      info.netTermsInDays === undefined ? undefined : `After ${counted(info.netTermsInDays, 'day')}`,
    ],
    ['Legal terms', info.eulaType && legalTerms[info.eulaType]],
  ];
  return lines.flatMap(([label, value]): TermLine[] => (value === undefined || value === '' ? [] : [[label, value]]));
};

/** The terms of an offer in words. Amounts without a currency are in US dollars, as marketplaces take them. */
export const termsInWords = (info: OfferInfoDocument): TermsInWords => {
  const currency = inLine(info.currency ?? '') || 'USD';
  const money: Money = (amount) => moneyText(amount.toFixed(), currency);
  const total = totalOf(info);
  const discount: TermLine[] =
    info.discountPercentage === undefined ? [] : [['Discount', `${decimalOf(info.discountPercentage)} %`]];
  const totalLine: TermLine[] = total === null ? [] : [['Total contract value', money(total)]];
  return {
    price: [
      ...shortened([...commitLines(info, money), ...usageLines(info, money)], 'prices'),
      ...discount,
      ...totalLine,
    ],
    payments: shortened(
      (info.paymentInstallments ?? []).map(
        (one): TermLine => [chargeDayOf(one) ?? 'When it is accepted', money(big(decimalOf(one.amount ?? 0)))],
      ),
      'payments',
    ),
    terms: termLines(info),
  };
};
