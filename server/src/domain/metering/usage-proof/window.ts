import { badRequest } from '../../../kit/errors.ts';
import { addHours, hourOf } from '../../../kit/hours.ts';
import type { ProofWindow } from './usage-proof.ts';

const hoursOfDay = 24;
const standardDays = 7;
const maxDays = 31;

type WindowParams = { startTime?: Date | undefined; endTime?: Date | undefined };

/** The hours asked for: by default the 7 days up to and including the current hour, at most 31 days. */
export const readWindow = ({ startTime, endTime }: WindowParams, now: Date): ProofWindow => {
  const current = addHours(hourOf(now), 1);
  const before = endTime ?? (startTime ? addHours(startTime, standardDays * hoursOfDay) : current);
  const from = startTime ?? addHours(before, -standardDays * hoursOfDay);
  if (from > before) throw badRequest([{ path: 'startTime', code: 'order', message: 'is after endTime' }]);
  if (before > addHours(from, maxDays * hoursOfDay)) {
    const message = `must be at most ${maxDays} days after startTime; request a shorter range, and the rest in another call`;
    throw badRequest([{ path: 'endTime', code: 'range', message }]);
  }
  return { from, before };
};
