import type { DisputeRead } from '../../../../adapters/payment/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { big, type Decimal } from '../../../../kit/decimal.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { changeWallet } from '../change.ts';
import type { ChargeDispute } from '../charge/charge.ts';
import { isRefused, isReturned, type WalletCharge } from '../charge/charge.ts';
import { disputeBefore, lostOf, takeRead } from '../charge/dispute.ts';
import { findDisputes, insertDispute, updateDisputeRow } from '../charge/dispute-store.ts';
import { findRefunds } from '../charge/refund-store.ts';
import { chargeTransitions } from '../charge/states.ts';
import { findCharge, updateChargeRow } from '../charge/store.ts';
import { lockWalletAlone } from '../lock.ts';

/** `isAll`: the provider was asked for all disputes of the charge; otherwise it has told of one. */
export type ReportedDisputes = { chargeId: string; reads: readonly DisputeRead[]; isAll?: boolean };

/** A charge with what it was before, and what disputes have taken back of it by now. */
export type DisputedCharge = { charge: WalletCharge; before: WalletCharge; lost: Decimal };

const isSame = (left: ChargeDispute, right: ChargeDispute): boolean =>
  left.state === right.state &&
  big(left.amount).eq(right.amount) &&
  left.stage === right.stage &&
  left.event_time.getTime() === right.event_time.getTime();

/** Writes the disputes that have changed; returns whether any has. */
const save = async (
  call: ActCall,
  stored: readonly ChargeDispute[],
  next: readonly ChargeDispute[],
): Promise<boolean> => {
  let isChanged = false;
  for (const one of next) {
    const old = stored.find((before) => before.dispute_id === one.dispute_id);
    if (old && isSame(old, one)) continue;
    await (old ? updateDisputeRow : insertDispute)(call.db, one);
    isChanged = true;
  }
  return isChanged;
};

/**
 * Records what disputes have done to a charge. It is RETURNED while they have taken back all of it. One of which a part was taken
 * back, or refunded, has paid for something: it stays SUCCEEDED.
 */
export const recordDisputes = async (
  call: ActCall,
  { chargeId, reads, isAll = false }: ReportedDisputes,
): Promise<DisputedCharge> => {
  const found = requireFound(await findCharge(call.db, chargeId), 'charge');
  const { wallet } = requireFound(await lockWalletAlone(call, found.wallet_id), 'charge');
  const charge = requireFound(await findCharge(call.db, chargeId), 'charge');
  const stored = await findDisputes(call.db, chargeId);
  const known = stored.length > 0 || isAll ? stored : disputeBefore(charge, isReturned(charge));
  const next = reads.reduce<ChargeDispute[]>((all, read) => takeRead(charge, all, read, call.now), [...known]);
  const lost = lostOf(charge, next);
  const act = lost.gte(charge.amount) ? 'takeBack' : 'reinstate';
  const hasRefund = (await findRefunds(call.db, charge.id)).some((refund) => !isRefused(refund));
  const moves = allows(chargeTransitions, act, charge.status) && !hasRefund;
  const isChanged = await save(call, stored, next);
  if (!isChanged && !moves) return { charge, before: charge, lost: lost.toFixed() };
  const times = next.map((one) => one.event_time.getTime());
  const last = reads.findLast((read) => read.state === 'RETURNED');
  const { code, message } = last ?? { code: 'disputed', message: 'The money was taken back.' };
  const after: WalletCharge = {
    ...charge,
    ...(moves && {
      status: nextStatus('The charge', chargeTransitions, act, charge),
      error: act === 'takeBack' ? { code, message } : null,
    }),
    dispute_time: times.length === 0 ? charge.dispute_time : new Date(Math.max(...times)),
    last_update_time: call.now,
    version: charge.version + 1,
  };
  await updateChargeRow(call.db, after);
  if (moves) await changeWallet(call, wallet, {}, act === 'takeBack' ? 'wallet.charge_failed' : 'wallet.charged');
  return { charge: after, before: charge, lost: lost.toFixed() };
};
