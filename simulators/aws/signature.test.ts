import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sha256 } from '@aws-crypto/sha256-js';
import { ListEntitiesCommand, MarketplaceCatalogClient } from '@aws-sdk/client-marketplace-catalog';
import { BatchMeterUsageCommand, MarketplaceMeteringClient } from '@aws-sdk/client-marketplace-metering';
import { HttpRequest } from '@smithy/protocol-http';
import { SignatureV4 } from '@smithy/signature-v4';
import { awsFailureOf } from './errors.ts';
import { verifySignature } from './signature.ts';
import { clientsOf, failureOf, openBench } from './simulator.test-support.ts';

const credentials = { accessKeyId: 'AKIAEXAMPLE000000000', secretAccessKey: 'secret' };
const list = new ListEntitiesCommand({ Catalog: 'AWSMarketplace', EntityType: 'Offer' });

const sign = async (parts: { path: string; query: Record<string, string>; body: string; at: Date }) => {
  const signer = new SignatureV4({ credentials, region: 'us-east-1', service: 'aws-marketplace', sha256: Sha256 });
  const signed = await signer.sign(
    new HttpRequest({
      method: 'POST',
      hostname: '127.0.0.1',
      path: parts.path,
      query: parts.query,
      headers: { host: '127.0.0.1:1', 'x-odd': '  a   b ' },
      body: parts.body,
    }),
    { signingDate: parts.at },
  );
  const query = Object.entries(parts.query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return { method: 'POST', path: parts.path, query, headers: signed.headers, body: Buffer.from(parts.body) };
};

const nameOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return awsFailureOf(error)?.name ?? 'other';
  }
  return 'none';
};

test('a request signed by the SDK passes, but not when any part of it is changed', async () => {
  const now = Date.parse('2027-03-01T12:00:00Z');
  const request = await sign({
    path: '/aws/a%20b/c',
    query: { 'z z': '1/2', a: "it's*(ok)", b: '' },
    body: '{"a":1}',
    at: new Date(now),
  });
  const secretOf = (key: string) => (key === credentials.accessKeyId ? credentials.secretAccessKey : undefined);
  const check = (changed: Partial<typeof request>, wall = now) =>
    nameOf(() => verifySignature({ ...request, ...changed }, secretOf, wall));
  assert.equal(check({}), 'none');
  assert.equal(check({ method: 'PUT' }), 'InvalidSignatureException');
  assert.equal(check({ path: '/aws/a%20b/d' }), 'InvalidSignatureException');
  assert.equal(check({ query: `${request.query}&c=1` }), 'InvalidSignatureException');
  assert.equal(check({ body: Buffer.from('{"a":2}') }), 'InvalidSignatureException');
  assert.equal(check({ headers: { ...request.headers, 'x-odd': 'c' } }), 'InvalidSignatureException');
  assert.equal(check({ headers: { ...request.headers, 'x-amz-extra': 'unsigned' } }), 'InvalidSignatureException');
  assert.equal(check({}, now + 16 * 60_000), 'InvalidSignatureException');
  assert.equal(check({}, now - 16 * 60_000), 'InvalidSignatureException');
  assert.equal(check({}, now + 14 * 60_000), 'none');
  assert.equal(check({ headers: {} }), 'MissingAuthenticationTokenException');
  assert.equal(check({ headers: { ...request.headers, authorization: 'Bearer x' } }), 'IncompleteSignatureException');
  assert.equal(
    nameOf(() => verifySignature(request, () => undefined, now)),
    'UnrecognizedClientException',
  );
  assert.equal(
    nameOf(() => verifySignature(request, () => 'other', now)),
    'InvalidSignatureException',
  );
});

test('wrong credentials are refused in the format of each protocol', async (t) => {
  const bench = await openBench(t);
  const wrongSecret = clientsOf(bench.url, { ...bench.seller, secretAccessKey: 'wrong' });
  const unknownKey = clientsOf(bench.url, { ...bench.seller, accessKeyId: 'AKIAUNKNOWN000000000' });
  const meter = new BatchMeterUsageCommand({ UsageRecords: [] });
  for (const [call, name] of [
    [wrongSecret.catalog.send(list), 'InvalidSignatureException'],
    [wrongSecret.metering.send(meter), 'InvalidSignatureException'],
    [unknownKey.catalog.send(list), 'UnrecognizedClientException'],
    [unknownKey.metering.send(meter), 'UnrecognizedClientException'],
  ] as const) {
    const error = await failureOf(call);
    assert.equal(error.name, name);
    assert.equal(error.$metadata.httpStatusCode, 403);
  }
});

test('an unsigned request is refused', async (t) => {
  const bench = await openBench(t);
  const rest = await fetch(`${bench.url}/aws/ListEntities`, { method: 'POST', body: '{}' });
  assert.equal(rest.status, 403);
  assert.equal(rest.headers.get('x-amzn-errortype'), 'MissingAuthenticationTokenException');
  const target = { 'x-amz-target': 'AWSMPMeteringService.BatchMeterUsage' };
  const json = await fetch(`${bench.url}/`, { method: 'POST', body: '{}', headers: target });
  assert.equal(json.status, 403);
  assert.match(((await json.json()) as { __type: string }).__type, /#MissingAuthenticationTokenException$/);
});

test('the bare URL also works as an endpoint, and the catalog accepts one region only', async (t) => {
  const bench = await openBench(t);
  const { accessKeyId, secretAccessKey } = bench.seller;
  const config = { endpoint: bench.url, credentials: { accessKeyId, secretAccessKey }, maxAttempts: 1 };
  const meter = new BatchMeterUsageCommand({ UsageRecords: [] });
  assert.deepEqual(
    (await new MarketplaceCatalogClient({ ...config, region: 'us-east-1' }).send(list)).EntitySummaryList,
    [],
  );
  assert.deepEqual((await new MarketplaceMeteringClient({ ...config, region: 'eu-west-1' }).send(meter)).Results, []);
  const wrong = await failureOf(new MarketplaceCatalogClient({ ...config, region: 'eu-west-1' }).send(list));
  assert.equal(wrong.name, 'InvalidSignatureException');
});
