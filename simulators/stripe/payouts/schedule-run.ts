import { scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { termsOf } from '../balance/terms.ts';
import type { StripeCall } from '../state.ts';
import { nextRunOf } from './calendar.ts';

/** Schedules the account's next automatic payout if none is scheduled: nothing is scheduled without funds. */
export const scheduleRun = ({ tx, account }: StripeCall): void => {
  const isScheduled = tx.list('due').some(({ kind, refId }) => kind === 'payout-run' && refId === account.id);
  const at = isScheduled ? null : nextRunOf(termsOf(account).schedule, tx.at);
  if (at === null) return;
  scheduleDue(tx, { kind: 'payout-run', at, refId: account.id, detail: { accountId: account.id } });
};

/** Reschedules the next automatic payout after the account's schedule was changed. */
export const rescheduleRun = (call: StripeCall): void => {
  unscheduleDue(call.tx, call.account.id, ['payout-run']);
  scheduleRun(call);
};
