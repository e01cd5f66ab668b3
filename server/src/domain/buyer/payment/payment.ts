import type { PaymentCode } from '../../../adapters/payment/port.ts';
import type { PartnerDocumentName } from '../../../contract/partner-documents/documents.ts';
import type { Partner } from '../../../contract/shapes.ts';
import { Refusal } from '../../../kit/errors.ts';

/** How buyers of a payment provider are kept there. */
type Provider = {
  /** It has customers of its own; otherwise our id of the buyer is the customer's. */
  keepsCustomers: boolean;
  /** Where a client names a customer that exists already. */
  customerField: 'stripeCustomerId' | 'adyenCustomerId';
  /** Where a buyer shows what the provider holds of it. */
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

/** A currency of ISO 4217, in capitals. */
export const isCurrency = (code: string): boolean => currencies.has(code);

/** The field by which a client names the customer of a buyer; null where the partner is no payment provider. */
export const customerFieldOf = (partner: string): Provider['customerField'] | null =>
  isPaymentCode(partner) ? paymentProviders[partner].customerField : null;

/** Buyers of marketplaces pay the marketplace: they have no wallets. */
export const requirePayments = (buyer: { partner: Partner }): PaymentCode => {
  if (isPaymentCode(buyer.partner)) return buyer.partner;
  const message = `Buyers of ${buyer.partner} pay there; only those of ${paymentCodes.join(' and ')} have wallets.`;
  throw new Refusal('Conflict', message, { partner: buyer.partner, possible: paymentCodes });
};

/** What a customer at the provider looked like when it was read last. */
export type Seen = {
  isDeleted: boolean;
  name: string | null;
  description: string | null;
  email: string | null;
  /** Its default payment method at the provider; null where it has none or the provider keeps none. */
  defaultMethodId: string | null;
  /** A read since then was not taken over, because a change of ours was on its way there: it shows once that is done. */
  isOvertaken?: true;
};

/** How far what we want at the provider has got, and what was seen there. Not part of the buyer's version. */
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
 * A buyer whose customer is about to be read; reads of the same customer count in the order of their tickets. `pushDone`: how
 * much of what we want there it can show.
 */
export type Ticket = { buyerId: string; externalId: string; ticket: number; pushDone: number };
