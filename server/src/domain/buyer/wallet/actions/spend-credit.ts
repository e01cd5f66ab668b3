import type { ActCall } from '../../../../contract/call.ts';
import { Big, big, type Decimal } from '../../../../kit/decimal.ts';
import { Refusal, requireFound } from '../../../../kit/errors.ts';
import { lockBuyer } from '../../store.ts';
import { changeWallet } from '../change.ts';
import { type CreditSpend, findSpend, findSpendParts, insertEntry, insertSpend, lockCreditWallets } from '../store.ts';
import type { Wallet } from '../wallet.ts';

export type Spending = {
  buyerId: string;
  currency: string;
  /** Exact, in `currency`; 0 or more. */
  amount: Decimal;
  /** Decimal digits down to which the rest can be charged. */
  digits: number;
  /** The smallest rest that can be charged; 0: any. */
  least: Decimal;
  /** When the paid item occurred; credit valid at that time pays. */
  time: Date;
  /** Identifies the paid item; repeating it returns the same result and changes nothing. */
  reference: string;
};

export type Spent = {
  /** What each wallet paid, ordered by expiry. */
  parts: { walletId: string; amount: Decimal }[];
  /** The part that no credit covered; the default wallet pays it. */
  left: Decimal;
};

const answerSpent = async (call: ActCall, spend: CreditSpend, { currency, amount }: Spending): Promise<Spent> => {
  if (spend.currency !== currency || !big(spend.amount).eq(amount))
    throw new Refusal('Conflict', 'This reference was paid with another amount or currency.', {
      reference: spend.reference,
    });
  const parts = await findSpendParts(call.db, spend.buyer_id, spend.reference);
  return {
    parts: parts.map((part) => ({ walletId: part.wallet_id, amount: big(part.amount).toFixed() })),
    left: big(spend.left_amount).toFixed(),
  };
};

const freeOf = (wallet: Pick<Wallet, 'total_amount' | 'used_amount'>): Big =>
  big(wallet.total_amount).minus(wallet.used_amount);

/**
 * What credit pays of an amount. No payment method can be charged a fraction of a minor unit, or less than the provider
 * takes, so credit that does not cover the amount leaves a rest that can be charged (decisions 0201 and 0215).
 */
const payableOf = (
  wallets: readonly Wallet[],
  { amount, digits, least }: Pick<Spending, 'amount' | 'digits' | 'least'>,
): Big => {
  const free = wallets.reduce((sum, wallet) => sum.plus(freeOf(wallet)), big(0));
  if (free.gte(amount)) return big(amount);
  const most = big(amount).minus(least);
  const whole = free.round(digits, Big.roundDown);
  if (whole.lte(most)) return whole;
  return most.gt(0) ? most : big(0);
};

/**
 * Pays with a buyer's credit in the same currency that is started, unexpired and ACTIVE, earliest expiry first. Emits
 * wallet.spent for each wallet that paid. Throws 409 if the reference was already paid with another amount.
 */
export const spendCredit = async (call: ActCall, spending: Spending): Promise<Spent> => {
  const { buyerId, currency, amount, time, reference } = spending;
  requireFound(await lockBuyer(call.db, buyerId), 'buyer');
  const before = await findSpend(call.db, buyerId, reference);
  if (before) return answerSpent(call, before, spending);
  const parts: Spent['parts'] = [];
  const wallets = big(amount).gt(0) ? await lockCreditWallets(call.db, { buyerId, currency, time }) : [];
  const payable = payableOf(wallets, spending);
  let open = payable;
  for (const wallet of wallets) {
    if (open.lte(0)) break;
    const free = freeOf(wallet);
    const part = free.lt(open) ? free : open;
    open = open.minus(part);
    parts.push({ walletId: wallet.id, amount: part.toFixed() });
    const used = big(wallet.used_amount).plus(part).toFixed();
    await changeWallet(call, wallet, { used_amount: used }, 'wallet.spent');
    await insertEntry(call.db, {
      id: call.newId(),
      wallet_id: wallet.id,
      reason: 'SPEND',
      amount: part.neg().toFixed(),
      reference,
      creation_time: call.now,
    });
  }
  const left = big(amount).minus(payable).toFixed();
  await insertSpend(call.db, {
    buyer_id: buyerId,
    reference,
    currency,
    amount,
    left_amount: left,
    creation_time: call.now,
  });
  return { parts, left };
};
