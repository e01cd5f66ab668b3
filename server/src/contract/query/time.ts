const date = String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})`;
const time = String.raw`(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d):(?<second>[0-5]\d)(?:\.(?<fraction>\d{1,9}))?`;
const zone = String.raw`(?<zone>Z|(?<sign>[+-])(?<zoneHours>0\d|1[0-5]):(?<zoneMinutes>[0-5]\d))`;
const rfc3339 = new RegExp(`^${date}T${time}${zone}$`, 'i');

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const daysIn = (year: number, month: number): number => {
  const leapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && leapYear ? 29 : (monthDays[month - 1] ?? 0);
};

/** A moment in exact PostgreSQL syntax, and as microseconds since 1970 for comparison in memory. */
type Moment = { readonly text: string; readonly micros: bigint };

/**
 * Parses an RFC 3339 time, or returns null. Stricter than the RFC where PostgreSQL is: years from 0001, offsets up to
 * 15:59, no leap second. Digits below the microsecond are dropped, since no stored time has them.
 */
export const parseTime = (source: string): Moment | null => {
  const parts = rfc3339.exec(source)?.groups;
  if (!parts) return null;
  const [year, day] = [Number(parts.year), Number(parts.day)];
  if (year === 0 || day < 1 || day > daysIn(year, Number(parts.month))) return null;
  const local = `${source.slice(0, 10)}T${source.slice(11, 19)}`;
  const offset = Number(parts.zoneHours ?? 0) * 3600 + Number(parts.zoneMinutes ?? 0) * 60;
  const seconds = Date.parse(`${local}Z`) / 1000 - (parts.sign === '-' ? -offset : offset);
  const micro = (parts.fraction ?? '').slice(0, 6).padEnd(6, '0');
  return {
    text: `${local}.${micro}${parts.zone?.toUpperCase()}`,
    micros: BigInt(seconds) * 1_000_000n + BigInt(micro),
  };
};
