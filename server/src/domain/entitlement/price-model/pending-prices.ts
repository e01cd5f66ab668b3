import { parseTime } from '../../../kit/time.ts';
import type { PendingPrices } from './price-model.ts';

export const timeOf = ({ applyTime }: PendingPrices): Date | null =>
  applyTime === undefined ? null : parseTime(applyTime);

export const isDue = (pending: PendingPrices | undefined, now: Date): pending is PendingPrices => {
  const time = pending && timeOf(pending);
  return !!time && time <= now;
};
