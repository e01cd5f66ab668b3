import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BatchMeterUsageCommand,
  MeterUsageCommand,
  ResolveCustomerCommand,
  type UsageRecord,
} from '@aws-sdk/client-marketplace-metering';
import {
  type Bench,
  buyer,
  clientsOf,
  failureOf,
  openBench,
  type Seller,
  seedAgreement,
  seedProduct,
} from '../simulator.test-support.ts';

type Stored = {
  quantity: number;
  hour: string;
  region: string;
  meteringRecordId: string;
  identicalResends: number;
  differentResends: number;
};

const stored = async (bench: Bench): Promise<Stored[]> =>
  (await bench.get<{ records: Stored[] }>('/aws/journal/metering')).records;

/** A running agreement; `record` creates a record for its license at a given time. */
const openMetering = async (bench: Bench, startAgo = 'P2D') => {
  const product = await seedProduct(bench);
  const agreement = await seedAgreement(bench, product.publicOfferId);
  await bench.post('/clock', { advance: startAgo });
  const record = (time: number, more: Partial<UsageRecord> = {}): UsageRecord => ({
    Timestamp: new Date(time),
    Dimension: 'requests',
    Quantity: 5,
    CustomerAWSAccountId: buyer,
    LicenseArn: agreement.licenseArn,
    ...more,
  });
  return { product, agreement, record };
};

const meter = (bench: Bench, UsageRecords: UsageRecord[], ProductCode?: string) =>
  bench.metering.send(new BatchMeterUsageCommand({ UsageRecords, ...(ProductCode ? { ProductCode } : {}) }));

const hour = 3_600_000;

test('the same usage again is the same record; another quantity of its hour is a duplicate', async (t) => {
  const bench = await openBench(t, { startsAt: '2027-03-10T12:30:00Z' });
  const { record } = await openMetering(bench);
  const time = Date.parse('2027-03-12T10:15:00Z');
  const first = await meter(bench, [record(time)]);
  const again = await meter(bench, [record(time), record(time + 10 * 60_000), record(time, { Quantity: 6 })]);
  const id = first.Results?.[0]?.MeteringRecordId;
  assert.ok(id);
  assert.equal(first.Results?.[0]?.Status, 'Success');
  assert.deepEqual(
    again.Results?.map((result) => [result.Status, result.MeteringRecordId]),
    [
      ['Success', id],
      ['Success', id],
      ['DuplicateRecord', id],
    ],
  );
  assert.equal(again.Results?.[0]?.UsageRecord?.Timestamp?.getTime(), time);
  const [only, ...others] = await stored(bench);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [only?.quantity, only?.hour, only?.identicalResends, only?.differentResends],
    [5, '2027-03-12T10:00:00.000Z', 2, 1],
  );
});

test('records of one hour in two regions are separate records', async (t) => {
  const bench = await openBench(t, { startsAt: '2027-03-10T12:30:00Z' });
  const { record } = await openMetering(bench);
  const elsewhere = { ...bench, ...clientsOf(bench.url, bench.seller, 'eu-west-1') };
  const time = Date.parse('2027-03-12T10:00:00Z');
  await meter(bench, [record(time)]);
  await meter(elsewhere, [record(time)]);
  assert.deepEqual((await stored(bench)).map((item) => item.region).sort(), ['eu-west-1', 'us-east-1']);
});

test('one invalid record makes the whole batch fail, and is not named', async (t) => {
  const bench = await openBench(t, { startsAt: '2027-03-10T12:30:00Z' });
  await bench.post('/aws/settings', { quotas: false });
  const { record, agreement } = await openMetering(bench);
  const now = bench.clock.now();
  const other = await seedProduct(bench, { title: 'Other' });
  const otherAgreement = await seedAgreement(bench, other.publicOfferId);
  const tags = (...values: string[]) => values.map((Value) => ({ Key: 'team', Value }));
  const allocation = (AllocatedUsageQuantity: number, value: string) => ({ AllocatedUsageQuantity, Tags: tags(value) });
  const cases: [Partial<UsageRecord>, string][] = [
    [{ Dimension: 'unknown' }, 'InvalidUsageDimensionException'],
    [{ Dimension: 'seats' }, 'InvalidUsageDimensionException'],
    [{ Timestamp: new Date(now + hour) }, 'TimestampOutOfBoundsException'],
    [{ Timestamp: new Date(now - 25 * hour) }, 'TimestampOutOfBoundsException'],
    [{ LicenseArn: agreement.licenseArn.replace(/.$/, 'x') }, 'InvalidLicenseException'],
    [{ LicenseArn: otherAgreement.licenseArn }, 'InvalidLicenseException'],
    [{ CustomerAWSAccountId: '222233334444' }, 'InvalidLicenseException'],
    [{ LicenseArn: undefined }, 'InvalidProductCodeException'],
    [{ Quantity: -1 }, 'ValidationException'],
    [{ Quantity: 2_147_483_648 }, 'ValidationException'],
    [{ UsageAllocations: [allocation(2, 'a'), allocation(2, 'b')] }, 'InvalidUsageAllocationsException'],
    [{ UsageAllocations: [allocation(2, 'a'), allocation(3, 'a')] }, 'InvalidUsageAllocationsException'],
    [{ UsageAllocations: [{ AllocatedUsageQuantity: 5, Tags: tags('a', 'b') }] }, 'InvalidTagException'],
    [{ UsageAllocations: [allocation(5, 'a\\b')] }, 'InvalidTagException'],
  ];
  for (const [broken, name] of cases) {
    const error = await failureOf(meter(bench, [record(now - hour), record(now - hour, broken)]));
    assert.equal(error.name, name, JSON.stringify(broken));
    assert.equal(error.$metadata.httpStatusCode, 400);
  }
  const many = await failureOf(
    meter(
      bench,
      Array.from({ length: 26 }, () => record(now)),
    ),
  );
  assert.equal(many.name, 'ValidationException');
  assert.deepEqual(await stored(bench), []);
  const good = await meter(bench, [
    record(now - hour, { UsageAllocations: [allocation(2, 'a'), allocation(3, 'b/(c) +1')] }),
  ]);
  assert.equal(good.Results?.[0]?.Status, 'Success');
});

test('usage of a month is accepted until 06:00 UTC of the first', async (t) => {
  const bench = await openBench(t, { startsAt: '2027-01-29T00:00:00Z' });
  const { record } = await openMetering(bench);
  const january = Date.parse('2027-01-31T23:30:00Z');
  const february = Date.parse('2027-02-01T00:00:00Z');
  await bench.clock.advance(Date.parse('2027-02-01T05:59:58Z') - bench.clock.now());
  assert.equal((await meter(bench, [record(january)])).Results?.[0]?.Status, 'Success');
  await bench.post('/clock', { advance: 'PT3S' });
  const late = await failureOf(meter(bench, [record(february), record(january)]));
  assert.equal(late.name, 'TimestampOutOfBoundsException');
  assert.equal((await stored(bench)).length, 1);
  assert.equal((await meter(bench, [record(february)])).Results?.[0]?.Status, 'Success');
});

test('usage has to be within its agreement, and is accepted for an hour after the license has ended', async (t) => {
  const bench = await openBench(t, { startsAt: '2027-03-10T12:30:00Z' });
  const { record, agreement } = await openMetering(bench, 'PT3H');
  const start = Math.floor(Date.parse(agreement.startAt) / 1000) * 1000;
  const before = await failureOf(meter(bench, [record(start - 1000)]));
  assert.equal(before.name, 'InvalidLicenseException');
  assert.equal((await meter(bench, [record(start)])).Results?.[0]?.Status, 'Success');

  await bench.post(`/aws/agreement/${agreement.agreementId}/cancel`);
  const ended = bench.clock.now();
  await bench.post('/clock', { advance: 'PT55M' });
  const statuses = async (...times: number[]) =>
    (
      await meter(
        bench,
        times.map((time) => record(time)),
      )
    ).Results?.map((result) => result.Status);
  assert.deepEqual(await statuses(ended - hour, ended + 60_000), ['Success', 'CustomerNotSubscribed']);
  await bench.post('/clock', { advance: 'PT6M' });
  assert.deepEqual(await statuses(ended - 2 * hour), ['CustomerNotSubscribed']);
});

test('a legacy product is metered by its product code and the customer', async (t) => {
  const bench = await openBench(t, { startsAt: '2027-03-10T12:30:00Z' });
  const { productCode, productId, publicOfferId } = await seedProduct(bench, { legacy: true });
  const agreement = await seedAgreement(bench, publicOfferId);
  await bench.post('/clock', { advance: 'P1D' });
  const { registrationToken } = await bench.post<{ registrationToken: string }>(
    `/aws/agreement/${agreement.agreementId}/registration-token`,
  );
  const resolved = await bench.metering.send(new ResolveCustomerCommand({ RegistrationToken: registrationToken }));
  assert.equal(resolved.ProductCode, productCode);
  assert.ok(resolved.CustomerIdentifier);
  const usage = { Timestamp: new Date(bench.clock.now() - hour), Dimension: 'requests', Quantity: 1 };
  const byIdentifier = { ...usage, CustomerIdentifier: resolved.CustomerIdentifier };
  const byAccount = { ...usage, CustomerAWSAccountId: buyer };
  const both = await meter(bench, [byIdentifier, byAccount], productCode);
  assert.deepEqual(
    both.Results?.map((result) => result.Status),
    ['Success', 'Success'],
  );
  assert.equal((await stored(bench)).length, 1, 'account id and identifier are the same customer');

  const unknown = await meter(bench, [{ ...usage, CustomerAWSAccountId: '999999999999' }], productCode);
  assert.equal(unknown.Results?.[0]?.Status, 'CustomerNotSubscribed');
  const wrong = await failureOf(meter(bench, [{ ...usage, CustomerIdentifier: 'nobody' }], productCode));
  assert.equal(wrong.name, 'InvalidCustomerIdentifierException');
  assert.equal((await failureOf(meter(bench, [byAccount], 'other'))).name, 'InvalidProductCodeException');
  const licensed = [{ ...byAccount, LicenseArn: agreement.licenseArn }];
  assert.equal((await failureOf(meter(bench, licensed))).name, 'InvalidProductCodeException');

  await bench.patch(`/aws/product/${productId}`, { legacy: false });
  assert.equal((await failureOf(meter(bench, [byAccount], productCode))).name, 'InvalidProductCodeException');
  assert.equal((await meter(bench, licensed)).Results?.[0]?.Status, 'Success');
});

test('a registration token resolves to the buyer for four hours, for the seller only', async (t) => {
  const bench = await openBench(t);
  const { agreement, product } = await openMetering(bench);
  const { registrationToken } = await bench.post<{ registrationToken: string }>(
    `/aws/agreement/${agreement.agreementId}/registration-token`,
  );
  const command = new ResolveCustomerCommand({ RegistrationToken: registrationToken });
  const { $metadata, ...resolved } = await bench.metering.send(command);
  assert.deepEqual(resolved, {
    CustomerAWSAccountId: buyer,
    LicenseArn: agreement.licenseArn,
    ProductCode: product.productCode,
  });
  const stranger = clientsOf(bench.url, await bench.post<Seller>('/aws/account')).metering;
  assert.equal((await failureOf(stranger.send(command))).name, 'InvalidTokenException');
  await bench.post('/clock', { advance: 'PT4H1M' });
  assert.equal((await failureOf(bench.metering.send(command))).name, 'ExpiredTokenException');
});

test('software of the buyer meters itself with MeterUsage', async (t) => {
  const bench = await openBench(t, { startsAt: '2027-03-10T12:30:00Z' });
  const { product } = await openMetering(bench);
  const account = await bench.post<Seller>('/aws/account', { kind: 'buyer', id: buyer });
  const { metering } = clientsOf(bench.url, account);
  const send = (more: object = {}) =>
    metering.send(
      new MeterUsageCommand({
        ProductCode: product.productCode,
        Timestamp: new Date(bench.clock.now() - hour),
        UsageDimension: 'requests',
        UsageQuantity: 3,
        ...more,
      }),
    );
  const first = await send({ ClientToken: 'a' });
  assert.equal((await send()).MeteringRecordId, first.MeteringRecordId);
  assert.equal((await failureOf(send({ UsageQuantity: 4 }))).name, 'DuplicateRequestException');
  assert.equal((await failureOf(send({ UsageQuantity: 4, ClientToken: 'a' }))).name, 'IdempotencyConflictException');
  const old = new Date(bench.clock.now() - 7 * hour);
  assert.equal((await failureOf(send({ Timestamp: old }))).name, 'TimestampOutOfBoundsException');
});
