import { emit } from '../events/emit.ts';
import { scheduleRun } from '../payouts/schedule-run.ts';
import { type StripeCall, seconds } from '../state.ts';
import { findThing, saveThing } from '../things.ts';
import { numberOf, textOf } from '../wire/params.ts';
import { balanceOf } from './balance.ts';

/** Makes due funds available, and schedules their payout. */
export const releaseFunds = (call: StripeCall): void => {
  const now = seconds(call.tx.at);
  const released = call.tx
    .list('balance_transaction')
    .filter(
      ({ accountId, wire }) =>
        accountId === call.account.id && wire.status === 'pending' && numberOf(wire.available_on) <= now,
    );
  for (const transaction of released) {
    const { id, wire } = saveThing(call, 'balance_transaction', transaction, { status: 'available' });
    const dispute = findThing(call.tx, 'dispute', call.account.id, textOf(wire.source) ?? '');
    if (!dispute || !Array.isArray(dispute.wire.balance_transactions)) continue;
    // A dispute contains its transactions, not their IDs.
    const shown = dispute.wire.balance_transactions.map((one) => ((one as { id?: unknown }).id === id ? wire : one));
    saveThing(call, 'dispute', dispute, { balance_transactions: shown });
  }
  if (released.length > 0) emit(call, 'balance.available', balanceOf(call));
  scheduleRun(call);
};
