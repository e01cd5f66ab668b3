import type { FeedRow } from '../port.ts';

const plain = {
  PurchaseRecordId: 'P1',
  LineItemId: 'L1',
  AssetId: 'sub-1',
  SalesChannel: 'Pay as You Go',
  EarningAmountCC: '97',
  EarningAmountPC: '97',
  EarningAmountUSD: '97',
  EarningCurrencyCode: 'USD',
  Revenue: '100',
  EstimatedRevenueUSD: '100',
  PayoutStatus: 'Uncollected',
  MonthStartDate: '2026-09-01',
  PaymentSentDate: null,
  BillingModel: 'SubscriptionBased',
  BillingAccountId: 'account-1',
  OfferName: 'Contoso API',
  SKU: 'Silver, per seat',
  PlanId: 'silver',
  Quantity: '3',
  TermStartDate: '2026-09-10',
  TermEndDate: '2026-10-09',
} satisfies Record<string, string | null>;

/** The columns of a line of a bill: 100 US dollars less a fee of 3, unless said otherwise. */
export const billColumns = (columns: Record<string, string | null> = {}): Record<string, string | null> => ({
  ...plain,
  ...columns,
});

/** The row of such a line. */
export const billRow = (columns: Record<string, string | null> = {}): FeedRow => ({
  dataset: 'ISVRevenue',
  key: 'P1|L1',
  version: '1',
  isDeleted: false,
  columns: billColumns(columns),
});
