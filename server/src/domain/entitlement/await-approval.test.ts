import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { anAgreementRead, openWorld, type World } from '../../../test/factories/commerce.ts';
import { encodeId } from '../../kit/ids.ts';
import { applyAgreement } from './actions/apply-agreement.ts';
import { announceWaiting, awaitApproval } from './actions/await-approval.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const hourMs = 3_600_000;

test('people are notified once of an order that waits for a day, however often it is read', async () => {
  const read = anAgreementRead({ status: 'PENDING' });
  const meet = (): Promise<string> =>
    world.act(async (call) => {
      const { entitlementId } = await applyAgreement(call, world.connection, read);
      await awaitApproval(call, entitlementId, false);
      return entitlementId;
    });
  const due = async (): Promise<Date[]> => {
    const { rows } = await world.database.pool.query(
      "select due_time from due where org_id = $1 and kind = 'entitlement.waits'",
      [world.orgId],
    );
    return rows.map((row: { due_time: Date }) => row.due_time);
  };
  const entityId = await meet();
  const [time = new Date(0)] = await due();
  assert.equal(Math.round((time.getTime() - world.clock.now().getTime()) / hourMs), 24);
  world.clock.set(new Date(time.getTime() - hourMs));
  await meet();
  assert.deepEqual(await due(), [time]);
  world.clock.set(time);
  await world.act((call) => announceWaiting(call, { entityId }));
  await meet();
  assert.deepEqual(await due(), []);
  const told = (await world.events(encodeId('ent', entityId))).filter(({ name }) => name === 'entitlement.waits');
  assert.equal(told.length, 1);
});
