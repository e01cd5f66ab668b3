import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  GetBucketLocationCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { type FeedBench, openFeedBench, s3Of } from '../feeds/feed-bench.test-support.ts';
import { failureOf, type Seller, seedProduct } from '../simulator.test-support.ts';

const startsAt = '2027-03-05T12:30:00Z';
const Key = 'productfeed_v1/year=2027/month=03/data.csv';

const openDelivered = async (t: Parameters<typeof openFeedBench>[0]): Promise<FeedBench> => {
  const bench = await openFeedBench(t, { startsAt });
  await seedProduct(bench, { title: 'Say "hi", née <ü>' });
  await bench.post('/clock', { advance: 'P4M' });
  return bench;
};

test('the official client lists a bucket page by page, in the order of the keys, each key once', async (t) => {
  const bench = await openDelivered(t);
  const { s3, Bucket } = bench;
  const all: string[] = [];
  for await (const page of paginateListObjectsV2({ client: s3, pageSize: 7 }, { Bucket })) {
    assert.ok((page.Contents?.length ?? 0) <= 7);
    assert.equal(page.KeyCount, page.Contents?.length);
    all.push(...(page.Contents ?? []).map((object) => object.Key ?? ''));
  }
  // Eleven feeds with a file for each of the months from March to July.
  assert.equal(all.length, 55);
  assert.deepEqual(all, [...new Set(all)].sort());

  const list = (more: object) => s3.send(new ListObjectsV2Command({ Bucket, ...more }));
  const folders = await list({ Delimiter: '/', MaxKeys: 4 });
  assert.equal(folders.Contents, undefined);
  assert.equal(folders.IsTruncated, true);
  const rest = await list({ Delimiter: '/', ContinuationToken: folders.NextContinuationToken });
  assert.equal(rest.IsTruncated, false);
  const prefixes = [...(folders.CommonPrefixes ?? []), ...(rest.CommonPrefixes ?? [])].map(({ Prefix }) => Prefix);
  assert.deepEqual(prefixes, [...new Set(all.map((key) => `${key.split('/')[0]}/`))]);
  const months = await list({ Prefix: 'productfeed_v1/', StartAfter: Key });
  assert.equal(months.Contents?.length, 4);
  assert.deepEqual((await list({ Prefix: 'nothing' })).Contents, undefined);
  const encoded = await list({ Prefix: Key, EncodingType: 'url' });
  assert.equal(encoded.Contents?.[0]?.Key, 'productfeed_v1/year%3D2027/month%3D03/data.csv');
  assert.equal((await list({ MaxKeys: 0 })).IsTruncated, false);
  assert.equal((await failureOf(list({ ContinuationToken: 'invented' }))).name, 'InvalidArgument');
});

test('an object is read as a whole, in part, or not at all if it has not changed', async (t) => {
  const { s3, Bucket, text } = await openDelivered(t);
  const whole = Buffer.from(await text(Key));
  assert.match(whole.toString('utf8'), /,"Say ""hi"", née <ü>"\n$/);
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key }));
  assert.equal(head.ContentLength, whole.length);
  assert.equal(head.ServerSideEncryption, 'aws:kms');
  assert.match(head.ETag ?? '', /^"[0-9a-f]{32}"$/);
  assert.equal(head.LastModified?.toISOString().slice(0, 10), '2027-03-06');
  const part = async (Range: string) => {
    const answer = await s3.send(new GetObjectCommand({ Bucket, Key, Range }));
    return [answer.ContentRange, Buffer.from((await answer.Body?.transformToByteArray()) ?? [])] as const;
  };
  const size = whole.length;
  assert.deepEqual(await part('bytes=0-9'), [`bytes 0-9/${size}`, whole.subarray(0, 10)]);
  assert.deepEqual(await part('bytes=10-'), [`bytes 10-${size - 1}/${size}`, whole.subarray(10)]);
  assert.deepEqual(await part('bytes=-5'), [`bytes ${size - 5}-${size - 1}/${size}`, whole.subarray(-5)]);
  assert.deepEqual(await part(`bytes=3-${size + 9}`), [`bytes 3-${size - 1}/${size}`, whole.subarray(3)]);
  const get = (more: object) => s3.send(new GetObjectCommand({ Bucket, Key, ...more }));
  const failed = async (more: object) => {
    const error = await failureOf(get(more));
    return [error.name, error.$metadata.httpStatusCode];
  };
  assert.deepEqual(await failed({ Range: `bytes=${size}-` }), ['InvalidRange', 416]);
  assert.equal((await failureOf(get({ IfNoneMatch: head.ETag }))).$metadata.httpStatusCode, 304);
  assert.equal((await failureOf(get({ IfModifiedSince: head.LastModified }))).$metadata.httpStatusCode, 304);
  assert.equal((await get({ IfNoneMatch: '"0"', IfModifiedSince: head.LastModified })).$metadata.httpStatusCode, 200);
  assert.deepEqual(await failed({ IfMatch: '"0"' }), ['PreconditionFailed', 412]);
  assert.equal((await get({ IfMatch: head.ETag, Range: 'bytes=0-0' })).$metadata.httpStatusCode, 206);
});

test('missing permissions and missing objects are refused with the codes of S3', async (t) => {
  const bench = await openDelivered(t);
  const { s3, Bucket, url, seller } = bench;
  const refused = async (call: Promise<unknown>) => {
    const error = await failureOf(call);
    return [error.name, error.$metadata.httpStatusCode];
  };
  const get = new GetObjectCommand({ Bucket, Key });
  const list = new ListObjectsV2Command({ Bucket });
  const other = await bench.post<Seller>('/aws/account');
  assert.deepEqual(await refused(s3Of(url, other).send(get)), ['AccessDenied', 403]);
  const wrongSecret = { ...seller, secretAccessKey: 'wrong' };
  assert.deepEqual(await refused(s3Of(url, wrongSecret).send(list)), ['SignatureDoesNotMatch', 403]);
  const unknownKey = { ...seller, accessKeyId: 'AKIAUNKNOWN000000000' };
  assert.deepEqual(await refused(s3Of(url, unknownKey).send(list)), ['InvalidAccessKeyId', 403]);
  assert.deepEqual(await refused(s3.send(new GetObjectCommand({ Bucket, Key: 'no/such.csv' }))), ['NoSuchKey', 404]);
  assert.deepEqual(await refused(s3.send(new HeadObjectCommand({ Bucket, Key: 'no' }))), ['NotFound', 404]);
  assert.deepEqual(await refused(s3.send(new ListObjectsV2Command({ Bucket: 'nobody' }))), ['NoSuchBucket', 404]);
  assert.deepEqual(await refused(s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }))), ['NotImplemented', 501]);
  const anonymous = await fetch(`${url}/${Bucket}/${Key}`);
  assert.equal(anonymous.status, 403);
  assert.match(await anonymous.text(), /<Code>AccessDenied<\/Code>/);
  assert.equal(anonymous.headers.get('content-type'), 'application/xml');
  // The client learns the region of the bucket from the refusal, as it does with S3.
  const elsewhere = s3Of(url, seller, 'eu-west-1');
  assert.deepEqual(await refused(elsewhere.send(list)), ['AuthorizationHeaderMalformed', 400]);

  assert.equal((await s3.send(new GetBucketLocationCommand({ Bucket }))).LocationConstraint, undefined);
  assert.equal((await s3.send(new HeadBucketCommand({ Bucket }))).BucketRegion, 'us-east-1');
  // The bare URL is an endpoint too.
  assert.equal((await s3Of(url, seller).send(get)).$metadata.httpStatusCode, 200);
});

test('faults reach S3 in its own error format', async (t) => {
  const bench = await openDelivered(t);
  const { s3, Bucket } = bench;
  const get = () => s3.send(new GetObjectCommand({ Bucket, Key }));
  const inject = (name: string) => bench.post('/aws/fault', { name, operation: 'GetObject' });
  for (const [name, code, status] of [
    ['throttle', 'SlowDown', 503],
    ['internal-error', 'InternalError', 500],
  ] as const) {
    await inject(name);
    const error = await failureOf(get());
    assert.deepEqual([error.name, error.$metadata.httpStatusCode], [code, status]);
  }
  await inject('half-answer');
  const half = await get();
  await assert.rejects(async () => half.Body?.transformToString());
  assert.equal((await get()).$metadata.httpStatusCode, 200);
});
