import Big from 'big.js';
import { controlError } from '../../kit/control.ts';
import type { AzureChange, Charge } from '../state.ts';
import { feeOf } from './charge.ts';
import { sumOf, toCents } from './money.ts';

/** The lines that correct a charge. */
const correctionsOf = (transaction: AzureChange, charge: Charge): Charge[] =>
  transaction.list('charges').filter(({ correctsId }) => correctsId === charge.id);

/**
 * Refunds a part of a charge, or by default all that is left of it. The last refund returns the rest of the fee,
 * so that nothing remains of a fully refunded charge.
 */
export const refundCharge = (transaction: AzureChange, charge: Charge, given: string | undefined): Charge => {
  const lines = [charge, ...correctionsOf(transaction, charge)];
  const left = sumOf(lines.map(({ amount }) => amount));
  const refunded = new Big(given === undefined ? left : toCents(new Big(given)));
  if (charge.kind !== 'Purchase' || refunded.lte(0) || refunded.gt(left))
    throw controlError(409, `of the charge ${left.toFixed(2)} USD can be refunded`);
  const fee = refunded.eq(left)
    ? sumOf(lines.map((line) => line.fee))
        .times(-1)
        .toFixed(2)
    : feeOf(refunded.times(-1).toFixed(2), charge.feePercent);
  return putCorrection(transaction, charge, { kind: 'Refund', amount: refunded.times(-1).toFixed(2), fee });
};

/** Microsoft corrects a charge by an amount, with its fee. */
export const adjustCharge = (transaction: AzureChange, charge: Charge, given: string): Charge => {
  const amount = toCents(new Big(given));
  if (charge.kind !== 'Purchase') throw controlError(409, 'only a purchase can be adjusted');
  return putCorrection(transaction, charge, { kind: 'Adjustment', amount, fee: feeOf(amount, charge.feePercent) });
};

/** A correction is collected with the charge, or, of a charge that was collected before, at once. */
const putCorrection = (
  transaction: AzureChange,
  charge: Charge,
  what: Pick<Charge, 'kind' | 'amount' | 'fee'>,
): Charge => {
  const isOpen = charge.status === 'Uncollected';
  const correction: Charge = {
    ...charge,
    ...what,
    id: transaction.ids.uuid(),
    correctsId: charge.id,
    billedAt: transaction.at,
    status: isOpen ? 'Uncollected' : 'Unprocessed',
    collectedAt: isOpen ? null : transaction.at,
    payoutId: null,
  };
  transaction.put('charges', correction);
  return correction;
};

/** Microsoft states a line again, under its old ids: reports show the new amount. What was paid out stays as it is. */
export const restateCharge = (transaction: AzureChange, charge: Charge, given: string): Charge => {
  if (charge.status === 'Sent') throw controlError(409, 'the charge was paid out; correct it by an adjustment');
  const amount = toCents(new Big(given));
  const restated: Charge = { ...charge, amount, fee: feeOf(amount, charge.feePercent) };
  transaction.put('charges', restated);
  return restated;
};
