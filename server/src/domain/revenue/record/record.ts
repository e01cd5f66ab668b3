import type { RevenueChannel } from '../../../adapters/revenue/port.ts';

export type {
  FeedRow,
  MoneyKind,
  MoneyLine,
  MoneyStage,
  RevenueChannel,
  UsageLine,
} from '../../../adapters/revenue/port.ts';

import type { Decimal } from '../../../kit/decimal.ts';

/** The stored figures: sums of lines. `collectable` and `outstanding` follow from them (`RevenueFigures`). */
export const storedFigures = [
  'billed',
  'refunded',
  'tax',
  'partner_tax',
  'fee',
  'cost',
  'adjusted',
  'forgiven',
  'collected',
  'disbursed',
  'refund_disbursed',
] as const;

export type StoredFigures = Record<(typeof storedFigures)[number], Decimal>;

/** What a record is, by its lines: only refunds, only credits of the marketplace, only adjustments, or a sale. */
export const recordTypes = ['CHARGE', 'REFUND', 'CREDIT', 'ADJUSTMENT'] as const;

export type RevenueRecord = StoredFigures & {
  /** Derived from channel, partner's record and currency. */
  id: string;
  channel: RevenueChannel;
  /** The partner's reference of the sale. */
  record_id: string;
  currency: string;
  type: (typeof recordTypes)[number];
  collectable: Decimal;
  outstanding: Decimal;
  /** Days in UTC of its first and last line, `YYYY-MM-DD`. */
  first_day: string;
  last_day: string;
  invoice_time: Date | null;
  refund_time: Date | null;
  due_time: Date | null;
  period_start: Date | null;
  period_end: Date | null;
  collected_time: Date | null;
  disbursed_time: Date | null;
  refund_disbursed_time: Date | null;
  billing_model: 'SubscriptionBased' | 'UsageBased' | null;
  /** The partner's names of what it is about. */
  product: string | null;
  offer: string | null;
  agreement: string | null;
  buyer: string | null;
  plan: string | null;
  invoice: string | null;
  payout: string | null;
  trace: string | null;
  partner_type: string | null;
  /** What these were matched to. */
  product_id: string | null;
  offer_id: string | null;
  entitlement_id: string | null;
  buyer_id: string | null;
  /** Why something was not found, by what it is. */
  unmatched: Partial<Record<'product' | 'offer' | 'entitlement' | 'buyer', UnmatchedCause>>;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** NOT_NAMED: the partner names none. NOT_FOUND: nothing here has that name yet. */
export type UnmatchedCause = 'NOT_NAMED' | 'NOT_FOUND';

/** What made an event: a row of a part, or the import of what a record is about. */
export type EventSource = { system: string; reference: string; payloadHash: string };

export type RevenueEventType = 'INGESTED' | 'BILLED' | 'COLLECTED' | 'DISBURSED' | 'REFUNDED' | 'ADJUSTED' | 'MATCHED';

/** Fields that an arrival changed: amounts as exact texts, times as ISO 8601; null: there was, or is, none. */
export type EventChanges = Record<string, { from: string | null; to: string | null }>;

export type RevenueEvent = {
  revenue_id: string;
  sequence: number;
  type: RevenueEventType;
  time: Date;
  source: EventSource;
  changes: EventChanges;
  /** SHA-256 of the event before, in hexadecimal; empty for the first. */
  previous_hash: string;
  hash: string;
};

export type RevenueDay = StoredFigures & {
  revenue_id: string;
  day: string;
  channel: RevenueChannel;
  currency: string;
};
