import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GetEntitlementsCommand } from '@aws-sdk/client-marketplace-entitlement-service';
import {
  buyer,
  clientsOf,
  failureOf,
  openBench,
  type Seller,
  seedAgreement,
  seedProduct,
} from '../simulator.test-support.ts';

test('entitlements are found by customer, dimension and license, page by page', async (t) => {
  const bench = await openBench(t);
  const { productCode: ProductCode, publicOfferId } = await seedProduct(bench);
  const other = '222233334444';
  const first = await seedAgreement(bench, publicOfferId, { quantities: { seats: 2 } });
  const second = await seedAgreement(bench, publicOfferId, { quantities: { seats: 7 }, buyerAccountId: other });
  const find = async (Filter?: Record<string, string[]>) => {
    const answer = await bench.entitlements.send(new GetEntitlementsCommand({ ProductCode, Filter }));
    return answer.Entitlements?.map((item) => item.Value?.IntegerValue);
  };
  assert.deepEqual(await find(), [2, 7]);
  assert.deepEqual(await find({ CUSTOMER_AWS_ACCOUNT_ID: [buyer] }), [2]);
  assert.deepEqual(await find({ CUSTOMER_AWS_ACCOUNT_ID: [buyer, other], DIMENSION: ['seats'] }), [2, 7]);
  assert.deepEqual(await find({ LICENSE_ARN: [second.licenseArn] }), [7]);
  assert.deepEqual(await find({ LICENSE_ARN: [second.licenseArn], CUSTOMER_AWS_ACCOUNT_ID: [buyer] }), []);

  const page = await bench.entitlements.send(new GetEntitlementsCommand({ ProductCode, MaxResults: 1 }));
  const [entitlement] = page.Entitlements ?? [];
  assert.equal(entitlement?.LicenseArn, first.licenseArn);
  assert.equal(entitlement?.CustomerIdentifier, undefined);
  assert.equal(entitlement?.ExpirationDate?.toISOString(), first.endAt);
  const rest = await bench.entitlements.send(
    new GetEntitlementsCommand({ ProductCode, MaxResults: 1, NextToken: page.NextToken }),
  );
  assert.deepEqual(
    rest.Entitlements?.map((item) => item.Value?.IntegerValue),
    [7],
  );

  await bench.post(`/aws/agreement/${first.agreementId}/cancel`);
  assert.deepEqual(await find(), [7]);
});

test('forbidden input is an invalid parameter', async (t) => {
  const bench = await openBench(t);
  const { productCode: ProductCode } = await seedProduct(bench);
  const stranger = clientsOf(bench.url, await bench.post<Seller>('/aws/account')).entitlements;
  const Filter = { CUSTOMER_AWS_ACCOUNT_ID: [buyer], CUSTOMER_IDENTIFIER: ['x'] };
  for (const call of [
    bench.entitlements.send(new GetEntitlementsCommand({ ProductCode: 'unknown' })),
    bench.entitlements.send(new GetEntitlementsCommand({ ProductCode, Filter })),
    bench.entitlements.send(new GetEntitlementsCommand({ ProductCode, MaxResults: 26 })),
    bench.entitlements.send(new GetEntitlementsCommand({ ProductCode, NextToken: 'x' })),
    stranger.send(new GetEntitlementsCommand({ ProductCode })),
  ]) {
    const error = await failureOf(call);
    assert.equal(error.name, 'InvalidParameterException');
    assert.equal(error.$metadata.httpStatusCode, 400);
  }
});
