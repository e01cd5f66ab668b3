import type { TestContext } from 'node:test';
import { type Bench, openBench } from '../../../../../simulators/gcp/gcp.test-support.ts';
import { createOutgoing } from '../../outgoing/outgoing.ts';
import type { FeedRow, FeedWindow } from '../port.ts';
import { type Rows, readFeed } from '../read-feed.test-support.ts';
import { createGcpRevenueFeed, type GcpFeedAccess } from './feed.ts';

export const dayMs = 86_400_000;
const startsAt = '2026-09-10T18:00:00Z';
export const everything: FeedWindow = {
  start: new Date('2026-01-01T00:00:00Z'),
  end: new Date('2029-01-01T00:00:00Z'),
};

const silenceMs = 1000;

/** A simulator with a seller, and the feed that reads that seller's bucket. */
export const openReader = async (t: TestContext) => {
  const bench = await openBench(t, { startsAt });
  const outgoing = createOutgoing({ allowedOrigins: [bench.url], answerMs: silenceMs });
  const clock = { now: () => new Date(bench.clock.now()), wallNow: () => new Date() };
  const feed = createGcpRevenueFeed({ outgoing, clock, silenceMs });
  const accessOf = ({ providerId, clientEmail, privateKey }: Bench['seller']): GcpFeedAccess => ({
    connectionId: 'conn_test',
    partner: 'GCP',
    accountId: providerId,
    endpoint: `${bench.url}/gcp`,
    region: '',
    meteringRegion: '',
    credentials: { clientEmail, privateKey },
    bucket: 'acme-public-marketplace-reports',
  });
  const access = accessOf(bench.seller);
  return {
    ...bench,
    feed,
    access,
    accessOf,
    parts: (window = everything) => feed.listParts(access, window),
    read: (into: Rows = new Map()) => readFeed(feed, { access, window: everything }, { into }),
    fault: (name: string, more: object = {}) => bench.control('POST', '/fault', { name, ...more }),
  };
};

export const september = '2026-09-01 Detailed Disbursements Report.csv';

/** A row of Detailed Disbursements: a charge of 100 that was paid out, less a fee of 10, unless said otherwise. */
export const chargeRow = (columns: Record<string, string | null> = {}): FeedRow => ({
  dataset: 'detailed_disbursements',
  key: '2026-09|sku-1|01A2B3-C4D5E6-F70819|offer-1|order-1||1|acme-public',
  version: '1',
  isDeleted: false,
  columns: {
    sku_id: 'sku-1',
    solution_id: 'acme.endpoints.acme-public.cloud.goog',
    account_id: '01A2B3-C4D5E6-F70819',
    private_offer_id: 'offer-1',
    entitlement_id: 'order-1',
    cust_charges: '100',
    marketplace_fee_amount: '10',
    aggregated_payout: '90',
    withheld_amount: '0',
    released_amount: null,
    abandoned_amount: null,
    ...columns,
  },
});
