import { type Change, type CommonTables, type Simulation, settingsReader } from '../kit/simulation.ts';
import type { Reader } from '../kit/store.ts';
import type { Terms } from './settlement/terms.ts';

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
  /** The address before `/reports/download/…` in announcements of reports; by default that of Adyen's test system. */
  reportsUrl?: string;
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
  /** Whether events after a chargeback name the dispute and the payment, or (false) the payment alone. */
  namesDisputes?: boolean;
  target: Target | null;
  createdAt: number;
  /** The terms that were set for its costs and payouts; the rest use the defaults. */
  terms?: Partial<Terms>;
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
  disputes?: readonly Dispute[];
};

export type DisputeStage =
  | 'REQUESTED'
  | 'NOTIFIED'
  | 'CHARGED_BACK'
  | 'REVERSED'
  | 'PREARBITRATION'
  | 'ARBITRATION'
  | 'WON'
  | 'LOST';

/** A dispute of a payment, or of a part of it. */
export type Dispute = {
  /** Its PSP reference. */
  reference: string;
  value: number;
  stage: DisputeStage;
  /** Whether the issuer currently has the money. */
  isTaken: boolean;
  reason: string;
};

/** An amount in the smallest unit of its currency. */
export type Amount = { currency: string; value: number };

/** A line of a Settlement details report. Amounts are signed: a debit is negative. */
export type Movement = {
  /** Increases with each movement of the merchant account. */
  id: string;
  merchantId: string;
  type:
    | 'Settled'
    | 'Refunded'
    | 'RefundedReversed'
    | 'Chargeback'
    | 'ChargebackReversed'
    | 'SecondChargeback'
    | 'Fee'
    | 'DepositCorrection'
    | 'Balancetransfer'
    | 'MerchantPayout';
  pspReference: string;
  merchantReference: string;
  paymentMethod: string;
  modificationReference: string;
  modificationMerchantReference: string;
  gross: Amount | null;
  /** Major units of the net currency for one of the gross currency, a decimal. */
  rate: string;
  net: Amount;
  /** In the net currency; already taken off the net amount. */
  costs: { commission: number; markup: number; schemeFees: number; interchange: number };
  at: number;
  /** When it can be in a batch. */
  payableAt: number;
  /** The number of its batch; null while it is in none. */
  batch: number | null;
};

/** A closed batch; the ID is `<merchant account>/<number>`. */
export type Batch = {
  id: string;
  merchantId: string;
  number: number;
  closedAt: number;
  /** The Settlement details report as last generated; null before. */
  report: { header: string[]; rows: string[][] } | null;
  /** How many times the report was generated. */
  version: number;
};

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
  /** How long after the close of a batch its report is generated. */
  reportDelayMs: number;
};

export type AdyenTables = CommonTables & {
  merchants: Merchant;
  apiKeys: { id: string; merchantId: string };
  tokens: Token;
  payments: Payment;
  movements: Movement;
  batches: Batch;
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
  reportDelayMs: 4 * 3_600_000,
});

/** A new PSP reference or token ID: sixteen capital letters and digits. */
export const newReference = (tx: AdyenChange): string => tx.ids.text(16).toUpperCase();
