import type { Decimal } from '../../kit/decimal.ts';
import type { MarketplaceAccess } from '../marketplace/port.ts';
import type { PaymentAccess } from '../payment/port.ts';

/** A channel that money comes through. */
export type RevenueChannel = MarketplaceAccess['partner'] | PaymentAccess['partner'];

/** A row of a feed, exactly as the partner wrote it. */
export type FeedRow = {
  /** The partner's name of the feed, table or report (`billing_event`, `ISVRevenue`, `balance_transaction`). */
  dataset: string;
  /** The partner's own key: the same in every version of the row. */
  key: string;
  /** Orders the versions of a key as text; the greatest counts. Empty if the partner never restates a row. */
  version: string;
  /** The partner has withdrawn the row with this version. */
  isDeleted: boolean;
  /** Texts by column, as they came; null where the partner left it empty. Unknown columns are kept, too. */
  columns: Readonly<Record<string, string | null>>;
};

/** A file of a feed, or what a partner shows page by page and is read as one. */
export type FeedPart = {
  /** Names it at the partner for ever (object key, report, payout). */
  name: string;
  /** Another one whenever its content is different (ETag, generation, hash). */
  version: string;
  /** When the partner wrote it. */
  time: Date;
  /** Null if it is not known before it is read. */
  bytes: number | null;
  /**
   * Each version has all rows of the part: a row of an earlier version that a later one lacks is withdrawn. Absent: rows
   * stay until they are restated or deleted by name.
   */
  isWhole?: boolean;
};

/**
 * A part that is not what it says: its columns, encoding, length or values are wrong. Nothing of it is stored; it is read
 * again when it has another version. `line` counts from 1, with the header.
 */
export type FeedFault = { code: string; message: string; part: string; line?: number };

/**
 * What a line of money says: the seller bills it, has collected it, was paid it, or gave it up. NOTED: it counts nowhere.
 * It names what a sale is about, which counts before the names that amounts come with, or has an amount which another row
 * of the partner counts. Its currency is `noCurrency` if it has none.
 */
export type MoneyStage = 'BILLED' | 'COLLECTED' | 'DISBURSED' | 'FORGIVEN' | 'NOTED';

/**
 * REVENUE: what the buyer is billed for. TAX: that the seller owes. PARTNER_TAX: that the marketplace remits, shown only.
 * FEE: the marketplace's or provider's share, negative as it lowers what is collected. COST: what a
 * channel partner owes the manufacturer of what it sold, negative for the same reason. PAYOUT: a transfer to the bank,
 * which belongs to no record. ADJUSTMENT: what no sale explains.
 */
export type MoneyKind = 'REVENUE' | 'TAX' | 'PARTNER_TAX' | 'FEE' | 'COST' | 'PAYOUT' | 'ADJUSTMENT';

/** What a line refers to at the partner; records are matched to products, offers, entitlements and buyers by these. */
export type MoneyReferences = {
  product?: string;
  offer?: string;
  /** Agreement, subscription, entitlement or order. */
  agreement?: string;
  /** The account that bought. */
  buyer?: string;
  plan?: string;
  dimension?: string;
  invoice?: string;
  /** The payout that contains it. */
  payout?: string;
  /** The row by which the partner says that this payout failed; lines may name it as their payout, too. */
  failure?: string;
  /** The bank's reference of that payout. */
  trace?: string;
  /** The partner's word for an amount of which only that is known. */
  partnerType?: string;
};

/**
 * One amount that a row states, from the seller's view: what the seller receives is positive, what it gives is
 * negative, in every stage. A refund or credit is a negative line of the same kind as what it gives
 * back.
 */
export type MoneyLine = {
  /** The unified record that it belongs to; null: to none (a payout). */
  recordId: string | null;
  stage: MoneyStage;
  kind: MoneyKind;
  /**
   * RETURN: a refund, or what the partner does not tell from one. CREDIT: what it calls a credit. FAILED: a payout that the bank has sent back, negative; what names it as its payout was
   * not paid out. PLAIN: anything else.
   */
  nature: 'PLAIN' | 'RETURN' | 'CREDIT' | 'FAILED';
  /** As exact as the partner gave it. */
  amount: Decimal;
  /** ISO 4217. */
  currency: string;
  /** DISBURSED: what the payout contains of it, if that is in another currency; with the sign of `amount`. */
  paid?: { amount: Decimal; currency: string };
  /** When that happened; the day in UTC on which it counts. */
  time: Date;
  dueTime?: Date;
  periodStart?: Date;
  /** As the partner writes it; AWS means the last second of the period. */
  periodEnd?: Date;
  billingModel?: 'SubscriptionBased' | 'UsageBased';
  /** Units of metered usage, if the row is of usage. */
  quantity?: Decimal;
  references: MoneyReferences;
};

/** The usage of a day as a marketplace itself shows it: what an agreement used of a dimension, by the marketplace's names. */
export type UsageLine = {
  agreement: string;
  dimension: string;
  /** `YYYY-MM-DD`, as the marketplace counts days (`usage.shown` of the marketplaces' facts). */
  day: string;
  quantity: Decimal;
  /** What the marketplace says that it costs. */
  charge?: { amount: Decimal; currency: string };
  /** Several files may tell of the same day: those with the greatest number count, added up. */
  telling: number;
};

/** A period of time to be read, whole days in UTC; `end` is excluded. */
export type FeedWindow = { start: Date; end: Date };

/** What is read from one partner. Reads change nothing there, except that a report may have to be ordered first. */
export type RevenueFeed<Access = MarketplaceAccess | PaymentAccess> = {
  channel: RevenueChannel;
  /** Datasets without which nothing can be told of money. */
  datasets: readonly string[];
  /**
   * Datasets whose rows have revisions: a version begins with the revision that it is of, up to the first `|`. The greatest
   * version of each revision stands unless it is deleted; of those that stand, the greatest revision counts.
   */
  revised?: readonly string[];
  /** Throws a partner error if the feed cannot be read with this account. */
  connect(access: Access): Promise<void>;
  /** All parts that may hold rows of the window, oldest first. The caller leaves out those whose version it knows. */
  listParts(access: Access, window: FeedWindow): Promise<FeedPart[]>;
  /**
   * The rows of a part, in batches of at most 1000, in bounded memory whatever its size. Throws a partner error, or a
   * fault (`isFeedFault`) once something is wrong: the caller stores nothing of the part then.
   */
  readPart(access: Access, part: FeedPart, signal: AbortSignal): AsyncIterable<readonly FeedRow[]>;
  /**
   * The amounts that a row states; empty if it states none. The same row always gives the same lines, whatever else is
   * known. Throws a fault for a value that cannot be read.
   */
  translate(row: FeedRow): MoneyLine[];
  /**
   * The usage that a row shows; null if it shows none. Absent: no row of the channel does. Pure like `translate`, and
   * throws the same fault.
   */
  readUsage?(row: FeedRow): UsageLine | null;
};
