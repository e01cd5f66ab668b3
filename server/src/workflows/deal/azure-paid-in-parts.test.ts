import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAzureClient } from '../../adapters/marketplace/azure/client.ts';
import { createIngestion } from '../../adapters/marketplace/azure/ingestion.ts';
import { resource, versions } from '../../adapters/marketplace/azure/schemas.ts';
import { dayFrom } from '../../adapters/simulated.test-support.ts';
import { loadAgreedTerms } from '../../domain/entitlement/actions/load-agreed-terms.ts';
import { loadBilledTerms } from '../../domain/entitlement/actions/load-billed-terms.ts';
import { recurringItemsOf } from '../../domain/revenue/dashboard/metrics-items.ts';
import { fixedCharges } from '../../domain/revenue/reconciliation/expected-charges.ts';
import { encodeId } from '../../kit/ids.ts';
import { type AzureDeal, type Row, startAzureDeal } from './azure-deal.test-support.ts';

type Made = { productId: string; plans: { id: string; planId: string }[] };

let deal: AzureDeal;
let product: Made;
before(async () => {
  deal = await startAzureDeal();
  product = await deal.simulator.control('POST', '/product', {
    accountId: deal.simulator.publisher.id,
    offerId: 'in-parts',
    title: 'In parts',
    landingPageUrl: 'https://acme.example/landing',
    plans: [
      {
        planId: 'flat',
        name: 'Flat',
        prices: [
          { termUnit: 'P1M', price: 120 },
          { termUnit: 'P1Y', paymentUnit: 'P1M', price: 100 },
          { termUnit: 'P3Y', paymentUnit: 'P1Y', price: 1000 },
        ],
      },
    ],
  });
  await deal.reconcile();
});
after(() => deal.close());

const year = { type: 'year', value: 1 };
const month = { type: 'month', value: 1 };

const newBuyer = async (): Promise<string> =>
  (await deal.simulator.control<{ id: string }>('POST', '/buyer', { name: 'Initech', emailId: 'r@initech.example' }))
    .id;

/** An offer that a person makes in Partner Center, with these prices for a plan of its own; returns its external id. */
const madeThere = async (name: string, prices: object[]): Promise<string> => {
  const { access, outgoing, now } = deal.simulator;
  const ingestion = createIngestion(createAzureClient(outgoing));
  const plan = product.plans[0]?.id;
  const offerPricingType = 'saasNewCustomizedPlans';
  const pricing = { recurrentPrice: { recurrentPriceMode: 'flatRate', priceInputOption: 'usd', prices } };
  const { jobId } = await ingestion.configure(
    access,
    [
      resource('price-and-availability-private-offer-plan', {
        ...{ resourceName: 'prices', product: product.productId, plan, offerPricingType, pricing },
      }),
      resource('private-offer', {
        ...{ resourceName: 'offer', name, state: 'live', privateOfferType: 'customerPromotion', offerPricingType },
        variableStartDate: true,
        end: dayFrom(now(), 400),
        acceptBy: dayFrom(now(), 20),
        preparedBy: 'sales@acme.example',
        notificationContacts: ['sales@acme.example'],
        beneficiaries: [{ id: await newBuyer(), description: 'Initech' }],
        pricing: [
          {
            ...{ product: product.productId, basePlan: plan, discountType: 'absolute' },
            newPlanDetails: { name: `${name} plan`, description: name },
            priceDetails: { resourceName: 'prices' },
          },
        ],
      }),
    ],
    versions.configurePrivateOffer,
  );
  for (;;) {
    const { status } = await ingestion.jobStatus(access, jobId, 'PRIVATE_OFFER');
    if (status === 'completed') break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await deal.reconcile();
  return String((await deal.rows('offer')).find((offer) => offer.name === name)?.external_id);
};

const infoOf = async (name: string): Promise<Row> =>
  (await deal.rows('offer')).find((offer) => offer.name === name)?.info as Row;

const begun = async (bought: { id: string }): Promise<Row> => {
  await deal.reconcile();
  await deal.approve(bought.id);
  await deal.reconcile();
  return (await deal.entitlement(bought.id)) as Row;
};

const worthOf = ({ info }: Row): unknown[] => {
  const { commitAmount, commits } = info as { commitAmount: number; commits: { rate: number; quantity: number }[] };
  return [Number(commitAmount), commits.map(({ rate, quantity }) => [Number(rate), quantity])];
};

describe('a term of AZURE that is paid in parts', () => {
  for (const termPrice of ['payment', 'term']) {
    it(`is worth the whole term where Microsoft shows the price of a ${termPrice}`, async () => {
      await deal.simulator.control('POST', '/settings', { termPrice });
      const worth = async (termUnit: string) =>
        worthOf(await begun(await deal.buy({ offerId: 'in-parts', planId: 'flat', termUnit, quantity: undefined })));
      assert.deepEqual(await worth('P1M'), [120, [[120, 1]]]);
      assert.deepEqual(await worth('P1Y'), [1200, [[1200, 1]]]);
      assert.deepEqual(await worth('P3Y'), [3000, [[3000, 1]]]);
    });

    it(`with a discount, the same (${termPrice})`, async () => {
      await deal.simulator.control('POST', '/settings', { termPrice });
      const [row] = (await deal.rows('product')).filter(({ entity_id: id }) => id === product.productId);
      const { externalId } = await deal.released({
        name: `less ${termPrice}`,
        productID: encodeId('prod', String(row?.id)),
        info: {
          eulaType: 'SCMP',
          discountPercentage: 15.5,
          azureProductVariant: { id: 'flat' },
          azurePrivateOffer: {
            preparedBy: 'sales@acme.example',
            beneficiaries: [{ id: await newBuyer(), description: 'Initech' }],
          },
        },
      });
      await deal.accept(externalId);
      const entitlement = await begun(await deal.purchase(externalId, { termUnit: 'P1Y' }));
      assert.deepEqual(worthOf(entitlement), [1014, [[1014, 1]]]);
    });
  }

  it('of an offer made in Partner Center has its price, and is paid as it says', async () => {
    await deal.simulator.control('POST', '/settings', { termPrice: 'payment' });
    const prices = [{ billingTerm: year, paymentOption: month, pricePerPaymentInUsd: 50 }];
    const externalId = await madeThere('Monthly', prices);
    const { commits, billingIntervalInMonths } = await infoOf('Monthly');
    assert.deepEqual(commits, [{ key: 'Monthly plan', type: 'FLAT_RATE', length: 12, timeUnit: 'MONTH', rate: 600 }]);
    assert.equal(billingIntervalInMonths, 1);
    await deal.accept(externalId);
    const entitlement = await begun(await deal.purchase(externalId, { termUnit: 'P1Y' }));
    assert.deepEqual(worthOf(entitlement), [600, [[600, 1]]]);
  });

  it('by a flexible schedule of Partner Center is expected on its days, and worth their sum', async () => {
    const day = (days: number) => dayFrom(deal.simulator.now(), days);
    const flexibleSchedule = {
      initialCharge: { pricePerPaymentInUsd: 500, note: 'At once' },
      billingSchedule: [
        { chargeDate: day(60), pricePerPaymentInUsd: 250.5 },
        { chargeDate: `${day(200)}T00:00:00Z`, pricePerPaymentInUsd: 1250 },
      ],
    };
    const externalId = await madeThere('Scheduled', [{ billingTerm: year, flexibleSchedule }]);
    const { paymentInstallments } = await infoOf('Scheduled');
    assert.deepEqual(paymentInstallments, [
      { amount: 500 },
      { amount: 250.5, chargeOn: `${day(60)}T00:00:00Z` },
      { amount: 1250, chargeOn: `${day(200)}T00:00:00Z` },
    ]);
    await deal.accept(externalId);
    const entitlement = await begun(await deal.purchase(externalId, { termUnit: 'P1Y' }));
    assert.deepEqual(worthOf(entitlement), [2000.5, [[2000.5, 1]]]);
    const now = deal.simulator.now();
    const first = '00000000-0000-0000-0000-000000000000';
    const billed = await deal.act('billed', (call) =>
      loadBilledTerms(call, { partner: 'AZURE', after: first, limit: 100 }),
    );
    const own = billed.filter(({ id }) => id === entitlement.id).flatMap((one) => fixedCharges('AZURE', one, now));
    assert.deepEqual(
      own.map(({ amount, chargeTime }) => [Number(amount), chargeTime.toISOString().slice(0, 10)]),
      [
        [500, day(0)],
        [250.5, day(60)],
        [1250, day(200)],
      ],
    );
    const items = await deal.act('items', (call) => loadAgreedTerms(call.db, (found) => recurringItemsOf(found, now)));
    assert.ok(items.some(({ amount }) => Number(amount) === 2000.5));
  });
});
