import assert from 'node:assert/strict';
import type { WorkflowInputs, WorkflowName } from '../../src/contract/workflow-inputs.ts';
import { reportUsageBatch } from '../../src/domain/metering/usage-record-group/actions/report-usage.ts';
import { startAsking } from '../../src/domain/metering/usage-record-report/actions/ask-usage-outcome.ts';
import { claimUsageReports } from '../../src/domain/metering/usage-record-report/actions/claim-usage-reports.ts';
import { closeUsageHours } from '../../src/domain/metering/usage-record-report/actions/close-usage-hours.ts';
import { recordUsageOutcomes } from '../../src/domain/metering/usage-record-report/actions/record-usage-outcomes.ts';
import { startUsageReport } from '../../src/domain/metering/usage-record-report/actions/start-usage-report.ts';
import { balanceOf } from '../../src/domain/metering/usage-record-report/balance/store.ts';
import { findImbalances } from '../../src/domain/metering/usage-record-report/identity.ts';
import { startSync } from '../../src/domain/organization/connection/actions/record-sync.ts';
import { receivePartnerMessage } from '../../src/domain/organization/partner-message/actions/receive-partner-message.ts';
import { encodeId } from '../../src/kit/ids.ts';
import { accept, offerMadeElsewhere, only, usageAtPartner } from './arrange.ts';
import type { Row, Tenant } from './deployment.ts';
import { entitlementScenarios } from './entitlement-scenarios.ts';
import { finishRuns } from './execute.ts';
import { invitationScenarios } from './invitation-scenarios.ts';
import { invoiceScenarios } from './invoice-scenarios.ts';
import { messageScenarios } from './message-scenarios.ts';
import { offerScenarios } from './offer-scenarios.ts';
import { offerUpdateScenarios } from './offer-update-scenarios.ts';
import { partnerScenarios } from './partner-scenarios.ts';
import { adyenMessageScenario, buyerMessageScenario, paymentScenarios } from './payment-scenarios.ts';
import { productScenarios } from './product-scenarios.ts';
import { referralScenarios } from './referral-scenarios.ts';
import { revenueScenarios } from './revenue-scenarios.ts';
import { entitled, type Scenario, statusOf } from './scenario.ts';
import { supportScenarios } from './support-scenarios.ts';
import { usageComparisonScenarios } from './usage-comparison-scenarios.ts';

const start =
  <Name extends WorkflowName>(
    name: Name,
    inputOf: (tenant: Tenant) => WorkflowInputs[Name] | Promise<WorkflowInputs[Name]>,
  ) =>
  async (tenant: Tenant): Promise<void> => {
    const input = await inputOf(tenant);
    await tenant.act('start', async (call) => {
      const id = await call.start(name, input, { entityId: 'conn_test', partner: 'AWS' });
      call.recordChange({ type: 'operation', id, before: null, after: {} });
    });
  };

const nothingElse = async (tenant: Tenant, tables: string[]): Promise<void> => {
  for (const table of ['product', 'offer', 'buyer', 'entitlement'])
    assert.equal((await tenant.rows(table)).length, tables.includes(table) ? 1 : 0, table);
};

/** Usage of an hour that AWS refused after an answer that was lost; an ADMIN wants to know what became of it. */
const unknownUsage = async (tenant: Tenant): Promise<void> => {
  const agreementId = await accept(tenant, await offerMadeElsewhere(tenant));
  await start('agreement.sync', ({ connectionId }) => ({ connectionId, agreementId }))(tenant);
  await finishRuns(tenant);
  const entitlementID = encodeId('ent', only(await tenant.rows('entitlement')).id as string);
  await tenant.act('report', (call) => {
    const body = [{ entitlementID, records: { requests: 5 }, timestamp: call.now.toISOString() }];
    return reportUsageBatch(call, { body });
  });
  await tenant.deployment.simulator.advance('PT2H');
  await tenant.act('close', (call) => closeUsageHours(call, { partner: 'AWS', after: null }));
  const { rows } = await tenant.act('claim', (call) => claimUsageReports(call, { partner: 'AWS', size: 25 }));
  const refused = { outcome: 'REFUSED', code: 'DisabledApi', message: null, recordId: null, call: null } as const;
  await tenant.act('record', (call) =>
    recordUsageOutcomes(call, { calls: [], results: rows.map((row) => ({ ...row, ...refused })), repeated: true }),
  );
  const { report_id: reportId, entitlement_id: entitlementId } = only(await tenant.rows('usage_report_row'));
  const aim = { reportId: reportId as string, outcome: 'COUNTED' } as const;
  await tenant.act('ask', (call) =>
    startAsking(aim, { entitlementId: entitlementId as string, partner: 'AWS' })({ ...call, checkVersion: () => {} }),
  );
};

/** AWS has received each unit of usage once. */
const usageTold = async (tenant: Tenant): Promise<void> => {
  const { deployment, orgId } = tenant;
  assert.deepEqual(findImbalances(await balanceOf(deployment.database.read(orgId))), []);
  const lines = (rows: Row[]) => rows.map(({ dimension, quantity }) => `${dimension} ${quantity}`).sort();
  const records = await usageAtPartner(tenant);
  const reported = (await tenant.rows('usage_report_row')).filter((row) => Number(row.quantity) > 0);
  assert.deepEqual(lines(records), lines(reported));
  assert.deepEqual(lines(records), ['requests 17', 'requests 5']);
  assert.deepEqual([...new Set(reported.map((row) => row.state))], ['SUCCESS']);
  assert.deepEqual([...new Set((await tenant.rows('usage_record_item')).map((row) => row.state))], ['REPORTED']);
};

const reportStarted = (tenant: Tenant): Promise<void> =>
  tenant.act('due', (call) => startUsageReport(call, { entityId: 'AWS' }));

export const scenarios: { readonly [Name in WorkflowName]: readonly [Scenario, ...Scenario[]] } = {
  ...entitlementScenarios,
  ...invitationScenarios,
  ...invoiceScenarios,
  ...messageScenarios,
  ...offerScenarios,
  ...offerUpdateScenarios,
  ...partnerScenarios,
  ...supportScenarios,
  ...paymentScenarios,
  ...productScenarios,
  ...referralScenarios,
  'offer.sync': [
    {
      title: 'an offer made elsewhere, of a product that is not known yet',
      isUnknownProduct: true,
      arrange: start('offer.sync', async (tenant) => ({
        connectionId: tenant.connectionId,
        externalId: await offerMadeElsewhere(tenant),
      })),
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'PENDING_ACCEPTANCE');
        await nothingElse(tenant, ['product', 'offer']);
      },
      checkRefused: (tenant, { name }) => nothingElse(tenant, name === 'agreements' ? ['product', 'offer'] : []),
    },
  ],
  'product.sync': [
    {
      title: 'a product that is not known yet',
      isUnknownProduct: true,
      arrange: start('product.sync', ({ connectionId, productEntityId }) => ({
        connectionId,
        entityId: productEntityId,
      })),
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'product'), 'PUBLIC');
        await nothingElse(tenant, ['product']);
      },
      checkRefused: (tenant) => nothingElse(tenant, []),
    },
  ],
  'agreement.sync': [
    {
      title: 'an agreement of which nothing is known yet',
      isUnknownProduct: true,
      arrange: start('agreement.sync', async (tenant) => ({
        connectionId: tenant.connectionId,
        agreementId: await accept(tenant, await offerMadeElsewhere(tenant)),
      })),
      status: 'COMPLETED',
      check: entitled,
      checkRefused: (tenant) => nothingElse(tenant, []),
    },
  ],
  'marketplace.reconcile': [
    {
      title: 'everything is news',
      isUnknownProduct: true,
      arrange: async (tenant) => {
        await accept(tenant, await offerMadeElsewhere(tenant));
        await tenant.act('due', (call) => startSync(call, { connectionId: tenant.connectionId }));
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        await entitled(tenant);
        assert.equal(await statusOf(tenant, 'connection'), 'CONNECTED');
        assert.notEqual(only(await tenant.rows('connection')).last_full_sync_time, null);
      },
      checkRefused: async (tenant) => {
        // What refused was not the account: none of its calls has failed.
        assert.equal(await statusOf(tenant, 'connection'), 'CONNECTED');
        // The next try comes by itself, and finds what is missing.
        assert.equal((await tenant.rows('due')).filter(({ kind }) => kind === 'marketplace.reconcile').length, 1);
        await tenant.act('due', (call) => startSync(call, { connectionId: tenant.connectionId }));
        await finishRuns(tenant);
        await entitled(tenant);
        assert.equal(await statusOf(tenant, 'connection'), 'CONNECTED');
      },
    },
  ],
  'message.apply': [
    {
      title: 'an event about an agreement',
      isUnknownProduct: true,
      arrange: async (tenant) => {
        const agreementId = await accept(tenant, await offerMadeElsewhere(tenant));
        const message = {
          partnerMessageId: 'event-1',
          partnerRequestId: null,
          type: 'Purchase Agreement Created - Proposer',
          body: {
            id: 'event-1',
            source: 'aws.agreement-marketplace',
            'detail-type': 'Purchase Agreement Created - Proposer',
            detail: { agreement: { id: agreementId } },
          },
        };
        const route = only(await tenant.rows('partner_route')) as never;
        await tenant.act('hook', (call) => receivePartnerMessage(call, { route, message }));
      },
      status: 'COMPLETED',
      check: async (tenant) => {
        await entitled(tenant);
        assert.equal(await statusOf(tenant, 'partner_message'), 'DONE');
      },
      checkRefused: async (tenant, { name }) => {
        if (name === 'settle') await entitled(tenant);
        else await nothingElse(tenant, []);
        assert.equal(await statusOf(tenant, 'partner_message'), 'FAILED');
        assert.notEqual(only(await tenant.rows('partner_message')).error, null);
      },
    },
    buyerMessageScenario,
    adyenMessageScenario,
  ],
  ...revenueScenarios,
  ...usageComparisonScenarios,
  'usage.ask': [
    {
      title: 'usage that nobody knows of',
      arrange: unknownUsage,
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.deepEqual(findImbalances(await balanceOf(tenant.deployment.database.read(tenant.orgId))), []);
        assert.equal(only(await tenant.rows('usage_report_row')).state, 'SUCCESS');
        assert.deepEqual(
          (await usageAtPartner(tenant)).map(({ quantity }) => quantity),
          [5],
        );
      },
      checkRefused: async (tenant) => {
        assert.deepEqual(findImbalances(await balanceOf(tenant.deployment.database.read(tenant.orgId))), []);
        const { state, message } = only(await tenant.rows('usage_report_row'));
        assert.deepEqual([state, message], ['REPORT_PENDING', 'OUTCOME_UNKNOWN'], 'it can be asked again');
      },
    },
  ],
  'usage.report': [
    {
      title: 'usage of two hours',
      arrange: async (tenant) => {
        const agreementId = await accept(tenant, await offerMadeElsewhere(tenant));
        await start('agreement.sync', ({ connectionId }) => ({ connectionId, agreementId }))(tenant);
        await finishRuns(tenant);
        const entitlementID = encodeId('ent', only(await tenant.rows('entitlement')).id as string);
        for (const requests of [[10, 7], [5]]) {
          await tenant.act('report', (call) => {
            const timestamp = call.now.toISOString();
            return reportUsageBatch(call, {
              body: requests.map((count) => ({ entitlementID, records: { requests: count }, timestamp })),
            });
          });
          await tenant.deployment.simulator.advance('PT1H');
        }
        await tenant.deployment.simulator.advance('PT1H');
        await reportStarted(tenant);
      },
      status: 'COMPLETED',
      check: usageTold,
      checkRefused: async (tenant) => {
        assert.deepEqual(findImbalances(await balanceOf(tenant.deployment.database.read(tenant.orgId))), []);
        // A later run reports what this one did not.
        await tenant.deployment.simulator.advance('PT1H');
        await reportStarted(tenant);
        await finishRuns(tenant);
        await usageTold(tenant);
      },
    },
  ],
};
