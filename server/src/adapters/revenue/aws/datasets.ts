/** A feed of AWS: what is read of it, and how its rows are told apart. */
export type AwsDataset = {
  dataset: string;
  /** The folder of its files, in lower case, without the version. */
  folder: string;
  /** The columns that name a row. */
  key: readonly string[];
  /** Whether a key has a row for each `valid_from`: its history. */
  hasHistory: boolean;
  /** A key has revisions by `valid_from`, of which the latest that is not deleted counts, whichever was restated last. */
  isRevised?: true;
  /** Columns without which a file is not of this feed, beside the key and the dates of the history. */
  required: readonly string[];
  /** Columns with amounts, currencies, dates, counts and flags. Dates of the history are not repeated. */
  amounts?: readonly string[];
  currencies?: readonly string[];
  dates?: readonly string[];
  counts?: readonly string[];
  flags?: readonly string[];
  /** Columns of these that must have a value. */
  filled?: readonly string[];
  /** Rows are of a time (true), or are valid from then on, so that old files are read, too. */
  isOfTime: boolean;
};

/** The columns of the history of the data (Seller Guide, "Storage and structure of AWS Marketplace data feeds"). */
export const historyColumns = ['valid_from', 'insert_date', 'update_date', 'delete_date'] as const;

/**
 * The feeds, with the keys by which AWS' own queries distinguish rows ("Data feed query examples": of each key and
 * `valid_from`, the row with the latest `update_date` counts). Three are keyed without `valid_from`: a billing event has only one according
 * to those queries, a mapping to a new id is permanent, and of daily usage only the latest revision counts.
 *
 * Folders are named like the tables of these queries; the case in a bucket is not confirmed, and is ignored.
 */
export const awsDatasets: readonly AwsDataset[] = [
  {
    dataset: 'billing_event',
    folder: 'billingeventfeed',
    key: ['billing_event_id'],
    hasHistory: false,
    required: [
      'from_account_id',
      'to_account_id',
      'action',
      'transaction_type',
      'parent_billing_event_id',
      'disbursement_billing_event_id',
      'amount',
      'currency',
      'balance_impacting',
      'invoice_date',
      'invoice_id',
      'transaction_reference_id',
      'bank_trace_id',
    ],
    amounts: ['amount'],
    currencies: ['currency'],
    dates: ['invoice_date', 'payment_due_date', 'usage_period_start_date', 'usage_period_end_date'],
    flags: ['balance_impacting'],
    filled: ['valid_from', 'action', 'transaction_type', 'amount', 'currency', 'balance_impacting'],
    isOfTime: true,
  },
  {
    dataset: 'account',
    folder: 'accountfeed',
    key: ['account_id'],
    hasHistory: true,
    required: ['aws_account_id'],
    isOfTime: false,
  },
  {
    dataset: 'address',
    folder: 'addressfeed',
    key: ['address_id'],
    hasHistory: true,
    required: [],
    isOfTime: false,
  },
  {
    dataset: 'product',
    folder: 'productfeed',
    key: ['product_id'],
    hasHistory: true,
    required: [],
    isOfTime: false,
  },
  {
    dataset: 'offer',
    folder: 'offerfeed',
    key: ['offer_id', 'offer_revision'],
    hasHistory: true,
    required: [],
    dates: ['expiration_date'],
    counts: ['offer_revision'],
    isOfTime: false,
  },
  {
    dataset: 'offer_product',
    folder: 'offerproductfeed',
    key: ['offer_id', 'offer_revision', 'product_id'],
    hasHistory: true,
    required: [],
    counts: ['offer_revision'],
    isOfTime: false,
  },
  {
    dataset: 'offer_target',
    folder: 'offertargetfeed',
    key: ['offer_target_id'],
    hasHistory: true,
    required: ['offer_id', 'offer_revision'],
    counts: ['offer_revision'],
    isOfTime: false,
  },
  {
    dataset: 'agreement',
    folder: 'agreementfeed',
    key: ['agreement_id'],
    hasHistory: true,
    required: [],
    amounts: ['estimated_agreement_value'],
    currencies: ['currency_code'],
    dates: ['start_time', 'end_time', 'acceptance_time'],
    counts: ['offer_revision_at_acceptance'],
    isOfTime: false,
  },
  {
    // Seller Guide, "Daily Usage data feed", and the folder and newer columns from AWS' own queries over it. Each revision
    // of a record has a `valid_from`; the latest one counts, so that it is keyed without.
    dataset: 'daily_usage',
    folder: 'dailyusagefeed',
    key: ['usage_feed_id'],
    hasHistory: false,
    isRevised: true,
    required: ['usage_date', 'agreement_id', 'dimension_key', 'usage_quantity'],
    amounts: ['usage_quantity', 'estimated_revenue_in_pricing_currency'],
    currencies: ['pricing_currency'],
    dates: ['usage_date'],
    filled: ['valid_from', 'usage_date', 'dimension_key', 'usage_quantity'],
    isOfTime: true,
  },
  {
    dataset: 'legacy_mapping',
    folder: 'legacyidmappingfeed',
    key: ['mapping_type', 'legacy_id', 'new_id'],
    hasHistory: false,
    required: [],
    isOfTime: false,
  },
  {
    dataset: 'tax_item',
    folder: 'taxitemfeed',
    key: ['tax_item_id'],
    hasHistory: true,
    required: ['invoice_id', 'tax_liable_party', 'transaction_type_code', 'tax_amount', 'tax_currency'],
    amounts: ['taxable_amount', 'nontaxable_amount', 'tax_amount'],
    currencies: ['tax_currency'],
    dates: ['invoice_date'],
    isOfTime: true,
  },
];
