import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { loadAgreedTerms } from '../../domain/entitlement/actions/load-agreed-terms.ts';
import { loadBilledTerms } from '../../domain/entitlement/actions/load-billed-terms.ts';
import { recurringItemsOf } from '../../domain/revenue/dashboard/metrics-items.ts';
import { fixedCharges } from '../../domain/revenue/reconciliation/expected-charges.ts';
import { type AzureDeal, startAzureDeal } from './azure-deal.test-support.ts';

let deal: AzureDeal;
before(async () => {
  deal = await startAzureDeal();
  await deal.simulator.control('POST', '/product', {
    accountId: deal.simulator.publisher.id,
    offerId: 'tried',
    title: 'Tried',
    landingPageUrl: 'https://acme.example/landing',
    plans: [
      { planId: 'monthly', name: 'Monthly', prices: [{ termUnit: 'P1M', price: 30 }], hasFreeTrial: true },
      { planId: 'paid', name: 'Paid', prices: [{ termUnit: 'P1M', price: 30 }] },
    ],
  });
  await deal.reconcile();
});
after(() => deal.close());

describe('a free trial at AZURE', () => {
  it('is worth nothing and not billed; the term after it is both', async () => {
    const bought = await deal.buy({ offerId: 'tried', planId: 'monthly' });
    await deal.reconcile();
    await deal.approve(bought.id);
    await deal.reconcile();
    const start = deal.simulator.now();
    const worth = async () => {
      const now = deal.simulator.now();
      const items = await deal.act('items', (call) =>
        loadAgreedTerms(call.db, (found) => recurringItemsOf(found, now)),
      );
      const first = '00000000-0000-0000-0000-000000000000';
      const billed = await deal.act('billed', (call) =>
        loadBilledTerms(call, { partner: 'AZURE', after: first, limit: 10 }),
      );
      const daysOf = (time: Date) => Math.round((time.getTime() - start.getTime()) / 86_400_000);
      return {
        items: items.map((item) => [Number(item.amount), daysOf(item.start) > 20]),
        charges: billed
          .flatMap((one) => fixedCharges('AZURE', one, now))
          .map(({ amount, chargeTime }) => [Number(amount), daysOf(chargeTime) > 20]),
      };
    };
    assert.deepEqual(await worth(), { items: [], charges: [] });
    await deal.simulator.advance('P35D');
    await deal.reconcile();
    assert.deepEqual(await worth(), { items: [[30, true]], charges: [[30, true]] });
  });
});

describe('a test at AZURE', () => {
  it('is worth nothing, and nothing of it is missing that Microsoft does not bill', async () => {
    const worth = async () => {
      const now = deal.simulator.now();
      return deal.act('items', (call) => loadAgreedTerms(call.db, (found) => recurringItemsOf(found, now)));
    };
    const before = await worth();
    const bought = await deal.buy({ offerId: 'tried', planId: 'paid', isTest: true, quantity: undefined });
    await deal.reconcile();
    await deal.approve(bought.id);
    await deal.reconcile();
    assert.deepEqual(await worth(), before);
    const billed = await deal.act('billed', (call) =>
      loadBilledTerms(call, { partner: 'AZURE', after: '00000000-0000-0000-0000-000000000000', limit: 10 }),
    );
    const own = billed
      .filter(({ isTest }) => isTest)
      .flatMap((one) => fixedCharges('AZURE', one, deal.simulator.now()));
    assert.deepEqual(
      own.map(({ amount, isCertain }) => [Number(amount), isCertain]),
      [[30, false]],
    );
  });
});
