import { instantAt, localTimeOf, pacific } from '../../../../kit/pacific-time.ts';
import type { DateTime } from '../answers.ts';

/** The instant that google.type.DateTime names; null when its zone or offset cannot be read. */
export const instantOf = (value: DateTime): Date | null => {
  const { utcOffset, timeZone } = value;
  if (utcOffset !== undefined) {
    const [, seconds] = /^(-?\d{1,6})s$/.exec(utcOffset) ?? [];
    if (seconds === undefined) return null;
    return new Date(instantAt(value, 'UTC').getTime() - Number(seconds) * 1000);
  }
  try {
    return instantAt(value, timeZone?.id ?? pacific);
  } catch {
    return null;
  }
};

/** An instant as google.type.DateTime in Los Angeles. */
export const dateTimeOf = (time: Date): Record<string, unknown> => ({
  ...localTimeOf(time),
  timeZone: { id: pacific },
});
