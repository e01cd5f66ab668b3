import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../simulators/kit/record.ts';
import { checkS3 } from './s3.ts';

const ids = { 'x-amz-request-id': 'A', 'x-amz-id-2': 'B' };
const xml = { ...ids, 'content-type': 'application/xml' };
const listOf = (more: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
  `<Name>b</Name><Prefix></Prefix><KeyCount>0</KeyCount><MaxKeys>1000</MaxKeys>${more}</ListBucketResult>`;
const exchange: Exchange = {
  simulator: 'aws',
  time: '2027-03-01T00:00:00.000Z',
  method: 'GET',
  path: '/aws/bucket',
  query: 'list-type=2',
  requestHeaders: {},
  requestBody: '',
  status: 200,
  responseHeaders: xml,
  responseBody: listOf('<IsTruncated>false</IsTruncated>'),
};
const rulesOf = (changed: Partial<Exchange>): string[] =>
  (checkS3({ ...exchange, ...changed }) ?? []).map(({ side, at, rule }) => `${side} ${at} ${rule}`);
const errorOf = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>m</Message><RequestId>A</RequestId><HostId>B</HostId></Error>`;

test('exchanges with S3 are checked against the tables, and all others are left to the models', () => {
  assert.deepEqual(rulesOf({}), []);
  assert.deepEqual(rulesOf({ path: '/bucket/', query: 'list-type=2&prefix=a&x-id=ListObjectsV2' }), []);
  for (const path of ['/aws', '/aws/StartChangeSet', '/StartChangeSet', '/', '/aws/']) {
    assert.equal(checkS3({ ...exchange, path }), null, path);
  }
  assert.equal(checkS3({ ...exchange, path: '/bucket', requestHeaders: { 'x-amz-target': 'a.b' } }), null);
});

test('a response that S3 would not send is a difference', () => {
  assert.deepEqual(rulesOf({ query: 'list-type=2&page=1' }), ['request page unknown member']);
  assert.deepEqual(rulesOf({ query: '' }), ['request  no such operation']);
  assert.deepEqual(rulesOf({ responseBody: listOf('') }), ['answer IsTruncated missing member']);
  assert.deepEqual(rulesOf({ responseBody: listOf('<IsTruncated>maybe</IsTruncated>') }), [
    'answer IsTruncated no match',
  ]);
  const more = listOf('<IsTruncated>true</IsTruncated><Next>1</Next>');
  assert.deepEqual(rulesOf({ responseBody: more }), ['answer Next unknown member']);
  assert.deepEqual(rulesOf({ responseHeaders: { 'content-type': 'application/xml' } }), [
    'answer  no request id',
    'answer  no request id',
  ]);
  assert.deepEqual(rulesOf({ status: 404, responseBody: errorOf('NoSuchBucket') }), []);
  assert.deepEqual(rulesOf({ status: 403, responseBody: errorOf('NoSuchBucket') }), [
    'answer  wrong status of an error',
  ]);
  assert.deepEqual(rulesOf({ status: 404, responseBody: errorOf('Gone') }), ['answer  undeclared error']);
  assert.deepEqual(rulesOf({ path: '/bucket/key', query: '', responseHeaders: ids, responseBody: '' }), [
    'answer etag wrong header',
    'answer last-modified wrong header',
    'answer accept-ranges wrong header',
    'answer content-type wrong header',
  ]);
});
