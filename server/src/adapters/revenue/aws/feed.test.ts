import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchMeterUsageCommand } from '@aws-sdk/client-marketplace-metering';
import { billsOf, sell, upfront } from '../../../../../simulators/aws/feeds/feed-bench.test-support.ts';
import {
  buyer,
  clientsOf,
  runChangeSet,
  seedAgreement,
  seedProduct,
} from '../../../../../simulators/aws/simulator.test-support.ts';
import { failedPayouts, foldLines } from '../../../domain/revenue/record/fold-lines.ts';
import { isPartnerError, type PartnerError } from '../../partner-error.ts';
import { isFeedFault } from '../feed-fault.ts';
import type { FeedPart, FeedRow } from '../port.ts';
import { awsDatasets } from './datasets.ts';
import { everything, newestRows, openReader, totalOf } from './feed-bench.test-support.ts';
import { readFeedRows } from './read-rows.ts';

const billing = 'billingeventfeed_v1';
type Reader = Awaited<ReturnType<typeof openReader>>;

const march = async (reader: Reader): Promise<FeedPart> => {
  const part = (await reader.parts()).find(({ name }) => name.startsWith(`${billing}/year=2027/month=03/`));
  assert.ok(part);
  return part;
};

const failureOf = async (call: Promise<unknown>): Promise<PartnerError> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(isPartnerError(error), String(error));
  return error;
};

const faultOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(isFeedFault(error), String(error));
  return error.feedFault;
};

test('billed, paid out and partly refunded sales give the figures of the worked example (G14)', async (t) => {
  const reader = await openReader(t);
  const { productId } = await seedProduct(reader);
  await reader.settle({ listingFeePercent: '3', tax: { party: 'AWS', percent: '8' } });
  const first = await sell(reader, productId, [upfront('10000')]);
  await reader.wait('P2M');
  await reader.settle({ tax: null, payment: 'NEVER' });
  const second = await sell(reader, productId, [upfront('5000')], '222233334444');
  const [bill] = await billsOf(reader, second.agreementId);
  await reader.post(`/aws/bill/${bill?.invoiceId}/return`, { amount: '1000' });
  await reader.deliver();
  const lines = reader.linesOf(await reader.readAll());
  assert.deepEqual(totalOf(lines), {
    currency: 'USD',
    billed: '14000',
    refunded: '1000',
    tax: '0',
    partnerTax: '800',
    fee: '420',
    cost: '0',
    adjusted: '0',
    collectable: '13580',
    forgiven: '0',
    collected: '9700',
    disbursed: '9700',
    outstanding: '3880',
  });
  // Each sale is a record of its own, with the references of the other feeds.
  const records = Map.groupBy(
    lines.filter(({ recordId }) => recordId !== null),
    ({ references }) => references.agreement,
  );
  assert.deepEqual([...records.keys()].sort(), [first.agreementId, second.agreementId].sort());
  for (const own of records.values()) assert.equal(new Set(own.map(({ recordId }) => recordId)).size, 1);
  const [paid] = foldLines(records.get(first.agreementId) ?? []);
  assert.deepEqual([paid?.collectable, paid?.disbursed, paid?.outstanding], ['9700', '9700', '0']);
  const payouts = lines.filter(({ kind }) => kind === 'PAYOUT');
  assert.deepEqual(
    payouts.map(({ amount, recordId }) => [amount, recordId]),
    [['9700', null]],
  );
  assert.match(payouts[0]?.references.trace ?? '', /^\d{15}$/);
});

test('every feed is read, and for each key one version of a row is the newest', async (t) => {
  const reader = await openReader(t);
  const { productId } = await seedProduct(reader, { title: 'Say "hi", née\n<ü>' });
  await reader.settle({ tax: { party: 'Seller', percent: '10' } });
  const { agreementId } = await sell(reader, productId, [upfront('100')]);
  await reader.wait('P1D');
  await reader.post(`/aws/agreement/${agreementId}/cancel`);
  await reader.wait('P1D');
  const rows = await reader.readAll();
  assert.deepEqual([...new Set(rows.map(({ dataset }) => dataset))].sort(), [
    'account',
    'address',
    'agreement',
    'billing_event',
    'legacy_mapping',
    'offer',
    'offer_product',
    'offer_target',
    'product',
    'tax_item',
  ]);
  const agreements = newestRows(rows).filter(({ dataset }) => dataset === 'agreement');
  assert.deepEqual(
    agreements.map(({ columns }) => columns.status),
    ['ACTIVE', 'CANCELLED'],
    'an agreement has a row for each time from which it is so',
  );
  assert.ok(rows.some(({ columns }) => columns.title === 'Say "hi", née\n<ü>'));
  const others = rows.filter(({ dataset }) => dataset !== 'billing_event');
  assert.deepEqual(others.flatMap(reader.feed.translate), []);
});

test('a channel partner owes the manufacturer the cost, which is what the manufacturer bills', async (t) => {
  const reader = await openReader(t);
  const { productId } = await seedProduct(reader);
  const partner = await reader.post<Reader['seller']>('/aws/account', { name: 'Partner' });
  const { resaleAuthorizationId: ResaleAuthorizationId } = await reader.post<{ resaleAuthorizationId: string }>(
    '/aws/resale-authorization',
    {
      productId,
      resellerAccountId: partner.id,
      terms: [
        upfront('0'),
        {
          Type: 'PaymentScheduleTerm',
          CurrencyCode: 'USD',
          Schedule: [{ ChargeDate: '2027-03-05', ChargeAmount: '80' }],
        },
      ],
    },
  );
  const entity = { Entity: { Type: 'Offer@1.0', Identifier: '$make.Entity.Identifier' } };
  const eula = { Type: 'LegalTerm', Documents: [{ Type: 'StandardEula', Version: '2022-07-14' }] };
  const validity = { Type: 'ValidityTerm', AgreementDuration: 'P12M' };
  const made = await runChangeSet({ ...reader, ...clientsOf(reader.url, partner) }, [
    {
      ChangeType: 'CreateOfferUsingResaleAuthorization',
      ChangeName: 'make',
      Entity: { Type: 'Offer@1.0' },
      DetailsDocument: { ResaleAuthorizationId },
    },
    { ChangeType: 'UpdateInformation', DetailsDocument: { Name: 'Resold', Description: 'Resold' }, ...entity },
    { ChangeType: 'UpdateLegalTerms', DetailsDocument: { Terms: [eula] }, ...entity },
    { ChangeType: 'UpdateValidityTerms', DetailsDocument: { Terms: [validity] }, ...entity },
    { ChangeType: 'UpdateMarkup', DetailsDocument: { Percentage: '25' }, ...entity },
    { ChangeType: 'UpdateTargeting', DetailsDocument: { PositiveTargeting: { BuyerAccounts: [buyer] } }, ...entity },
    { ChangeType: 'UpdateAvailability', DetailsDocument: { AvailabilityEndDate: '2027-12-31' }, ...entity },
    { ChangeType: 'ReleaseOffer', DetailsDocument: {}, ...entity },
  ]);
  assert.equal(made.Status, 'SUCCEEDED', JSON.stringify(made.ChangeSet));
  const offerId = made.ChangeSet?.[0]?.Entity?.Identifier?.split('@')[0];
  await reader.post(`/aws/offer/${offerId}/accept`, { buyerAccountId: buyer });
  const figuresOf = async (account: Reader['seller']) => {
    const lines = reader.linesOf(await reader.readAll(reader.accessOf(account)));
    const { billed, cost, fee, disbursed, outstanding } = totalOf(lines);
    const records = new Set(lines.flatMap(({ recordId }) => recordId ?? []));
    return { billed, cost, fee, disbursed, outstanding, records: records.size };
  };
  await reader.wait('P2M');
  const ofPartner = { billed: '100', cost: '80', fee: '0', disbursed: '20', outstanding: '0', records: 1 };
  assert.deepEqual(await figuresOf(partner), ofPartner);
  const ofMaker = { billed: '80', cost: '0', fee: '2.4', disbursed: '77.6', outstanding: '0', records: 1 };
  assert.deepEqual(await figuresOf(reader.seller), ofMaker);
});

test('a payout that the bank rejects no longer counts, and the next one does', async (t) => {
  const reader = await openReader(t);
  const { productId } = await seedProduct(reader);
  await reader.post('/aws/fault', { name: 'payout-failure', accountId: reader.seller.id });
  await sell(reader, productId, [upfront('100')]);
  await reader.wait('P39D');
  const rows = await reader.readAll();
  const failed = reader.linesOf(rows);
  assert.equal(failedPayouts(failed).size, 2, 'the payout, and the row that says that it failed');
  assert.deepEqual([totalOf(failed).disbursed, totalOf(failed).outstanding], ['0', '97']);
  await reader.wait('P1M');
  const paid = totalOf(reader.linesOf(await reader.readAll()));
  assert.deepEqual([paid.disbursed, paid.outstanding], ['97', '0']);
});

test('a damaged file is a fault, and is read again once it is whole; new columns are no fault', async (t) => {
  const reader = await openReader(t);
  const { productId } = await seedProduct(reader);
  let sold = 0;
  const deliverWith = async (name: string) => {
    await reader.post('/aws/fault', { name, operation: billing, accountId: reader.seller.id });
    sold += 1;
    await sell(reader, productId, [upfront('100')], String(300_000_000_000 + sold));
    await reader.wait('P1D');
    const part = await march(reader);
    const result = await reader.readPart(part).then(
      (rows) => rows,
      (error: unknown) => (isFeedFault(error) ? error.feedFault.code : Promise.reject(error)),
    );
    await reader.wait('P1D');
    const whole = await march(reader);
    const total = totalOf(reader.linesOf(await reader.readPart(whole)));
    assert.equal(total.billed, String(100 * sold), `${name}: the file is whole again`);
    return { result, isRewritten: whole.version !== part.version };
  };
  const faults = {
    'feed-half': 'TRUNCATED',
    'feed-wrong-header': 'MISSING_COLUMN',
    'feed-bad-encoding': 'NOT_UTF8',
  };
  for (const [name, code] of Object.entries(faults)) {
    assert.deepEqual(await deliverWith(name), { result: code, isRewritten: true }, name);
  }
  for (const name of ['feed-moved-columns', 'feed-new-column', 'feed-repeat']) {
    const { result } = await deliverWith(name);
    assert.ok(typeof result !== 'string', name);
    assert.equal(totalOf(reader.linesOf(result)).billed, String(100 * sold), name);
    assert.equal(
      result.some(({ columns }) => 'seller_program_code' in columns),
      name === 'feed-new-column',
    );
  }
});

test('a file that is rewritten while it is read is a fault, and its versions are not mixed', async (t) => {
  const reader = await openReader(t);
  const { productId } = await seedProduct(reader);
  await sell(reader, productId, [upfront('100')]);
  await reader.wait('P1D');
  const listed = await march(reader);
  await sell(reader, productId, [upfront('7')], '222233334444');
  await reader.wait('P1D');
  assert.equal((await faultOf(reader.readPart(listed))).code, 'CHANGED');
  assert.equal((await reader.readPart(await march(reader))).length, 4);
  const gone = { ...listed, name: `${billing}/year=2020/month=05/data.csv` };
  assert.equal((await faultOf(reader.readPart(gone))).code, 'CHANGED');
  assert.equal((await faultOf(reader.readPart({ ...listed, name: 'notes.txt' }))).code, 'UNKNOWN_FEED');
});

test('refusals and broken responses of S3 are partner errors; nothing is read from half a response', async (t) => {
  const reader = await openReader(t, { answerTimeoutMs: 300 });
  const { productId } = await seedProduct(reader);
  await sell(reader, productId, [upfront('100')]);
  await reader.feed.connect(reader.access);
  await reader.wait('P1D');
  await reader.feed.connect(reader.access);
  const part = await march(reader);
  const { access, feed } = reader;
  const refused = async (changes: object) => {
    const { outcome, partnerCode, retryable } = await failureOf(feed.connect({ ...access, ...changes }));
    return [outcome, partnerCode, retryable];
  };
  const { accessKeyId } = access.credentials;
  assert.ok(accessKeyId);
  assert.deepEqual(await refused({ bucket: 'marketplace-data-feeds-none' }), ['REFUSED', 'NoSuchBucket', false]);
  assert.deepEqual(await refused({ bucketRegion: 'eu-west-1' }), ['REFUSED', 'AuthorizationHeaderMalformed', false]);
  assert.deepEqual(await refused({ credentials: { accessKeyId, secretAccessKey: 'wrong' } }), [
    'REFUSED',
    'SignatureDoesNotMatch',
    false,
  ]);
  assert.deepEqual(await refused({ credentials: {} }), ['NOT_SENT', 'MissingCredentials', false]);
  assert.deepEqual(await refused({ endpoint: 'http://127.0.0.1:9/aws' }), ['NOT_SENT', 'ECONNREFUSED', true]);
  for (const operation of ['ListObjectsV2', 'GetObject']) {
    for (const name of ['throttle', 'internal-error', 'timeout-before', 'timeout-after', 'half-answer', 'rubbish']) {
      await reader.post('/aws/fault', { name, operation, accountId: reader.seller.id });
      const call = operation === 'GetObject' ? reader.readPart(part) : reader.parts();
      const { outcome, retryable } = await failureOf(call);
      assert.deepEqual([outcome, retryable], ['UNKNOWN', true], `${operation} ${name}`);
    }
  }
  assert.equal((await reader.readPart(part)).length, 2);
  const stop = new AbortController();
  stop.abort(new Error('stopped'));
  const stopped = async () => {
    for await (const rows of feed.readPart(access, part, stop.signal)) assert.fail(String(rows.length));
  };
  await assert.rejects(stopped, /stopped/);
});

test('parts are the files that may have rows in a window, the oldest month first', async (t) => {
  const reader = await openReader(t);
  await seedProduct(reader);
  await reader.wait('P4M');
  const months = async (start: string, end = '2027-12-01', folder = billing) =>
    (await reader.parts({ start: new Date(start), end: new Date(end) }))
      .filter(({ name }) => name.startsWith(`${folder}/`))
      .map(({ name }) => name.slice(-17, -9));
  assert.deepEqual(await months('2027-01-01'), ['month=03', 'month=04', 'month=05', 'month=06', 'month=07']);
  // Late rows are in the files of later months.
  assert.deepEqual(await months('2027-05-31', '2027-06-01'), ['month=05', 'month=06', 'month=07']);
  assert.equal((await months('2027-06-30', '2027-07-01', 'accountfeed_v1')).length, 5, 'an account stays valid');
  const all = await reader.parts(everything);
  const named = all.map(({ name }) => /year=(\d+)\/month=(\d+)/.exec(name)?.slice(1).join('-') ?? '');
  assert.deepEqual(named, named.toSorted());
  assert.equal(all.length, 55);
});

test('the usage of a day is what was metered, even when more of it comes later', async (t) => {
  const reader = await openReader(t);
  const { publicOfferId } = await seedProduct(reader);
  const { agreementId, licenseArn } = await seedAgreement(reader, publicOfferId, { quantities: { seats: 0 } });
  const meter = (Quantity: number, hoursAgo = 0) => {
    const Timestamp = new Date(reader.clock.now() - hoursAgo * 3_600_000 - 60_000);
    const record = { Timestamp, Dimension: 'requests', Quantity, CustomerAWSAccountId: buyer, LicenseArn: licenseArn };
    return reader.metering.send(new BatchMeterUsageCommand({ UsageRecords: [record] }));
  };
  const shown = async () => newestRows(await reader.readAll()).flatMap((row) => reader.feed.readUsage?.(row) ?? []);
  await reader.wait('PT5H');
  await meter(7);
  await meter(5, 2);
  await reader.wait('P1D');
  const day = { agreement: agreementId, dimension: 'requests', telling: 0 };
  const first = { ...day, day: '2027-03-05', quantity: '12', charge: { amount: '0.12', currency: 'USD' } };
  assert.deepEqual(await shown(), [first]);
  await meter(100);
  await meter(1, 20);
  await reader.wait('P1D');
  assert.deepEqual(
    (await shown()).toSorted((left, right) => (left.day < right.day ? -1 : 1)),
    [
      { ...first, quantity: '13', charge: { amount: '0.13', currency: 'USD' } },
      { ...day, day: '2027-03-06', quantity: '100', charge: { amount: '1', currency: 'USD' } },
    ],
  );
  const before = newestRows(await reader.readAll()).find(({ dataset }) => dataset === 'daily_usage');
  assert.ok(before);
  const unplaced = { ...before, columns: { ...before.columns, agreement_id: null } };
  assert.equal(reader.feed.readUsage?.(unplaced), null, 'an agreement that AWS does not name');
  const broken = { ...before, columns: { ...before.columns, usage_quantity: 'many' } };
  assert.throws(() => reader.feed.readUsage?.(broken), isFeedFault);
});

test('of the revisions of a usage record the one that is valid last counts, whichever was restated last', async (t) => {
  const reader = await openReader(t);
  const header =
    'valid_from,insert_date,update_date,delete_date,usage_feed_id,usage_date,agreement_id,dimension_key,usage_quantity';
  const revision = (from: string, updated: string, quantity: string) =>
    `2027-03-${from}T00:00:00Z,2027-03-01T00:00:00Z,2027-03-${updated}T00:00:00Z,,u1,2027-03-01,agmt-1,requests,${quantity}`;
  const text = [header, revision('02', '09', '5'), revision('04', '05', '6'), ''].join('\n');
  const dataset = awsDatasets.find((one) => one.dataset === 'daily_usage');
  assert.ok(dataset);
  const rows: FeedRow[] = [];
  const bytes = (async function* () {
    yield Buffer.from(text);
  })();
  for await (const batch of readFeedRows(bytes, dataset, 'data.csv')) rows.push(...batch);
  assert.deepEqual(
    newestRows(rows).map((row) => reader.feed.readUsage?.(row)?.quantity),
    ['6'],
  );
});
