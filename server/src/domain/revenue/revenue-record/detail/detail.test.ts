import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sql } from 'kysely';
import { billingEvent } from '../../../../adapters/revenue/aws/billing-event.test-support.ts';
import { translateBillingEvent } from '../../../../adapters/revenue/aws/translate-billing-event.ts';
import type { FeedRow } from '../../../../adapters/revenue/port.ts';
import type { ReadCall } from '../../../../contract/call.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { type Metering, startMetering } from '../../../metering/metering.test-support.ts';
import { ingestEvents, ingestRows } from '../../record/actions/ingest-rows.ts';
import { prepareRow } from '../../record/actions/prepare-row.ts';
import { listRevenueRecordDetails } from './reads.ts';

let m: Metering;
let ent: { id: string };
before(async () => {
  m = await startMetering();
  ent = await m.anEntitlement({ product: 1 });
  await m.write(sql`
    insert into entitlement_external_id (org_id, external_id, partner, entitlement_id, chain_id, partner_status, partner_version)
    values (${m.orgId}, 'agmt-1', 'AWS', ${ent.id}, 'agmt-1', 'ACTIVE', 1)`);
});
after(() => m.close());

const ingest = (rows: readonly FeedRow[]) =>
  m.act(
    (call) =>
      ingestRows(call, {
        channel: 'AWS',
        connectionId: '0198a000-0000-7000-8000-00000000c0de',
        part: 'data.csv',
        rows: rows.map((row) => prepareRow({ row, lines: translateBillingEvent(row) })),
      }),
    ingestEvents,
  );

type Detail = Awaited<ReturnType<typeof listRevenueRecordDetails>>['revenueRecordDetails'][number];

const list = async (query: object = {}): Promise<Detail[]> => {
  const call = {
    db: m.database.read(m.orgId),
    orgId: m.orgId,
    now: m.now(),
    url: '/details',
    setHeader: () => {},
  } as unknown as ReadCall;
  const found: Detail[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const days = { startDate: '2018-12-01', endDate: '2018-12-31', limit: '3', offset: String(offset) };
    const reply = await listRevenueRecordDetails(call, { params: { partner: 'AWS' }, query: { ...days, ...query } });
    found.push(...reply.revenueRecordDetails);
    offset = reply.nextOffset;
  }
  return found;
};

it('AWS rows have the fields of the reference, what they were matched to, and every column', async () => {
  const row = billingEvent('sale', { amount: '1234567890.123456789', agreement_id: 'agmt-1', unknown_column: 'kept' });
  await ingest([row]);
  const [detail, ...more] = await list();
  assert.deepEqual(more, []);
  assert.deepEqual(detail?.columns, row.columns);
  assert.deepEqual([detail?.dataset, detail?.key, detail?.part], ['billing_event', 'sale', 'data.csv']);
  const { amount, ...event } = detail?.awsRevenueRecordDetail ?? {};
  assert.equal(JSON.stringify(amount), '1234567890.123456789');
  const time = (text: string) => ({ time: text, valid: true });
  const noTime = { time: '0001-01-01T00:00:00Z', valid: false };
  const { productID, buyerID, offerID: _, ...rest } = event as Record<string, unknown>;
  assert.match(String(productID), /^prod_/);
  assert.match(String(buyerID), /^buyer_/);
  assert.deepEqual(rest, {
    id: 'sale',
    action: 'INVOICED',
    agreementID: 'agmt-1',
    balanceImpacting: 1,
    currency: 'USD',
    dataFeedProductID: 'prod-o4grxfafcxxxx',
    endUserAccountID: '737399998888',
    fromAccountID: '737399998888',
    toAccountID: '777788889999',
    insertDate: time('2019-01-01T00:00:00.000Z'),
    invoiceDate: time('2018-12-31T00:00:00.000Z'),
    invoiceID: '781216640',
    paymentDueDate: noTime,
    transactionReferenceID: '781216640',
    transactionType: 'SELLER_REV_SHARE',
    usagePeriodEndDate: noTime,
    usagePeriodStartDate: noTime,
    organizationID: encodeId('org', m.orgId),
    entitlementID: encodeId('ent', ent.id),
  });
});

it('each row is listed once, in its newest version, and no longer once the partner has withdrawn it', async () => {
  const rows = Array.from({ length: 8 }, (_, index) =>
    billingEvent(`row-${index}`, {
      invoice_date: `2018-12-${10 + (index % 3)}T00:00:00Z`,
      transaction_reference_id: `sale-${index % 2}`,
    }),
  );
  await ingest(rows);
  await ingest([billingEvent('payout', { action: 'DISBURSED', transaction_type: 'DISBURSEMENT' })]);
  const before = await list();
  const keys = (details: readonly Detail[]) => details.map(({ key }) => key).sort();
  assert.deepEqual(keys(before), [...rows.map(({ key }) => key), 'sale'].sort(), 'a payout is of no record');
  assert.deepEqual(
    before.map(({ date }) => date),
    before
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  );
  const [first, second] = rows as [FeedRow, FeedRow];
  await ingest([
    { ...first, version: '2', columns: { ...first.columns, amount: '7' } },
    { ...second, version: '2', isDeleted: true },
  ]);
  const after = await list();
  assert.deepEqual(
    keys(after),
    keys(before).filter((key) => key !== second.key),
  );
  const restated = after.find(({ key }) => key === first.key);
  assert.equal(restated?.awsRevenueRecordDetail?.amount, 7);
  assert.equal(restated?.id, before.find(({ key }) => key === first.key)?.id, 'its id is the same in every version');
});

it('rows can be filtered by what their record was matched to, and by days', async () => {
  const own = await list({ entitlementId: encodeId('ent', ent.id) });
  assert.deepEqual(
    own.map(({ key }) => key),
    ['sale'],
  );
  const productId = own[0]?.awsRevenueRecordDetail?.productID;
  assert.deepEqual(
    (await list({ productId })).map(({ key }) => key),
    ['sale'],
  );
  for (const none of [{ productId: encodeId('prod', ent.id) }, { buyerId: 'nonsense' }, { endDate: '2018-12-09' }])
    assert.deepEqual(await list(none), []);
  const days = await list({ startDate: '2018-12-11', endDate: '2018-12-11' });
  assert.ok(days.length > 0);
  assert.ok(days.every(({ date }) => date === '2018-12-11T00:00:00.000Z'));
});
