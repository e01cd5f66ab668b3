import { type Change, type CommonTables, type Simulation, settingsReader } from '../kit/simulation.ts';
import type { Reader } from '../kit/store.ts';
import type { Terms } from './balance/terms.ts';

/** A JSON object as it travels on the wire. */
export type Json = { [key: string]: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | Json;

/** The objects of the API, by the name in their `object` property. */
export type Kind =
  | 'balance_transaction'
  | 'charge'
  | 'customer'
  | 'customer_balance_transaction'
  | 'dispute'
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
  /** Increases with every object created; lists go from the newest to the oldest. */
  order: number;
  /** What the API returns; references are IDs. */
  wire: Json;
  /** Data that the API never shows. */
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
  /** The platform whose key may act for it with `Stripe-Account`; null for none. */
  platformId: string | null;
  createdAt: number;
  /** The fees, payout schedule and conversions that were set; the rest use the defaults. */
  terms?: Partial<Terms>;
};

/** The response to the first request with a key; the ID is `<account>/<key>`. */
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
  /** How long after a payout's arrival its transactions can be listed, in milliseconds of business time. */
  reconcileDelayMs: number;
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
  /** The parameters as sent: strings, lists and hashes. */
  params: Json;
  /** The parameters of the path. */
  path: Record<string, string>;
  /** The API version of the request, such as `2026-10-28.endive`. */
  version: string;
  /** null for changes that no API request causes. */
  requestId: string | null;
  idempotencyKey: string | null;
};

/** A response other than 200 with the object. */
export type StripeAnswer = { status: number; body: Json };

/** The current settings. */
export const readSettings = settingsReader<StripeTables>({
  id: 'settings',
  debitDelayMs: 4 * 86_400_000,
  reconcileDelayMs: 3_600_000,
});

/** A business time in epoch seconds. */
export const seconds = (at: number): number => Math.floor(at / 1000);
