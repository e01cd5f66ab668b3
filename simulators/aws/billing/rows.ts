/** Rows of billing. Times are epoch milliseconds of business time; amounts are exact decimals in text. */

/** How the sales of a seller account are billed; set by the control API. */
export type BillingSettings = {
  /** The account's id. */
  id: string;
  /** AWS's share of a sale, in percent. */
  listingFeePercent: string;
  /** The share of a channel partner's sale, in percent. */
  resaleFeePercent: string;
  /** Null: no tax is collected. */
  tax: { party: 'AWS' | 'Seller'; percent: string } | null;
  /** The entity of AWS that invoices. */
  brokerId: 'AWS_INC' | 'AWS_EUROPE';
  /** Days until an invoice is due, unless the agreement has a NetPaymentTerm. */
  paymentDueDays: number;
  /** What buyers do with their invoices. */
  payment: 'ON_TIME' | 'LATE' | 'NEVER';
  /** Days from the invoice to the payment; from the due date if buyers pay late. */
  paysAfterDays: number;
  /** The day of the month on which AWS pays the seller. */
  disbursementDay: number;
  /** Days from a payout to the notice that the bank has rejected it. */
  payoutFailsAfterDays: number;
};

export type BillKind = 'CHARGE' | 'USAGE' | 'REFUND' | 'CREDIT';

/** An invoice to a buyer, or a credit memo for one; its id is the invoice id. */
export type Bill = {
  id: string;
  kind: BillKind;
  /** The seller of record. */
  accountId: string;
  buyerAccountId: string;
  productId: string;
  agreementId: string;
  currency: string;
  /** Before tax; negative for a credit memo. */
  amount: string;
  issuedAt: number;
  dueAt: number | null;
  periodStartAt: number;
  /** Inclusive. */
  periodEndAt: number;
  /** The invoice that a credit memo is for. */
  originalId: string | null;
  brokerId: BillingSettings['brokerId'];
  paidAt: number | null;
  forgivenAt: number | null;
  eventIds: string[];
  /** By event of this invoice: the share of the bill that credit memos cover, and the amount of the event that they returned. */
  returned: Record<string, { base: string; amount: string }>;
  /** The total that credit memos returned. */
  returnedAmount: string;
};

export type BillingAction = 'INVOICED' | 'FORGIVEN' | 'DISBURSED';

/** One row of the billing event feed of one seller account, in its current version. */
export type BillingEvent = {
  id: string;
  /** The account whose feed contains it. */
  accountId: string;
  billId: string | null;
  action: BillingAction;
  transactionType: string;
  /** Accounts are 12 digits, or the word AWS. */
  fromAccountId: string;
  toAccountId: string;
  endUserAccountId: string | null;
  payerAccountId: string | null;
  productId: string | null;
  agreementId: string | null;
  parentId: string | null;
  disbursementId: string | null;
  amount: string;
  currency: string;
  balanceImpacting: boolean;
  invoiceDate: number;
  dueAt: number | null;
  periodStartAt: number | null;
  periodEndAt: number | null;
  invoiceId: string | null;
  transactionReferenceId: string | null;
  buyerTransactionReferenceId: string | null;
  bankTraceId: string | null;
  brokerId: string;
  /** When it happened. */
  at: number;
  /** When the feed may first contain it, or its latest version. */
  deliverAt: number;
  /** When the feed first contained it; null before. */
  insertedAt: number | null;
  /** A deleted row is delivered once more, with a delete date. */
  isDeleted: boolean;
  /** The payout that covers it; null while it counts in the balance. */
  disbursedBy: string | null;
};

/** A payout to a seller account; its id is that of its DISBURSEMENT event. */
export type Disbursement = {
  id: string;
  accountId: string;
  currency: string;
  amount: string;
  status: 'PAID' | 'FAILED';
  at: number;
  bankTraceId: string;
  /** The events that it pays. */
  coveredIds: string[];
};

/** A tax calculated on an invoice or returned by a credit memo. */
export type TaxItem = {
  id: string;
  accountId: string;
  invoiceId: string;
  lineItemId: string;
  customerBillId: string;
  party: 'AWS' | 'Seller';
  typeCode: 'AWS' | 'REFUND';
  productId: string;
  invoiceDate: number;
  buyerAccountId: string;
  taxableAmount: string;
  percent: string;
  amount: string;
  currency: string;
  transactionReferenceId: string;
  isDelivered: boolean;
};
