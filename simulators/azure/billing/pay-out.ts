import type Big from 'big.js';
import type { DueItem } from '../../kit/due.ts';
import type { AzureChange, AzureReader, Charge } from '../state.ts';
import { earningOf, payDaysOf } from './charge.ts';
import { sumOf } from './money.ts';
import { dayMs, monthOf, nextMonthDay } from './months.ts';
import { billingOf, monthDays, scheduleMonthDay } from './publisher-billing.ts';

const chargesOf = (reader: AzureReader, publisherId: string): Charge[] =>
  reader.list('charges').filter((row) => row.publisherId === publisherId);

/** The publisher's earnings from charges, as an exact sum. */
export const earningsOf = (charges: readonly Charge[]): Big => sumOf(charges.map(earningOf));

/** When collected money may be paid out. A correction of a charge that was collected before counts at once. */
const freeAt = ({ kind, billedAt, collectedAt }: Charge, holdDays: number): number => {
  const isHeld = kind === 'Purchase' || billedAt < (collectedAt ?? 0);
  return (collectedAt ?? 0) + (isHeld ? holdDays * dayMs : 0);
};

/** When due, collected money that has been held long enough becomes part of the next payment. */
export const preparePayout = (transaction: AzureChange, { refId }: DueItem): void => {
  const { holdDays } = billingOf(transaction, refId);
  for (const charge of chargesOf(transaction, refId)) {
    if (charge.status === 'Unprocessed' && freeAt(charge, holdDays) <= transaction.at)
      transaction.put('charges', { ...charge, status: 'Upcoming' });
  }
  scheduleMonthDay(transaction, 'payout-prepare', refId);
};

/**
 * When due, sends the payment. Too small a sum, or a debt after refunds, waits for the next month ("Payout is withheld
 * until the balance is no longer negative").
 */
export const sendPayout = (transaction: AzureChange, { refId }: DueItem): void => {
  const charges = chargesOf(transaction, refId).filter(({ status }) => status === 'Upcoming');
  const amount = earningsOf(charges);
  if (amount.gt(0) && amount.gte(billingOf(transaction, refId).minimumPayout)) {
    const id = transaction.ids.digits(10);
    transaction.put('payouts', { id, publisherId: refId, amount: amount.toFixed(2), sentAt: transaction.at });
    for (const charge of charges) transaction.put('charges', { ...charge, status: 'Sent', payoutId: id });
  }
  scheduleMonthDay(transaction, 'payout-send', refId);
};

/** The month in which a charge is, or was, paid out if all goes well; null if the customer does not pay. */
export const payoutMonth = (reader: AzureReader, charge: Charge, now: number): number | null => {
  const payout = charge.payoutId === null ? undefined : reader.get('payouts', charge.payoutId);
  if (payout) return monthOf(payout.sentAt);
  if (charge.status === 'Upcoming') return monthOf(nextMonthDay(now, monthDays['payout-send']));
  const days = payDaysOf(reader, charge);
  if (charge.collectedAt === null && days === null) return null;
  const collectedAt = charge.collectedAt ?? charge.billedAt + (days ?? 0) * dayMs;
  const free = freeAt({ ...charge, collectedAt }, billingOf(reader, charge.publisherId).holdDays);
  return monthOf(nextMonthDay(free - 1, monthDays['payout-prepare']));
};
