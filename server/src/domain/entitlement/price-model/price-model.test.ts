import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { openWorld, type World } from '../../../../test/factories/commerce.ts';
import { isRefusal, type Refusal } from '../../../kit/errors.ts';
import { decodeId, encodeId } from '../../../kit/ids.ts';
import { dueHandlers } from '../../../workflows/schedules.ts';
import { createBuyer } from '../../buyer/actions/create-buyer.ts';
import { NewBuyer } from '../../buyer/schema.ts';
import { createOrUpdateDraftOffer } from '../../offer/actions/save-draft-offer.ts';
import { OfferIn } from '../../offer/schema.ts';
import { applyAddonToEntitlement } from '../addon/actions/apply-addon-to-entitlement.ts';
import { createEntitlement } from '../direct-purchase/actions/create-entitlement.ts';
import { lockDirectPurchase } from '../direct-purchase/actions/lock-direct-purchase.ts';
import { CreateEntitlement } from '../direct-purchase/schema.ts';
import { getEntitlement, listEntitlementTerms } from '../reads.ts';
import {
  priceChangesMax,
  priceCharsMax,
  updateEntitlementPriceModel,
} from './actions/update-entitlement-price-model.ts';
import { UpdateEntitlementPriceModel } from './schema.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(() => {
  world.orgId = randomUUID();
  world.clock.set(new Date('2026-11-20T10:00:00Z'));
});

const day = 86_400_000;
const inDays = (days: number): string => new Date(world.clock.now().getTime() + days * day).toISOString();

/** A purchase of direct billing that ends in 30 days, as a UUID. */
const purchase = async (fields: object = {}): Promise<string> => {
  const buyer = NewBuyer.parse({ partner: 'STRIPE', name: 'Initech', paymentConfig: { currency: 'USD' } });
  const buyerId = (
    await world.act((call) => createBuyer(call, { body: buyer, answer: { customer: null, faults: [] } }))
  ).id;
  const info = { currency: 'USD', commitAmount: 1200, billableDimensions: [dimension(1)] };
  const offer = OfferIn.parse({ name: 'Direct', partner: 'STRIPE', info });
  const { id: offerId } = await world.act((call) => createOrUpdateDraftOffer(call, { body: offer }));
  await world.act((call) =>
    call.db
      .updateTable('offer')
      .set({ status: 'ACTIVE' })
      .where('offer.id', '=', decodeId('offer', offerId) ?? '')
      .execute(),
  );
  const body = CreateEntitlement.parse({ buyerId, offerId, endDate: inDays(30), ...fields });
  return decodeId('ent', (await world.act((call) => createEntitlement(call, { body }))).id) ?? '';
};
const dimension = (unitAmount: number) => ({
  billableMetricId: 'metric_calls',
  category: 'basic',
  priceModelBasic: { unitAmount },
});
const update = (entitlementId: string, body: object) =>
  world.act((call) =>
    updateEntitlementPriceModel(call, { params: { entitlementId }, body: UpdateEntitlementPriceModel.parse(body) }),
  );
const rise = (entitlementId: string, unitAmount: number, applyTime?: string) =>
  update(entitlementId, { billableDimensions: [dimension(unitAmount)], ...(applyTime ? { applyTime } : {}) });
const addon = (entitlementId: string, body: object) =>
  world.act((call) => applyAddonToEntitlement(call, { params: { entitlementId }, body }));
const infoOf = async (entitlementId: string) =>
  (await world.read((call) => getEntitlement(call, { params: { entitlementId } }))).reply.info;
const amountOf = (dimensions: readonly object[] | undefined): unknown =>
  (dimensions?.[0] as { priceModelBasic?: { unitAmount?: number } } | undefined)?.priceModelBasic?.unitAmount;
/** The price of a unit at a time, as it is billed. */
const priceAt = (entitlementId: string, time: Date) =>
  world.act(async (call) => {
    const prices = (await lockDirectPurchase(call, entitlementId))?.prices ?? [];
    const found = prices.findLast(({ from_time: from }) => from <= time);
    return amountOf(found?.billable_dimensions) as number;
  });
const runDue = async (): Promise<void> => {
  const { rows } = await world.database.pool.query(
    'select kind, entity_id, due_time from due where org_id = $1 and due_time <= $2 order by due_time, kind desc',
    [world.orgId, world.clock.now()],
  );
  for (const { kind, entity_id: entityId, due_time: dueTime } of rows) {
    const handler = dueHandlers.find((one) => one.kind === kind);
    await world.act((call) => handler!.act(call, { entityId, dueTime }));
  }
};
const reasonOf = async (doing: Promise<unknown>): Promise<string> => {
  try {
    await doing;
    return '';
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const found = error.info;
    if (Array.isArray(found)) return `${error.code} ${found.map(({ path, code }) => `${path}:${code}`).join()}`;
    const { reason, capability, status } = found as { reason?: string; capability?: string; status?: string };
    return `${error.code} ${reason ?? capability ?? status}`;
  }
};

test('prices apply at once, and what was used before keeps its own', async () => {
  const id = await purchase();
  const before = world.clock.now();
  world.clock.advance(day);
  const view = await rise(id, 2);
  assert.deepEqual([amountOf(view.info.billableDimensions), view.info.pendingPriceModel], [2, undefined]);
  assert.deepEqual(view.info, await infoOf(id));
  assert.deepEqual([await priceAt(id, before), await priceAt(id, world.clock.now())], [1, 2]);
  const events = (await world.events(encodeId('ent', id))).length;
  await rise(id, 2);
  assert.equal((await world.events(encodeId('ent', id))).length, events, 'the same prices again change nothing');
});

test('prices for later are shown as pending and apply at their time, also if the clock is late', async () => {
  const id = await purchase();
  const time = inDays(2);
  await rise(id, 2, inDays(3));
  await rise(id, 3, time);
  const pending = await infoOf(id);
  assert.deepEqual(
    [amountOf(pending.billableDimensions), amountOf(pending.pendingPriceModel?.billableDimensions)],
    [1, 3],
  );
  world.clock.advance(day);
  await runDue();
  assert.equal(amountOf((await infoOf(id)).billableDimensions), 1, 'not yet');
  world.clock.advance(2 * day);
  await runDue();
  const applied = await infoOf(id);
  assert.deepEqual([amountOf(applied.billableDimensions), applied.pendingPriceModel], [3, undefined]);
  assert.deepEqual(
    [await priceAt(id, new Date(Date.parse(time) - 1)), await priceAt(id, new Date(time))],
    [1, 3],
    'from their own time',
  );
});

test('an update replaces a pending one, and one whose time has passed was in effect', async () => {
  const id = await purchase();
  await rise(id, 5, inDays(2));
  await rise(id, 2);
  assert.equal((await infoOf(id)).pendingPriceModel, undefined);
  const first = world.clock.now();
  const second = inDays(1);
  await rise(id, 3, second);
  world.clock.advance(2 * day);
  await rise(id, 4);
  assert.equal(amountOf((await infoOf(id)).billableDimensions), 4);
  assert.deepEqual(
    [await priceAt(id, first), await priceAt(id, new Date(second)), await priceAt(id, world.clock.now())],
    [2, 3, 4],
  );
});

test('prices that change before the entitlement begins were never the old ones', async () => {
  const id = await purchase({ startDate: inDays(5) });
  await rise(id, 2);
  const query = { limit: undefined, offset: undefined };
  const { reply: terms } = await world.read((call) =>
    listEntitlementTerms(call, { params: { entitlementId: id }, query }),
  );
  assert.deepEqual(
    terms.map(({ entitlementInfo }) => amountOf(entitlementInfo.billableDimensions)),
    [2],
    'and its term shows those that it will have',
  );
  assert.equal(await priceAt(id, new Date(world.clock.now().getTime() + 6 * day)), 2);
});

test('a list that is null is cleared, as an empty one is, and an absent one stays', async () => {
  for (const cleared of [null, []]) {
    const id = await purchase();
    await update(id, {
      commits: [{ key: 'base', rate: 5, length: 1, timeUnit: 'MONTH' }],
      billableDimensions: undefined,
    });
    await update(id, { billableDimensions: cleared });
    const { billableDimensions, commits } = await infoOf(id);
    assert.deepEqual([billableDimensions, commits?.map(({ rate }) => rate)], [[], [5]]);
  }
});

test('prices are never retroactive, never for a time after the end, and of direct billing only', async () => {
  const id = await purchase();
  assert.equal(await reasonOf(rise(id, 2, inDays(-1))), 'BadRequest applyTime:past');
  assert.equal(await reasonOf(rise(id, 2, inDays(30))), 'BadRequest applyTime:range');
  assert.equal(await reasonOf(update(id, {})), 'BadRequest :required');
  assert.equal(
    await reasonOf(update(id, { billableDimensions: [{ ...dimension(1), category: 'bulk' }] })),
    'BadRequest billableDimensions.0.priceModelBasic:other_model,billableDimensions.0.priceModelBulk:required',
  );
  await rise(id, 2, inDays(29));
  world.clock.advance(31 * day);
  await runDue();
  assert.equal(await reasonOf(rise(id, 2)), 'Conflict CANCELLED');
  assert.equal(await reasonOf(addon(id, { amount: 1 })), 'Conflict CANCELLED');
  await world.act((call) => call.db.updateTable('entitlement').set({ partner: 'AWS', status: 'ACTIVE' }).execute());
  assert.equal(await reasonOf(rise(id, 2)), 'Conflict entitlementPriceModel');
  assert.equal(await reasonOf(addon(id, { amount: 1 })), 'Conflict entitlementAddon');
});

test('an addon is recorded once for each id', async () => {
  const id = await purchase();
  const first = { id: 'setup', name: 'Setup', amount: 99.5 };
  const view = await addon(id, first);
  const chargeOn = view.info.addons?.[0]?.chargeOn ?? '';
  assert.deepEqual(view.info.addons, [{ ...first, chargeOn }]);
  assert.ok(Math.abs(Date.parse(chargeOn) - world.clock.now().getTime()) < 60_000, 'charged now');
  await runDue();
  world.clock.advance(day);
  assert.deepEqual((await addon(id, first)).info.addons, view.info.addons, 'again: unchanged');
  await runDue();
  const { rows: invoices } = await world.database.pool.query(
    "select amount::float from invoice where org_id = $1 and type = 'ADDON'",
    [world.orgId],
  );
  assert.deepEqual(invoices, [{ amount: 99.5 }], 'billed once');
  assert.equal(await reasonOf(addon(id, { ...first, amount: 100 })), 'Conflict ID_CONFLICT');
  const later = inDays(2);
  const [, second] = (await addon(id, { amount: 1, chargeOn: later })).info.addons ?? [];
  assert.deepEqual([second?.amount, second?.chargeOn, second?.id?.length], [1, later, 36]);
  assert.equal(await reasonOf(addon(id, { amount: 0 })), 'BadRequest amount:range');
  assert.equal(await reasonOf(addon(id, { amount: 1.001 })), 'BadRequest amount:decimals');
  assert.equal(await reasonOf(addon(id, { name: 'free' })), 'BadRequest amount:required');
  assert.equal(await reasonOf(addon(id, { amount: 1, chargeOn: inDays(-1) })), 'BadRequest chargeOn:past');
  assert.equal(await reasonOf(addon(id, { amount: 1, chargeOn: inDays(40) })), 'BadRequest chargeOn:range');
  for (let count = 2; count < 100; count += 1) await addon(id, { amount: 1 });
  assert.equal(await reasonOf(addon(id, { amount: 1 })), 'Conflict TOO_MANY');
  assert.deepEqual((await addon(id, first)).info.addons?.length, 100, 'the same one again is none more');
});

const refusalOf = async (act: Promise<unknown>): Promise<Refusal> => {
  const error = await act.then(
    () => assert.fail('was accepted'),
    (thrown: unknown) => thrown,
  );
  assert.ok(isRefusal(error), String(error));
  return error;
};

test('the prices of an entitlement change so often, and are so large: all of them are read whenever it is billed', async () => {
  const entitlementId = await purchase();
  const fill = (count: number, text: string) =>
    world.act((call) =>
      sql`
        insert into entitlement_price (org_id, entitlement_id, from_time, commits, billable_dimensions)
        select e.org_id, e.id, ${call.now}::timestamptz + n * interval '1 second', jsonb_build_array(${text}::text), '[]'
        from entitlement e, generate_series(1, ${count}::int) n where e.org_id = ${call.orgId} and e.id = ${entitlementId}
      `.execute(call.db.raw),
    );
  await fill(priceChangesMax - 2, 'small');
  await update(entitlementId, { billableDimensions: [dimension(2)] });
  world.clock.set(new Date(world.clock.now().getTime() + 1));
  const refused = await refusalOf(update(entitlementId, { billableDimensions: [dimension(3)] }));
  assert.deepEqual([refused.code, refused.info], ['Conflict', { limit: priceChangesMax, used: priceChangesMax + 1 }]);
  const other = await purchase();
  await world.act((call) =>
    sql`
      insert into entitlement_price (org_id, entitlement_id, from_time, commits, billable_dimensions)
      values (${call.orgId}, ${other}, ${call.now}::timestamptz + interval '1 day', jsonb_build_array(${'x'.repeat(priceCharsMax)}::text), '[]')
    `.execute(call.db.raw),
  );
  assert.equal((await refusalOf(update(other, { billableDimensions: [dimension(3)] }))).code, 'Conflict');
});
