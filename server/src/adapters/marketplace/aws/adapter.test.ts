import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { isPartnerError, type PartnerError } from '../../partner-error.ts';
import { dayFrom } from '../../simulated.test-support.ts';
import type { ProductChange } from '../changes.ts';
import type { AwsOfferSubmission } from '../offer-submissions.ts';
import type { MarketplaceAccess, UsageSend } from '../port.ts';
import { type AwsMarketplace, createAwsMarketplace } from './adapter.ts';
import { anOffer, settle } from './changes.test-support.ts';
import { type AwsSimulator, startSimulator } from './simulator.test-support.ts';

let simulator: AwsSimulator;
let aws: AwsMarketplace;
let access: MarketplaceAccess;

before(async () => {
  simulator = await startSimulator();
  access = simulator.access;
  aws = createAwsMarketplace({ answerTimeoutMs: 700 });
  await simulator.control('POST', '/settings', { changeSetDelayMs: 20, licenseDelayMs: 20, quotas: false });
});
after(async () => {
  aws.close();
  await simulator.close();
});
beforeEach(() => simulator.control('DELETE', '/fault'));

const submission = (change: Partial<AwsOfferSubmission> = {}): AwsOfferSubmission => anOffer(simulator, change);
const first = (key: string) => ({ key, stage: 0, made: {} });
const submit = (offer: AwsOfferSubmission, key: string) =>
  aws.startChange(access, { act: 'offer.create', offer }, first(key));
const withdraw = (offer: { externalId: string; lastDay: string }, key: string) =>
  aws.startChange(access, { act: 'offer.withdraw', ...offer }, first(key));

const settled = (changeId: string) => settle(aws, access, changeId);
const release = async (change: Partial<AwsOfferSubmission> = {}): Promise<string> => {
  const { changeId } = await submit(submission(change), `key-${Math.random()}`);
  const read = await settled(changeId);
  assert.equal(read.state, 'DONE', JSON.stringify(read));
  return (read as { entityIds: Record<string, string> }).entityIds.offer as string;
};

const accept = async (offerId: string): Promise<string> =>
  (
    await simulator.control<{ agreementId: string }>('POST', `/offer/${offerId}/accept`, {
      buyerAccountId: simulator.buyerId,
    })
  ).agreementId;

/** The agreement once its license is issued, a little after the acceptance. */
const licensed = async (agreementId: string) => {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const read = await aws.readAgreement(access, agreementId);
    if (read?.licenseArn) return read;
    assert.ok(performance.now() < deadline, 'no license was issued');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const failure = async (work: Promise<unknown>): Promise<PartnerError> => {
  const error = await work.then(
    () => assert.fail('it did not fail'),
    (thrown: unknown) => thrown,
  );
  assert.ok(isPartnerError(error), String(error));
  return error;
};

describe('AWS Marketplace through its simulator', () => {
  it('credentials are checked by a real call; wrong ones are refused permanently', async () => {
    await aws.verify(access);
    const wrong = { ...access, credentials: { ...access.credentials, secretAccessKey: 'wrong' } };
    const error = await failure(aws.verify(wrong));
    assert.deepEqual([error.outcome, error.retryable, error.httpStatus], ['REFUSED', false, 403]);
  });

  it('a product is read with its code, dimensions and revision', async () => {
    const [product] = await aws.listProducts(access);
    assert.deepEqual(product, await aws.readProduct(access, simulator.product.productId));
    assert.equal(product?.externalId, simulator.product.productCode);
    assert.equal(product?.productType, 'CONTRACT');
    assert.deepEqual(product?.dimensions.map((dimension) => dimension.key).sort(), ['requests', 'seats']);
    assert.equal(await aws.readProduct(access, 'prod-doesnotexist1'), null);
  });

  for (const [kind, change, price] of [
    ['a price of one unit', {}, '1200'],
    ['several units', { upfront: { price: '500.5', grants: [{ key: 'seats', quantity: 5 }] } }, '500.5'],
    ['usage only', { upfront: null }, null],
    ['a renewal and a refund policy', { renewal: { enabled: true }, refundPolicy: 'No refunds.' }, '1200'],
  ] as const) {
    it(`an offer with ${kind} is released and reads back as it was meant`, async () => {
      const offerId = await release(change as Partial<AwsOfferSubmission>);
      const read = await aws.readOffer(access, offerId);
      assert.equal(read?.state, 'RELEASED');
      assert.equal(read?.upfront?.price ?? null, price);
      assert.deepEqual(read?.usageRates, [{ key: 'requests', price: '0.01' }]);
      assert.deepEqual(read?.buyerAccountIds, [simulator.buyerId]);
      assert.equal(read?.expireTime?.toISOString(), `${dayFrom(simulator.now(), 20)}T23:59:59.999Z`);
      assert.equal(read?.agreementDurationIso, 'P12M');
    });
  }

  it('an offer with installments carries the exact sum', async () => {
    const now = simulator.now();
    const installments = [
      { chargeDate: dayFrom(now, 30), amount: '0.1' },
      { chargeDate: dayFrom(now, 60), amount: '0.2' },
    ];
    const read = await aws.readOffer(
      access,
      await release({ upfront: { price: '0.3', grants: [{ key: 'seats', quantity: 1 }] }, installments }),
    );
    assert.equal(read?.upfront?.price, '0.3');
  });

  it('submitting twice with one key makes one offer, even when the first response was lost', async () => {
    const countOffers = async (): Promise<number> => (await aws.listOffers(access, {})).length;
    const before = await countOffers();
    for (const [name, key] of [
      ['timeout-after', 'k1'],
      ['half-answer', 'k2'],
      ['rubbish', 'k3'],
    ] as const) {
      await simulator.fault(name, { operation: 'StartChangeSet' });
      const error = await failure(submit(submission(), key));
      assert.deepEqual([error.outcome, error.retryable], ['UNKNOWN', true], name);
      const { changeId } = await submit(submission(), key);
      assert.equal((await submit(submission(), key)).changeId, changeId);
      assert.equal((await settled(changeId)).state, 'DONE');
    }
    assert.equal(await countOffers(), before + 3);
  });

  it('names the outcome of every way to fail', async () => {
    const rows = [
      ['throttle', 'REFUSED', 429],
      ['internal-error', 'UNKNOWN', 500],
      ['timeout-before', 'UNKNOWN', undefined],
    ] as const;
    for (const [name, outcome, status] of rows) {
      await simulator.fault(name, { operation: 'DescribeEntity' });
      const error = await failure(aws.readProduct(access, simulator.product.productId));
      assert.deepEqual([error.outcome, error.retryable, error.httpStatus], [outcome, true, status], name);
    }
    const nowhere = { ...access, endpoint: 'http://127.0.0.1:9' };
    const unreachable = await failure(aws.verify(nowhere));
    assert.deepEqual([unreachable.outcome, unreachable.retryable], ['NOT_SENT', true]);
    const refused = await failure(submit(submission({ name: 'x'.repeat(200) }), 'too-long'));
    assert.deepEqual(
      [refused.outcome, refused.retryable, refused.partnerCode],
      ['REFUSED', false, 'ValidationException'],
    );
    assert.match(JSON.stringify(refused.details), /Name/);
    assert.ok(refused.requestId);
  });

  it('an entity with a running change set is locked, which is retryable', async () => {
    const offerId = await release();
    await simulator.control('POST', '/settings', { changeSetDelayMs: 500 });
    const { changeId } = await withdraw({ externalId: offerId, lastDay: dayFrom(simulator.now(), -1) }, 'lock-1');
    const error = await failure(withdraw({ externalId: offerId, lastDay: dayFrom(simulator.now(), -1) }, 'lock-2'));
    assert.deepEqual([error.outcome, error.retryable, error.httpStatus], ['REFUSED', true, 423]);
    await simulator.control('POST', '/settings', { changeSetDelayMs: 20 });
    await settled(changeId);
  });

  it('a failed change set keeps AWS’s own error codes; a server fault is distinguished', async () => {
    const failed = await settled((await submit(submission({ name: 'fail-release' }), 'fail-1')).changeId);
    assert.equal(failed.state, 'FAILED');
    assert.deepEqual(failed.state === 'FAILED' && [failed.serverFault, failed.errors[0]?.code], [
      false,
      'INCOMPATIBLE_TERMS',
    ]);
    await simulator.fault('change-set-failure', { errorCode: 'SERVER_FAULT' });
    const fault = await settled((await submit(submission(), 'fail-2')).changeId);
    assert.equal(fault.state === 'FAILED' && fault.serverFault, true);
  });

  it('a part of a response that AWS could not read is reported, and never mistaken for something that does not exist', async () => {
    const offers = [await release(), await release()];
    const fail = (errorCode: string) => simulator.fault('unread-entity', { errorCode });
    await fail('InternalServiceException');
    const skipped: string[] = [];
    const read = await aws.readOffers(access, [...offers, 'offer-doesnotexist1'], (id) => skipped.push(id));
    assert.deepEqual([read.length, skipped], [1, [offers[1]]]);
    await fail('InternalServiceException');
    const unread = await failure(aws.readOffers(access, offers));
    assert.deepEqual(
      [unread.outcome, unread.retryable, unread.partnerCode],
      ['REFUSED', true, 'InternalServiceException'],
    );

    const { productId } = await simulator.control<{ productId: string }>('POST', '/product', {
      sellerAccountId: simulator.seller.id,
      title: 'Priced',
      dimensions: [{ key: 'calls', types: ['Metered'], price: '0.5' }],
    });
    const rates = async () => (await aws.readProduct(access, productId))?.plans?.length ?? 0;
    assert.equal(await rates(), 1);
    await fail('InternalServiceException');
    assert.equal((await failure(aws.readProduct(access, productId))).retryable, true, 'it has not lost its prices');
    await fail('InternalServiceException');
    const plans = [{ name: 'p', upfront: null, usageRates: [{ key: 'calls', price: '0.5' }] }];
    const change = { act: 'product.price', entityId: productId, plans } as unknown as ProductChange;
    assert.equal(
      (await failure(aws.startChange(access, change, first('unread')))).retryable,
      true,
      'no second public offer',
    );
    await fail('AccessDeniedException');
    assert.equal(await rates(), 0, 'the account may not see it');
  });

  it('a cancelled offer is expired at AWS, and nobody has accepted it', async () => {
    const offerId = await release();
    assert.equal(
      (
        await settled(
          (
            await withdraw({ externalId: offerId, lastDay: dayFrom(simulator.now(), -1) }, 'cancel-1')
          ).changeId,
        )
      ).state,
      'DONE',
    );
    const read = await aws.readOffer(access, offerId);
    assert.ok(read?.expireTime && read.expireTime < simulator.now());
    assert.deepEqual(await aws.listAgreements(access, { offerExternalId: offerId }), []);
  });

  it('an accepted offer is an agreement with value, end, rates and, a little later, its own license', async () => {
    const offerId = await release();
    const since = new Date(simulator.now().getTime() - 1000);
    const agreementId = await accept(offerId);
    const first = await aws.readAgreement(access, agreementId);
    assert.equal(first?.offerExternalId, offerId);
    assert.equal(first?.value, '1200');
    assert.equal(first?.buyerAccountId, simulator.buyerId);
    assert.deepEqual(first?.usageRates, [{ key: 'requests', price: '0.01' }]);
    assert.deepEqual(
      (await aws.listAgreements(access, { offerExternalId: offerId })).map((item) => item.externalId),
      [agreementId],
    );
    assert.ok(
      (await aws.listAgreements(access, { changedSince: since })).some((item) => item.externalId === agreementId),
    );
    assert.match((await licensed(agreementId)).licenseArn ?? '', /^arn:aws:license-manager/);
    // The first read that saw the license may have read the version before it.
    const second = await aws.readAgreement(access, agreementId);
    if (first?.licenseArn === null) assert.ok((second?.version ?? 0) > first.version, 'the license is new');
    assert.equal(await aws.readAgreement(access, 'agmt-doesnotexist'), null);
  });

  it('usage is submitted once: the same row again is accepted, another quantity is a duplicate, and each result is matched to its row', async () => {
    const agreementId = await accept(await release());
    const agreement = await licensed(agreementId);
    await simulator.advance('PT2H');
    const hour = new Date(Math.floor((simulator.now().getTime() - 3_600_000) / 1000) * 1000);
    const row = (change: Partial<UsageSend> = {}): UsageSend => ({
      reportId: 'r1',
      product: {
        entityId: simulator.product.productId,
        externalId: simulator.product.productCode,
        meteringKey: 'LICENSE',
      },
      buyerAccountId: simulator.buyerId,
      customerIdentifier: null,
      usageResourceId: agreement?.licenseArn ?? null,
      dimension: 'requests',
      quantity: '5',
      timestamp: hour,
      allocations: [],
      ...change,
    });
    await simulator.fault('timeout-after', { operation: 'BatchMeterUsage' });
    assert.equal((await failure(aws.reportUsage(access, [row()]))).outcome, 'UNKNOWN');
    const again = await aws.reportUsage(access, [row()]);
    assert.equal(again.outcomes.get('r1')?.state, 'ACCEPTED');
    const other = await aws.reportUsage(access, [
      row({ quantity: '6' }),
      row({ reportId: 'no-licence', usageResourceId: null }),
    ]);
    assert.deepEqual([...other.outcomes].map(([id, outcome]) => [id, outcome.state]).sort(), [
      ['no-licence', 'UNPROCESSED'],
      ['r1', 'DUPLICATE'],
    ]);
    await simulator.fault('unprocessed', { records: 1 });
    const later = new Date(hour.getTime() + 1000 * 60 * 30);
    assert.equal(
      (await aws.reportUsage(access, [row({ timestamp: later, quantity: '5' })])).outcomes.get('r1')?.state,
      'UNPROCESSED',
    );
    const old = await failure(aws.reportUsage(access, [row({ timestamp: new Date(hour.getTime() - 3 * 86_400_000) })]));
    assert.deepEqual([old.outcome, old.retryable], ['REFUSED', false]);
    const { records } = await simulator.control<{ records: { quantity: number }[] }>(
      'GET',
      `/journal/metering?agreementId=${agreementId}`,
    );
    assert.deepEqual(
      records.map((record) => record.quantity),
      [5],
    );
  });

  it('a legacy product is metered by its product code', async () => {
    const legacy = await simulator.control<AwsSimulator['product']>('POST', '/product', {
      sellerAccountId: simulator.seller.id,
      title: 'Old',
      legacy: true,
      dimensions: [{ key: 'calls', types: ['Metered'], price: '0.01' }],
    });
    const read = await aws.readProduct({ ...access, productCodeProducts: [legacy.productId] }, legacy.productId);
    assert.equal(read?.meteringKey, 'PRODUCT_CODE');
  });
});
