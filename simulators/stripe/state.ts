import { type Change, type CommonTables, type Simulation, settingsReader } from '../kit/simulation.ts';
import type { Reader } from '../kit/store.ts';

/** A JSON object as it travels on the wire. */
export type Json = { [key: string]: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | Json;

/** The objects of the API, by the name in their `object` property. */
export type Kind =
  | 'balance_transaction'
  | 'charge'
  | 'customer'
  | 'customer_balance_transaction'
  | 'event'
  | 'invoice'
  | 'invoiceitem'
  | 'mandate'
  | 'payment_intent'
  | 'payment_method'
  | 'payout'
  | 'price'
  | 'product'
  | 'refund'
  | 'setup_intent'
  | 'webhook_endpoint';

/** One object of an account. Times in `wire` are epoch seconds of business time. */
export type Thing = {
  id: string;
  accountId: string;
  /** Grows with every object made; lists run from the newest to the oldest. */
  order: number;
  /** What the API answers; references are ids. */
  wire: Json;
  /** What the API never shows. */
  hidden: Json;
};

export type Account = {
  /** `acct_…` */
  id: string;
  name: string;
  email: string;
  country: string;
  currency: string;
  secretKey: string;
  publishableKey: string;
  /** The platform whose key may act for it with `Stripe-Account`; null: none. */
  platformId: string | null;
  createdAt: number;
};

/** What was answered to the first request with a key; the id is `<account>/<key>`. */
export type Idempotent = {
  id: string;
  fingerprint: string;
  path: string;
  status: number;
  body: string;
  requestId: string;
  createdAt: number;
};

export type Settings = {
  id: 'settings';
  /** How long a bank debit is `processing`, in milliseconds of business time. */
  debitDelayMs: number;
};

export type StripeTables = CommonTables & {
  accounts: Account;
  keys: { id: string; accountId: string };
  idempotent: Idempotent;
  settings: Settings;
} & Record<Kind, Thing>;

export type StripeSimulation = Simulation<StripeTables>;
export type StripeChange = Change<StripeTables>;
export type StripeReader = Reader<StripeTables>;

/** One call to the API, or one act in the dashboard, inside its change of the state. */
export type StripeCall = {
  tx: StripeChange;
  account: Account;
  /** The parameters as they were sent; texts, lists and hashes. */
  params: Json;
  /** What the path names. */
  path: Record<string, string>;
  /** The version of the API that the request names, `2026-10-28.endive`. */
  version: string;
  /** null for what happens without a request of the API. */
  requestId: string | null;
  idempotencyKey: string | null;
};

/** An answer other than 200 with the object. */
export type StripeAnswer = { status: number; body: Json };

/** The settings in force. */
export const readSettings = settingsReader<StripeTables>({ id: 'settings', debitDelayMs: 4 * 86_400_000 });

/** A business time in epoch seconds. */
export const seconds = (at: number): number => Math.floor(at / 1000);
