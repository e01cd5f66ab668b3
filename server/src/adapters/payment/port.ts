import type { Decimal } from '../../kit/decimal.ts';
import type { MessageEnvelope, MessageReceiver } from '../marketplace/messages.ts';
import type { PaymentCode } from '../partner-services.ts';
import type { ChargeRead, DisputeRead, RefundRead } from './charge.ts';

export type { ChargeRead, DisputeRead, MessageEnvelope, MessageReceiver, PaymentCode, RefundRead };

/** One connected account at a payment provider. Credentials are opened only for a call. */
export type PaymentAccess = {
  connectionId: string;
  partner: PaymentCode;
  /** STRIPE: `acct_…`; ADYEN: the merchant account; empty: unknown. */
  accountId: string;
  /** The address of the provider's API; absent: the real one. */
  endpoint: string | undefined;
  /** Addresses of single services, by the names of `adapters/partner-services.ts`. */
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

/** What a customer at the provider should look like. */
export type CustomerFields = {
  /**
   * Our buyer, as clients see it; stored with the customer, so that one whose creation was not answered can be found.
   */
  buyerId: string;
  name: string;
  description: string;
  email: string | null;
  address: PaymentAddress | null;
  /** The payment method to charge first; null: none. */
  defaultMethodId: string | null;
};

/** The kinds of payment methods that are wallets in our API; reads leave out a customer's other kinds. */
export const methodTypes = ['ach_debit', 'bacs_debit', 'card', 'sepa_debit'] as const;
export type MethodType = (typeof methodTypes)[number];

export type MethodRead = {
  externalId: string;
  type: MethodType;
  /** For people: `Visa •••• 4242`. */
  name: string;
  /** It may be charged; otherwise the provider waits for the buyer to verify it. */
  isVerified: boolean;
  setupIntentId: string | null;
  /** In the reference's shape (StripePaymentMethod); null if it has none for this provider. */
  document: Record<string, unknown> | null;
};

export type CustomerRead = {
  externalId: string;
  /** It existed, and was deleted. */
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

/**
 * A charge of a payment method. `amount` is exact, in `currency`; `reference` is ours and shown to the seller at the
 * provider.
 */
export type ChargeSend = {
  customerId: string;
  methodId: string;
  methodType: MethodType;
  amount: Decimal;
  currency: string;
  reference: string;
};

/** A refund as a provider names it: its id, that of the charge, and our reference if the provider shows one. */
export type RefundRef = { refundId: string; chargeId: string; reference: string | null };

/**
 * A payment provider as the workflows see it. Every call may throw a PartnerError. Calls that change something take a
 * key made before the first try: repeating them with it has no further effect.
 */
export type Payments = {
  readonly code: PaymentCode;
  /** The provider's error as a sentence that tells a seller what to do. */
  prettifyError(error: { code: string; message: string }): string;
  readonly messages: MessageReceiver;
  /** Null: there is no such customer and never was one. */
  readCustomer(access: PaymentAccess, externalId: string): Promise<CustomerRead | null>;
  /** Makes a customer and returns its id. Absent if the provider keeps none: we then choose the id. */
  createCustomer?(access: PaymentAccess, fields: CustomerFields, key: string): Promise<string>;
  updateCustomer?(access: PaymentAccess, externalId: string, fields: CustomerFields, key: string): Promise<void>;
  /** Customers that changed, including their payment methods. Null: the provider cannot list them. */
  listChangedCustomers(access: PaymentAccess, since: Date): Promise<string[] | null>;
  /** Detaches a payment method from its customer; a method already detached is not an error. */
  detachMethod(access: PaymentAccess, method: { customerId: string; methodId: string }, key: string): Promise<void>;
  charge(access: PaymentAccess, charge: ChargeSend, key: string): Promise<ChargeRead>;
  /** What became of a charge that was PENDING. */
  readCharge?(access: PaymentAccess, chargeId: string): Promise<ChargeRead>;
  /** All disputes of a charge that have moved money, as they are by now. Absent: only messages tell. */
  readDisputes?(access: PaymentAccess, chargeId: string): Promise<DisputeRead[]>;
  /** Charges of which something was taken back or reinstated. Absent: the provider cannot list them. */
  listDisputed?(access: PaymentAccess, since: Date): Promise<string[]>;
  /** Refunds all or part of a charge; returns the provider's id of the refund. */
  refund(
    access: PaymentAccess,
    refund: { chargeId: string; amount: Decimal; currency: string; reference: string },
    key: string,
  ): Promise<string>;
  /** What became of a refund that was made. Absent: only messages tell. */
  readRefund?(access: PaymentAccess, refundId: string): Promise<RefundRead>;
  /** Refunds that failed after they were made. Absent: the provider cannot list them. */
  listFailedRefunds?(access: PaymentAccess, since: Date): Promise<RefundRef[]>;
};

/** The payment providers by code, as wired. */
export type PaymentProviders = Partial<Record<PaymentCode, Payments>>;
