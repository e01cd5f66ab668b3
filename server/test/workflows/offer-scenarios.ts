import assert from 'node:assert/strict';
import { cancelOffer } from '../../src/domain/offer/actions/cancel-offer.ts';
import { expiryKind } from '../../src/domain/offer/expiry.ts';
import { dueHandlers } from '../../src/workflows/schedules.ts';
import { accept, offersThere, only, releaseOffer, submitOffer } from './arrange.ts';
import { entitled, type Scenario, statusOf } from './scenario.ts';
import type { Row, Tenant } from './world.ts';

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

/** What we do with offers at AWS. */
export const offerScenarios = {
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
      checkRefused: async (tenant) => {
        assert.equal(await statusOf(tenant, 'offer'), 'PENDING_ACCEPTANCE');
        assert.ok(
          (await tenant.rows('due')).some(({ kind }) => kind === 'offer.expire'),
          'it is asked again',
        );
      },
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
} satisfies Record<string, readonly [Scenario, ...Scenario[]]>;
