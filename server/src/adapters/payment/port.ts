import type { Decimal } from '../../kit/decimal.ts';
import type { MessageEnvelope, MessageReceiver } from '../marketplace/messages.ts';

export type { MessageEnvelope, MessageReceiver };

export type PaymentCode = 'STRIPE' | 'ADYEN';

/** One connected account at a payment provider. Credentials are opened only for a call. */
export type PaymentAccess = {
  connectionId: string;
  partner: PaymentCode;
  /** STRIPE: `acct_…`; ADYEN: the merchant account; empty: not known. */
  accountId: string;
  /** Where the provider's API is; absent: the real one. */
  endpoint: string | undefined;
  /** Where single services are, by the names of `adapters/partner-services.ts`. */
  endpoints?: Readonly<Record<string, string>>;
  credentials: Readonly<Record<string, string>>;
};

export type PaymentAddress = {
  line1?: string;
  line2?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  /** ISO 3166, two letters. */
  country?: string;
};

/** What a customer at the provider is to look like. */
export type CustomerFields = {
  /** The buyer here, as clients see it; kept with the customer, so that one whose making was not heard of is found again. */
  buyerId: string;
  name: string;
  description: string;
  email: string | null;
  address: PaymentAddress | null;
  /** The payment method that is charged first; null: none. */
  defaultMethodId: string | null;
};

/** The kinds of payment methods that are wallets here; a customer may have others, which are left out of reads. */
export const methodTypes = ['ach_debit', 'bacs_debit', 'card', 'sepa_debit'] as const;
export type MethodType = (typeof methodTypes)[number];

export type MethodRead = {
  externalId: string;
  type: MethodType;
  /** For people: `Visa •••• 4242`. */
  name: string;
  /** It may be charged; otherwise the provider waits for the buyer to prove it. */
  isVerified: boolean;
  setupIntentId: string | null;
  /** In the reference's shape (StripePaymentMethod); null where it has none for this provider. */
  document: Record<string, unknown> | null;
};

export type CustomerRead = {
  externalId: string;
  /** It was there, and was deleted. */
  isDeleted: boolean;
  name: string | null;
  description: string | null;
  email: string | null;
  /** Undefined: the provider keeps no default. */
  defaultMethodId: string | null | undefined;
  /** The buyer that the provider keeps with it (`CustomerFields.buyerId`). */
  buyerId: string | null;
  methods: MethodRead[];
  /** In the reference's shape (StripeCustomer, AdyenBuyer). */
  document: Record<string, unknown>;
};

/** A charge of a payment method. `amount` in `currency`, exact; `reference` is ours and shown to the seller there. */
export type ChargeSend = {
  customerId: string;
  methodId: string;
  methodType: MethodType;
  amount: Decimal;
  currency: string;
  reference: string;
};

/** PENDING: bank debits take days; the provider tells the end by a message. */
export type ChargeRead =
  | { state: 'PENDING' | 'SUCCEEDED'; chargeId: string }
  | { state: 'FAILED'; chargeId: string | null; code: string; message: string };

/**
 * A payment provider as the workflows see it. Every call may throw a PartnerError. Calls that change something take a key
 * made before the first try: repeating them with it changes nothing more.
 */
export type Payments = {
  readonly code: PaymentCode;
  /** The provider's error in a sentence that tells a seller what to do. */
  prettifyError(error: { code: string; message: string }): string;
  readonly messages: MessageReceiver;
  /** Null: there is no such customer and never was one. */
  readCustomer(access: PaymentAccess, externalId: string): Promise<CustomerRead | null>;
  /** Makes a customer and answers its id. Absent where the provider keeps none: the id is then ours to choose. */
  createCustomer?(access: PaymentAccess, fields: CustomerFields, key: string): Promise<string>;
  updateCustomer?(access: PaymentAccess, externalId: string, fields: CustomerFields, key: string): Promise<void>;
  /** Customers that changed, their payment methods included. Null: the provider cannot tell. */
  listChangedCustomers(access: PaymentAccess, since: Date): Promise<string[] | null>;
  /** Takes a payment method away from its customer; one that is gone already is no error. */
  detachMethod(access: PaymentAccess, method: { customerId: string; methodId: string }, key: string): Promise<void>;
  charge(access: PaymentAccess, charge: ChargeSend, key: string): Promise<ChargeRead>;
  /** What became of a charge that was PENDING. */
  readCharge?(access: PaymentAccess, chargeId: string): Promise<ChargeRead>;
  /** Gives back a part of a charge, or all of it; answers the provider's id of the refund. */
  refund(
    access: PaymentAccess,
    refund: { chargeId: string; amount: Decimal; currency: string; reference: string },
    key: string,
  ): Promise<string>;
};

/** The payment providers by code, as the wiring has them. */
export type PaymentProviders = Partial<Record<PaymentCode, Payments>>;
