import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { openBench, seedAgreement, seedProduct } from '../simulator.test-support.ts';
import { billsOf, type FeedBench, latest, openFeedBench, parseCsv, sell, upfront } from './feed-bench.test-support.ts';

const startsAt = '2027-03-05T12:30:00Z';
const feed = 'billingeventfeed_v1';
const march = `${feed}/year=2027/month=03/data.csv`;

const openSold = async (t: Parameters<typeof openFeedBench>[0]) => {
  const bench = await openFeedBench(t, { startsAt });
  const { productId } = await seedProduct(bench);
  const { agreementId } = await sell(bench, productId, [upfront('100')]);
  const [bill] = await billsOf(bench, agreementId);
  return { ...bench, productId, agreementId, bill };
};
const nextDay = (bench: FeedBench) => bench.post('/clock', { advance: 'P1D' });

test('the rows of a day are appended to the file of its month at midnight', async (t) => {
  const bench = await openSold(t);
  assert.deepEqual(await bench.keys(''), []);
  await nextDay(bench);
  const first = await bench.text(march);
  assert.equal(parseCsv(first).length, 3);
  const tagOf = async () => (await bench.s3.send(new HeadObjectCommand({ Bucket: bench.Bucket, Key: march }))).ETag;
  const tag = await tagOf();
  await nextDay(bench);
  assert.equal(await tagOf(), tag, 'a day without rows does not change the file');
  await sell(bench, bench.productId, [upfront('7')], '222233334444');
  await nextDay(bench);
  const second = await bench.text(march);
  assert.ok(second.startsWith(first));
  assert.equal(parseCsv(second).length, 5);
  await bench.post('/clock', { advance: 'P1M' });
  // The last day of a month is in its own file; a month without rows has a header.
  const [header = []] = parseCsv(first);
  assert.deepEqual(parseCsv(await bench.text(`taxitemfeed_v1/year=2027/month=04/data.csv`)).length, 1);
  assert.ok(header.includes('billing_event_id'));
  const rows = await bench.feed(feed);
  for (const row of rows) assert.equal(row.insert_date, row.update_date);
});

test('the feeds refer to each other: events to accounts, products, agreements, offers and addresses', async (t) => {
  const bench = await openSold(t);
  await bench.put(`/aws/account/${bench.seller.id}/billing`, { tax: { party: 'Seller', percent: '10' } });
  await sell(bench, bench.productId, [upfront('7')], '222233334444');
  await nextDay(bench);
  const column = async (name: string, key: string) => new Set((await bench.feed(name)).map((row) => row[key]));
  const [accounts, addresses, products, agreements, offers] = [
    await column('accountfeed_v1', 'account_id'),
    await column('addressfeed_v1', 'address_id'),
    await column('productfeed_v1', 'product_id'),
    await column('agreementfeed_v1', 'agreement_id'),
    await column('offerfeed_v1', 'offer_id'),
  ];
  const events = await bench.feed(feed);
  assert.equal(events.length, 5);
  for (const event of events) {
    assert.match(event.billing_event_id ?? '', /^[a-z0-9]{40}$/);
    for (const key of ['from_account_id', 'to_account_id']) assert.ok(event[key] === 'AWS' || accounts.has(event[key]));
    assert.ok(addresses.has(event.billing_address_id));
    assert.ok(products.has(event.product_id));
    assert.ok(agreements.has(event.agreement_id));
  }
  for (const { offer_id } of await bench.feed('agreementfeed_v1')) assert.ok(offers.has(offer_id));
  const targets = await bench.feed('offertargetfeed_v1');
  assert.deepEqual(
    targets.map((row) => [row.target_type, row.polarity, row.value]),
    [
      ['BuyerAccounts', 'PositiveTargeting', '111122223333'],
      ['BuyerAccounts', 'PositiveTargeting', '222233334444'],
    ],
  );
  const mapped = await column('legacyidmappingfeed_v1', 'new_id');
  assert.ok(mapped.has(bench.productId));
  const [item] = await bench.feed('taxitemfeed_v1');
  assert.deepEqual([item?.tax_liable_party, item?.tax_amount, item?.taxable_amount], ['Seller', '0.7', '7']);
  assert.ok(accounts.has(item?.taxed_customer_account_id));
  assert.ok(Object.hasOwn((await bench.feed('addressfeed_v1'))[0] ?? {}, 'valid_to'));
});

test('a changed agreement gets a new row from the time of the change', async (t) => {
  const bench = await openSold(t);
  await nextDay(bench);
  await bench.post(`/aws/agreement/${bench.agreementId}/cancel`);
  await nextDay(bench);
  const rows = (await bench.feed('agreementfeed_v1')).filter((row) => row.agreement_id === bench.agreementId);
  assert.deepEqual(
    rows.map((row) => row.status),
    ['ACTIVE', 'CANCELLED'],
  );
  assert.ok((rows[0]?.valid_from ?? '') < (rows[1]?.valid_from ?? ''));
});

test('a restated row is a new version with a later update date, and a deleted one has a delete date', async (t) => {
  const bench = await openSold(t);
  const [share = '', fee = ''] = bench.bill?.eventIds ?? [];
  await nextDay(bench);
  await bench.post(`/aws/billing-event/${share}/restate`, { amount: '90', periodEnd: '2028-03-05T23:59:59Z' });
  await bench.post(`/aws/billing-event/${fee}/restate`, { isDeleted: true });
  await nextDay(bench);
  const versions = (await bench.feed(feed)).filter((row) => row.billing_event_id === share);
  assert.deepEqual(
    versions.map((row) => [row.amount, row.valid_from]),
    [
      ['100', versions[0]?.valid_from],
      ['90', versions[0]?.valid_from],
    ],
  );
  assert.equal(versions[0]?.insert_date, versions[1]?.insert_date);
  assert.ok((versions[0]?.update_date ?? '') < (versions[1]?.update_date ?? ''));
  const rows = latest(await bench.feed(feed));
  assert.deepEqual(
    rows.map((row) => [row.billing_event_id, row.amount]),
    [[share, '90']],
  );
  await bench.post('/clock', { advance: 'P60D' });
  const payout = latest(await bench.feed(feed)).find((row) => row.transaction_type === 'DISBURSEMENT');
  assert.equal(payout?.amount, '90');
});

test('a held row arrives days later, with its own date', async (t) => {
  const bench = await openSold(t);
  const [share = ''] = bench.bill?.eventIds ?? [];
  await bench.post(`/aws/billing-event/${share}/hold`, { days: 30 });
  await nextDay(bench);
  assert.equal((await bench.feed(feed)).length, 1);
  await bench.post('/clock', { advance: 'P1M' });
  const late = (await bench.feed(feed)).find((row) => row.billing_event_id === share);
  assert.equal(late?.valid_from?.slice(0, 10), '2027-03-05');
  assert.equal(late?.insert_date, '2027-04-05T00:00:00Z');
  assert.match(await bench.text(`${feed}/year=2027/month=04/data.csv`), new RegExp(share));
});

test('files are damaged as the fault says, and whole again with the next delivery', async (t) => {
  const bench = await openSold(t);
  const { s3, Bucket } = bench;
  const bytes = async () => {
    const answer = await s3.send(new GetObjectCommand({ Bucket, Key: march }));
    const body = Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
    assert.equal(answer.ContentLength, body.length);
    return body;
  };
  await nextDay(bench);
  const [columns = []] = parseCsv((await bytes()).toString('utf8'));
  const deliverWith = async (name: string, index: number) => {
    await bench.post('/aws/fault', { name, operation: feed, accountId: bench.seller.id });
    await sell(bench, bench.productId, [upfront('7')], `22223333444${index}`);
    await nextDay(bench);
    const faulty = await bytes();
    const headed = await s3.send(new HeadObjectCommand({ Bucket, Key: march }));
    await nextDay(bench);
    const repaired = await bytes();
    assert.notEqual((await s3.send(new HeadObjectCommand({ Bucket, Key: march }))).ETag, headed.ETag, name);
    assert.deepEqual(parseCsv(repaired.toString('utf8'))[0], columns);
    return { faulty, repaired, lines: parseCsv(faulty.toString('utf8')) };
  };

  const half = await deliverWith('feed-half', 0);
  assert.deepEqual(half.faulty, half.repaired.subarray(0, Math.floor(half.repaired.length / 2)));
  const moved = await deliverWith('feed-moved-columns', 1);
  assert.deepEqual(moved.lines[0], columns.toReversed());
  assert.deepEqual(moved.lines.at(-1)?.toReversed(), parseCsv(moved.repaired.toString('utf8')).at(-1));
  const added = await deliverWith('feed-new-column', 2);
  assert.equal(added.lines[0]?.length, columns.length + 1);
  assert.equal(added.lines[1]?.length, columns.length + 1);
  const wrong = await deliverWith('feed-wrong-header', 3);
  assert.equal(wrong.lines[0]?.includes('billingeventid'), true);
  const encoded = await deliverWith('feed-bad-encoding', 4);
  assert.throws(() => new TextDecoder('utf-8', { fatal: true }).decode(encoded.faulty));
  new TextDecoder('utf-8', { fatal: true }).decode(encoded.repaired);

  const before = parseCsv((await bytes()).toString('utf8'));
  await bench.post('/aws/fault', { name: 'feed-repeat', operation: feed });
  await sell(bench, bench.productId, [upfront('7')], '333344445555');
  await nextDay(bench);
  const after = parseCsv((await bytes()).toString('utf8')).slice(before.length);
  assert.equal(after.length, 4);
  assert.deepEqual(after.slice(0, 2), after.slice(2));
});

test('feeds and bills are the same after a restart, and the deliveries go on', async (t) => {
  const bench = await openSold(t);
  await nextDay(bench);
  const { publicOfferId } = await seedProduct(bench);
  await seedAgreement(bench, publicOfferId, { quantities: { seats: 1 } });
  const before = { text: await bench.text(march), state: bench.snapshot() };
  await bench.close();
  const reopened = await openFeedBench(t, { startsAt, reopen: bench });
  assert.deepEqual(reopened.snapshot(), before.state);
  assert.equal(await reopened.text(march), before.text);
  await nextDay(reopened);
  assert.ok((await reopened.text(march)).length > before.text.length);
});

test('the same history gives the same files', async (t) => {
  const tell = async () => {
    const bench = await openSold(t);
    await bench.post('/clock', { advance: 'P2M' });
    const rows = latest(await bench.feed(feed)).map(({ billing_event_id, invoice_id, bank_trace_id, amount }) => [
      billing_event_id,
      invoice_id,
      bank_trace_id,
      amount,
    ]);
    await bench.close();
    return rows;
  };
  const first = await tell();
  assert.equal(first.length, 5);
  assert.deepEqual(await tell(), first);
});

test('an account from an earlier release gets its feeds when it is requested again', async (t) => {
  const bench = await openBench(t, { startsAt });
  const due = (): unknown[] => (bench.snapshot().due ?? []).map((row) => (row as { kind?: string }).kind);
  const { id, accessKeyId, secretAccessKey } = bench.seller;
  const before = due();
  await bench.post('/aws/account', { id, accessKeyId, secretAccessKey });
  assert.deepEqual(due(), before);
  assert.deepEqual(due().sort(), ['feed-delivery', 'payout', 'usage-invoices']);
});
