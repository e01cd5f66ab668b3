import type { PaymentCode } from '../../../adapters/payment/port.ts';
import type { Partner } from '../../../contract/partner-codes.ts';
import type { PartnerDocumentName } from '../../../contract/partner-documents/documents.ts';
import { Refusal } from '../../../kit/errors.ts';

/** How a payment provider represents buyers. */
type Provider = {
  /** Whether it has its own customers; otherwise our buyer id is the customer id. */
  keepsCustomers: boolean;
  /** The field in which a client names an existing customer. */
  customerField: 'stripeCustomerId' | 'adyenCustomerId';
  /** The field of a buyer that shows the provider's data. */
  documentField: 'stripeBuyer' | 'adyenBuyer';
  documentObject: PartnerDocumentName;
};

export const paymentProviders: Readonly<Record<PaymentCode, Provider>> = {
  STRIPE: {
    keepsCustomers: true,
    customerField: 'stripeCustomerId',
    documentField: 'stripeBuyer',
    documentObject: 'StripeCustomer',
  },
  ADYEN: {
    keepsCustomers: false,
    customerField: 'adyenCustomerId',
    documentField: 'adyenBuyer',
    documentObject: 'AdyenBuyer',
  },
};

export const paymentCodes = Object.keys(paymentProviders) as [PaymentCode, ...PaymentCode[]];

export const isPaymentCode = (partner: string): partner is PaymentCode => Object.hasOwn(paymentProviders, partner);

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** An ISO 4217 currency code, in capitals. */
export const isCurrency = (code: string): boolean => currencies.has(code);

/** The field in which a client names a buyer's customer; null if the partner is not a payment provider. */
export const customerFieldOf = (partner: string): Provider['customerField'] | null =>
  isPaymentCode(partner) ? paymentProviders[partner].customerField : null;

/** Buyers of marketplaces pay the marketplace, so they have no wallets. */
export const requirePayments = (buyer: { partner: Partner }): PaymentCode => {
  if (isPaymentCode(buyer.partner)) return buyer.partner;
  const message = `Buyers of ${buyer.partner} pay there; only those of ${paymentCodes.join(' and ')} have wallets.`;
  throw new Refusal('Conflict', message, { partner: buyer.partner, possible: paymentCodes });
};

/** A customer at the provider as of the last read. */
export type Seen = {
  isDeleted: boolean;
  name: string | null;
  description: string | null;
  email: string | null;
  /** Its default payment method at the provider; null if it has none or the provider has no such default. */
  defaultMethodId: string | null;
  /** A later read was discarded because one of our changes was in progress. It is applied once that is done. */
  isOvertaken?: true;
};

/** The progress of our changes at the provider, and what was last read there. Not part of the buyer's version. */
export type BuyerPayment = {
  buyer_id: string;
  push_wanted: number;
  push_done: number;
  push_failed_time: Date | null;
  ticket: number;
  applied: number;
  seen: Seen | null;
};

/**
 * A buyer whose customer is about to be read. Reads of the same customer are ordered by their tickets. `pushDone`: the
 * last of our changes that the read is certain to include.
 */
export type Ticket = { buyerId: string; externalId: string; ticket: number; pushDone: number };
