import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { reportUsage } from '../../domain/metering/usage-record-group/actions/report-usage.ts';
import { type AzureDeal, type Bought, type Row, startAzureDeal } from '../deal/azure-deal.test-support.ts';

let deal: AzureDeal;
before(async () => {
  deal = await startAzureDeal();
});
after(() => deal.close());
beforeEach(() => deal.simulator.control('DELETE', '/fault'));

type Counted = { planId: string; dimension: string; quantity: number; identicalResends: number };

const counted = async ({ id }: Bought): Promise<Counted[]> =>
  (await deal.simulator.control<{ records: Counted[] }>('GET', `/journal/metering?subscriptionId=${id}`)).records.map(
    ({ planId, dimension, quantity, identicalResends }) => ({ planId, dimension, quantity, identicalResends }),
  );

const active = async (more: Row = {}): Promise<Bought> => {
  const bought = await deal.buy(more);
  await deal.reconcile();
  await deal.approve(bought.id);
  await deal.reconcile();
  return bought;
};

const use = async ({ id }: Bought, quantity: number): Promise<void> => {
  const entitlementId = (await deal.entitlement(id))?.id as string;
  await deal.act('reportUsage', (call) =>
    reportUsage(call, { params: { entitlementId }, body: { records: { requests: quantity } } }),
  );
};

/** The hour ends, settles, and is submitted. */
const hourPasses = async (): Promise<void> => {
  await deal.simulator.advance('PT1H20M');
  await deal.settle();
};

const rowsOf = async ({ id }: Bought): Promise<Row[]> => {
  const entitlement = await deal.entitlement(id);
  return (await deal.rows('usage_report_row')).filter((row) => row.entitlement_id === entitlement?.id);
};

describe('usage of a subscription at Microsoft', () => {
  it('is submitted by the hour, for the subscription and its plan', async () => {
    const bought = await active();
    await use(bought, 3);
    await use(bought, 4.5);
    await hourPasses();
    assert.deepEqual(await counted(bought), [
      { planId: 'silver', dimension: 'requests', quantity: 7, identicalResends: 0 },
    ]);
    const [row] = await rowsOf(bought);
    assert.deepEqual([row?.state, row?.carried_out, row?.record_id !== null], ['SUCCESS', '0.5', true]);
  });

  it('is submitted only above what the plan includes', async () => {
    const bought = await active({ planId: 'bundle', quantity: undefined, termUnit: 'P1M' });
    await use(bought, 3.5);
    await hourPasses();
    await use(bought, 4);
    await hourPasses();
    assert.deepEqual(await counted(bought), [
      { planId: 'bundle', dimension: 'requests', quantity: 2, identicalResends: 0 },
    ]);
    const parts = (await rowsOf(bought)).map((row) => [row.included, row.quantity, row.carried_out]);
    assert.deepEqual(parts.sort(), [
      ['1.5', '2', '0.5'],
      ['3.5', '0', '0'],
    ]);
  });

  for (const fault of ['timeout-after', 'half-answer', 'rubbish']) {
    it(`whose response is lost (${fault}) is submitted again unchanged, and counts once`, async () => {
      const bought = await active();
      await deal.simulator.fault(fault, { operation: 'BatchUsageEvent' });
      await use(bought, 5);
      await hourPasses();
      for (let round = 0; round < 20 && (await rowsOf(bought))[0]?.state !== 'SUCCESS'; round += 1) {
        await deal.simulator.advance('PT2M');
        await deal.settle();
      }
      assert.equal((await rowsOf(bought))[0]?.state, 'SUCCESS');
      assert.deepEqual(await counted(bought), [
        { planId: 'silver', dimension: 'requests', quantity: 5, identicalResends: 1 },
      ]);
    });
  }

  it('of an hour that another tool has already submitted is not a success', async () => {
    const bought = await active();
    await use(bought, 6);
    const { access } = deal.simulator;
    const hour = new Date(Math.floor(deal.simulator.now().getTime() / 3_600_000) * 3_600_000);
    const submitted = {
      reportId: 'foreign',
      product: { entityId: '', externalId: '', meteringKey: 'LICENSE' as const },
      buyerAccountId: '',
      customerIdentifier: null,
      usageResourceId: bought.id,
      planId: 'silver',
      dimension: 'requests',
      quantity: '2',
      timestamp: hour,
      allocations: [],
    };
    await deal.marketplace.reportUsage(access, [submitted]);
    await hourPasses();
    const [row] = await rowsOf(bought);
    assert.deepEqual([row?.state, row?.message], ['FAILED', 'DUPLICATE_FOREIGN']);
  });

  it('before and after a change of plan in one hour is submitted for each plan', async () => {
    const bought = await active();
    await use(bought, 8);
    await deal.simulator.control('POST', '/settings', { autoAcceptMs: 1 });
    await deal.happens(bought.id, 'change-plan', { planId: 'metered' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await deal.reconcile();
    await use(bought, 9);
    await hourPasses();
    const submitted = (await counted(bought)).map(({ planId, quantity }) => [planId, quantity]);
    assert.deepEqual(submitted.sort(), [
      ['metered', 9],
      ['silver', 8],
    ]);
  });

  it('of the hour in which it was cancelled is submitted', async () => {
    const bought = await active();
    // Usage is submitted with whole seconds, and this one must lie before the cancellation.
    await deal.simulator.advance('PT10S');
    await use(bought, 11);
    await deal.happens(bought.id, 'unsubscribe');
    await deal.reconcile();
    await deal.settle();
    await hourPasses();
    assert.deepEqual(
      (await counted(bought)).map(({ quantity }) => quantity),
      [11],
    );
    assert.equal((await rowsOf(bought))[0]?.state, 'SUCCESS');
  });

  it('is held while it is suspended, and submitted after it was reinstated', async () => {
    const bought = await active();
    await deal.happens(bought.id, 'suspend');
    await deal.reconcile();
    await use(bought, 10);
    await hourPasses();
    assert.deepEqual(await counted(bought), []);
    await deal.simulator.control('POST', '/settings', { autoAcceptMs: 1 });
    await deal.happens(bought.id, 'reinstate');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await deal.reconcile();
    await hourPasses();
    assert.deepEqual(
      (await counted(bought)).map(({ quantity }) => quantity),
      [10],
    );
  });
});
