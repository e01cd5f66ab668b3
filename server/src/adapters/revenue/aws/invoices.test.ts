import assert from 'node:assert/strict';
import { test } from 'node:test';
import { billsOf, sell, upfront } from '../../../../../simulators/aws/feeds/feed-bench.test-support.ts';
import { seedProduct } from '../../../../../simulators/aws/simulator.test-support.ts';
import { takeMessages } from '../../../../../simulators/kit/bench.test-support.ts';
import type { MarketplaceAccess } from '../../marketplace/port.ts';
import { isPartnerError } from '../../partner-error.ts';
import { isFeedFault } from '../feed-fault.ts';
import type { FeedPart, FeedRow } from '../port.ts';
import { readRows } from '../read-feed.test-support.ts';
import { createConnectedAwsFeed } from './connected-feed.ts';
import { everything, openReader, totalOf } from './feed-bench.test-support.ts';

const openConnected = async (t: Parameters<typeof openReader>[0]) => {
  const reader = await openReader(t);
  const feed = createConnectedAwsFeed({ clock: { now: () => new Date(reader.clock.now()) } });
  const { bucket, bucketRegion: _, ...access } = reader.access;
  const withBucket: MarketplaceAccess = { ...access, credentials: { ...access.credentials, feedBucket: bucket } };
  const invoicesOf = async (of: MarketplaceAccess): Promise<FeedPart[]> =>
    (await feed.listParts(of, everything)).filter(({ name }) => name.startsWith('agreement-invoices/'));
  return { reader, feed, access: access as MarketplaceAccess, withBucket, invoicesOf };
};

test('the invoices of each agreement are recorded with everything that AWS says, and do not count as revenue', async (t) => {
  const { reader, feed, access, withBucket, invoicesOf } = await openConnected(t);
  const { productId } = await seedProduct(reader);
  const { agreementId } = await sell(reader, productId, [upfront('5000')]);
  const [bill] = await billsOf(reader, agreementId);
  await reader.post(`/aws/bill/${bill?.invoiceId}/return`, { amount: '1000' });
  await feed.connect(access);
  const parts = await feed.listParts(access, everything);
  assert.deepEqual(
    parts.map(({ name, version }) => [name, version]),
    [[`agreement-invoices/${agreementId}`, '2027-03-05']],
    'without a bucket, and before the day is in the feeds',
  );
  const rows = (await Promise.all(parts.map((part) => readRows(feed, access, part)))).flat();
  const lines = rows.flatMap(feed.translate);
  const noted = { stage: 'NOTED', kind: 'REVENUE', currency: 'USD' };
  assert.deepEqual(
    lines.map(({ stage, kind, currency, nature, amount, references }) => [
      { stage, kind, currency },
      nature,
      amount,
      references.agreement,
    ]),
    [
      [noted, 'RETURN', '-1000', agreementId],
      [noted, 'PLAIN', '5000', agreementId],
    ],
  );
  assert.deepEqual(lines[1]?.references.invoice, bill?.invoiceId);
  assert.equal(lines[1]?.periodEnd?.toISOString(), '2027-03-31T23:59:59.000Z');
  assert.deepEqual(rows[1]?.columns, {
    ...{ agreementId, invoiceId: bill?.invoiceId, invoiceType: 'INVOICE', issuedTime: bill?.issuedAt },
    ...{ 'invoiceBillingPeriod.month': '3', 'invoiceBillingPeriod.year': '2027' },
    ...{ 'invoicingEntity.legalName': 'Amazon Web Services, Inc.', 'pricingCurrencyAmount.amount': '5000' },
    ...{ 'pricingCurrencyAmount.currencyCode': 'USD', 'pricingCurrencyAmount.maxAdjustmentAmount': '4000' },
  });
  await reader.wait('P1D');
  const all: FeedRow[] = [];
  for (const part of await feed.listParts(withBucket, everything))
    all.push(...(await readRows(feed, withBucket, part)));
  assert.ok(all.some(({ dataset }) => dataset === 'agreement_invoice'));
  const { billed, refunded } = totalOf(all.flatMap(feed.translate));
  assert.deepEqual([billed, refunded], ['4000', '1000'], 'the billing events count, and nothing twice');
  const [next] = await invoicesOf(withBucket);
  assert.equal(next?.version, '2027-03-06', 'it is read again every day');
});

test('without permission to list invoices the feeds are still read; a fault of AWS is not a missing permission', async (t) => {
  const { reader, feed, access, withBucket, invoicesOf } = await openConnected(t);
  const { productId } = await seedProduct(reader);
  await sell(reader, productId, [upfront('5000')]);
  const [part] = await invoicesOf(withBucket);
  assert.ok(part);
  const front = await takeMessages(t, () => ({
    status: 400,
    body: JSON.stringify({ __type: 'AccessDeniedException', message: 'You may not.' }),
  }));
  const refusal = async (of: MarketplaceAccess) =>
    readRows(feed, of, part).catch((error: unknown) => (isPartnerError(error) ? error.partnerCode : error));
  const denied = { endpoints: { agreement: front } };
  assert.deepEqual(await refusal({ ...withBucket, ...denied }), []);
  assert.equal(await refusal({ ...access, ...denied }), 'AccessDeniedException');
  await reader.post('/aws/fault', { name: 'throttle', operation: 'ListAgreementInvoiceLineItems' });
  assert.equal(await refusal(withBucket), 'ThrottlingException');
  await assert.rejects(readRows(feed, access, { ...part, name: 'agreement-invoices/' }), isFeedFault);
  const [row] = await readRows(feed, access, part);
  assert.ok(row);
  for (const column of ['pricingCurrencyAmount.amount', 'pricingCurrencyAmount.currencyCode', 'issuedTime'])
    assert.throws(() => feed.translate({ ...row, columns: { ...row.columns, [column]: 'x' } }), isFeedFault, column);
});
