import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { systemClock } from '../../kit/clock.ts';
import { createOutgoing, type Outgoing } from '../outgoing/outgoing.ts';
import { isPartnerError } from '../partner-error.ts';
import { createAwsFeed } from './aws/feed.ts';
import { createGcpRevenueFeed } from './gcp/feed.ts';
import type { FeedPart } from './port.ts';

// An incomplete list of a bucket never counts as complete: reports that are missing from a list count as deleted.

/** Pages of a list in the order that `next` names, with one object each. */
let next: (page: number) => string;
let pages = 0;

const s3Page = (page: number): string =>
  `<?xml version="1.0"?><ListBucketResult><Name>b</Name><IsTruncated>true</IsTruncated><NextContinuationToken>${next(page)}</NextContinuationToken>
  <Contents><Key>billingeventfeed_v1/year=2027/month=03/data.csv</Key><ETag>"1"</ETag><Size>1</Size><LastModified>2027-04-01T00:00:00Z</LastModified></Contents></ListBucketResult>`;
const googlePage = (page: number): string =>
  JSON.stringify({
    kind: 'storage#objects',
    nextPageToken: next(page),
    items: [{ name: '2027-03-01 Disbursements.csv', generation: '1', size: '1', updated: '2027-04-01T00:00:00Z' }],
  });

const server = createServer((request, reply) => {
  request.resume();
  const isGoogle = request.method === 'POST' || request.url?.startsWith('/storage/') === true;
  reply.setHeader('content-type', isGoogle ? 'application/json' : 'application/xml');
  if (request.method === 'POST') {
    reply.end(JSON.stringify({ access_token: 'token', expires_in: 3600, token_type: 'Bearer' }));
    return;
  }
  pages += 1;
  reply.end(isGoogle ? googlePage(pages) : s3Page(pages));
});
let origin: string;
let outgoing: Outgoing;
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  outgoing = createOutgoing({ allowedOrigins: [origin] });
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const window = { start: new Date('2027-01-01T00:00:00Z'), end: new Date('2028-01-01T00:00:00Z') };
const account = () => ({
  connectionId: 'conn_1',
  accountId: '1',
  endpoint: origin,
  region: 'us-east-1',
  meteringRegion: '',
});
const lists: Record<'AWS' | 'GCP', () => Promise<FeedPart[]>> = {
  AWS: () => {
    const credentials = { accessKeyId: 'AKIAEXAMPLEEXAMPLE', secretAccessKey: 'secret' };
    const access = { ...account(), partner: 'AWS' as const, credentials, bucket: 'b', bucketRegion: 'us-east-1' };
    return createAwsFeed({ agents: outgoing.agents }).listParts(access, window);
  },
  GCP: () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const credentials = { clientEmail: 'a@b.iam.gserviceaccount.com', privateKey };
    const access = { ...account(), partner: 'GCP' as const, credentials, bucket: 'b' };
    return createGcpRevenueFeed({ outgoing, clock: systemClock }).listParts(access, window);
  },
};

const failureOf = async (list: () => Promise<FeedPart[]>) => {
  pages = 0;
  const error = await list().then(
    (parts) => assert.fail(`a list of ${parts.length} parts was taken for the whole`),
    (thrown: unknown) => thrown,
  );
  assert.ok(isPartnerError(error), String(error));
  return error;
};

for (const [partner, list] of Object.entries(lists)) {
  test(`${partner}: a bucket with too many objects is refused with what to do`, async () => {
    next = (page) => `page-${page + 1}`;
    const { outcome, partnerCode, retryable, message } = await failureOf(list);
    assert.deepEqual([outcome, partnerCode, retryable], ['REFUSED', 'TooManyObjects', false]);
    assert.match(message, /The bucket b has too many objects; name the prefix/);
    assert.equal(pages, partner === 'AWS' ? 100 : 200);
  });

  test(`${partner}: a page that names itself as the next page does not end a list`, async () => {
    next = () => 'again';
    const { outcome, partnerCode } = await failureOf(list);
    assert.deepEqual([outcome, partnerCode], ['UNKNOWN', 'UnreadableAnswer']);
    assert.equal(pages, 2);
  });
}
