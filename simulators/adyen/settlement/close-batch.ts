import { fixedWith, shareOf } from '../../kit/amounts.ts';
import { scheduleDue } from '../../kit/due.ts';
import { faultNumber, strikeFault } from '../../kit/faults.ts';
import { type AdyenChange, type Batch, type Merchant, type Movement, newReference, readSettings } from '../state.ts';
import { putMovement } from './movement.ts';
import { openMovements, scheduleOpen } from './schedule-close.ts';
import { decimalsOf, termsOf } from './terms.ts';
import { monthOf } from './zone.ts';

const sumOf = (movements: Movement[]): number => movements.reduce((sum, { net }) => sum + net.value, 0);

/**
 * Closes the merchant's open batch with what is payable by now, or with everything if `all`; null if there is nothing.
 * For each currency it adds the fees, the change of the deposit, and the payout, so that the net amounts of a batch sum
 * to 0. A negative balance is transferred to the next batch. Source: docs.adyen.com, "Settlement details report" and
 * "Merchant payout details sheet".
 */
export const closeBatch = (tx: AdyenChange, merchant: Merchant, all = false): Batch | null => {
  const payable = openMovements(tx, merchant).filter(({ payableAt }) => all || payableAt <= tx.at);
  const movements = payable.filter(({ type }) => type !== 'Balancetransfer');
  if (movements.length === 0) return null;
  const number =
    1 + Math.max(0, ...tx.list('batches').flatMap((row) => (row.merchantId === merchant.id ? row.number : [])));
  for (const currency of new Set(payable.map(({ net }) => net.currency))) {
    const contained = payable.filter(({ net }) => net.currency === currency);
    const isActive = contained.some(({ type }) => type !== 'Balancetransfer');
    if (!isActive) continue;
    for (const movement of contained) tx.put('movements', { ...movement, batch: number });
    addFees(tx, merchant, number, contained);
    addDeposit(tx, merchant, number, currency);
    addPayout(tx, merchant, number, currency);
  }
  const batch: Batch = {
    id: `${merchant.id}/${number}`,
    merchantId: merchant.id,
    number,
    closedAt: tx.at,
    report: null,
    version: 0,
  };
  tx.put('batches', batch);
  const late = strikeFault(tx, 'late-report', { operation: 'report', accountId: merchant.id });
  const delayMs = readSettings(tx).reportDelayMs + (late ? faultNumber(late, 'delayMs', 2 * 86_400_000) : 0);
  scheduleDue(tx, { kind: 'report-ready', at: tx.at + delayMs, refId: batch.id });
  scheduleOpen(tx, merchant);
  return batch;
};

/** The movements of a batch. */
export const movementsOf = (tx: AdyenChange, merchant: Merchant, number: number): Movement[] =>
  tx
    .list('movements')
    .filter(({ merchantId, batch }) => merchantId === merchant.id && batch === number)
    .sort((left, right) => (left.id < right.id ? -1 : 1));

/** A fee for each month with payments in the batch. */
const addFees = (tx: AdyenChange, merchant: Merchant, batch: number, contained: Movement[]): void => {
  const { processingFee, timeZone } = termsOf(merchant);
  const charged = contained.filter(({ type }) => type === 'Settled' || type === 'Refunded');
  for (const month of new Set(charged.map(({ at }) => monthOf(at, timeZone)))) {
    const count = charged.filter(({ at }) => monthOf(at, timeZone) === month).length;
    const currency = contained[0]?.net.currency ?? merchant.currency;
    const value = -count * fixedWith(decimalsOf(currency), processingFee);
    if (value === 0) continue;
    const modificationReference = `Transaction Fees ${month}`;
    putMovement(tx, merchant, { type: 'Fee', net: { currency, value }, modificationReference, batch });
  }
};

/** Holds back a part of what would be paid out. */
const addDeposit = (tx: AdyenChange, merchant: Merchant, batch: number, currency: string): void => {
  const balance = balanceOf(tx, merchant, batch, currency);
  const held = balance <= 0 ? 0 : shareOf(balance, termsOf(merchant).depositBasisPoints);
  if (held === 0) return;
  const net = { currency, value: -held };
  putMovement(tx, merchant, { type: 'DepositCorrection', net, modificationReference: 'Deposit', batch });
};

const addPayout = (tx: AdyenChange, merchant: Merchant, batch: number, currency: string): void => {
  const balance = balanceOf(tx, merchant, batch, currency);
  const net = { currency, value: -balance };
  if (balance > 0) {
    // The format of the reference is not confirmed; the bank statement contains the batch number.
    const reference = `TX${newReference(tx)}XT batch ${batch}, ${merchant.id}`;
    putMovement(tx, merchant, { type: 'MerchantPayout', net, modificationReference: reference, batch });
  } else if (balance < 0) {
    const type = 'Balancetransfer';
    putMovement(tx, merchant, { type, net, modificationReference: `to batch ${batch + 1}`, batch });
    const carried = { currency, value: balance };
    putMovement(tx, merchant, { type, net: carried, modificationReference: `from batch ${batch}` });
  }
};

const balanceOf = (tx: AdyenChange, merchant: Merchant, batch: number, currency: string): number =>
  sumOf(movementsOf(tx, merchant, batch).filter(({ net }) => net.currency === currency));

/** Releases what was held back in a currency; it is in the next batch. Returns the amount. */
export const releaseDeposit = (tx: AdyenChange, merchant: Merchant, currency: string): number => {
  const corrections = tx
    .list('movements')
    .filter(
      (row) => row.merchantId === merchant.id && row.type === 'DepositCorrection' && row.net.currency === currency,
    );
  const value = -sumOf(corrections);
  if (value <= 0) return 0;
  putMovement(tx, merchant, { type: 'DepositCorrection', net: { currency, value }, modificationReference: 'Deposit' });
  scheduleOpen(tx, merchant);
  return value;
};
