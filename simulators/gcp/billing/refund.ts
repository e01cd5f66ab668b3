import Big from 'big.js';
import { controlError } from '../../kit/control.ts';
import type { Charge, GcpChange } from '../state.ts';
import { shareOf } from './charge.ts';
import { sumOf, toCents } from './money.ts';
import { pacificMonth } from './pacific.ts';
import { settlementOf } from './settlement.ts';

/**
 * Refunds a part of a charge to the customer, or by default all that is left. The last refund returns the rest of
 * Google's share.
 */
export const refundCharge = (transaction: GcpChange, charge: Charge, given: string | undefined): Charge => {
  const lines = [charge, ...transaction.list('charges').filter(({ correctsId }) => correctsId === charge.id)];
  const left = sumOf(lines.map(({ amount }) => amount));
  const refunded = new Big(given === undefined ? left : toCents(new Big(given)));
  if (charge.kind === 'REFUND' || refunded.lte(0) || refunded.gt(left))
    throw controlError(409, `of the charge ${left.toFixed(2)} USD can be refunded`);
  const amount = refunded.times(-1).toFixed(2);
  const { googleSharePercent } = settlementOf(transaction, charge.sellerId);
  const refund: Charge = {
    ...charge,
    id: transaction.ids.uuid(),
    kind: 'REFUND',
    month: pacificMonth(transaction.at),
    quantity: '0',
    credit: '0',
    amount,
    googleShare: refunded.eq(left)
      ? sumOf(lines.map(({ googleShare }) => googleShare))
          .times(-1)
          .toFixed(2)
      : shareOf(amount, googleSharePercent),
    chargedAt: transaction.at,
    correctsId: charge.id,
    status: 'OPEN',
    withheldId: null,
    disbursementId: null,
  };
  transaction.put('charges', refund);
  return refund;
};
