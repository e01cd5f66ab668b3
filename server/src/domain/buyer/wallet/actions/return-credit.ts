import type { ActCall } from '../../../../contract/call.ts';
import { big, type Decimal } from '../../../../kit/decimal.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { lockBuyer } from '../../store.ts';
import { changeWallet } from '../change.ts';
import { findReturns, findSpendSums, insertEntry, lockWallet } from '../store.ts';

export type CreditReturn = {
  buyerId: string;
  /** What the credit had paid, also in several parts: the reference of the first, with which those of the others begin. */
  spent: string;
  /** Exact, in the currency of the credit; at most what it paid and was not returned yet. */
  amount: Decimal;
  /** Identifies the return; repeating it changes nothing. */
  reference: string;
};

/**
 * Gives credit back to the wallets that paid, the last one first. An expired wallet gets it too: its expiry can be
 * moved. Returns what was given back. Emits wallet.returned for each wallet.
 */
export const returnCredit = async (call: ActCall, given: CreditReturn): Promise<Decimal> => {
  const { buyerId, spent, amount, reference } = given;
  requireFound(await lockBuyer(call.db, buyerId), 'buyer');
  const parts = await findSpendSums(call.db, buyerId, spent);
  const walletIds = parts.map((part) => part.wallet_id);
  const before = await findReturns(call.db, walletIds, spent);
  const own = before.filter((entry) => entry.reference === `${spent} ${reference}`);
  if (own.length > 0) return own.reduce((sum, entry) => sum.plus(entry.amount), big(0)).toFixed();
  let left = big(amount);
  for (const part of parts.reverse()) {
    const returned = before
      .filter((entry) => entry.wallet_id === part.wallet_id)
      .reduce((sum, entry) => sum.plus(entry.amount), big(0));
    const free = big(part.amount).minus(returned);
    const back = free.lt(left) ? free : left;
    if (back.lte(0)) continue;
    const wallet = requireFound(await lockWallet(call.db, part.wallet_id), 'wallet');
    left = left.minus(back);
    await changeWallet(call, wallet, { used_amount: big(wallet.used_amount).minus(back).toFixed() }, 'wallet.returned');
    await insertEntry(call.db, {
      id: call.newId(),
      wallet_id: wallet.id,
      reason: 'RETURN',
      amount: back.toFixed(),
      reference: `${spent} ${reference}`,
      creation_time: call.now,
    });
  }
  return big(amount).minus(left).toFixed();
};
