import { type Big, big, type Decimal, decimalFromJson } from '../../../kit/decimal.ts';
import type { JsonNumber } from '../../../kit/json.ts';
import type { Offer, OfferInfoDocument } from '../offer.ts';

/** Exact computations on an offer's terms. */

/** A number in a document as an exact decimal; documents are validated on input. */
export const decimalOf = (value: JsonNumber): Decimal => {
  const decimal = decimalFromJson(value);
  if (decimal === null) throw new Error('a stored number has too many digits');
  return decimal;
};

/** Whether it is 0, or left out: a Go client writes 0 for a number that is not set. */
export const isZero = (value: JsonNumber | undefined): boolean => value === undefined || big(decimalOf(value)).eq(0);

export const fractionDigits = (value: JsonNumber): number => (decimalOf(value).split('.')[1] ?? '').length;

/** Σ rate × quantity over the commits; null if there are none, or if one has no rate: it is not free. */
export const commitTotal = ({ commits = [] }: OfferInfoDocument): Big | null => {
  const prices = commits.flatMap(({ rate, quantity }) =>
    rate === undefined ? [] : [big(decimalOf(rate)).times(quantity ?? 1)],
  );
  if (commits.length === 0 || prices.length < commits.length) return null;
  return prices.reduce((sum, price) => sum.plus(price), big(0));
};

type Commit = NonNullable<OfferInfoDocument['commits']>[number];

const lengthOf = ({ length, timeUnit }: Commit): string =>
  timeUnit === 'DAY' ? `${length} days` : `${(length ?? 0) * (timeUnit === 'YEAR' ? 12 : 1)} months`;

/**
 * Whether the price of all commits is their sum: each has a rate, and none is another's alternative, for the same thing or
 * for another length.
 */
export const isSummable = (commits: readonly Commit[]): boolean => {
  const keys = commits.flatMap(({ key, name }) => key || name || []);
  return (
    commits.every(({ rate }) => rate !== undefined) &&
    new Set(keys).size === keys.length &&
    new Set(commits.map(lengthOf)).size <= 1
  );
};

const durationPattern = /^P(?=\d)(\d{1,3}Y)?(\d{1,4}M)?(\d{1,5}D)?$/;

export const isDuration = (text: string): boolean => durationPattern.test(text);

const monthsOf = { DAY: null, MONTH: 1, YEAR: 12 } as const;

/**
 * Duration of the agreement in ISO 8601: `awsAgreementDuration`, or else the common length of all commits. Null if
 * neither is given, or if the commits differ.
 */
export const durationOf = ({ awsAgreementDuration, commits = [] }: OfferInfoDocument): string | null => {
  if (awsAgreementDuration !== undefined) return awsAgreementDuration;
  const durations = new Set(
    commits.map(({ length, timeUnit }) => {
      if (length === undefined || timeUnit === undefined) return null;
      const months = monthsOf[timeUnit];
      return months === null ? `P${length}D` : `P${length * months}M`;
    }),
  );
  const [only] = durations;
  return durations.size === 1 ? (only ?? null) : null;
};

/** The UTC day of a time, YYYY-MM-DD. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** The same day of a later month, or that month's last day. */
export const addDuration = (start: Date, duration: string): Date => {
  const [, years = '0', months = '0', days = '0'] = durationPattern.exec(duration) ?? [];
  const month = start.getUTCMonth() + Number.parseInt(years, 10) * 12 + Number.parseInt(months, 10);
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), lastDay) + Number.parseInt(days, 10);
  return new Date(Date.UTC(start.getUTCFullYear(), month, day));
};

/**
 * The last day of a duration that begins with a day: "The agreement ends at 23:59:59.999 UTC on the date provided" (AWS,
 * ValidityTerm), so that a year from 1 January ends with 31 December.
 */
const lastDayOf = (start: Date, duration: string): string => {
  const next = addDuration(start, duration);
  return dayOf(new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth(), next.getUTCDate() - 1)));
};

/** First and last day of an agreement with fixed dates; nulls if it begins when it is accepted. */
export const datesOf = (
  offer: Pick<Offer, 'info' | 'end_time'>,
): { startDate: string | null; endDate: string | null } => {
  const { startTime } = offer.info;
  const endDate = offer.end_time === null ? null : dayOf(offer.end_time);
  if (startTime === undefined) return { startDate: null, endDate };
  const start = new Date(startTime);
  const duration = durationOf(offer.info);
  return {
    startDate: dayOf(start),
    endDate: endDate ?? (duration === null || !isDuration(duration) ? null : lastDayOf(start, duration)),
  };
};
