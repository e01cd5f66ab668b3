/**
 * Each kind of run has a lane: a queue, slots in each process, and a share of an account's calls, all of its own. So runs
 * of one lane never wait for runs of another. The order is the order in which lanes yield to a partner that asks for
 * fewer calls: the last one first, usage never to another.
 */
export const lanes = ['usage', 'runs', 'reviews', 'reads', 'bulk'] as const;

/**
 * `usage`: submits usage, which has deadlines. `runs`: changes something for a user or a buyer. `reviews`: waits for weeks
 * for a decision at the partner. `reads`: reads one thing again, for a message or a schedule. `bulk`: compares everything.
 */
export type Lane = (typeof lanes)[number];

type Limits = {
  /** Concurrent calls for one connected account, by lane: partners count calls by account. */
  calls: Readonly<Record<Lane, number>>;
  /** Lanes whose calls the partner counts together. */
  shared: readonly Lane[];
};

const allButUsage = lanes.filter((lane) => lane !== 'usage');

/** Where a partner publishes no limit, or a far higher one. The pauses that it asks for correct what is too many. */
const usual = { usage: 8, runs: 8, reviews: 8, reads: 4, bulk: 2 };

/**
 * Decision 0106 has the published limits and where they are from. A call takes a tenth of a second or more, so n concurrent ones are
 * at most about 10 n a second.
 */
const limitsOf: Readonly<Record<string, Limits>> = {
  // Each operation has its own limit: BatchMeterUsage 10 a second, StartChangeSet 5, DescribeAgreement 5.
  AWS: { calls: { usage: 2, runs: 4, reviews: 4, reads: 2, bulk: 1 }, shared: allButUsage },
  // No numbers are published; usage and subscriptions have the same host and the same token.
  AZURE: { calls: usual, shared: lanes },
  // Usage is counted by Service Control (100,000 operations a second); purchases and offers have other services.
  GCP: { calls: usual, shared: allButUsage },
  // 100 calls a second for the whole account, 25 of one operation; a sandbox 25.
  STRIPE: { calls: usual, shared: lanes },
  ADYEN: { calls: usual, shared: lanes },
};

const otherPartners: Limits = { calls: usual, shared: [] };

const limits = (partner: string | null): Limits => limitsOf[partner ?? ''] ?? otherPartners;

/** How many calls of a lane one account may have in progress in this process. */
export const callsOfAccount = (partner: string | null, lane: Lane): number => limits(partner).calls[lane];

/** The lanes that pause when the partner asks for fewer calls of this one: itself, and those that yield to it. */
export const pausedWith = (partner: string | null, lane: Lane): Lane[] => {
  const { shared } = limits(partner);
  const place = lanes.indexOf(lane);
  const yielding = shared.includes(lane) ? shared.filter((other) => lanes.indexOf(other) > place) : [];
  return [lane, ...yielding];
};
