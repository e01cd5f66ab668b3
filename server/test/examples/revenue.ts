import { translateBillingEvent } from '../../src/adapters/revenue/aws/translate-billing-event.ts';
import { ingestRows } from '../../src/domain/revenue/record/actions/ingest-rows.ts';
import { prepareRow } from '../../src/domain/revenue/record/actions/prepare-row.ts';
import { decodeId } from '../../src/kit/ids.ts';
import type { TestApp, TestOrganization } from '../app.ts';
import { actIn, aDeal } from './deal.ts';
import type { Examples } from './example.ts';

const dayMs = 86_400_000;

const reference = '781216640/agmt-revenue';

/** A sale at AWS of ten days ago, with its fee and its payout of yesterday; the same one each time, restated each day. */
const aSale = async (app: TestApp, organization: TestOrganization): Promise<{ recordId: string }> => {
  const { connectionId } = await aDeal(app, organization);
  const time = (daysAgo: number): string =>
    new Date(Math.floor(app.clock.now().getTime() / dayMs - daysAgo) * dayMs).toISOString().replace('.000', '');
  const common = {
    valid_from: time(10),
    invoice_date: time(10),
    payment_due_date: time(-20),
    from_account_id: '737399998888',
    to_account_id: '777788889999',
    end_user_account_id: '737399998888',
    product_id: 'prod-o4grxfafcxxxx',
    agreement_id: 'agmt-revenue',
    currency: 'USD',
    invoice_id: '781216640',
    transaction_reference_id: '781216640',
    buyer_transaction_reference_id: '781216640',
    parent_billing_event_id: null,
    disbursement_billing_event_id: null,
    bank_trace_id: null,
    balance_impacting: '1',
  };
  const paid = {
    action: 'DISBURSED',
    valid_from: time(1),
    disbursement_billing_event_id: 'payout',
    invoice_date: null,
  };
  const events: Record<string, Record<string, string | null>> = {
    sale: { action: 'INVOICED', transaction_type: 'SELLER_REV_SHARE', amount: '1200.50' },
    fee: { action: 'INVOICED', transaction_type: 'AWS_REV_SHARE', amount: '-36.015' },
    'sale-paid': { ...paid, transaction_type: 'SELLER_REV_SHARE', amount: '-1200.50', parent_billing_event_id: 'sale' },
    'fee-paid': { ...paid, transaction_type: 'AWS_REV_SHARE', amount: '36.015', parent_billing_event_id: 'fee' },
  };
  const rows = Object.entries(events).map(([id, columns]) => {
    const row = {
      dataset: 'billing_event',
      key: id,
      version: time(0),
      isDeleted: false,
      columns: { billing_event_id: id, ...common, ...columns },
    };
    return prepareRow({ row, lines: translateBillingEvent(row) });
  });
  await actIn(app, organization, (call) =>
    ingestRows(call, { channel: 'AWS', connectionId: decodeId('conn', connectionId) ?? '', part: 'data.csv', rows }),
  );
  const { body } = await organization.editor.call(
    'GET',
    `/revenue/records?q=${encodeURIComponent(`(= partner_record_id "${reference}")`)}`,
  );
  const { data } = body as { data: { recordId: string }[] };
  return { recordId: data[0]?.recordId ?? '' };
};

/** An endpoint that reads what a sale came to. */
const ofSale =
  (example: object = {}) =>
  async (app: TestApp, organization: TestOrganization) => {
    await aSale(app, organization);
    return example;
  };

const ofMarketplace = { params: { partner: 'AWS' } };

const ofRecord = async (app: TestApp, organization: TestOrganization) => ({
  params: { partner: 'AWS', ...(await aSale(app, organization)) },
});

export const revenueExamples: Examples = {
  listDailyRevenueRecords: ofSale({ query: 'partner=AWS' }),
  listRevenueRecords: ofSale(ofMarketplace),
  listRevenueRecordDetails: ofSale(ofMarketplace),
  queryRevenueRecords: ofSale({ query: 'q=(> billed 1000)&s=-date' }),
  aggregateRevenueRecords: ofSale({ body: { q: '(= currency "USD")', partner: 'AWS' } }),
  getRevenueReport: async (app, organization) => {
    await aSale(app, organization);
    return {
      body: {
        organizationID: organization.id,
        partner: 'AWS',
        service: 'MARKETPLACE',
        reportType: 'CollectableAmount',
        groupBy: 'month',
      },
    };
  },
  listUnifiedRevenueRecords: ofSale({ query: 'q=(= partner "AWS")&s=-creation_time' }),
  getUnifiedRevenueRecord: ofRecord,
  listUnifiedRevenueRecordEvents: ofRecord,
  summarizeUnifiedRevenueRecords: ofSale({ query: 'partner=AWS' }),
  getRevenueDashboardSummary: ofSale({ query: 'currency=USD' }),
};
