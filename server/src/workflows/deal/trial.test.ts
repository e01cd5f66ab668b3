import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { loadAgreedTerms } from '../../domain/entitlement/actions/load-agreed-terms.ts';
import { reportUsage } from '../../domain/metering/usage-record-group/actions/report-usage.ts';
import { recurringItemsOf } from '../../domain/revenue/dashboard/metrics-items.ts';
import { type Deal, type Row, startDeal } from './deal.test-support.ts';

let deal: Deal;
let offers: { trial: string; paid: string };
before(async () => {
  deal = await startDeal();
  const product = await deal.simulator.control<{ productId: string; publicOfferId: string }>('POST', '/product', {
    sellerAccountId: deal.simulator.seller.id,
    title: 'Acme Tried',
    dimensions: [
      { key: 'requests', types: ['Metered'], price: '0.01' },
      { key: 'seats', types: ['Entitled'], price: '120' },
    ],
  });
  const trial = {
    Type: 'FreeTrialPricingTerm',
    Duration: 'P14D',
    Grants: [{ DimensionKey: 'seats', MaxQuantity: 5 }, { DimensionKey: 'requests' }],
  };
  const body = { productId: product.productId, name: 'Trial', terms: [trial] };
  const { offerId } = await deal.simulator.control<{ offerId: string }>('POST', '/offer', body);
  offers = { trial: offerId, paid: product.publicOfferId };
  await deal.reconcile();
});
after(() => deal.close());

const accept = async (offerId: string, buyerAccountId: string, more: Row = {}): Promise<string> => {
  const path = `/offer/${offerId}/accept`;
  const body = { buyerAccountId, ...more };
  const { agreementId } = await deal.simulator.control<{ agreementId: string }>('POST', path, body);
  await deal.reconcile();
  return agreementId;
};
const entitlementOf = async (agreementId: string): Promise<Row> => {
  const found = (await deal.rows('entitlement_external_id')).find((row) => row.external_id === agreementId);
  return (await deal.rows('entitlement')).find(({ id }) => id === found?.entitlement_id) ?? {};
};
const termsOf = async ({ id }: Row): Promise<Row[]> =>
  (await deal.rows('entitlement_term')).filter((row) => row.entitlement_id === id);

const days = ({ start_time, end_time }: Row): number =>
  ((end_time as Date).getTime() - (start_time as Date).getTime()) / 86_400_000;

describe('a free trial', () => {
  it('is read with its length and what it grants, and its usage costs nothing', async () => {
    const entitlement = await entitlementOf(await accept(offers.trial, '222233334444'));
    const info = entitlement.info as Row;
    assert.deepEqual(
      [entitlement.status, days(entitlement), info.commitAmount, info.trialConfig],
      ['ACTIVE', 14, 0, { trialPeriod: 14, trialPeriodUnit: 'DAY' }],
    );
    const shown = (list: unknown) =>
      (list as Row[]).map(({ key, quantity, rate, length }) => ({ key, quantity, rate, length }));
    assert.deepEqual(
      [shown(info.commits), shown(info.dimensions)],
      [
        [{ key: 'seats', quantity: 5, rate: 0, length: undefined }],
        [{ key: 'requests', quantity: undefined, rate: 0, length: undefined }],
      ],
    );
    assert.deepEqual((info.awsAgreement as Row).freeTrialPricingTerm, {
      type: 'FreeTrialPricingTerm',
      id: ((info.awsAgreement as Row).freeTrialPricingTerm as Row).id,
      duration: 'P14D',
      grants: [{ dimensionKey: 'seats', maxQuantity: 5 }, { dimensionKey: 'requests' }],
    });
    const params = { entitlementId: entitlement.id as string };
    await deal.act('reportUsage', (call) => reportUsage(call, { params, body: { records: { requests: 7 } } }));
    await deal.simulator.advance('PT1H20M');
    await deal.settle();
    const reports = (await deal.rows('usage_report_row')).filter((row) => row.entitlement_id === entitlement.id);
    assert.deepEqual(
      reports.map(({ state, unit_price }) => [state, Number(unit_price)]),
      [['SUCCESS', 0]],
    );
  });

  it('that its buyer turns into a purchase becomes another term of the same entitlement, which is no longer a trial', async () => {
    const trialId = await accept(offers.trial, '333344445555');
    await deal.simulator.advance('P10D');
    const paidId = await accept(offers.paid, '333344445555', { quantities: { seats: 2 } });
    const entitlement = await entitlementOf(paidId);
    assert.equal((await entitlementOf(trialId)).id, entitlement.id);
    const info = entitlement.info as Row;
    assert.deepEqual(
      [entitlement.status, info.commitAmount, info.trialConfig, (info.awsAgreement as Row).freeTrialPricingTerm],
      ['ACTIVE', 240, undefined, undefined],
    );
    const terms = await termsOf(entitlement);
    assert.deepEqual(
      terms.map((term) => [Number(term.commit_amount), Math.round(days(term))]),
      [
        [0, 10],
        [240, 365],
      ],
    );
  });

  it('before a price costs nothing until it ends: neither its usage nor its value counts before', async () => {
    const { productId } = (await deal.simulator.control<{ products: Row[] }>('GET', '/product')).products.find(
      ({ title }) => title === 'Acme Tried',
    ) as { productId: string };
    const terms = [
      { Type: 'FreeTrialPricingTerm', Duration: 'P14D', Grants: [{ DimensionKey: 'requests' }] },
      {
        Type: 'UsageBasedPricingTerm',
        CurrencyCode: 'USD',
        RateCards: [{ RateCard: [{ DimensionKey: 'requests', Price: '0.5' }] }],
      },
      {
        Type: 'ConfigurableUpfrontPricingTerm',
        CurrencyCode: 'USD',
        RateCards: [
          {
            Selector: { Type: 'Duration', Value: 'P12M' },
            Constraints: { MultipleDimensionSelection: 'Allowed', QuantityConfiguration: 'Allowed' },
            RateCard: [{ DimensionKey: 'seats', Price: '120' }],
          },
        ],
      },
    ];
    const { offerId } = await deal.simulator.control<{ offerId: string }>('POST', '/offer', {
      productId,
      name: 'Tried and paid',
      buyerAccountIds: ['555566667777'],
      terms,
    });
    const entitlement = await entitlementOf(await accept(offerId, '555566667777', { quantities: { seats: 2 } }));
    const params = { entitlementId: entitlement.id as string };
    const report = () =>
      deal.act('reportUsage', (call) => reportUsage(call, { params, body: { records: { requests: 7 } } }));
    const priced = async () => {
      await report();
      await deal.simulator.advance('PT1H20M');
      await deal.settle();
      const rows = (await deal.rows('usage_report_row')).filter((row) => row.entitlement_id === entitlement.id);
      return rows.map(({ state, unit_price }) => [state, Number(unit_price)]);
    };
    assert.deepEqual(await priced(), [['SUCCESS', 0]]);
    const items = await deal.act('items', (call) =>
      loadAgreedTerms(call.db, (found) =>
        recurringItemsOf(
          found.filter(({ id }) => id === entitlement.id),
          deal.simulator.now(),
        ),
      ),
    );
    const startOf = ({ start }: { start: Date }) =>
      (start.getTime() - (entitlement.start_time as Date).getTime()) / 86_400_000;
    assert.deepEqual(
      items.map((item) => [Number(item.amount), startOf(item)]),
      [[240, 14]],
    );
    await deal.simulator.advance('P14D');
    assert.deepEqual((await priced()).at(-1), ['SUCCESS', 0.5]);
  });

  it('that its buyer lets lapse ends with its last day', async () => {
    const agreementId = await accept(offers.trial, '444455556666');
    await deal.simulator.advance('P15D');
    await deal.reconcile();
    const entitlement = await entitlementOf(agreementId);
    assert.deepEqual([entitlement.status, (await termsOf(entitlement)).map(days)], ['CANCELLED', [14]]);
  });
});
