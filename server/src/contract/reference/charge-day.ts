import { parseTime } from '../../kit/time.ts';

type Charge = { chargeOn?: string | undefined; chargeOnStr?: string | undefined };

/** A day, also where a time without a zone follows it: "2027-03-01T00:00:00". */
const dayFirst = /^(\d{4}-\d\d-\d\d)(?:$|[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$)/i;

const timeIn = (text: string): Date | null => {
  const day = dayFirst.exec(text)?.[1];
  return parseTime(day === undefined ? text : `${day}T00:00:00Z`);
};

/**
 * The time of a charge, or the beginning of its day in UTC; null if it names none. Text that `Date` would read is not taken: it reads
 * "3/1/2027" in the zone of the machine, and 30 February as 2 March.
 */
export const chargeTimeOf = ({ chargeOn = '', chargeOnStr = '' }: Charge): Date | null =>
  timeIn(chargeOn) ?? timeIn(chargeOnStr);

/** The day of a charge in UTC, YYYY-MM-DD, which is the day that marketplaces are told. */
export const chargeDayOf = (charge: Charge): string | null => chargeTimeOf(charge)?.toISOString().slice(0, 10) ?? null;
