import { firstInstantOf, shownAt } from '../../../kit/local-months.ts';
import type { NotificationConfig, QuietHours } from '../notification-config/notification-config.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** HH:MM as milliseconds since midnight. */
const clockMs = (time: string): number => Number(time.slice(0, 2)) * hourMs + Number(time.slice(3)) * minuteMs;

/** The local time of a zone, as milliseconds since its midnight. */
const sinceMidnight = (time: Date, timeZone: string): number => {
  const shown = shownAt(time.getTime(), timeZone);
  return shown - Math.floor(shown / dayMs) * dayMs;
};

const isWithin = (clock: number, { start, end }: QuietHours): boolean => {
  const [first, last] = [clockMs(start), clockMs(end)];
  return first <= last ? clock >= first && clock < last : clock >= first || clock < last;
};

/** The next instant at which the zone's clocks reach a time of day, today or tomorrow. */
const nextAt = (now: Date, clock: number, timeZone: string): Date => {
  const midnight = Math.floor(shownAt(now.getTime(), timeZone) / dayMs) * dayMs;
  const today = firstInstantOf(midnight + clock, timeZone);
  return new Date(today > now.getTime() ? today : firstInstantOf(midnight + dayMs + clock, timeZone));
};

/** When a message may be sent: now, or when the quiet hours are over. */
export const sendTime = (
  { quietHours, timeZone }: Pick<NotificationConfig, 'quietHours' | 'timeZone'>,
  now: Date,
): Date =>
  quietHours.enabled && isWithin(sinceMidnight(now, timeZone), quietHours)
    ? nextAt(now, clockMs(quietHours.end), timeZone)
    : now;

/** When the next digest is due: at the next full hour, or at its hour of the day, in the organization's time zone. */
export const digestTime = ({ digest, timeZone }: Pick<NotificationConfig, 'digest' | 'timeZone'>, now: Date): Date => {
  if (digest.mode === 'DAILY') return nextAt(now, digest.hour * hourMs, timeZone);
  return new Date(now.getTime() + hourMs - (sinceMidnight(now, timeZone) % hourMs));
};
