import type { UsageLine } from '../../../adapters/marketplace/port.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { comparisonCauses } from '../usage-proof/usage-proof.ts';

export type DifferenceCause = (typeof comparisonCauses)[number];

/** A UTC day, `YYYY-MM-DD`. */
export type Day = string;

const dayMs = 86_400_000;

export const dayOf = (time: Date): Day => time.toISOString().slice(0, 10);
export const startOfDay = (day: Day): Date => new Date(`${day}T00:00:00Z`);
export const addDays = (day: Day, days: number): Day => dayOf(new Date(startOfDay(day).getTime() + days * dayMs));
/** Whole days from one day to another. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / dayMs);

/**
 * What we have of a resource, plan and dimension on a day. `open`: rows that the marketplace may or may not have
 * counted. `computed`: what SHADOW reports computed; null: there are none.
 */
export type OurUsage = { counted: Decimal; open: readonly Decimal[]; computed: Decimal | null };

/** What the marketplace shows: the lines of one resource, plan and dimension. */
export type TheirUsage = readonly Pick<UsageLine, 'submitted' | 'processed' | 'standing' | 'status'>[];

export type Difference = {
  cause: DifferenceCause;
  /** How much is affected. */
  quantity: Decimal;
  ours: Decimal;
  theirs: Decimal;
  /** What the marketplace bills; null: it does not say. */
  billed: Decimal | null;
  /** The marketplace's own words, such as `Rejected`. */
  status: string;
};

/** The part of an answer that is compared with one sum of ours. */
export type UsagePlace = { resource: string; planId: string; dimension: string };

/** `entitlementId`: the nil UUID if no entitlement is known for the resource. */
export type PlacedDifference = UsagePlace & Difference & { entitlementId: string };

/** Rows with an unknown outcome, and what the marketplace shows of their day, plan and dimension. */
export type ShownRows = { rowIds: string[]; dimension: string; lines: UsageLine[] };

/** A day that was read and compared. */
export type ComparedDay = {
  lines: number;
  differences: PlacedDifference[];
  /** Differences that were found in addition, and are not recorded. */
  more: number;
  /** Places of which the marketplace does not say how it treats them. */
  unjudged: UsagePlace[];
  /** Lines that the marketplace has not processed yet, or does not say how it treats. */
  waiting: number;
  unknown: ShownRows[];
  askedAt: Date;
};

/** A stored comparison. */
export type UsageComparison = {
  day: Day;
  account_id: string;
  compared_time: Date;
  lines: number;
  open_differences: number;
  final: boolean;
  version: number;
};
