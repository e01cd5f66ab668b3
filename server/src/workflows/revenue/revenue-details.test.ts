import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { seedProduct as seedAzureProduct, seedSubscription } from '../../../../simulators/azure/azure.test-support.ts';
import { activeOrder, seedProduct as seedGcpProduct } from '../../../../simulators/gcp/gcp.test-support.ts';
import { dayMs, openReader as openAzure } from '../../adapters/revenue/azure/feed-bench.test-support.ts';
import { openReader as openGcp } from '../../adapters/revenue/gcp/feed-bench.test-support.ts';
import type { ReadCall } from '../../contract/call.ts';
import type { Database } from '../../db/database.ts';
import { listUsageMeteringDailyRecords } from '../../domain/metering/daily-usage/reads.ts';
import { reconcileChannel } from '../../domain/revenue/reconciliation/actions/reconcile-channel.ts';
import { listRevenueRecordDetails } from '../../domain/revenue/revenue-record/detail/reads.ts';
import { encodeId } from '../../kit/ids.ts';
import { openRevenue, openRevenueDatabase, type Revenue } from './revenue.test-support.ts';

let database: Database;
let close: () => Promise<void>;
before(async () => {
  ({ database, close } = await openRevenueDatabase());
});
after(() => close());

const entitlementId = '0198a000-0000-7000-8000-0000000000e1';
const productId = '0198a000-0000-7000-8000-0000000000d1';
const typeId = encodeId('ent', entitlementId);

/** A sale as it would have been imported: a product, and an entitlement with installments. */
const seedSale = (
  { act }: Revenue,
  sale: {
    partner: string;
    product: string;
    agreement: string;
    start: string;
    installments?: readonly object[];
    /** The price of the term, and more of what it says. */
    commit?: number;
    info?: object;
  },
) =>
  act(async ({ db, orgId }) => {
    const { partner, product, agreement, start, installments = [], commit = 0 } = sale;
    const info = JSON.stringify({ currency: 'USD', paymentInstallments: installments, ...sale.info });
    await sql`
      insert into product (org_id, id, partner, external_id, entity_id, name, status, info, created_by, last_updated_by, creation_time, last_update_time)
      values (${orgId}, ${productId}, ${partner}, ${product}, ${product}, 'Product', 'PUBLIC', '{}'::jsonb, 'x', 'x', ${start}, ${start})`.execute(
      db.raw,
    );
    await sql`
      insert into entitlement (org_id, id, partner, name, status, product_id, entitlement_term_id, start_time, info, meta_info, creation_time, last_update_time)
      values (${orgId}, ${entitlementId}, ${partner}, 'Entitlement', 'ACTIVE', ${productId}, ${entitlementId}, ${start}, '{}'::jsonb, '{}'::jsonb, ${start}, ${start})`.execute(
      db.raw,
    );
    await sql`
      insert into entitlement_term (org_id, id, entitlement_id, type, partner, external_entitlement_id, product_id, start_time, credit_amount, commit_amount, entitlement_info, creation_time, last_update_time)
      values (${orgId}, ${entitlementId}, ${entitlementId}, 'Signup', ${partner}, ${agreement}, ${productId}, ${start}, 0, ${commit}, ${info}::jsonb, ${start}, ${start})`.execute(
      db.raw,
    );
    await sql`
      insert into entitlement_external_id (org_id, external_id, partner, entitlement_id, chain_id, partner_status, partner_version)
      values (${orgId}, ${agreement}, ${partner}, ${entitlementId}, ${agreement}, 'ACTIVE', 1)`.execute(db.raw);
  });

const callOf = ({ read, orgId }: Revenue): ReadCall =>
  ({ db: read.db, orgId, now: read.now, url: '/list', setHeader: () => {} }) as unknown as ReadCall;

const listAll = async (revenue: Revenue, partner: string, query: object = {}) => {
  const asked = { startDate: '2026-08-01', endDate: '2026-12-31', ...query } as never;
  return (await listRevenueRecordDetails(callOf(revenue), { params: { partner }, query: asked })).revenueRecordDetails;
};

const dailyUsage = async (revenue: Revenue, partner: string): Promise<unknown[]> => {
  const query = { startDate: '2026-08-01', endDate: '2026-12-31' } as never;
  const { usageMeteringDailyRecords: found } = await listUsageMeteringDailyRecords(callOf(revenue), {
    params: { partner },
    query,
  });
  return found.map(({ date, entitlementID, key, quantity, amount, currency, source }) => [
    ...[date.slice(0, 10), entitlementID, key, quantity, amount, currency, source],
  ]);
};

/** Azure, with a subscription of 10 seats at 10 USD a month, and a metered one; both are read as time passes. */
const openAzureSale = async (t: Parameters<typeof openAzure>[0], startsAt = '2026-09-01T12:00:00Z') => {
  const reader = await openAzure(t, { startsAt });
  const { access, clock } = reader;
  await seedAzureProduct(reader);
  const seats = await seedSubscription(reader, { quantity: 10 });
  const metered = await seedSubscription(reader, { planId: 'metered' });
  const revenue = await openRevenue({ database, now: () => clock.now(), origins: [reader.url] });
  await revenue.connect({
    ...{ partner: 'AZURE', service: 'MARKETPLACE', accountId: access.accountId, endpoint: `${reader.url}/azure` },
    credentials: access.credentials,
  });
  await revenue.settle();
  const readUntil = async (time: string): Promise<void> => {
    await clock.advance(Date.parse(time) - clock.now());
    // The first sync after a while may order exports; the next one reads them.
    await revenue.settle();
    await clock.advance(dayMs);
    await revenue.settle();
    const { lastSyncStatus, lastError } = await revenue.health('AZURE');
    assert.deepEqual([lastSyncStatus, lastError], ['SUCCESS', undefined]);
  };
  return { reader, revenue, seats, metered, readUntil };
};

test('Azure’s data about a sale is shown in the fields of the reference, with what it was matched to', async (t) => {
  const { reader, revenue, seats, metered, readUntil } = await openAzureSale(t);
  await seedSale(revenue, {
    ...{ partner: 'AZURE', product: 'contoso-api', agreement: seats.id, start: '2026-09-01T00:00:00Z' },
  });
  const event = { resourceId: metered.id, dimension: 'requests', planId: 'metered' };
  const effectiveStartTime = new Date(reader.clock.now()).toISOString();
  await reader.api('POST', '/usageEvent', { ...event, quantity: 7, effectiveStartTime });
  await readUntil('2026-11-20T00:00:00Z');
  const details = await listAll(revenue, 'AZURE', { entitlementId: typeId });
  const of = (dataset: string) => details.filter((one) => one.dataset === dataset);
  assert.deepEqual([of('ISVRevenue').length, of('ISVOrderV2').length], [3, 3], 'a row and an order for each month');
  const row = of('ISVRevenue').at(-1);
  const charges = (await reader.control('GET', `/charge?subscriptionId=${seats.id}`)).charges;
  const [first] = charges;
  const { organizationID: _, ...shown } = (row?.azureRevenueRecordDetail ?? {}) as Record<string, unknown>;
  const at = (time: string) => ({ time, valid: true });
  assert.deepEqual(JSON.parse(JSON.stringify(shown)), {
    ...{ azureAssetID: seats.id, azureBillingAccountID: first.buyerId, azureCustomerID: row?.columns.CustomerId },
    ...{ azureOfferID: 'Contoso API', azurePlanID: 'silver', billingModel: 'SubscriptionBased', earningUsd: 97 },
    estimatedPayoutMonth: at('2026-11-01T00:00:00.000Z'),
    ...{ invoiceDate: at('2026-09-01T00:00:00.000Z'), invoiceDueDate: { time: '0001-01-01T00:00:00Z', valid: false } },
    ...{
      paymentSentDate: at('2026-11-15T00:00:00.000Z'),
      payoutStatus: 'Sent',
      purchaseRecordID: first.purchaseRecordId,
    },
    ...{ revenueUsd: 100, termStartDate: row?.columns.TermStartDate, termEndDate: row?.columns.TermEndDate },
    transactionDate: { time: '0001-01-01T00:00:00Z', valid: false },
    ...{ productID: encodeId('prod', productId), entitlementID: typeId },
  });
  const [order] = of('ISVOrderV2');
  assert.equal(order?.columns.AssetId, seats.id);
  const matched = (order?.azureRevenueRecordDetail ?? {}) as Record<string, unknown>;
  assert.deepEqual([matched.entitlementID, matched.productID], [typeId, encodeId('prod', productId)]);
  // The offer of a bill has a title only; the order of the metered subscription names it, so that its record is matched.
  const records = await revenue.rows('revenue_record');
  const bought = records.filter(({ agreement }) => agreement === seats.id);
  assert.deepEqual([bought.length, new Set(bought.map(({ product }) => product)).size], [3, 1]);
  assert.ok(bought.every(({ product }) => product === 'contoso-api'));
  assert.deepEqual(await dailyUsage(revenue, 'AZURE'), [], 'the metered subscription is not known here');
  await revenue.act(({ db, orgId }) =>
    sql`insert into entitlement_external_id (org_id, external_id, partner, entitlement_id, chain_id, partner_status, partner_version)
      values (${orgId}, ${metered.id}, 'AZURE', ${entitlementId}, ${metered.id}, 'ACTIVE', 1)`.execute(db.raw),
  );
  const usage = ['2026-09-01', typeId, 'requests', 7, 0.7, 'USD', 'MARKETPLACE'];
  assert.deepEqual(JSON.parse(JSON.stringify(await dailyUsage(revenue, 'AZURE'))), [usage]);
});

test('a bill of Azure that deviates from what was agreed is a difference, until it is refunded', async (t) => {
  const { reader, revenue, seats, readUntil } = await openAzureSale(t);
  const installment = (month: string, amount: number) => ({ amount, chargeOn: `2026-${month}-01T12:00:00Z` });
  await seedSale(revenue, {
    ...{ partner: 'AZURE', product: 'contoso-api', agreement: seats.id, start: '2026-09-01T00:00:00Z' },
    // The price agreed for November is less than the 100 that 10 seats cost.
    installments: [installment('09', 100), installment('10', 100), installment('11', 80)],
  });
  const reconcile = () => revenue.act((call) => reconcileChannel(call, { entityId: 'AZURE' }));
  const differences = async (): Promise<string[]> =>
    (await revenue.rows('revenue_difference'))
      .map(({ place, kind, cause, status, expected, billed }) =>
        [String(place).split(' ').at(-1), kind, cause ?? '-', status, Number(expected), Number(billed)].join(' '),
      )
      .sort();
  await readUntil('2026-11-20T00:00:00Z');
  await reconcile();
  assert.deepEqual(await differences(), ['3 AMOUNT_DIFFERS - OPEN 80 100'], 'the other months agree');
  const { charges } = await reader.control('GET', `/charge?subscriptionId=${seats.id}`);
  const november = charges.find(({ serviceStart }: { serviceStart: string }) => serviceStart.startsWith('2026-11'));
  await reader.control('POST', `/charge/${november.id}/refund`, { amount: '20.00' });
  await readUntil('2026-11-25T00:00:00Z');
  await reconcile();
  assert.deepEqual(await differences(), ['3 AMOUNT_DIFFERS - RESOLVED 80 100']);
});

test('an Azure subscription that begins within a month, and whose seats change, is billed as agreed', async (t) => {
  const { reader, revenue, seats, readUntil } = await openAzureSale(t, '2026-09-12T12:00:00Z');
  const subscription = { ...seats, term: { termUnit: 'P1M' } };
  await seedSale(revenue, {
    ...{ partner: 'AZURE', product: 'contoso-api', agreement: seats.id, start: '2026-09-12T12:00:00Z', commit: 150 },
    info: { azureSubscriptions: [subscription] },
  });
  const changed = '2026-10-20T00:00:00Z';
  await readUntil(changed);
  await reader.control('POST', `/subscription/${seats.id}/change-quantity`, { quantity: 15 });
  await readUntil('2027-01-20T00:00:00Z');
  await revenue.act(({ db, orgId }) =>
    sql`update entitlement_term set former_amounts = ${JSON.stringify([{ until: changed, amount: '100' }])}::jsonb
      where org_id = ${orgId}`.execute(db.raw),
  );
  await revenue.act((call) => reconcileChannel(call, { entityId: 'AZURE' }));
  const found = (await revenue.rows('revenue_difference')).map(({ place, kind, cause, expected, billed }) => {
    const [what, , count] = String(place).split(' ');
    return [what, count, kind, cause, expected === null ? '?' : Number(expected), Number(billed)].join(' ');
  });
  assert.deepEqual(found, ['ADDED 1 NOT_JUDGED UNPRICED ? 35.48'], 'the rest of a month of five seats more');
});

test('Google’s data about a sale is shown in the fields of the reference, with its usage by day', async (t) => {
  const reader = await openGcp(t);
  const { access } = reader;
  const product = await seedGcpProduct(reader);
  await reader.control('PUT', '/account/acme-public/settlement', { googleSharePercent: '10' });
  const order = await activeOrder(reader, product, { plan: 'payg' });
  const revenue = await openRevenue({ database, now: () => reader.clock.now(), origins: [reader.url] });
  await seedSale(revenue, {
    ...{ partner: 'GCP', product: product.id, agreement: order.id, start: '2026-09-01T00:00:00Z' },
  });
  const at = '2026-09-12T06:30:00Z';
  await reader.advanceTo(at);
  const metricValueSets = [{ metricName: product.metrics[1], metricValues: [{ int64Value: '5000' }] }];
  const usage = { operationId: 'one', operationName: 'usage', consumerId: order.entitlement.usageReportingId };
  const operations = [{ ...usage, startTime: at, endTime: at, metricValueSets }];
  await reader.api('POST', `/servicecontrol/v1/services/${product.id}:report`, { operations });
  await reader.advanceTo('2026-10-16T00:00:00Z');
  await revenue.connect({
    ...{ partner: 'GCP', service: 'MARKETPLACE', accountId: access.accountId, endpoint: `${reader.url}/gcp` },
    credentials: { ...access.credentials, reportBucket: access.bucket },
  });
  await revenue.settle();
  assert.equal((await revenue.health('GCP')).lastError, undefined);
  const [detail, ...more] = await listAll(revenue, 'GCP', { entitlementId: typeId });
  assert.deepEqual([detail?.dataset, more], ['detailed_disbursements', []]);
  const columns = detail?.columns ?? {};
  const { organizationID: _, ...shown } = (detail?.gcpRevenueRecordDetail ?? {}) as Record<string, unknown>;
  assert.deepEqual(JSON.parse(JSON.stringify(shown)), {
    ...{ abandoned: 0, accountID: columns.account_id, charges: 10, dueVendor: 9, released: 0, withheld: 0 },
    ...{ insightAccountID: columns.insights_account_id, sku: columns.sku_id, unit: columns.usage_unit, usage: 5000 },
    ...(columns.currency ? { currency: columns.currency } : {}),
    ...{ reportDate: '2026-09-30', productID: encodeId('prod', productId), entitlementID: typeId },
  });
  const daily = ['2026-09-11', typeId, columns.sku_id, 5000, 10, 'USD', 'MARKETPLACE'];
  assert.deepEqual(JSON.parse(JSON.stringify(await dailyUsage(revenue, 'GCP'))), [daily]);
});
