import type { DueItem } from '../../kit/due.ts';
import { writeMonth } from '../reports/write-reports.ts';
import type { Charge, GcpChange, GcpReader, PayoutStatus } from '../state.ts';
import { dueOf } from './charge.ts';
import { sumOf } from './money.ts';
import { addMonthsTo, startOfDay } from './pacific.ts';
import { scheduleDisbursement } from './settlement.ts';

/**
 * When due, settles a month: charges made by its end are paid, or withheld while the customer is delinquent; charges
 * withheld before are released or abandoned ("Disbursements reports", "Customer Insights reports"). If refunds leave
 * nothing to pay, the whole balance waits for the next month (not confirmed). Then the reports are written.
 */
export const disburse = (transaction: GcpChange, { refId, detail }: DueItem): void => {
  const month = String(detail.month);
  const id = `${refId}|${month}`;
  const settled = transaction
    .list('charges')
    .filter((row) => row.sellerId === refId && row.month <= month)
    .flatMap((row) => {
      const status = nextStatus(transaction, row);
      return status === row.status ? [] : [{ row, status }];
    });
  const paid = settled.filter(({ status }) => status === 'PAID' || status === 'RELEASED').map(({ row }) => row);
  const amount = sumOf(paid.map(dueOf));
  const isPaid = amount.gt(0);
  for (const { row, status } of settled) {
    if (status === 'WITHHELD') transaction.put('charges', { ...row, status, withheldId: id });
    else if (status === 'ABANDONED' || isPaid) transaction.put('charges', { ...row, status, disbursementId: id });
  }
  if (isPaid) {
    const sentAt = payDayOf(month);
    transaction.put('disbursements', { id, sellerId: refId, month, amount: amount.toFixed(2), sentAt });
  }
  writeMonth(transaction, refId, month);
  scheduleDisbursement(transaction, refId, addMonthsTo(month, 1));
};

/** When a month is paid: typically on the 21st of the next ("Receiving payments from Google"), after the reports. */
const payDayOf = (month: string): number => startOfDay(`${addMonthsTo(month, 1)}-21`);

/** The status of a charge after a disbursement, by the standing of its customer. */
const nextStatus = (reader: GcpReader, { status, accountId }: Charge): PayoutStatus => {
  const standing = reader.get('standings', accountId)?.state ?? 'good';
  if (status === 'OPEN') return { good: 'PAID', probation: 'WITHHELD', closed: 'ABANDONED' }[standing] as PayoutStatus;
  if (status === 'WITHHELD')
    return { good: 'RELEASED', probation: 'WITHHELD', closed: 'ABANDONED' }[standing] as PayoutStatus;
  return status;
};
