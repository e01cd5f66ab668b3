/** How a member is made of a column: as it came, as a number, or as a time that may be absent. */
export type MemberType = 'TEXT' | 'NUMBER' | 'INTEGER' | 'TIME';

/** A member of the reference: its type, and the columns that have it, the first that has a value. */
export type Member = readonly [name: string, type: MemberType, ...columns: string[]];

/**
 * The columns of the billing event feed (Seller Guide, "Billing event data feed"). The reference writes the members in its
 * own way, one for each column. `refunded_buyer_transaction_reference_id` is named in newer queries of AWS only (not
 * confirmed). The feed's own `offer_id` is in the columns: `offerID` is the offer here. An invoice of an agreement (Agreement
 * API, `ListAgreementInvoiceLineItems`) has those of them that it says.
 */
export const awsMembers: readonly Member[] = [
  ['id', 'TEXT', 'billing_event_id'],
  ['action', 'TEXT', 'action'],
  ['agreementID', 'TEXT', 'agreement_id'],
  ['amount', 'NUMBER', 'amount', 'pricingCurrencyAmount.amount'],
  ['balanceImpacting', 'INTEGER', 'balance_impacting'],
  ['bankTraceID', 'TEXT', 'bank_trace_id'],
  ['billingAddressID', 'TEXT', 'billing_address_id'],
  ['brokerID', 'TEXT', 'broker_id'],
  ['buyerTransactionReferenceID', 'TEXT', 'buyer_transaction_reference_id'],
  ['currency', 'TEXT', 'currency', 'pricingCurrencyAmount.currencyCode'],
  ['dataFeedProductID', 'TEXT', 'product_id'],
  ['disbursementBillingEventID', 'TEXT', 'disbursement_billing_event_id'],
  ['endUserAccountID', 'TEXT', 'end_user_account_id'],
  ['fromAccountID', 'TEXT', 'from_account_id'],
  ['insertDate', 'TIME', 'insert_date'],
  ['invoiceDate', 'TIME', 'invoice_date', 'issuedTime'],
  ['invoiceID', 'TEXT', 'invoice_id'],
  ['parentBillingEventID', 'TEXT', 'parent_billing_event_id'],
  ['paymentDueDate', 'TIME', 'payment_due_date'],
  ['refundedBuyerTransactionReferenceID', 'TEXT', 'refunded_buyer_transaction_reference_id'],
  ['toAccountID', 'TEXT', 'to_account_id'],
  ['transactionReferenceID', 'TEXT', 'transaction_reference_id'],
  ['transactionType', 'TEXT', 'transaction_type'],
  ['usagePeriodEndDate', 'TIME', 'usage_period_end_date'],
  ['usagePeriodStartDate', 'TIME', 'usage_period_start_date'],
];

/**
 * The columns of ISVRevenue ("List of system queries", Revenue report query), and of the exports of earnings and payments
 * ("Earnings - Marketplace report in Partner Center", Schema). Which of them the reference means by a member is not said
 * anywhere, except by the names (not confirmed): the dataset has neither invoices nor resellers under these names, and a
 * purchase record is what a customer's invoice is of.
 */
export const azureMembers: readonly Member[] = [
  ['azureAssetID', 'TEXT', 'AssetId'],
  ['azureBillingAccountID', 'TEXT', 'BillingAccountId'],
  ['azureCustomerID', 'TEXT', 'CustomerId'],
  ['azureOfferID', 'TEXT', 'OfferId', 'OfferName', 'productId'],
  ['azurePlanID', 'TEXT', 'PlanId', 'SKU', 'skuId'],
  ['billingModel', 'TEXT', 'BillingModel'],
  ['earningID', 'TEXT', 'earningId'],
  ['earningUsd', 'NUMBER', 'EarningAmountUSD'],
  ['estimatedPayoutMonth', 'TIME', 'EstimatedPayoutMonth', 'estimatedPaymentMonth'],
  ['invoiceDate', 'TIME', 'InvoiceDate', 'MonthStartDate'],
  ['invoiceDueDate', 'TIME', 'InvoiceDueDate'],
  ['invoiceID', 'TEXT', 'InvoiceId', 'invoiceNumber'],
  ['paymentID', 'TEXT', 'paymentId'],
  ['paymentSentDate', 'TIME', 'PaymentSentDate', 'paymentDate'],
  ['paymentStatus', 'TEXT', 'paymentStatus'],
  ['payoutStatus', 'TEXT', 'PayoutStatus'],
  ['programName', 'TEXT', 'programName'],
  ['purchaseRecordID', 'TEXT', 'PurchaseRecordId', 'orderId'],
  ['resellerCity', 'TEXT', 'ResellerCity'],
  ['resellerCompany', 'TEXT', 'ResellerCompany', 'ResellerName'],
  ['resellerCountry', 'TEXT', 'ResellerCountry'],
  ['resellerEmail', 'TEXT', 'ResellerEmail'],
  ['resellerID', 'TEXT', 'ResellerId'],
  ['resellerState', 'TEXT', 'ResellerState'],
  ['revenueUsd', 'NUMBER', 'EstimatedRevenueUSD'],
  ['termEndDate', 'TEXT', 'TermEndDate'],
  ['termStartDate', 'TEXT', 'TermStartDate'],
  ['transactionDate', 'TIME', 'transactionDate'],
];

/**
 * The columns of Charges and Usage, in which the members are named ("Charges and Usage reports", Report fields), and of
 * Detailed Disbursements ("Detailed disbursements reports", Report fields), whose rows state the money and name the same
 * amounts differently. That `cust_charges` and `aggregated_payout` are meant by `charges` and `dueVendor` is not
 * confirmed.
 */
export const gcpMembers: readonly Member[] = [
  ['abandoned', 'NUMBER', 'abandoned', 'abandoned_amount'],
  ['accountID', 'TEXT', 'Account Id'],
  ['charges', 'NUMBER', 'charges', 'cust_charges'],
  ['currency', 'TEXT', 'currency'],
  ['dueVendor', 'NUMBER', 'due_vendor', 'Due to Partner', 'aggregated_payout'],
  ['googleEntity', 'TEXT', 'Google Entity'],
  ['insightAccountID', 'TEXT', 'Insights Account Id', 'c_u_account_id'],
  ['ordinal', 'INTEGER', 'ordinal'],
  ['paymentSchedule', 'TEXT', 'payment_schedule'],
  ['paymentType', 'TEXT', 'Payment Type'],
  ['prepayCredits', 'NUMBER', 'prepay_credits'],
  ['refundBalanceDeductedThisMonth', 'NUMBER', 'refund_balance_deducted_this_month'],
  ['refundBalanceOutstanding', 'NUMBER', 'refund_balance_outstanding'],
  ['refundReason', 'TEXT', 'refund_reason'],
  ['released', 'NUMBER', 'released', 'released_amount'],
  ['resource', 'TEXT', 'resource'],
  ['sku', 'TEXT', 'sku', 'sku_id'],
  ['trialUse', 'NUMBER', 'trial_use'],
  ['unit', 'TEXT', 'unit', 'usage_unit'],
  ['usage', 'NUMBER', 'usage', 'usage_quantity'],
  ['usedBy', 'TEXT', 'used_by'],
  ['withheld', 'NUMBER', 'withheld', 'withheld_amount'],
];
