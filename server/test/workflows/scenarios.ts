import assert from 'node:assert/strict';
import type { WorkflowInputs, WorkflowName } from '../../src/contract/workflow-inputs.ts';
import { reportUsageBatch } from '../../src/domain/metering/usage-record-group/actions/report-usage.ts';
import { startUsageReport } from '../../src/domain/metering/usage-record-report/actions/start-usage-report.ts';
import { balanceOf } from '../../src/domain/metering/usage-record-report/balance/store.ts';
import { findImbalances } from '../../src/domain/metering/usage-record-report/identity.ts';
import { cancelOffer } from '../../src/domain/offer/actions/cancel-offer.ts';
import { expiryKind } from '../../src/domain/offer/expiry.ts';
import { receiveMessage } from '../../src/domain/organization/connection/actions/receive-message.ts';
import { startSync } from '../../src/domain/organization/connection/actions/record-sync.ts';
import { encodeId } from '../../src/kit/ids.ts';
import { dueHandlers } from '../../src/workflows/schedules.ts';
import {
  accept,
  agreementsThere,
  offerMadeElsewhere,
  offersThere,
  only,
  releaseOffer,
  submitOffer,
  usageThere,
} from './arrange.ts';
import { finishRuns, type Step } from './execute.ts';
import type { Row, Tenant } from './world.ts';

/** A run of a workflow, what it is started from, and what holds after it. */
export type Scenario = {
  title: string;
  /** The product is not imported before. */
  isUnknownProduct?: true;
  /** Arranges everything and starts the run by the act that starts it in life. */
  arrange(tenant: Tenant): Promise<void>;
  status: 'COMPLETED' | 'FAILED';
  check(tenant: Tenant): Promise<void>;
  /** What holds when the step was refused for good: whatever had begun is put back, and can be done again. */
  checkRefused(tenant: Tenant, step: Step): Promise<void>;
  /** Steps whose refusal does not end the run as FAILED. */
  survives?(step: Step): boolean;
};

const start =
  <Name extends WorkflowName>(
    name: Name,
    inputOf: (tenant: Tenant) => WorkflowInputs[Name] | Promise<WorkflowInputs[Name]>,
  ) =>
  async (tenant: Tenant): Promise<void> => {
    const input = await inputOf(tenant);
    await tenant.act('start', async (call) => {
      const id = await call.start(name, input, { entityId: 'conn_test', partner: 'AWS' });
      call.changed({ type: 'operation', id, before: null, after: {} });
    });
  };

const statusOf = async (tenant: Tenant, table: string): Promise<unknown> => only(await tenant.rows(table)).status;

const errorMessagesOf = async (tenant: Tenant): Promise<unknown[]> =>
  ((only(await tenant.rows('offer')).meta_info as Row).errorMessages ?? []) as unknown[];

const cancelStarted = async (tenant: Tenant): Promise<string> => {
  const { offerId, externalId } = await releaseOffer(tenant);
  await tenant.act('cancel', (call) => cancelOffer(call, { params: { offerId } }));
  return externalId;
};

const expiryStarted = async (tenant: Tenant, before: (externalId: string) => Promise<unknown>): Promise<void> => {
  const { offerId, externalId } = await releaseOffer(tenant);
  await before(externalId);
  await tenant.world.simulator.advance('P22D');
  const handler = dueHandlers.find(({ kind }) => kind === expiryKind);
  await tenant.act('due', (call) => handler!.act(call, { entityId: offerId, dueTime: call.now }));
};

const refusedByAws = (tenant: Tenant): Promise<void> =>
  tenant.world.simulator.fault('change-set-failure', {
    accountId: tenant.sellerId,
    errorCode: 'INVALID_INPUT',
    errorMessage: 'not like this',
  });

const entitled = async (tenant: Tenant): Promise<void> => {
  assert.equal(await statusOf(tenant, 'offer'), 'ACCEPTED');
  assert.equal(await statusOf(tenant, 'entitlement'), 'ACTIVE');
  only(await tenant.rows('entitlement_term'));
  only(await tenant.rows('buyer'));
  only(await agreementsThere(tenant));
};

const nothingElse = async (tenant: Tenant, tables: string[]): Promise<void> => {
  for (const table of ['product', 'offer', 'buyer', 'entitlement'])
    assert.equal((await tenant.rows(table)).length, tables.includes(table) ? 1 : 0, table);
};

/** Usage is told to AWS, each unit once. */
const usageTold = async (tenant: Tenant): Promise<void> => {
  const { world, orgId } = tenant;
  assert.deepEqual(findImbalances(await balanceOf(world.database.read(orgId))), []);
  const lines = (rows: Row[]) => rows.map(({ dimension, quantity }) => `${dimension} ${quantity}`).sort();
  const records = await usageThere(tenant);
  const reported = (await tenant.rows('usage_report_row')).filter((row) => Number(row.quantity) > 0);
  assert.deepEqual(lines(records), lines(reported));
  assert.deepEqual(lines(records), ['requests 17', 'requests 5']);
  assert.deepEqual([...new Set(reported.map((row) => row.state))], ['SUCCESS']);
  assert.deepEqual([...new Set((await tenant.rows('usage_record_item')).map((row) => row.state))], ['REPORTED']);
};

const reportStarted = (tenant: Tenant): Promise<void> =>
  tenant.act('due', (call) => startUsageReport(call, { entityId: 'AWS' }));

export const scenarios: { readonly [Name in WorkflowName]: readonly [Scenario, ...Scenario[]] } = {
  'offer.create': [
    {
      title: 'an offer is released',
      arrange: async (tenant) => void (await submitOffer(tenant)),
      status: 'COMPLETED',
      check: async (tenant) => {
        const there = only(await offersThere(tenant));
        const here = only(await tenant.rows('offer'));
        assert.deepEqual(
          [here.status, here.external_id, there.state],
          ['PENDING_ACCEPTANCE', there.offerId, 'Released'],
        );
      },
      checkRefused: async (tenant, { name }) => {
        assert.equal(await statusOf(tenant, 'offer'), 'CREATE_FAILED');
        assert.equal((await errorMessagesOf(tenant)).length, 1);
        const mayBeThere = name !== 'load' && name !== 'submit';
        assert.ok((await offersThere(tenant)).length <= (mayBeThere ? 1 : 0));
      },
    },
    {
      title: 'AWS refuses the offer',
      arrange: async (tenant) => {
        await refusedByAws(tenant);
        await submitOffer(tenant);
      },
      status: 'FAILED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'CREATE_FAILED');
        assert.deepEqual(await errorMessagesOf(tenant), ['INVALID_INPUT: not like this']);
        assert.deepEqual(await offersThere(tenant), []);
      },
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'CREATE_FAILED');
        assert.deepEqual(await offersThere(tenant), []);
      },
    },
  ],
  'offer.cancel': [
    {
      title: 'an offer is withdrawn',
      arrange: async (tenant) => void (await cancelStarted(tenant)),
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'CANCELLED');
        const { offerId } = only(await offersThere(tenant));
        await assert.rejects(accept(tenant, offerId as string));
      },
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'PENDING_ACCEPTANCE');
        assert.equal((await errorMessagesOf(tenant)).length, 1);
      },
    },
    {
      title: 'AWS refuses to withdraw it',
      arrange: async (tenant) => {
        await cancelStarted(tenant);
        await refusedByAws(tenant);
      },
      status: 'FAILED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'PENDING_ACCEPTANCE');
        assert.deepEqual(await errorMessagesOf(tenant), ['INVALID_INPUT: not like this']);
      },
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'PENDING_ACCEPTANCE');
        assert.equal((await errorMessagesOf(tenant)).length, 1);
      },
    },
    {
      title: 'the buyer was faster',
      arrange: async (tenant) => void (await accept(tenant, await cancelStarted(tenant))),
      status: 'FAILED',
      check: entitled,
      checkRefused: async (tenant) => {
        // The next sync brings the acceptance.
        assert.equal(await statusOf(tenant, 'offer'), 'PENDING_ACCEPTANCE');
        assert.deepEqual(await tenant.rows('entitlement'), []);
      },
    },
  ],
  'offer.expire': [
    {
      title: 'nobody wanted the offer',
      arrange: (tenant) => expiryStarted(tenant, async () => {}),
      status: 'COMPLETED',
      check: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'EXPIRED');
        assert.equal(only(await offersThere(tenant)).expired, true);
      },
      checkRefused: async (tenant) => assert.equal(await statusOf(tenant, 'offer'), 'PENDING_ACCEPTANCE'),
    },
    {
      title: 'the buyer accepted in silence',
      arrange: (tenant) => expiryStarted(tenant, (externalId) => accept(tenant, externalId)),
      status: 'COMPLETED',
      check: entitled,
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'PENDING_ACCEPTANCE');
        assert.deepEqual(await tenant.rows('entitlement'), []);
      },
    },
  ],
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
      checkRefused: (tenant) => nothingElse(tenant, []),
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
      checkRefused: async (tenant, { name }) => {
        const connection = only(await tenant.rows('connection'));
        const isAgreement = /^(read|apply) /.test(name);
        assert.deepEqual(
          [connection.status, connection.last_error === null],
          isAgreement ? ['CONNECTED', true] : ['ERROR', false],
        );
        // The next try comes by itself, and finds what is missing.
        assert.equal((await tenant.rows('due')).filter(({ kind }) => kind === 'marketplace.reconcile').length, 1);
        await tenant.act('due', (call) => startSync(call, { connectionId: tenant.connectionId }));
        await finishRuns(tenant);
        await entitled(tenant);
        assert.equal(await statusOf(tenant, 'connection'), 'CONNECTED');
      },
      survives: ({ name }) => /^(read|apply) /.test(name),
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
        await tenant.act('hook', (call) => receiveMessage(call, { route, message }));
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
          await tenant.world.simulator.advance('PT1H');
        }
        await tenant.world.simulator.advance('PT1H');
        await reportStarted(tenant);
      },
      status: 'COMPLETED',
      check: usageTold,
      checkRefused: async (tenant) => {
        assert.deepEqual(findImbalances(await balanceOf(tenant.world.database.read(tenant.orgId))), []);
        // A later run tells what this one did not.
        await tenant.world.simulator.advance('PT1H');
        await reportStarted(tenant);
        await finishRuns(tenant);
        await usageTold(tenant);
      },
    },
  ],
};
