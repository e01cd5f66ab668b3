import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { loadAgreedTerms } from '../../domain/entitlement/actions/load-agreed-terms.ts';
import { recurringItemsOf } from '../../domain/revenue/dashboard/metrics-items.ts';
import { type Deal, type Row, startDeal } from './deal.test-support.ts';

let deal: Deal;
let product: { productId: string; publicOfferId: string };
before(async () => {
  deal = await startDeal();
  product = await deal.simulator.control('POST', '/product', {
    sellerAccountId: deal.simulator.seller.id,
    title: 'Acme Seats',
    dimensions: [
      { key: 'requests', types: ['Metered'], price: '0.01' },
      { key: 'seats', types: ['Entitled'], price: '120' },
      { key: 'support', types: ['Entitled'], price: '500' },
    ],
  });
});
after(() => deal.close());

const buyerAccountId = '222233334444';
const accept = async (offerId: string, more: Row = {}): Promise<string> => {
  const body = { buyerAccountId, ...more };
  const { agreementId } = await deal.simulator.control<{ agreementId: string }>(
    'POST',
    `/offer/${offerId}/accept`,
    body,
  );
  await deal.reconcile();
  return agreementId;
};
const entitlementOf = async (agreementId: string): Promise<Row> => {
  const found = (await deal.rows('entitlement_external_id')).find((row) => row.external_id === agreementId);
  return (await deal.rows('entitlement')).find(({ id }) => id === found?.entitlement_id) ?? {};
};
const offerOf = async (externalId: string): Promise<Row> =>
  (await deal.rows('offer')).find(({ external_id: id }) => id === externalId) ?? {};
const dayIn = (days: number): string =>
  new Date(deal.simulator.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const commitsOf = (info: Row) =>
  (info.commits as Row[]).map(({ key, quantity, rate, length, timeUnit }) => [key, quantity, rate, length, timeUnit]);

describe('an offer that was made at AWS itself', () => {
  it('shows its installments, payment terms, texts and grants, and so does its agreement', async () => {
    const [first, second] = [dayIn(5), dayIn(120)];
    const terms = [
      {
        Type: 'FixedUpfrontPricingTerm',
        CurrencyCode: 'USD',
        Price: '0.0',
        Grants: [
          { DimensionKey: 'seats', MaxQuantity: 10 },
          { DimensionKey: 'support', MaxQuantity: 1 },
        ],
      },
      {
        Type: 'PaymentScheduleTerm',
        CurrencyCode: 'USD',
        Schedule: [
          { ChargeDate: first, ChargeAmount: '900.00' },
          { ChargeDate: second, ChargeAmount: '600.50' },
        ],
      },
      { Type: 'ValidityTerm', AgreementDuration: 'P12M' },
      { Type: 'NetPaymentTerm', PaymentDuePeriod: 'P45D' },
      { Type: 'SupportTerm', RefundPolicy: 'Within 30 days.' },
      { Type: 'LegalTerm', Documents: [{ Type: 'StandardEula', Version: '2022-07-14' }] },
    ];
    const { offerId } = await deal.simulator.control<{ offerId: string }>('POST', '/offer', {
      productId: product.productId,
      name: 'Made there',
      buyerAccountIds: [buyerAccountId],
      availabilityEndDate: dayIn(20),
      terms,
    });
    await deal.reconcile();
    const written = [
      { amount: 900, chargeOn: `${first}T00:00:00Z`, chargeOnStr: first },
      { amount: 600.5, chargeOn: `${second}T00:00:00Z`, chargeOnStr: second },
    ];
    const shown = ({ info }: Row) => {
      const { paymentInstallments, netTermsInDays, refundCancellationPolicy, eulaType } = info as Row;
      return { paymentInstallments, netTermsInDays, refundCancellationPolicy, eulaType };
    };
    const expected = {
      paymentInstallments: written,
      netTermsInDays: 45,
      refundCancellationPolicy: 'Within 30 days.',
      eulaType: 'SCMP',
    };
    const offer = await offerOf(offerId);
    assert.deepEqual([offer.status, shown(offer)], ['PENDING_ACCEPTANCE', expected]);
    const entitlement = await entitlementOf(await accept(offerId));
    assert.deepEqual(shown(entitlement), expected);
    assert.equal((entitlement.info as Row).commitAmount, 1500.5);
    assert.deepEqual(commitsOf(entitlement.info as Row), [
      ['seats', 10, undefined, undefined, undefined],
      ['support', 1, undefined, undefined, undefined],
    ]);
  });
});

describe('a purchase at the public price', () => {
  it('has what its buyer chose, and what is added to it later counts from then on', async () => {
    const start = deal.simulator.now();
    const agreementId = await accept(product.publicOfferId, { quantities: { seats: 3, support: 1 } });
    const before = await entitlementOf(agreementId);
    assert.deepEqual(commitsOf(before.info as Row), [
      ['seats', 3, 120, 12, 'MONTH'],
      ['support', 1, 500, 12, 'MONTH'],
    ]);
    assert.equal((before.info as Row).commitAmount, 860);
    await deal.simulator.advance('P40D');
    await deal.simulator.control('POST', `/agreement/${agreementId}/amend`, { quantities: { seats: 5 } });
    const amended = deal.simulator.now();
    await deal.reconcile();
    const now = await entitlementOf(agreementId);
    assert.deepEqual(commitsOf(now.info as Row), [
      ['seats', 5, 120, 12, 'MONTH'],
      ['support', 1, 500, 12, 'MONTH'],
    ]);
    const items = await deal.act('items', (call) =>
      loadAgreedTerms(call.db, (found) =>
        recurringItemsOf(
          found.filter(({ id }) => id === now.id),
          deal.simulator.now(),
        ),
      ),
    );
    const days = (time: Date | null): number => Math.round(((time?.getTime() ?? 0) - start.getTime()) / 86_400_000);
    assert.equal(days(amended), 40);
    assert.deepEqual(
      items.map((item) => [Number(item.amount), days(item.start), item.end && days(item.end)]),
      [
        [860, 0, 40],
        [1100, 40, 365],
      ],
    );
  });
});
