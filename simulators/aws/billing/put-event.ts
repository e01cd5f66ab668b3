import type { AwsTransaction } from '../state.ts';
import type { BillingEvent } from './rows.ts';

/** The columns that differ between events. */
type EventDraft = Omit<
  BillingEvent,
  'id' | 'at' | 'deliverAt' | 'insertedAt' | 'isDeleted' | 'disbursedBy' | 'parentId' | 'disbursementId' | 'bankTraceId'
> &
  Partial<Pick<BillingEvent, 'parentId' | 'disbursementId' | 'bankTraceId'>>;

/**
 * Adds a row to a seller's billing events. It waits for the next delivery of the feed; if it counts in the seller's
 * balance, it also waits for a payout.
 */
export const putEvent = (transaction: AwsTransaction, draft: EventDraft): BillingEvent => {
  const event: BillingEvent = {
    parentId: null,
    disbursementId: null,
    bankTraceId: null,
    ...draft,
    // Identifiers have 40 characters (AWS Marketplace Seller Guide, "Billing event data feed").
    id: transaction.ids.text(40),
    at: transaction.at,
    deliverAt: transaction.at,
    insertedAt: null,
    isDeleted: false,
    disbursedBy: null,
  };
  transaction.put('billingEvents', event);
  transaction.put('undelivered', { id: event.id, accountId: event.accountId });
  if (event.balanceImpacting && event.action !== 'DISBURSED') {
    transaction.put('undisbursed', { id: event.id, accountId: event.accountId });
  }
  return event;
};
