import { scheduleDue, unscheduleDue } from '../../kit/due.ts';
import type { AdyenChange, AdyenReader, Merchant, Movement } from '../state.ts';
import { type Terms, termsOf, weekdays } from './terms.ts';

const dayMs = 86_400_000;

/** The first midnight (UTC) from a time on at which batches close. */
const nextClose = ({ payout }: Terms, at: number): number => {
  let day = Math.ceil(at / dayMs) * dayMs;
  if (payout.frequency === 'daily') return day;
  while (new Date(day).getUTCDay() !== weekdays.indexOf(payout.weekday) + 1) day += dayMs;
  return day;
};

/** Schedules the close of the merchant's open batch for movements that are payable at a time. */
export const scheduleClose = (tx: AdyenChange, merchant: Merchant, payableAt: number): void => {
  const at = nextClose(termsOf(merchant), Math.max(payableAt, tx.at));
  const scheduled = tx.list('due').find(({ kind, refId }) => kind === 'batch-close' && refId === merchant.id);
  if (scheduled && scheduled.at <= at) return;
  unscheduleDue(tx, merchant.id, ['batch-close']);
  scheduleDue(tx, { kind: 'batch-close', at, refId: merchant.id });
};

/** The movements of a merchant account that are in no batch yet. */
export const openMovements = (reader: AdyenReader, merchant: Merchant): Movement[] =>
  reader.list('movements').filter(({ merchantId, batch }) => merchantId === merchant.id && batch === null);

/** Schedules the close for what is open. A negative balance carried forward waits for the next payment. */
export const scheduleOpen = (tx: AdyenChange, merchant: Merchant): void => {
  unscheduleDue(tx, merchant.id, ['batch-close']);
  const payable = openMovements(tx, merchant).filter(({ type }) => type !== 'Balancetransfer');
  if (payable.length > 0) scheduleClose(tx, merchant, Math.min(...payable.map((movement) => movement.payableAt)));
};
