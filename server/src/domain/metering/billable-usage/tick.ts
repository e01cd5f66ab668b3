import { addHours, hourOf } from '../../../kit/hours.ts';
import { standardSettings } from '../../organization/connection/connection.ts';

const minuteMs = 60_000;
const settleMs = standardSettings.settleMinutes * minuteMs;

/** The last hour that is over for long enough to be closed. */
export const lastClosedHour = (now: Date): Date => addHours(hourOf(new Date(now.getTime() - settleMs)), -1);

/** When the next hour is closed: `settleMinutes` after its end. */
export const nextClosingAfter = (now: Date): Date =>
  new Date(addHours(hourOf(new Date(now.getTime() - settleMs)), 1).getTime() + settleMs);
