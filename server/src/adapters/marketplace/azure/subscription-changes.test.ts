import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { isPartnerError } from '../../partner-error.ts';
import type { AgreementChange, ChangeRead } from '../changes.ts';
import type { Marketplace } from '../port.ts';
import { createAzureMarketplace } from './adapter.ts';
import { type AzureSimulator, startSimulator } from './simulator.test-support.ts';

let simulator: AzureSimulator;
let azure: Marketplace;
before(async () => {
  simulator = await startSimulator();
  azure = createAzureMarketplace({
    outgoing: simulator.outgoing,
    publicUrl: 'https://api.example',
    lostAfterMs: 200,
  });
});
after(() => simulator.close());
beforeEach(async () => {
  await simulator.control('DELETE', '/fault');
  await simulator.control('POST', '/settings', { operationDelayMs: 10, readDelayMs: 0 });
});

const activeOf = async (quantity = 3): Promise<string> => {
  const { id } = await simulator.control<{ id: string }>('POST', '/subscription', {
    billingAccountId: simulator.billingAccount,
    offerId: simulator.product.offerId,
    planId: 'silver',
    quantity,
  });
  await azure.approveAgreement?.(simulator.access, id);
  return id;
};
/** Each attempt sends the same request; the last response counts. */
const change = async (wanted: AgreementChange, attempts = 1): Promise<ChangeRead> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const step = { key: 'key', stage: 0, made: {}, attempt };
      const { changeId } = await azure.startChange(simulator.access, wanted, step);
      for (;;) {
        const read = await azure.readChange(simulator.access, changeId);
        if (read.state !== 'RUNNING') return read;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    } catch (error) {
      if (attempt === attempts || !isPartnerError(error) || !error.retryable) throw error;
    }
  }
};
const there = async (id: string) => {
  const read = await azure.readAgreement(simulator.access, id);
  return [read?.status, read?.quantity];
};
const operationsOf = async (id: string): Promise<number> =>
  (await simulator.control<{ operations?: unknown[] }>('GET', `/subscription/${id}`)).operations?.length ?? 0;

describe('a change to a subscription', () => {
  it('ends it, or changes its seats, and is done once its operation has succeeded', async () => {
    const id = await activeOf();
    assert.equal((await change({ act: 'agreement.seats', agreementId: id, quantity: 7 })).state, 'DONE');
    assert.deepEqual(await there(id), ['ACTIVE', 7]);
    assert.equal((await change({ act: 'agreement.cancel', agreementId: id })).state, 'DONE');
    assert.equal((await there(id))[0], 'CANCELLED');
    assert.equal((await change({ act: 'agreement.cancel', agreementId: id })).state, 'DONE', 'nothing is left to do');
  });

  it('whose response was lost is followed, during the operation and afterwards', async () => {
    for (const operationDelayMs of [0, 400]) {
      await simulator.control('POST', '/settings', { operationDelayMs });
      const id = await activeOf();
      await simulator.fault('timeout-after', { operation: 'UpdateSubscription' });
      assert.equal((await change({ act: 'agreement.seats', agreementId: id, quantity: 8 }, 2)).state, 'DONE');
      assert.deepEqual(await there(id), ['ACTIVE', 8]);
      await simulator.fault('timeout-after', { operation: 'DeleteSubscription' });
      assert.equal((await change({ act: 'agreement.cancel', agreementId: id }, 2)).state, 'DONE');
      assert.ok((await operationsOf(id)) <= 2, 'each was made once');
    }
  });

  it('is requested again while another operation locks the subscription', async () => {
    const id = await activeOf();
    await simulator.control('POST', '/settings', { autoAcceptMs: 60_000 });
    await simulator.control('POST', `/subscription/${id}/change-quantity`, { quantity: 5 });
    for (const wanted of [
      { act: 'agreement.seats', agreementId: id, quantity: 7 },
      { act: 'agreement.cancel', agreementId: id },
    ] as const) {
      await assert.rejects(change(wanted), (error: unknown) => {
        assert.ok(isPartnerError(error));
        assert.deepEqual([error.outcome, error.retryable], ['REFUSED', true]);
        return true;
      });
    }
    await simulator.advance('PT1M');
    assert.deepEqual(await there(id), ['ACTIVE', 5]);
    assert.equal((await change({ act: 'agreement.cancel', agreementId: id })).state, 'DONE');
    await simulator.control('POST', '/settings', { autoAcceptMs: 10_000 });
  });

  it('is refused with Microsoft’s message', async () => {
    const id = await activeOf();
    for (const quantity of [0, 51]) {
      await assert.rejects(change({ act: 'agreement.seats', agreementId: id, quantity }), (error: unknown) => {
        assert.ok(isPartnerError(error));
        assert.deepEqual([error.outcome, error.retryable], ['REFUSED', false]);
        assert.match(error.message, /outside the limits/);
        return true;
      });
    }
    const unknown = '11111111-2222-4333-8444-555555555555';
    await assert.rejects(change({ act: 'agreement.cancel', agreementId: unknown }), /not found/);
  });

  it('that is refused after a lost response fails with Microsoft’s message, if the change does not show', async () => {
    const id = await activeOf();
    await simulator.fault('timeout-before', { operation: 'UpdateSubscription' });
    const read = await change({ act: 'agreement.seats', agreementId: id, quantity: 51 }, 2);
    assert.ok(read.state === 'FAILED');
    assert.match(read.errors[0]?.message ?? '', /outside the limits/);
    assert.deepEqual(await there(id), ['ACTIVE', 3]);
  });
});
