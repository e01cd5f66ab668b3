import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '../../../test/until.ts';
import { reportUsage } from '../../domain/metering/usage-record-group/actions/report-usage.ts';
import { encodeId } from '../../kit/ids.ts';
import { type AzureDeal, startAzureDeal } from '../deal/azure-deal.test-support.ts';
import { type Deal, type Row, startDeal } from '../deal/deal.test-support.ts';

/**
 * A backlog of reads that the marketplace throttles or delays, and an hour of usage of the same account that is over: the
 * usage is submitted first, and the reads are done later.
 */
type Shop = {
  deal: Pick<Deal | AzureDeal, 'act' | 'rows' | 'engine' | 'connectionId' | 'close'> & {
    simulator: Pick<Deal['simulator'], 'fault' | 'control' | 'advance'>;
  };
  partner: 'AWS' | 'AZURE';
  /** An entitlement for which usage may be reported, and its agreement. */
  entitlementId: string;
  agreementId: string;
  /** The call that reads an agreement, and the one that submits usage, by the simulator's names. */
  reading: string;
  submitting: string;
};

const atAws = async (): Promise<Shop> => {
  const deal = await startDeal();
  await deal.hearEvents(true);
  const { externalId } = await deal.untilReleased(await deal.submit());
  const agreementId = await deal.accept(externalId);
  await deal.until('the license is known', async () => {
    await deal.settle();
    return (await deal.rows('entitlement_term')).some((term) => term.aws_license_arn !== null);
  });
  const entitlementId = (await deal.entitlement(agreementId))?.id as string;
  return {
    deal,
    partner: 'AWS',
    entitlementId,
    agreementId,
    reading: 'DescribeAgreement',
    submitting: 'BatchMeterUsage',
  };
};

const atAzure = async (): Promise<Shop> => {
  const deal = await startAzureDeal();
  const { id: agreementId } = await deal.buy();
  await deal.reconcile();
  await deal.approve(agreementId);
  await deal.reconcile();
  const entitlementId = (await deal.entitlement(agreementId))?.id as string;
  return {
    deal,
    partner: 'AZURE',
    entitlementId,
    agreementId,
    reading: 'GetSubscription',
    submitting: 'BatchUsageEvent',
  };
};

const backlog = 60;

const startReads = ({ deal, partner, agreementId }: Shop): Promise<unknown> =>
  deal.act('backlog', async (call) => {
    const { connectionId } = deal;
    const entityId = encodeId('conn', connectionId);
    for (let count = 0; count < backlog; count += 1)
      await call.start('agreement.sync', { connectionId, agreementId }, { entityId, partner });
    await call.start('marketplace.reconcile', { connectionId, full: true }, { entityId, partner });
    call.recordChange({ type: 'conn', id: entityId, before: null, after: { reads: backlog } });
  });

const openReads = async ({ deal }: Shop): Promise<number> =>
  (await deal.rows('operation')).filter(({ name, status }) => name === 'agreement.sync' && status === 'RUNNING').length;

const use = ({ deal, entitlementId }: Shop, requests: number): Promise<unknown> =>
  deal.act('reportUsage', (call) => reportUsage(call, { params: { entitlementId }, body: { records: { requests } } }));

const submitted = async ({ deal }: Shop): Promise<Row[]> =>
  (await deal.rows('usage_report_row')).filter(({ state, quantity }) => state === 'SUCCESS' && quantity !== '0');

const strikes = async ({ deal }: Shop, name: string): Promise<number> => {
  const { faults } = await deal.simulator.control<{ faults: { name: string; struck: number }[] }>('GET', '/fault');
  return faults.filter((fault) => fault.name === name).reduce((sum, { struck }) => sum + struck, 0);
};

for (const open of [atAws, atAzure])
  for (const fault of ['throttle', 'slow'] as const)
    it(`${open === atAws ? 'AWS' : 'AZURE'}: usage does not wait behind reads that fail with ${fault}`, async () => {
      const shop = await open();
      const { deal } = shop;
      try {
        await use(shop, 7);
        await deal.simulator.fault(fault, { operation: shop.reading, count: null, delayMs: 500 });
        await startReads(shop);
        await until('the account is throttled or slow', async () => (await strikes(shop, fault)) > 0);

        await deal.simulator.advance('PT1H20M');
        await deal.engine.runDueNow();
        await until('the hour is submitted', async () => (await submitted(shop)).length === 1, 10_000);
        assert.ok((await openReads(shop)) > backlog / 2, 'the reads are still waiting');
        if (fault === 'throttle')
          assert.ok((await strikes(shop, fault)) < backlog / 2, 'most reads wait instead of asking in vain');

        await deal.simulator.control('DELETE', '/fault');
        await until('the reads are done', async () => (await openReads(shop)) === 0, 60_000);
        const failed = (await deal.rows('operation')).filter(
          ({ name, status }) => name === 'agreement.sync' && status !== 'COMPLETED',
        );
        assert.deepEqual(failed, []);
      } finally {
        await deal.close();
      }
    });

it('AZURE: while usage itself is throttled, reads of the account yield to it, and both succeed', async () => {
  const shop = await atAzure();
  const { deal } = shop;
  try {
    await use(shop, 7);
    await deal.simulator.fault('throttle', { operation: shop.submitting, count: 2 });
    await deal.simulator.advance('PT1H20M');
    await deal.engine.runDueNow();
    await until('usage is throttled', async () => (await strikes(shop, 'throttle')) > 0);
    await startReads(shop);
    await until('the reads are done', async () => (await openReads(shop)) === 0, 30_000);
    for (let round = 0; round < 10 && (await submitted(shop)).length === 0; round += 1) {
      await deal.simulator.advance('PT2M');
      await deal.engine.runDueNow();
      await deal.engine.idle();
    }
    assert.equal((await submitted(shop)).length, 1);
  } finally {
    await deal.close();
  }
});
