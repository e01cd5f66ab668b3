/** A file of Microsoft's: what is read of it, and how its rows are told apart. */
export type AzureTable = {
  /** The name of the dataset, or the path of the export. */
  dataset: string;
  /** The columns that name a row. */
  key: readonly string[];
  /** Columns without which a file is not of this table, beside the key. */
  required: readonly string[];
  /** Further columns that are read. */
  optional: readonly string[];
  /** Columns with amounts, currencies and dates: what is in them must be readable. */
  amounts: readonly string[];
  currencies: readonly string[];
  dates: readonly string[];
  /** Columns, beside the key, that must have a value. */
  filled: readonly string[];
  /** Columns of the key that may be empty. */
  mayLack?: readonly string[];
  /** A key may have several rows, one behind the other or anywhere in a small file, which are one row here. */
  isSplit?: true | 'ANYWHERE';
};

/**
 * The dataset ISVRevenue of the analytics API: lines of customers' bills. It changes in place: the same line is uncollected first and sent
 * in the end. Sources: "Revenue dashboard in commercial marketplace analytics", whose data dictionary defines the columns; "List of system queries" (Revenue report query) for their names.
 *
 * A transaction is "a unique combination of purchase record ID and line-item ID", and its revenue may be "split across
 * different statuses" (the same page, "Details"). So a line has a row for each status of its parts. We merge them into one row: otherwise
 * the row of an old status would remain when the line has moved on.
 */
export const revenueTable: AzureTable = {
  dataset: 'ISVRevenue',
  key: ['PurchaseRecordId', 'LineItemId'],
  required: [
    ...['AssetId', 'SalesChannel', 'EarningAmountCC', 'EarningAmountPC', 'EarningAmountUSD', 'EarningCurrencyCode'],
    ...['Revenue', 'EstimatedRevenueUSD', 'PayoutStatus', 'MonthStartDate', 'PaymentSentDate', 'BillingModel'],
  ],
  optional: [
    ...['BillingAccountId', 'CustomerId', 'OfferName', 'SKU', 'Quantity', 'TermStartDate', 'TermEndDate'],
    ...['EarningExchangeRatePC', 'EstimatedPayoutMonth', 'EstimatedRevenuePC', 'ExchangeRateDate', 'ExchangeRatePC'],
    ...['ExchangeRateUSD', 'IncentiveRate', 'OfferType', 'PaymentInstrumentType', 'TransactionAmountCC'],
    ...['TransactionAmountPC', 'TransactionAmountUSD', 'TrialDeployment', 'Units', 'PlanId', 'IsPrivateOffer'],
    ...['CustomerCompanyName', 'CustomerCountry'],
  ],
  amounts: ['Revenue', 'EstimatedRevenueUSD', 'EarningAmountCC', 'EarningAmountPC', 'EarningAmountUSD'],
  currencies: ['EarningCurrencyCode'],
  dates: ['MonthStartDate', 'PaymentSentDate', 'TermStartDate', 'TermEndDate'],
  filled: ['Revenue', 'MonthStartDate', 'PayoutStatus'],
  isSplit: true,
};

/**
 * The dataset ISVUsage: what customers with custom meters have used, by the day of the event. Source: "Usage dashboard in
 * commercial marketplace analytics", whose data dictionary says what the columns mean and how queries name them. A row is
 * of each combination of the selected columns, over which Microsoft adds the usage up ("Custom query specification").
 */
export const usageTable: AzureTable = {
  dataset: 'ISVUsage',
  key: ['UsageDate', 'ReferenceId', 'SKU', 'MeterDimension'],
  required: ['MeteredUsage', 'CustomerCurrencyCC', 'EstimatedExtendedChargeCC'],
  optional: [
    ...['MeterId', 'PlanId', 'OfferId', 'OfferName', 'OfferType', 'IsPrivateOffer', 'PrivateOfferId', 'UsageReference'],
    ...['UsageUnit', 'PriceCC', 'CustomerId', 'BillingAccountId', 'PartnerCenterDetectedAnomaly'],
    ...['PublisherMarkedAnomaly', 'NewReportedUsage'],
  ],
  amounts: ['MeteredUsage', 'EstimatedExtendedChargeCC'],
  currencies: ['CustomerCurrencyCC'],
  dates: ['UsageDate'],
  filled: ['MeteredUsage'],
  mayLack: ['ReferenceId', 'SKU', 'MeterDimension'],
  isSplit: true,
};

/**
 * The dataset ISVOrderV2: a row for each term that was ordered. Sources: "Orders dashboard in commercial marketplace
 * analytics" (data dictionary), whose newer columns AssetId, OfferId and PrivateOfferId name what ISVRevenue does not, and
 * "List of system queries" (Orders report query) for the dataset and the older ones. What was never billed, such as a free
 * trial, has no purchase record.
 */
export const orderTable: AzureTable = {
  dataset: 'ISVOrderV2',
  key: ['AssetId', 'TermStartDate', 'PurchaseRecordId', 'PurchaseRecordLineItemId'],
  required: ['OfferId', 'PrivateOfferId', 'OrderStatus', 'OrderPurchaseDate'],
  optional: [
    ...['MarketplaceSubscriptionId', 'MonthStartDate', 'OfferName', 'OfferType', 'Sku', 'PlanId', 'IsPrivateOffer'],
    ...[
      'PrivateOfferName',
      'TermEndDate',
      'OrderCancelDate',
      'TrialEndDate',
      'HasTrial',
      'OrderAction',
      'OrderQuantity',
    ],
    ...['Currency', 'estimatedcharges', 'ReferenceId', 'CustomerId', 'BillingAccountId', 'AutoRenew'],
  ],
  amounts: ['estimatedcharges'],
  currencies: ['Currency'],
  dates: ['MonthStartDate', 'TermStartDate', 'TermEndDate', 'OrderPurchaseDate'],
  filled: [],
  mayLack: ['TermStartDate', 'PurchaseRecordId', 'PurchaseRecordLineItemId'],
  isSplit: true,
};

/** The datasets of the analytics API that are read. */
export const insightTables: readonly AzureTable[] = [revenueTable, orderTable, usageTable];

/**
 * The payments of Partner Center ("Earnings - Payments report in Partner Center", Schema). Amounts are "for the program/participantID":
 * a payment to a seller with several publisher accounts has a row for each of them, and the bank sees their sum.
 */
const paymentsTable: AzureTable = {
  dataset: 'payments',
  key: ['paymentID', 'programName'],
  required: ['totalPayment', 'paymentCurrencyCode', 'paymentDate', 'paymentStatus'],
  optional: ['participantID', 'earned', 'earnedCurrencyCode', 'withheldTax', 'serviceFeeTax', 'salesTax'],
  amounts: ['totalPayment', 'earned', 'withheldTax', 'serviceFeeTax', 'salesTax'],
  currencies: ['paymentCurrencyCode', 'earnedCurrencyCode'],
  dates: ['paymentDate'],
  filled: [],
  isSplit: 'ANYWHERE',
};

/**
 * The earnings that payments consist of ("Earnings - Marketplace report in Partner Center", Schema): an earning has an id
 * of its own. It names the order, line item and asset as ISVRevenue names the purchase record, line item and asset.
 */
const historyTable: AzureTable = {
  dataset: 'transactionhistory',
  key: ['earningId'],
  required: ['orderId', 'assetId', 'paymentId', 'transactionCurrency', 'transactionDate', 'programName'],
  optional: [
    ...['lineItemId', 'productId', 'skuId', 'customerId', 'taxRemitted', 'taxRemitModel'],
    ...['earningAmount', 'earningAmountInLastPaymentCurrency', 'lastPaymentCurrency', 'earningAmountUSD'],
  ],
  amounts: ['taxRemitted', 'earningAmount', 'earningAmountInLastPaymentCurrency', 'earningAmountUSD'],
  currencies: ['transactionCurrency', 'lastPaymentCurrency'],
  dates: ['transactionDate'],
  filled: [],
};

/** The tables that the payout API exports, by the last part of its path. */
export const exportTables = { payments: paymentsTable, transactionhistory: historyTable } as const;
export type ExportKind = keyof typeof exportTables;
export const exportKinds = Object.keys(exportTables) as ExportKind[];
