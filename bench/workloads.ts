import { randomUUID } from 'node:crypto';
import type { Load } from './load.ts';
import type { Seeded } from './seed.ts';
import { referralDays } from './seed-referral.ts';
import { revenueDays } from './seed-revenue.ts';

/** One side of a measurement, as reported by its process. */
export type Side = { url: string; authUrl?: string; seeded: Seeded; token?: string; pid: number };

export type Workload = {
  name: string;
  /** How many units one request counts for: the groups of a batch. */
  unitsEach: number;
  /** Set if it needs the seeded revenue or referrals. */
  ofRevenue?: true;
  ofReferrals?: true;
  service: (side: Side) => Load;
  /** Absent if there is no floor. */
  floor?: (side: Side) => Load;
};

const json = { 'content-type': 'application/json' };
const connections = 16;
const batchConnections = 4;

const bearer = (side: Side): Record<string, string> => ({ ...json, authorization: `Bearer ${side.token}` });

const turn = <T>(values: readonly T[]): (() => T) => {
  let at = 0;
  return () => values[at++ % values.length] as T;
};

const contactBody = (): string => JSON.stringify({ emailAddress: `${randomUUID()}@bench.test`, name: 'Somebody' });

const batchBody = (side: Side, size: number): string =>
  JSON.stringify(
    Array.from({ length: size }, (_, index) => ({
      id: randomUUID(),
      entitlementID: side.seeded.entitlementId,
      records: { requests: index + 1, storage: 0.25 },
    })),
  );

const batch = (size: number): Workload => ({
  name: `batch of ${size} usage record groups`,
  unitsEach: size,
  service: (side) => ({
    url: side.url,
    method: 'POST',
    headers: bearer(side),
    connections: batchConnections,
    next: () => ({ path: `/org/${side.seeded.orgId}/batchCreateUsageRecordGroups`, body: batchBody(side, size) }),
  }),
  floor: (side) => ({
    url: side.url,
    method: 'POST',
    headers: json,
    connections: batchConnections,
    next: () => ({ path: '/batch', body: batchBody(side, size) }),
  }),
});

const { first, last } = revenueDays(new Date());

/** A read, one at a time, so that p50 is the duration of a response; the floor serves `floorPath`. */
const oneRead = (name: string, [path, floorPath]: [path: string, floorPath: string], body?: object): Workload => {
  const load = (url: string, headers: Record<string, string>, asked: string): Load => ({
    ...{ url, headers, connections: 1, method: body === undefined ? 'GET' : 'POST' },
    next: () => ({ path: asked, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
  });
  return {
    name,
    unitsEach: 1,
    service: (side) => load(side.url, bearer(side), `/org/${side.seeded.orgId}/${path}`),
    floor: (side) => load(side.url, json, floorPath),
  };
};

const ofRevenue = (name: string, path: string, body?: object): Workload => ({
  ...oneRead(`revenue: ${name}`, [path, `/revenue/${path}`], body),
  ofRevenue: true,
});

const ofReferrals = (name: string, path: string, floorPath: string): Workload => ({
  ...oneRead(name, [path, floorPath]),
  ofReferrals: true,
});

const referralRange = (({ first: startDate, last: endDate }) => new URLSearchParams({ startDate, endDate }).toString())(
  referralDays(new Date()),
);

const filter = encodeURIComponent('(= status "ACCEPTED")');

export const workloads: readonly Workload[] = [
  {
    name: 'read one offer by id',
    unitsEach: 1,
    service: (side) => {
      const next = turn(side.seeded.offerIds);
      return {
        url: side.url,
        method: 'GET',
        headers: bearer(side),
        connections,
        next: () => ({ path: `/org/${side.seeded.orgId}/offer/${next()}` }),
      };
    },
    floor: (side) => {
      const next = turn(side.seeded.offerUuids);
      return { url: side.url, method: 'GET', headers: json, connections, next: () => ({ path: `/offer/${next()}` }) };
    },
  },
  {
    name: 'query: filter, sort, page of 25, total',
    unitsEach: 1,
    service: (side) => ({
      url: side.url,
      method: 'GET',
      headers: bearer(side),
      connections,
      next: () => ({ path: `/org/${side.seeded.orgId}/offer/query?q=${filter}&s=-creation_time&page_size=25` }),
    }),
    floor: (side) => ({
      url: side.url,
      method: 'GET',
      headers: json,
      connections,
      next: () => ({ path: '/query?status=ACCEPTED' }),
    }),
  },
  {
    name: 'create one contact',
    unitsEach: 1,
    service: (side) => ({
      url: side.url,
      method: 'POST',
      headers: bearer(side),
      connections,
      next: () => ({ path: `/org/${side.seeded.orgId}/contact`, body: contactBody() }),
    }),
    floor: (side) => ({
      url: side.url,
      method: 'POST',
      headers: json,
      connections,
      next: () => ({ path: '/contact', body: contactBody() }),
    }),
  },
  batch(100),
  batch(1000),
  ofRevenue('dashboard of 24 months, 5 channels', `revenue/dashboard/summary?startDate=${first}&endDate=${last}`),
  ofRevenue('totals by day of 24 months', 'revenueRecord/aggregate', { startDate: first, endDate: last }),
  ofRevenue('metrics of 24 months', `revenue/dashboard/metrics?startDate=${first}&endDate=${last}`),
  ofRevenue(
    'query of records, page of 25, total',
    `revenueRecord/query?q=${encodeURIComponent('(= partner "AWS")')}&s=-date&page_size=25`,
  ),
  ofReferrals('co-sell metric', `cosell/metric?${referralRange}`, `/cosell/metric?${referralRange}`),
  ofReferrals(
    'co-sell: list of referrals: filter, sort, page of 25, total',
    `cosell/referral?q=${filter}&s=-creation_time&page_size=25`,
    '/cosell/referral?status=ACCEPTED',
  ),
  {
    name: 'token endpoint',
    unitsEach: 1,
    service: (side) => ({
      url: side.authUrl ?? '',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      connections,
      next: () => ({
        path: '/oauth2/token',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: side.seeded.clientId,
          client_secret: side.seeded.clientSecret,
        }).toString(),
      }),
    }),
  },
];
