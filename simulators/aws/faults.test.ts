import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SearchAgreementsCommand } from '@aws-sdk/client-marketplace-agreement';
import { ListEntitiesCommand } from '@aws-sdk/client-marketplace-catalog';
import { BatchMeterUsageCommand } from '@aws-sdk/client-marketplace-metering';
import {
  type Bench,
  buyer,
  errorCodes,
  failureOf,
  openBench,
  runChangeSet,
  seedAgreement,
  seedProduct,
} from './simulator.test-support.ts';

const list = new ListEntitiesCommand({ Catalog: 'AWSMarketplace', EntityType: 'Offer' });
const search = new SearchAgreementsCommand({
  filters: [
    { name: 'PartyType', values: ['Proposer'] },
    { name: 'AgreementType', values: ['PurchaseAgreement'] },
  ],
});

const openMetering = async (bench: Bench) => {
  const { publicOfferId } = await seedProduct(bench);
  const { licenseArn } = await seedAgreement(bench, publicOfferId);
  await bench.post('/clock', { advance: 'PT2H' });
  const hours = [0, 1];
  const UsageRecords = hours.map((hoursAgo) => ({
    Timestamp: new Date(bench.clock.now() - hoursAgo * 3_600_000),
    Dimension: 'requests',
    Quantity: 4,
    CustomerAWSAccountId: buyer,
    LicenseArn: licenseArn,
  }));
  const count = async () => (await bench.get<{ count: number }>('/aws/journal/metering')).count;
  return { command: new BatchMeterUsageCommand({ UsageRecords }), count };
};

test('throttling and internal errors apply nothing and carry the name of the service', async (t) => {
  const bench = await openBench(t);
  const { command, count } = await openMetering(bench);
  const names: string[] = [];
  for (const name of ['throttle', 'internal-error']) {
    await bench.post('/aws/fault', { name, count: 3 });
    for (const call of [bench.catalog.send(list), bench.agreements.send(search), bench.metering.send(command)]) {
      const error = await failureOf(call);
      names.push(`${error.name} ${error.$metadata.httpStatusCode}`);
    }
  }
  assert.deepEqual(names, [
    'ThrottlingException 429',
    'ThrottlingException 429',
    'ThrottlingException 400',
    'InternalServiceException 500',
    'InternalServerException 500',
    'InternalServiceErrorException 500',
  ]);
  assert.equal(await count(), 0);
  await bench.metering.send(command);
  assert.equal(await count(), 2);
});

test('a lost response leaves the usage applied, a call that never gets a response does not', async (t) => {
  const bench = await openBench(t);
  const { command, count } = await openMetering(bench);
  await bench.post('/aws/fault', { name: 'timeout-before' });
  const abort = AbortSignal.timeout(100);
  await failureOf(bench.metering.send(command, { abortSignal: abort }));
  assert.equal(await count(), 0);
  for (const name of ['timeout-after', 'half-answer', 'rubbish']) {
    await bench.post('/aws/fault', { name, operation: 'BatchMeterUsage' });
    await failureOf(bench.metering.send(command));
    assert.equal(await count(), 2, name);
  }
  const { records } = await bench.get<{ records: { identicalResends: number }[] }>('/aws/journal/metering');
  assert.deepEqual(
    records.map((record) => record.identicalResends),
    [2, 2],
  );
});

test('unprocessed records are returned and can be sent again', async (t) => {
  const bench = await openBench(t);
  const { command, count } = await openMetering(bench);
  await bench.post('/aws/fault', { name: 'unprocessed', records: 1 });
  const answer = await bench.metering.send(command);
  assert.equal(answer.Results?.length, 1);
  assert.equal(answer.UnprocessedRecords?.length, 1);
  assert.equal(await count(), 1);
  await bench.metering.send(new BatchMeterUsageCommand({ UsageRecords: answer.UnprocessedRecords }));
  assert.equal(await count(), 2);
});

test('a change set fails on demand, as a client error or a server fault', async (t) => {
  const bench = await openBench(t);
  const { productId } = await seedProduct(bench);
  const changes = [
    {
      ChangeType: 'UpdateInformation',
      Entity: { Type: 'SaaSProduct@1.0', Identifier: productId },
      DetailsDocument: { Sku: 'A' },
    },
  ];
  await bench.post('/aws/fault', { name: 'change-set-failure', errorCode: 'INVALID_INPUT', errorMessage: 'no' });
  const refused = await runChangeSet(bench, changes);
  assert.deepEqual([refused.FailureCode, errorCodes(refused)], ['CLIENT_ERROR', ['INVALID_INPUT']]);
  await bench.post('/aws/fault', { name: 'change-set-failure', errorCode: 'SERVER_FAULT' });
  const broken = await runChangeSet(bench, changes);
  assert.deepEqual([broken.FailureCode, errorCodes(broken)], ['SERVER_FAULT', []]);
  assert.equal((await runChangeSet(bench, changes)).Status, 'SUCCEEDED');
});

test('a fault strikes where it is aimed, as often as requested, and can be removed', async (t) => {
  const bench = await openBench(t);
  await bench.post('/aws/settings', { quotas: false });
  await bench.post('/aws/fault', { name: 'throttle', operation: 'SearchAgreements', count: null });
  await bench.catalog.send(list);
  for (let call = 0; call < 3; call += 1) await failureOf(bench.agreements.send(search));
  const { faults } = await bench.get<{ faults: { id: string; struck: number }[] }>('/aws/fault');
  assert.equal(faults[0]?.struck, 3);
  await bench.remove(`/aws/fault/${faults[0]?.id}`);
  await bench.agreements.send(search);
  await bench.post('/aws/fault', { name: 'slow', delayMs: 60 });
  const before = performance.now();
  await bench.agreements.send(search);
  assert.ok(performance.now() - before >= 60);
  await bench.post('/aws/fault', { name: 'throttle', accountId: '999988887777' });
  await bench.agreements.send(search);
  await bench.post('/aws/fault', { name: 'throttle', accountId: bench.seller.id });
  await failureOf(bench.agreements.send(search));
  const unknown = await failureOf(bench.post('/aws/fault', { name: 'explode' }));
  assert.match(unknown.message, /name/);
});
