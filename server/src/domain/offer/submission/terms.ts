import { type Big, big, type Decimal, decimalFromJson } from '../../../kit/decimal.ts';
import type { JsonNumber } from '../../../kit/json.ts';
import type { Offer, OfferInfoDocument } from '../offer.ts';

/** What the terms of an offer come to, read exactly. */

/** A number of a document as an exact decimal; those were checked on the way in. */
export const decimalOf = (value: JsonNumber): Decimal => {
  const decimal = decimalFromJson(value);
  if (decimal === null) throw new Error('a stored number has too many digits');
  return decimal;
};

export const fractionDigits = (value: JsonNumber): number => (decimalOf(value).split('.')[1] ?? '').length;

/** Σ rate × quantity over the commits; null when there are none. */
export const commitTotal = ({ commits = [] }: OfferInfoDocument): Big | null =>
  commits.length === 0
    ? null
    : commits.reduce((sum, { rate, quantity }) => sum.plus(big(decimalOf(rate ?? 0)).times(quantity ?? 1)), big(0));

const durationPattern = /^P(?=\d)(\d{1,3}Y)?(\d{1,4}M)?(\d{1,5}D)?$/;

export const isDuration = (text: string): boolean => durationPattern.test(text);

const monthsOf = { DAY: null, MONTH: 1, YEAR: 12 } as const;

/**
 * How long the agreement lasts, ISO 8601: `awsAgreementDuration`, else the length that all commits have in common. Null
 * when neither tells, or when the commits differ.
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

/** The day of a time in UTC, YYYY-MM-DD. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** The same day of the month later, or that month's last day. */
export const addDuration = (start: Date, duration: string): Date => {
  const [, years = '0', months = '0', days = '0'] = durationPattern.exec(duration) ?? [];
  const month = start.getUTCMonth() + Number.parseInt(years, 10) * 12 + Number.parseInt(months, 10);
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), lastDay) + Number.parseInt(days, 10);
  return new Date(Date.UTC(start.getUTCFullYear(), month, day));
};

/** The day on which an installment is charged; null when it names none. */
export const chargeDayOf = ({
  chargeOn,
  chargeOnStr,
}: {
  chargeOn?: string | undefined;
  chargeOnStr?: string | undefined;
}): string | null => {
  const time = new Date(chargeOn ?? chargeOnStr ?? '');
  return Number.isNaN(time.getTime()) ? null : dayOf(time);
};

/** First and last day of an agreement with fixed dates; nulls when it begins with its acceptance. */
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
    endDate: endDate ?? (duration === null ? null : dayOf(addDuration(start, duration))),
  };
};
