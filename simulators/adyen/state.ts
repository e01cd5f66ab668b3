import { type Change, type CommonTables, type Simulation, settingsReader } from '../kit/simulation.ts';
import type { Reader } from '../kit/store.ts';

/** A JSON object as it travels on the wire. Times in rows are epoch milliseconds of business time. */
export type Json = { [key: string]: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | Json;

/** The destinations of a merchant account's webhooks. */
export type Target = {
  /** The standard webhook. */
  url: string;
  /** The webhook for the life cycle of tokens. */
  tokenUrl: string;
  /** Basic authentication credentials; null for none. */
  username: string | null;
  password: string | null;
  /** Whether the response must be `[accepted]`; by default any 2xx accepts a message. */
  strict: boolean;
};

export type Merchant = {
  /** The merchant account code, `AcmeECOM`. */
  id: string;
  companyName: string;
  /** The user name of the API credential, `ws_…@Company.Acme`. */
  username: string;
  apiKey: string;
  clientKey: string;
  /** 64 hexadecimal digits; signs the webhooks. */
  hmacKey: string;
  active: boolean;
  /** `manual`: payments are captured by a call. */
  captureDelay: 'immediate' | 'manual';
  currency: string;
  /** Whether the older RECURRING_CONTRACT item is sent too. */
  recurringContract: boolean;
  target: Target | null;
  createdAt: number;
};

/** Payment details as entered. */
export type Details = {
  /** `scheme`, `sepadirectdebit`, `ach`, `directdebit_GB`. */
  type: string;
  brand: string | null;
  lastFour: string;
  expiryMonth: string | null;
  expiryYear: string | null;
  holderName: string | null;
  /** Identifies the same card or account. */
  fingerprint: string;
  iban: string | null;
  bankLocationId: string | null;
};

/** Stored payment details of a shopper. */
export type Token = {
  id: string;
  merchantId: string;
  shopperReference: string;
  details: Details;
  models: string[];
  disabled: boolean;
  /** The refusal that payments with it get, such as `DECLINED`; null if they succeed. */
  refusal: string | null;
  createdAt: number;
};

export type PaymentStatus = 'pending' | 'authorised' | 'refused' | 'cancelled';

export type Payment = {
  /** The PSP reference. */
  id: string;
  merchantId: string;
  reference: string;
  shopperReference: string | null;
  tokenId: string | null;
  amount: Amount;
  captured: number;
  refunded: number;
  status: PaymentStatus;
  resultCode: string;
  details: Details;
  model: string | null;
  metadata: Json;
  createdAt: number;
};

/** An amount in the smallest unit of its currency. */
export type Amount = { currency: string; value: number };

/** A checkout session, opened by the merchant's server and completed by the shopper on a page. */
export type Session = {
  id: string;
  merchantId: string;
  data: string;
  request: Json;
  status: 'open' | 'completed' | 'refused' | 'expired';
  result: string;
  paymentId: string | null;
  expiresAt: number;
};

/** The response to the first request with an idempotency key; the ID is `<company>/<key>`. */
export type Idempotent = { id: string; fingerprint: string; status: number; body: string; createdAt: number };

export type Settings = {
  id: 'settings';
  /** How long the bank takes for a direct debit, in milliseconds of business time. */
  debitDelayMs: number;
  /** How long a capture, refund or cancellation takes. */
  modificationDelayMs: number;
};

export type AdyenTables = CommonTables & {
  merchants: Merchant;
  apiKeys: { id: string; merchantId: string };
  tokens: Token;
  payments: Payment;
  sessions: Session;
  idempotent: Idempotent;
  settings: Settings;
};

export type AdyenSimulation = Simulation<AdyenTables>;
export type AdyenChange = Change<AdyenTables>;
export type AdyenReader = Reader<AdyenTables>;

/** The current settings. */
export const readSettings = settingsReader<AdyenTables>({
  id: 'settings',
  debitDelayMs: 2 * 86_400_000,
  modificationDelayMs: 0,
});

/** A new PSP reference or token ID: sixteen capital letters and digits. */
export const newReference = (tx: AdyenChange): string => tx.ids.text(16).toUpperCase();
