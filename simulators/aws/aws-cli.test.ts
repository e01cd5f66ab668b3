import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Bench, openBench, seedAgreement, seedProduct } from './simulator.test-support.ts';

/** Debian's version, which CI installs; elsewhere the one on the path. */
const command = existsSync('/usr/bin/aws') ? '/usr/bin/aws' : 'aws';

const hasAwsCommand = (): boolean => {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

// CI must have it; a developer's machine need not.
const skip = hasAwsCommand() || process.env.CI ? false : 'the aws command is not installed';

const aws = (bench: Bench, args: string[]): Promise<Record<string, never>> => {
  const env = {
    PATH: process.env.PATH,
    HOME: bench.dataDir,
    AWS_ACCESS_KEY_ID: bench.seller.accessKeyId,
    AWS_SECRET_ACCESS_KEY: bench.seller.secretAccessKey,
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_MAX_ATTEMPTS: '1',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_PAGER: '',
  };
  return new Promise((resolve, reject) => {
    const all = [...args, '--endpoint-url', bench.url, '--output', 'json'];
    execFile(command, all, { env }, (error, output, problem) => {
      if (error) reject(new Error(problem || error.message));
      else resolve(output.trim() === '' ? {} : JSON.parse(output));
    });
  });
};

const catalog = ['--catalog', 'AWSMarketplace'];

test('the aws command lists and describes entities', { skip }, async (t) => {
  const bench = await openBench(t);
  const { productId, publicOfferId } = await seedProduct(bench);
  const [listed, described] = await Promise.all([
    aws(bench, ['marketplace-catalog', 'list-entities', ...catalog, '--entity-type', 'Offer']),
    aws(bench, ['marketplace-catalog', 'describe-entity', ...catalog, '--entity-id', productId]),
  ]);
  assert.match(JSON.stringify(listed), new RegExp(publicOfferId));
  assert.match(JSON.stringify(described), new RegExp(`"EntityIdentifier":"${productId}@1"`));
});

test('the aws command starts change sets', { skip }, async (t) => {
  const bench = await openBench(t);
  const { productId } = await seedProduct(bench);
  const Entity = { Type: 'SaaSProduct@1.0', Identifier: productId };
  const change = [{ ChangeType: 'UpdateInformation', Entity, Details: '{"Sku":"A"}' }];
  const started = await aws(bench, [
    'marketplace-catalog',
    'start-change-set',
    ...catalog,
    '--change-set',
    JSON.stringify(change),
  ]);
  assert.match(JSON.stringify(started), /"ChangeSetId"/);
});

// Debian's models are from 2022: they have product codes and customers, but neither licenses nor the Agreement API.
test('the aws command meters usage and reads entitlements', { skip }, async (t) => {
  const bench = await openBench(t);
  const { productCode, publicOfferId } = await seedProduct(bench, { legacy: true });
  await seedAgreement(bench, publicOfferId, { quantities: { seats: 2 } });
  await bench.post('/clock', { advance: 'PT1H' });
  const Timestamp = Math.floor(bench.clock.now() / 1000) - 60;
  const meter = async (CustomerIdentifier: string): Promise<string> => {
    const record = { Timestamp, Dimension: 'requests', Quantity: 3, CustomerIdentifier };
    const records = ['--usage-records', JSON.stringify([record]), '--product-code', productCode];
    return JSON.stringify(await aws(bench, ['meteringmarketplace', 'batch-meter-usage', ...records]));
  };
  const entitled = JSON.stringify(
    await aws(bench, ['marketplace-entitlement', 'get-entitlements', '--product-code', productCode]),
  );
  assert.match(entitled, /"IntegerValue":2/);
  const customer = /"CustomerIdentifier":"([^"]+)"/.exec(entitled)?.[1] ?? '';
  assert.match(await meter(customer), /"Status":"Success"/);
});

test('the aws command shows the error code of a refusal', { skip }, async (t) => {
  const bench = await openBench(t);
  const call = aws(bench, ['marketplace-catalog', 'describe-entity', ...catalog, '--entity-id', 'prod-missing']);
  await assert.rejects(call, /ResourceNotFoundException/);
});

test('the aws command reads the data feeds', { skip }, async (t) => {
  const bench = await openBench(t);
  await seedProduct(bench);
  await bench.post(`/aws/account/${bench.seller.id}/feed-delivery`);
  const bucket = `marketplace-data-feeds-${bench.seller.id}`;
  const listed = await aws(bench, ['s3api', 'list-objects-v2', '--bucket', bucket, '--prefix', 'productfeed_v1/']);
  const key = /"Key":"([^"]+)"/.exec(JSON.stringify(listed))?.[1] ?? '';
  assert.match(key, /^productfeed_v1\/year=\d{4}\/month=\d\d\/data\.csv$/);
  const file = join(bench.dataDir, 'data.csv');
  await aws(bench, ['s3api', 'get-object', '--bucket', bucket, '--key', key, file]);
  assert.match(readFileSync(file, 'utf8'), /^valid_from,.*\n.*,Acme API\n$/);
});
