/** Calls that share a quota: how many a second, and in any 24 hours. */
type Quota = { name: string; perSecond: number; perDay?: number };

/** AWS Catalog API, "Service quotas": each operation is counted separately, even if the numbers are equal. */
const catalogCalls: Record<string, number> = {
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

/** "Service quotas for AWS Marketplace Agreement API" (developer guide, agreement-service-quotas). */
const agreementCalls: Record<string, number> = {
  AcceptAgreementCancellationRequest: 2,
  AcceptAgreementRequest: 3,
  CancelAgreement: 3,
  CancelAgreementCancellationRequest: 2,
  CreateAgreementRequest: 4,
  DescribeAgreement: 5,
  GetAgreementCancellationRequest: 5,
  GetAgreementEntitlements: 10,
  GetAgreementTerms: 10,
  ListAgreementCancellationRequests: 5,
  ListAgreementCharges: 15,
  ListAgreementInvoiceLineItems: 10,
  RejectAgreementCancellationRequest: 2,
  SearchAgreements: 5,
  SendAgreementCancellationRequest: 2,
};

/** Metering and Entitlement API, "Service quotas": "in this account in the current region". */
const regionalCalls: Record<string, number> = {
  BatchMeterUsage: 10,
  MeterUsage: 10,
  RegisterUsage: 5,
  GetEntitlements: 20,
};

/** Partner Central developer guide, "Quotas for the AWS Partner Central Selling API": the calls of a kind share one. */
const readCalls: Quota = { name: 'Read actions', perSecond: 10, perDay: 100_000 };
const writeCalls: Quota = { name: 'Write actions', perSecond: 1, perDay: 10_000 };
const sellingCalls: Record<string, Quota> = {
  GetOpportunity: readCalls,
  GetAwsOpportunitySummary: readCalls,
  ListOpportunities: readCalls,
  ListSolutions: readCalls,
  GetEngagementInvitation: readCalls,
  ListEngagementInvitations: readCalls,
  CreateOpportunity: writeCalls,
  UpdateOpportunity: writeCalls,
  AssociateOpportunity: writeCalls,
  DisassociateOpportunity: writeCalls,
  RejectEngagementInvitation: writeCalls,
  AssignOpportunity: writeCalls,
  StartEngagementFromOpportunityTask: writeCalls,
  StartEngagementByAcceptingInvitationTask: writeCalls,
};

const callsOf: Record<string, Record<string, number>> = {
  catalog: catalogCalls,
  agreement: agreementCalls,
  metering: regionalCalls,
  entitlement: regionalCalls,
};

const quotaOf = (service: string, operation: string, region: string): Quota | null => {
  if (service === 'selling') return sellingCalls[operation] ?? null;
  const calls = callsOf[service];
  const perSecond = calls?.[operation];
  if (perSecond === undefined) return null;
  return { name: calls === regionalCalls ? `${operation}/${region}` : operation, perSecond };
};

/** Counts calls per account and quota in wall time. */
export type Quotas = { take(accountId: string, call: Called, wall: number): boolean };
/** The region is that of the signature. */
type Called = { service: string; operation: string; region: string };

type Bucket = { tokens: number; wall: number; byMinute: Map<number, number> };

const minute = 60_000;
const minutesOfDay = 24 * 60;

/** The calls of the last 24 hours, by the minute. */
const countDay = ({ byMinute }: Bucket, wall: number): number => {
  const oldest = Math.floor(wall / minute) - minutesOfDay;
  let count = 0;
  for (const [at, calls] of byMinute) {
    if (at <= oldest) byMinute.delete(at);
    else count += calls;
  }
  return count;
};

/** Creates token buckets that hold one second of calls and refill evenly. Operations without a quota always pass. */
export const createQuotas = (): Quotas => {
  const buckets = new Map<string, Bucket>();
  return {
    take(accountId, { service, operation, region }, wall) {
      const quota = quotaOf(service, operation, region);
      if (!quota) return true;
      const { name, perSecond, perDay } = quota;
      const key = `${accountId}/${name}`;
      const bucket: Bucket = buckets.get(key) ?? { tokens: perSecond, wall, byMinute: new Map() };
      bucket.tokens = Math.min(perSecond, bucket.tokens + ((wall - bucket.wall) / 1000) * perSecond);
      bucket.wall = wall;
      buckets.set(key, bucket);
      if (bucket.tokens < 1 || (perDay !== undefined && countDay(bucket, wall) >= perDay)) return false;
      bucket.tokens -= 1;
      const now = Math.floor(wall / minute);
      if (perDay !== undefined) bucket.byMinute.set(now, (bucket.byMinute.get(now) ?? 0) + 1);
      return true;
    },
  };
};
