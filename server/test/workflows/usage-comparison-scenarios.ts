import assert from 'node:assert/strict';
import { createAzureMarketplace } from '../../src/adapters/marketplace/azure/adapter.ts';
import type { AzureSimulator } from '../../src/adapters/marketplace/azure/simulator.test-support.ts';
import { startUsageComparison } from '../../src/domain/metering/usage-comparison/actions/start-usage-comparison.ts';
import { reportUsageBatch } from '../../src/domain/metering/usage-record-group/actions/report-usage.ts';
import { claimUsageReports } from '../../src/domain/metering/usage-record-report/actions/claim-usage-reports.ts';
import { closeUsageHours } from '../../src/domain/metering/usage-record-report/actions/close-usage-hours.ts';
import { loadUsageSends } from '../../src/domain/metering/usage-record-report/actions/load-usage-sends.ts';
import { recordUsageOutcomes } from '../../src/domain/metering/usage-record-report/actions/record-usage-outcomes.ts';
import { balanceOf } from '../../src/domain/metering/usage-record-report/balance/store.ts';
import { findImbalances } from '../../src/domain/metering/usage-record-report/identity.ts';
import { sendOf } from '../../src/domain/metering/usage-record-report/send-usage.ts';
import { encodeId } from '../../src/kit/ids.ts';
import { only } from './arrange.ts';
import type { Tenant } from './deployment.ts';
import { subscribed } from './entitlement-scenarios.ts';
import { finishRuns } from './execute.ts';
import type { Scenario } from './scenario.ts';

/**
 * Three days ago: usage that Microsoft has counted and whose answer was lost, and another tool's usage of a subscription
 * that is not known here. The comparison of the days since then is about to begin.
 */
const aDayToCompare = async (tenant: Tenant): Promise<void> => {
  const { deployment, orgId } = tenant;
  const { simulator, database, environment } = deployment;
  const azure = await deployment.azure();
  // At 01:00 for us and for Microsoft, so that every execution compares as many days.
  const dayMs = 86_400_000;
  const now = Math.max(simulator.now().getTime(), azure.now().getTime());
  const start = Math.ceil(now / dayMs) * dayMs + dayMs / 24;
  const passUntil = async (clock: Pick<AzureSimulator, 'now' | 'advance'>, time: number): Promise<void> =>
    void (await clock.advance(`PT${Math.max(0, Math.ceil((time - clock.now().getTime()) / 60_000))}M`));
  await passUntil(simulator, start);
  await passUntil(azure, start);
  const { access } = await subscribed(tenant, { meters: { requests: 0.2 } });
  // It was connected the day before.
  await tenant.act('connected earlier', async (call) => {
    const creationTime = new Date(call.now.getTime() - dayMs);
    await call.db
      .updateTable('connection')
      .set({ creation_time: creationTime })
      .where('connection.partner', '=', 'AZURE')
      .execute();
  });
  const entitlementID = encodeId('ent', only(await tenant.rows('entitlement')).id as string);
  await tenant.act('report', (call) => {
    const body = [{ entitlementID, records: { requests: 5 }, timestamp: call.now.toISOString() }];
    return reportUsageBatch(call, { body });
  });
  await simulator.advance('PT2H');
  await tenant.act('close', (call) => closeUsageHours(call, { partner: 'AZURE', after: null }));
  const { rows } = await tenant.act('claim', (call) => claimUsageReports(call, { partner: 'AZURE', size: 25 }));
  const sends = (await loadUsageSends(database.read(orgId), rows)).map(sendOf);
  await passUntil(azure, simulator.now().getTime());
  const { clock } = environment;
  const marketplace = createAzureMarketplace({ outgoing: azure.outgoing, publicUrl: 'https://api.test', clock });
  const other = await azure.control<{ id: string }>('POST', '/subscription', {
    billingAccountId: azure.billingAccount,
    offerId: only(await tenant.rows('entitlement')).external_product_id,
    planId: 'silver',
    quantity: 5,
  });
  await marketplace.approveAgreement?.(access, other.id);
  const foreign = sends.map((send) => ({ ...send, reportId: 'other', usageResourceId: other.id, quantity: '2' }));
  await marketplace.reportUsage(access, [...sends, ...foreign]);
  const lost = { outcome: 'UNKNOWN', code: 'ETIMEDOUT', message: null, recordId: null, call: null } as const;
  await tenant.act('record', (call) =>
    recordUsageOutcomes(call, { calls: [], results: rows.map((row) => ({ ...row, ...lost })), repeated: false }),
  );
  await simulator.advance('PT72H');
  // The window has closed.
  await tenant.act('claim', (call) => claimUsageReports(call, { partner: 'AZURE', size: 25 }));
  await started(tenant);
};

const started = (tenant: Tenant): Promise<void> =>
  tenant.act('due', (call) => startUsageComparison(call, { entityId: 'AZURE' }));

const isCompared = async (tenant: Tenant): Promise<void> => {
  assert.deepEqual(findImbalances(await balanceOf(tenant.deployment.database.read(tenant.orgId))), []);
  const days = await tenant.rows('usage_comparison');
  assert.equal(days.reduce((sum, { lines }) => sum + Number(lines), 0) > 0, true);
  const row = only(await tenant.rows('usage_report_row'));
  assert.deepEqual([row.state, row.quantity], ['SUCCESS', '5'], 'the day has settled it');
  const { cause, quantity, resolved_time } = only(await tenant.rows('usage_difference'));
  assert.deepEqual([cause, quantity, resolved_time], ['FOREIGN', '2', null]);
  const events = (await tenant.rows('outbox')).filter(({ name }) => name === 'usage_comparison.differed');
  assert.equal(events.length, 1);
};

export const usageComparisonScenarios = {
  'usage.compare': [
    {
      title: 'days of which one has an unknown outcome and usage of another tool',
      arrange: aDayToCompare,
      status: 'COMPLETED',
      check: isCompared,
      checkRefused: async (tenant) => {
        await started(tenant);
        await finishRuns(tenant);
        await isCompared(tenant);
      },
    },
  ],
} satisfies Record<string, [Scenario]>;
