import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anAgreementRead, aProductRead, openWorld, type World } from '../../../test/factories/commerce.ts';
import type { AgreementRead } from '../../adapters/marketplace/port.ts';
import type { Refusal } from '../../kit/errors.ts';
import { importProduct } from '../product/actions/import-product.ts';
import { applyAgreement } from './actions/apply-agreement.ts';
import { approveEntitlement } from './actions/approve-entitlement.ts';
import { announceWaiting, awaitApproval, waitingKind } from './actions/await-approval.ts';
import type { Entitlement } from './entitlement.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(() => {
  world.orgId = randomUUID();
  world.clock.set(new Date('2026-11-20T10:00:00Z'));
  world.started.length = 0;
});

type Reference = { id: string; partner: 'AWS' | 'GCP'; accountId: string };
const gcp: Reference = { id: randomUUID(), partner: 'GCP', accountId: 'acme-public' };
const service = 'acme.endpoints.acme-public.cloud.goog';

const anOrder = (fields: Partial<AgreementRead> = {}): AgreementRead =>
  anAgreementRead({
    externalId: 'order-1',
    initialAgreementId: null,
    status: 'PENDING',
    offerExternalId: null,
    productEntityId: service,
    buyerAccountId: 'account-1',
    hasTerms: true,
    ...fields,
  });

const apply = async (fields: Partial<AgreementRead> = {}, connection = gcp): Promise<string> => {
  await world.act((call) => importProduct(call, connection, aProductRead({ entityId: service, externalId: service })));
  return (await world.act((call) => applyAgreement(call, connection, anOrder(fields)))).entitlementId;
};
const approve = (entitlementId: string) => world.act((call) => approveEntitlement(call, { params: { entitlementId } }));
const find = async (id: string): Promise<Entitlement> =>
  (await world.database.pool.query('select * from entitlement where org_id = $1 and id = $2', [world.orgId, id]))
    .rows[0];
const dueOf = async (id: string): Promise<Date[]> =>
  (
    await world.database.pool.query('select due_time from due where org_id = $1 and kind = $2 and entity_id = $3', [
      world.orgId,
      waitingKind,
      id,
    ])
  ).rows.map((row: { due_time: Date }) => row.due_time);
const waitsTold = async (): Promise<number> =>
  (
    await world.database.pool.query("select 1 from outbox where org_id = $1 and name = 'entitlement.waits'", [
      world.orgId,
    ])
  ).rows.length;
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as Refusal).code,
  );

describe('approving a purchase', () => {
  test('starts one run, answers PENDING_START, and the operation goes on when it is asked again', async () => {
    const id = await apply();
    const view = await approve(id);
    assert.equal(view.status, 'PENDING_START', 'only the marketplace begins it');
    await approve(id);
    assert.deepEqual(world.started, [{ name: 'entitlement.approve', input: { entitlementId: id } }]);
    const approvals = (await world.audits()).filter(({ entity_id }) => entity_id === view.id).length;
    assert.equal(approvals, 2, 'made, and approved once');
  });

  test('of one that is in force changes nothing; of others it is refused', async () => {
    const id = await apply({ status: 'ACTIVE' });
    assert.equal((await approve(id)).status, 'ACTIVE');
    assert.deepEqual(world.started, []);
    for (const [version, status] of [
      [2, 'SUSPENDED'],
      [3, 'ENDING'],
      [4, 'CANCELLED'],
    ] as const) {
      await apply({ status, version });
      assert.equal(await codeOf(approve(id)), 'Conflict', status);
    }
    assert.equal(await codeOf(approve(randomUUID())), 'NotFound');
  });

  test('is not possible at AWS', async () => {
    const id = await apply({}, { ...gcp, partner: 'AWS' });
    assert.equal(await codeOf(approve(id)), 'Conflict');
    assert.deepEqual(world.started, []);
  });
});

describe('a purchase that waits', () => {
  test('is approved at once where the account is configured so', async () => {
    const id = await apply();
    await world.act((call) => awaitApproval(call, id, true));
    await world.act((call) => awaitApproval(call, id, true));
    assert.deepEqual(world.started, [{ name: 'entitlement.approve', input: { entitlementId: id } }]);
    assert.deepEqual(await dueOf(id), []);
    const trail = (await world.audits()).filter(({ entity_type }) => entity_type === 'ent');
    assert.equal(trail.length, 2, 'made, and approved once');
  });

  test('is otherwise announced after a day', async () => {
    const id = await apply();
    await world.act((call) => awaitApproval(call, id, false));
    world.clock.set(new Date('2026-11-20T22:00:00Z'));
    await world.act((call) => awaitApproval(call, id, false));
    const { creation_time: made } = await find(id);
    assert.deepEqual(await dueOf(id), [new Date(made.getTime() + 24 * 3_600_000)], 'counted from its first sight');
    world.clock.set(new Date('2026-11-21T10:00:01Z'));
    await world.act((call) => announceWaiting(call, { entityId: id }));
    assert.equal(await waitsTold(), 1);
    assert.deepEqual([await dueOf(id), world.started], [[], []]);
  });

  test('is no longer announced once it has begun', async () => {
    const id = await apply();
    await world.act((call) => awaitApproval(call, id, false));
    await apply({ status: 'ACTIVE', version: 2 });
    await world.act((call) => announceWaiting(call, { entityId: id }));
    assert.equal(await waitsTold(), 0);
  });
});
