import Big from 'big.js';
import type { Agreement, AwsReader } from '../state.ts';
import { readBillingSettings } from './billing-settings.ts';
import { negate, percentOf } from './money.ts';
import type { BillingSettings } from './rows.ts';
import type { Wholesale } from './wholesale.ts';

/** The word in place of an account for the marketplace itself (Seller Guide, "Billing event data feed"). */
export const awsParty = 'AWS';

/** One row of an invoice in the feed of one seller. */
export type BillLine = {
  accountId: string;
  transactionType: string;
  fromAccountId: string;
  toAccountId: string;
  amount: string;
  balanceImpacting: boolean;
  /** Null where the seller does not learn who the buyer is. */
  buyerAccountId: string | null;
  invoiceId: string;
  /** The invoice to the buyer, or to the channel partner, that the row belongs to. */
  buyerInvoiceId: string;
  brokerId: BillingSettings['brokerId'];
};

type Sold = { invoiceId: string; amount: string; currency: string; wholesale: Wholesale | null };

/**
 * The rows of an invoice: the seller's share, AWS's listing fee, and tax if the account is set so. In the sale of a
 * channel partner, the partner owes the manufacturer the wholesale price on its own invoice, and each pays its own
 * fee (Seller Guide, "Billing event data feed", examples). AWS Europe invoices the fee apart, AWS Inc. on the same
 * invoice.
 */
export const billLines = (
  reader: AwsReader,
  agreement: Agreement,
  { invoiceId, amount, currency, wholesale }: Sold,
  newInvoiceId: () => string,
): BillLine[] => {
  const { sellerAccountId: seller, buyerAccountId: buyer } = agreement;
  const settings = readBillingSettings(reader, seller);
  const common = { accountId: seller, buyerAccountId: buyer, invoiceId, buyerInvoiceId: invoiceId };
  const { brokerId } = settings;
  const sum = Big(amount);
  const share = (from: string, to: string, of: Big) => ({
    transactionType: 'SELLER_REV_SHARE',
    fromAccountId: from,
    toAccountId: to,
    amount: of.toFixed(),
    balanceImpacting: true,
  });
  const fee = (of: Big, percent: string, own: BillingSettings) => ({
    transactionType: 'AWS_REV_SHARE',
    fromAccountId: own.id,
    toAccountId: awsParty,
    amount: negate(percentOf(of, percent, currency)).toFixed(),
    balanceImpacting: true,
    ...(own.brokerId === 'AWS_EUROPE' ? { invoiceId: newInvoiceId() } : {}),
    brokerId: own.brokerId,
  });
  const lines: BillLine[] = [
    { ...common, brokerId, ...share(buyer, seller, sum) },
    { ...common, ...fee(sum, wholesale ? settings.resaleFeePercent : settings.listingFeePercent, settings) },
  ];
  if (settings.tax) lines.push({ ...common, brokerId, ...taxShare(settings.tax, buyer, seller, sum, currency) });
  if (wholesale) {
    const maker = wholesale.manufacturerAccountId;
    const cost = Big(wholesale.amount);
    const makerSettings = readBillingSettings(reader, maker);
    const partnerInvoiceId = newInvoiceId();
    const ofMaker = {
      accountId: maker,
      buyerAccountId: null,
      invoiceId: partnerInvoiceId,
      buyerInvoiceId: partnerInvoiceId,
    };
    lines.push(
      { ...common, invoiceId: partnerInvoiceId, brokerId, ...share(seller, maker, negate(cost)) },
      { ...ofMaker, brokerId: makerSettings.brokerId, ...share(seller, maker, cost) },
      { ...ofMaker, ...fee(cost, makerSettings.listingFeePercent, makerSettings) },
    );
  }
  return lines;
};

const taxShare = (
  { party, percent }: NonNullable<BillingSettings['tax']>,
  buyer: string,
  seller: string,
  amount: Big,
  currency: string,
) => ({
  transactionType: party === 'Seller' ? 'SELLER_TAX_SHARE' : 'AWS_TAX_SHARE',
  fromAccountId: buyer,
  toAccountId: party === 'Seller' ? seller : awsParty,
  amount: percentOf(amount, percent, currency).toFixed(),
  // What AWS remits itself is shown for information only.
  balanceImpacting: party === 'Seller',
});
