import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { reportUsage } from '../../domain/metering/usage-record-group/actions/report-usage.ts';
import { type AzureDeal, type Bought, type Row, startAzureDeal } from '../deal/azure-deal.test-support.ts';
import { refusalOf, settleUsage } from './settle-usage.test-support.ts';

let deal: AzureDeal;
before(async () => {
  deal = await startAzureDeal();
});
after(() => deal.close());
beforeEach(() => deal.simulator.control('DELETE', '/fault'));

const active = async (): Promise<Bought> => {
  const bought = await deal.buy();
  await deal.reconcile();
  await deal.approve(bought.id);
  await deal.reconcile();
  return bought;
};

const rowsOf = async ({ id }: Bought): Promise<Row[]> => {
  const entitlement = await deal.entitlement(id);
  const rows = (await deal.rows('usage_report_row')).filter((row) => row.entitlement_id === entitlement?.id);
  return rows.sort((left, right) => (left.hour as Date).getTime() - (right.hour as Date).getTime());
};

/** Usage of the running hour, which is submitted when it is over. */
const submit = async ({ id }: Bought, quantity: number): Promise<void> => {
  const entitlementId = (await deal.entitlement(id))?.id as string;
  await deal.act('reportUsage', (call) =>
    reportUsage(call, { params: { entitlementId }, body: { records: { requests: quantity } } }),
  );
  await deal.simulator.advance('PT1H20M');
  await deal.settle();
};

/** The response to the next usage is lost, and its resend is refused: the subscription is suspended. */
const lose = async (bought: Bought, fault: string, quantity: number): Promise<void> => {
  await deal.simulator.fault(fault, { operation: 'BatchUsageEvent' });
  await submit(bought, quantity);
  await deal.happens(bought.id, 'suspend');
  for (let round = 0; round < 20 && (await rowsOf(bought)).at(-1)?.message !== 'OUTCOME_UNKNOWN'; round += 1) {
    await deal.simulator.advance('PT2M');
    await deal.settle();
  }
  assert.equal((await rowsOf(bought)).at(-1)?.message, 'OUTCOME_UNKNOWN');
};

/** All submitted usage must be on one UTC day. */
const earlyInTheDay = async (): Promise<void> => {
  const day = 86_400_000;
  const now = deal.simulator.now().getTime();
  const next = Math.ceil(now / day) * day + 3_600_000;
  await deal.simulator.advance(`PT${Math.ceil((next - now) / 60_000)}M`);
  await deal.settle();
};

const settle = async (bought: Bought, outcome: 'COUNTED' | 'NOT_COUNTED') =>
  settleUsage(deal, deal.marketplace, (await rowsOf(bought)).at(-1)?.report_id as string, { outcome });

const counted = async ({ id }: Bought): Promise<number[]> =>
  (
    await deal.simulator.control<{ records: { quantity: number }[] }>('GET', `/journal/metering?subscriptionId=${id}`)
  ).records.map(({ quantity }) => quantity);

describe('what Microsoft shows of usage takes precedence over the decision of a person', () => {
  for (const [fault, says, opposite] of [
    ['timeout-after', 'COUNTED', 'NOT_COUNTED'],
    ['internal-error', 'NOT_COUNTED', 'COUNTED'],
  ] as const) {
    it(`after a lost response (${fault}): ${says}`, async () => {
      await earlyInTheDay();
      const bought = await active();
      await submit(bought, 3);
      await lose(bought, fault, 5);
      const submitted = await counted(bought);
      assert.deepEqual(submitted, says === 'COUNTED' ? [3, 5] : [3]);

      const refusal = await refusalOf(settle(bought, opposite));
      assert.equal(refusal.code, 'Conflict');
      assert.match(refusal.message, new RegExp(`AZURE was queried and has 5 of requests as ${says}`));
      const [contradiction] = (
        refusal.info as { contradictions: { answer: { quantity: string; usageEvents: Row[] } }[] }
      ).contradictions;
      assert.equal(contradiction?.answer.quantity, String(submitted.reduce((sum, one) => sum + one)));
      assert.equal(contradiction?.answer.usageEvents[0]?.usageResourceId, bought.id);
      assert.equal((await rowsOf(bought)).at(-1)?.message, 'OUTCOME_UNKNOWN', 'nothing was settled');

      const view = await settle(bought, says);
      assert.equal(view.info.status, says === 'COUNTED' ? 'SUCCESS' : 'FAILED');
      const [settlement] = (await deal.rows('usage_settlement')).slice(-1);
      assert.equal((settlement?.partner_answer as { count: number } | undefined)?.count, submitted.length);
      assert.deepEqual(await counted(bought), submitted, 'asking submits nothing');
    });
  }

  it('which nobody can overrule while Microsoft does not respond', async () => {
    await earlyInTheDay();
    const bought = await active();
    await lose(bought, 'timeout-after', 5);
    for (const fault of ['internal-error', 'rubbish', 'half-answer']) {
      await deal.simulator.fault(fault, { operation: 'GetUsageEvents' });
      const refusal = await refusalOf(settle(bought, 'NOT_COUNTED'));
      assert.equal(refusal.code, '3rdPartyError', fault);
      assert.match(refusal.message, /Nothing was settled; send this again/);
      await deal.simulator.control('DELETE', '/fault');
    }
    assert.equal((await rowsOf(bought)).at(-1)?.message, 'OUTCOME_UNKNOWN');
    assert.equal((await settle(bought, 'COUNTED')).info.status, 'SUCCESS');
  });

  it('unless another tool also submitted usage on that day: then a person decides', async () => {
    await earlyInTheDay();
    const bought = await active();
    const foreign = {
      reportId: 'foreign',
      product: { entityId: '', externalId: '', meteringKey: 'LICENSE' as const },
      buyerAccountId: '',
      customerIdentifier: null,
      usageResourceId: bought.id,
      planId: 'silver',
      dimension: 'requests',
      quantity: '2',
      timestamp: deal.simulator.now(),
      allocations: [],
    };
    const { outcomes } = await deal.marketplace.reportUsage(deal.simulator.access, [foreign]);
    assert.equal(outcomes.get('foreign')?.state, 'ACCEPTED');
    await deal.simulator.advance('PT1H');
    await lose(bought, 'internal-error', 5);
    assert.equal((await settle(bought, 'COUNTED')).info.status, 'SUCCESS');
  });
});
