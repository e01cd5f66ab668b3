import type { FeedRow } from '../port.ts';

const plain = {
  valid_from: '2018-12-31T00:00:00Z',
  insert_date: '2019-01-01T00:00:00Z',
  update_date: '2019-01-01T00:00:00Z',
  delete_date: null,
  from_account_id: '737399998888',
  to_account_id: '777788889999',
  end_user_account_id: '737399998888',
  product_id: 'prod-o4grxfafcxxxx',
  action: 'INVOICED',
  transaction_type: 'SELLER_REV_SHARE',
  parent_billing_event_id: null,
  disbursement_billing_event_id: null,
  amount: '100',
  currency: 'USD',
  balance_impacting: '1',
  invoice_date: '2018-12-31T00:00:00Z',
  invoice_id: '781216640',
  transaction_reference_id: '781216640',
  bank_trace_id: null,
};

/** A row of the billing event feed; of the page's seller of record, his buyer and his product unless said otherwise. */
export const billingEvent = (id: string, columns: Record<string, string | null> = {}): FeedRow => ({
  dataset: 'billing_event',
  key: id,
  version: '1',
  isDeleted: false,
  columns: { billing_event_id: id, ...plain, ...columns },
});
