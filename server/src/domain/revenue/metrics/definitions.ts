/** The version of the definitions that this code computes by. A change of a figure needs a new version. */
export const metricsVersion = '1';

const version1 = {
  recurringItem:
    'A price line that repeats by contract: a commitment, a seat, a flat fee, a minimum of usage. One-time fees, services, credits, taxes, trials and metered usage are not.',
  mrr: 'Sum over the items in force at the instant: amount per billing period, less discounts, ÷ months of the period. Periods in days: amount × 365 ÷ 12 ÷ days. An item is in force from its start until just before its end.',
  arr: 'MRR × 12, exact, rounded once.',
  committedMrr:
    'MRR of every item signed by the instant and not over, also before its start; without items that have a cancellation pending, and without items whose renewal is signed.',
  renewal:
    'Items named as successors. Otherwise, if nothing else of the product is in force for the buyer at its end: what the buyer begins of it within the grace of renewals. Until then the item counts on, flagged as bridged.',
  opening: 'MRR just before the first instant of the period.',
  new: 'MRR of buyers who go from 0 to above 0 for the first time.',
  reactivation: 'MRR of buyers who go from 0 to above 0 and had MRR before.',
  expansion: 'Increase of buyers who keep MRR.',
  contraction: 'Decrease of buyers who keep MRR.',
  churn: 'MRR of buyers who go from above 0 to 0.',
  moved:
    'Of a product or partner: what it gained or lost in movements of buyers in which others lost or gained. Adds up to 0 over all of them.',
  fx: 'Of converted amounts: closing − opening − movements, where opening and closing are valued at their own rates and movements at the rate of the end of the period. 0 in each currency itself.',
  closing:
    'MRR just before the end of the period: opening + new + reactivation + expansion − contraction − churn + moved + fx.',
  netNew: 'closing − opening − fx.',
  grossRetention:
    'Over buyers with MRR at the opening: Σ min(opening, closing) ÷ Σ opening; null if that is 0. A buyer counts in each currency; converted at the rate of the end of the period.',
  netRetention: 'Over buyers with MRR at the opening: Σ closing ÷ Σ opening; null if that is 0.',
  usageRunRate: '4 × usage revenue of the last three whole months. Never part of MRR or ARR.',
  usageExcessRunRate:
    '4 × usage revenue of the last three whole months above the contractual minimum of each entitlement and month, which is part of MRR.',
} as const;

export type Metric = keyof typeof version1;

/** The definitions of each version that a report may name. */
export const metricDefinitions: Readonly<Record<string, Readonly<Record<Metric, string>>>> = {
  [metricsVersion]: version1,
};
