const hourMs = 3_600_000;

/** The maximum age of usage that an operation accepts. `exactly`: whether usage of exactly that age is still accepted. */
export type Reach = { hours: number; exactly: boolean };

/** Why a timestamp is refused, or null. All times are epoch milliseconds. */
export const refuseTimestamp = (timestamp: number, now: number, { hours, exactly }: Reach): string | null => {
  if (timestamp > now) return 'lies in the future';
  const oldest = now - hours * hourMs;
  if (timestamp < oldest || (timestamp === oldest && !exactly)) return `is ${hours} hours old or older`;
  if (now >= monthEndCutOff(timestamp)) return 'belongs to a month that was closed at 06:00 UTC of the 1st';
  return null;
};

/** Usage of a month is accepted until 06:00 UTC of the first day of the next month. */
const monthEndCutOff = (timestamp: number): number => {
  const date = new Date(timestamp);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1, 6);
};

/** The start of the hour that a timestamp belongs to. */
export const startOfHour = (timestamp: number): number => Math.floor(timestamp / hourMs) * hourMs;
