/**
 * Calls per second and account (AWS Catalog API, "Service quotas"); each operation is counted separately, even if the
 * numbers are equal.
 */
const callsPerSecond: Record<string, number> = {
  ListEntities: 10,
  DescribeEntity: 20,
  BatchDescribeEntities: 20,
  StartChangeSet: 5,
  ListChangeSets: 5,
  DescribeChangeSet: 10,
  CancelChangeSet: 5,
  TagResource: 5,
  UntagResource: 5,
  ListTagsForResource: 5,
  PutResourcePolicy: 5,
  GetResourcePolicy: 5,
  DeleteResourcePolicy: 5,
};

/** Counts calls per account and operation in wall time. */
export type Quotas = { take(accountId: string, operation: string, wall: number): boolean };

/** Creates token buckets that hold one second of calls and refill evenly. Operations without a quota always pass. */
export const createQuotas = (): Quotas => {
  const buckets = new Map<string, { tokens: number; wall: number }>();
  return {
    take(accountId, operation, wall) {
      const rate = callsPerSecond[operation];
      if (rate === undefined) return true;
      const key = `${accountId}/${operation}`;
      const bucket = buckets.get(key) ?? { tokens: rate, wall };
      const tokens = Math.min(rate, bucket.tokens + ((wall - bucket.wall) / 1000) * rate);
      const passes = tokens >= 1;
      buckets.set(key, { tokens: passes ? tokens - 1 : tokens, wall });
      return passes;
    },
  };
};
