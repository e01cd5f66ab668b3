/** The columns of the history of the data (Seller Guide, "Storage and structure of AWS Marketplace data feeds"). */
const history = ['valid_from', 'insert_date', 'update_date', 'delete_date'] as const;

/**
 * A feed: the folder of its files and its columns. Folders are named like the tables of the sample queries of the Seller
 * Guide ("Data feed query examples"); that their case is the same in a bucket is not confirmed, nor is the order of the
 * columns in a file: here, the history comes first, and the rest is in the order of the feed's page.
 */
export type FeedShape = { folder: string; columns: readonly string[] };

const feed = (folder: string, ...columns: string[]): FeedShape => ({ folder, columns: [...history, ...columns] });

/**
 * Seller Guide, "Billing event data feed" (data-feed-billing-event). `agreement_id` and `buyer_transaction_reference_id`
 * are in the sample queries only.
 */
export const billingEventFeed = feed(
  'billingeventfeed_v1',
  'billing_event_id',
  'from_account_id',
  'to_account_id',
  'end_user_account_id',
  'product_id',
  'action',
  'transaction_type',
  'parent_billing_event_id',
  'disbursement_billing_event_id',
  'amount',
  'currency',
  'balance_impacting',
  'invoice_date',
  'payment_due_date',
  'usage_period_start_date',
  'usage_period_end_date',
  'invoice_id',
  'billing_address_id',
  'transaction_reference_id',
  'bank_trace_id',
  'broker_id',
  'agreement_id',
  'buyer_transaction_reference_id',
);

/** Seller Guide, "Account data feed" (data-feed-account). */
export const accountFeed = feed(
  'accountfeed_v1',
  'account_id',
  'aws_account_id',
  'encrypted_account_id',
  'mailing_address_id',
  'tax_address_id',
  'tax_registration_number',
  'tax_legal_name',
);

/**
 * Seller Guide, "Address data feed" (data-feed-address), the only one with `valid_to`. The page calls `country_code`
 * `country`; the sample queries are newer.
 */
export const addressFeed: FeedShape = {
  folder: 'addressfeed_v1',
  columns: [
    'valid_from',
    'valid_to',
    'insert_date',
    'update_date',
    'delete_date',
    'address_id',
    'aws_account_id',
    'email_domain',
    'company_name',
    'country_code',
    'state_or_region',
    'city',
    'postal_code',
    'address_line_1',
    'address_line_2',
    'address_line_3',
  ],
};

/** Seller Guide, "Product data feed" (data-feed-product). */
export const productFeed = feed('productfeed_v1', 'product_id', 'manufacturer_account_id', 'product_code', 'title');

/** Seller Guide, "Offer data feed" (data-feed-offer). */
export const offerFeed = feed(
  'offerfeed_v1',
  'offer_id',
  'offer_revision',
  'name',
  'expiration_date',
  'opportunity_name',
  'opportunity_description',
  'seller_account_id',
  'opportunity_id',
);

/** Seller Guide, "Offer product data feed" (data-feed-offer-product). */
export const offerProductFeed = feed('offerproductfeed_v1', 'offer_id', 'offer_revision', 'product_id');

/** Seller Guide, "Offer target data feed" (data-feed-offer-target). */
export const offerTargetFeed = feed(
  'offertargetfeed_v1',
  'offer_target_id',
  'offer_id',
  'offer_revision',
  'target_type',
  'polarity',
  'value',
);

/**
 * Seller Guide, "Agreements data feed" (data-feed-agreements). Its table lacks `offer_id`, which its example has. The
 * sample queries read an older form of it, with `origin_offer_id`, `start_date` and `agreement_intent`.
 */
export const agreementFeed = feed(
  'agreementfeed_v1',
  'status',
  'estimated_agreement_value',
  'currency_code',
  'agreement_id',
  'proposer_account_id',
  'acceptor_account_id',
  'offer_id',
  'offer_revision_at_acceptance',
  'start_time',
  'end_time',
  'acceptance_time',
  'intent',
  'preceding_agreement_id',
  'status_reason_code',
);

/** Seller Guide, "Legacy mapping data feed" (data-feed-legacy-mapping). */
export const legacyMappingFeed = feed('legacyidmappingfeed_v1', 'mapping_type', 'legacy_id', 'new_id');

/**
 * Seller Guide, "Tax item data feed" (data-feed-tax-item). Its example spells `tax_jurisdication_rate`; the table and the
 * sample queries do not.
 */
export const taxItemFeed = feed(
  'taxitemfeed_v1',
  'tax_item_id',
  'invoice_id',
  'line_item_id',
  'customer_bill_id',
  'tax_liable_party',
  'transaction_type_code',
  'product_id',
  'product_tax_code',
  'invoice_date',
  'taxed_customer_account_id',
  'taxed_customer_country',
  'taxed_customer_state_or_region',
  'taxed_customer_city',
  'taxed_customer_postal_code',
  'tax_location_code_taxed_jurisdiction',
  'tax_type_code',
  'jurisdiction_level',
  'taxed_jurisdiction',
  'display_price_taxability_type',
  'taxable_amount',
  'nontaxable_amount',
  'tax_jurisdiction_rate',
  'tax_amount',
  'tax_currency',
  'tax_calculation_reason_code',
  'date_used_for_tax_calculation',
  'customer_exemption_certificate_id',
  'customer_exemption_certificate_id_domain',
  'customer_exemption_certificate_level',
  'customer_exemption_code',
  'customer_exemption_domain',
  'transaction_reference_id',
);

/**
 * Seller Guide, "Daily Usage data feed" (data-feed-daily-usage). The last columns but `offer_id` and `charge_item_description` have
 * their names from AWS' own queries over the feed, where the page has slightly others; `catalog` is in these queries only.
 */
export const dailyUsageFeed = feed(
  'dailyusagefeed_v1',
  'usage_feed_id',
  'usage_date',
  'product_id',
  'agreement_id',
  'end_user_account_id',
  'payer_account_id',
  'region',
  'dimension_key',
  'usage_unit',
  'usage_quantity',
  'pricing_currency',
  'estimated_revenue_in_pricing_currency',
  'catalog',
  'recipient_account_id',
  'offer_id',
  'usage_rate_per_unit_in_pricing_currency',
  'charge_item_description',
);

/** Every feed, in the order of delivery. */
export const feedShapes: readonly FeedShape[] = [
  billingEventFeed,
  accountFeed,
  addressFeed,
  productFeed,
  offerFeed,
  offerProductFeed,
  offerTargetFeed,
  agreementFeed,
  legacyMappingFeed,
  taxItemFeed,
  dailyUsageFeed,
];

/** The shape of the feed that a file belongs to. */
export const shapeOf = ({ feed: folder }: { feed: string }): FeedShape =>
  feedShapes.find((shape) => shape.folder === folder) ?? billingEventFeed;
