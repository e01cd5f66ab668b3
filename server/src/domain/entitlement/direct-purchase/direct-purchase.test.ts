import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { openWorld, type World } from '../../../../test/factories/commerce.ts';
import { isRefusal } from '../../../kit/errors.ts';
import { decodeId, encodeId } from '../../../kit/ids.ts';
import { dueHandlers } from '../../../workflows/schedules.ts';
import { createBuyer } from '../../buyer/actions/create-buyer.ts';
import { importBuyer } from '../../buyer/actions/import-buyer.ts';
import { NewBuyer } from '../../buyer/schema.ts';
import { createOrUpdateDraftOffer } from '../../offer/actions/save-draft-offer.ts';
import { OfferIn } from '../../offer/schema.ts';
import { WorkloadEntitlement } from '../schema.ts';
import { createEntitlement } from './actions/create-entitlement.ts';
import { CreateEntitlement } from './schema.ts';

let world: World;
let buyerId: string;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(async () => {
  world.orgId = randomUUID();
  buyerId = await aBuyer();
});

const day = 86_400_000;
const inDays = (days: number): string => new Date(world.clock.now().getTime() + days * day).toISOString();

const aBuyer = async (partner = 'STRIPE'): Promise<string> => {
  const body = NewBuyer.parse({ partner, name: 'Initech', paymentConfig: { currency: 'USD' } });
  return (await world.act((call) => createBuyer(call, { body, answer: { customer: null, faults: [] } }))).id;
};
const anOffer = async (fields: object = {}, status = 'ACTIVE', to: string | null = null): Promise<string> => {
  const terms = { currency: 'USD', commitAmount: 1200.5, netTermsInDays: 30, dimensions: [{ key: 'gb', rate: 0.1 }] };
  const body = OfferIn.parse({ name: 'Direct', partner: 'STRIPE', info: terms, ...fields });
  const { id } = await world.act((call) => createOrUpdateDraftOffer(call, { body }));
  const uuid = decodeId('offer', id) ?? '';
  await world.act((call) =>
    call.db
      .updateTable('offer')
      .set({ status: status as 'ACTIVE', buyer_id: to && decodeId('buyer', to) })
      .where('offer.id', '=', uuid)
      .execute(),
  );
  return id;
};
const buy = async (fields: object = {}) => {
  const body = CreateEntitlement.parse({ buyerId, ...fields });
  return WorkloadEntitlement.parse(
    JSON.parse(JSON.stringify(await world.act((call) => createEntitlement(call, { body })))),
  );
};
const refusal = async (doing: Promise<unknown>): Promise<[string, unknown]> => {
  try {
    await doing;
  } catch (error) {
    if (isRefusal(error)) {
      const { info } = error;
      return [error.code, Array.isArray(info) ? info.map(({ path, code }) => `${path}:${code}`) : info];
    }
    throw error;
  }
  return ['', null];
};
const rows = async (table: string) =>
  (await world.database.pool.query(`select * from ${table} where org_id = $1`, [world.orgId])).rows;
/** Runs the due work. */
const runDue = async (): Promise<void> => {
  for (const { kind, entity_id: entityId, due_time: dueTime } of await rows('due')) {
    const handler = dueHandlers.find((one) => one.kind === kind);
    await world.act((call) => handler!.act(call, { entityId, dueTime }));
  }
};
const statusNow = async () => (await rows('entitlement'))[0].status;

test('a purchase begins at once, with the terms of its offer, which is USED then', async () => {
  const offerId = await anOffer();
  const bought = await buy({ offerId, organizationId: encodeId('org', world.orgId) });
  assert.deepEqual(
    [bought.status, bought.partner, bought.service, bought.name, bought.buyerID, bought.offerID],
    ['ACTIVE', 'STRIPE', 'PAYMENT', 'Direct', buyerId, offerId],
  );
  assert.deepEqual([bought.info.commitAmount, bought.info.netTermsInDays, bought.endTime], [1200.5, 30, undefined]);
  const [term] = await rows('entitlement_term');
  assert.deepEqual(
    [encodeId('term', term.id), term.type, term.commit_amount],
    [bought.entitlementTermID, 'Signup', '1200.5'],
  );
  assert.equal((await rows('offer'))[0].status, 'USED');
  const second = await buy({ offerId });
  assert.notEqual(second.id, bought.id, 'it can be bought again');
  assert.deepEqual(
    (await rows('offer')).map(({ status }) => status),
    ['USED'],
  );
  const audit = (await world.audits()).filter(({ entity_id: id }) => id === bought.id);
  assert.equal(audit.length, 1);
});

test('a later start waits for our clock, and so does the end', async () => {
  const offerId = await anOffer();
  const bought = await buy({ offerId, startDate: inDays(2), endDate: inDays(4) });
  assert.equal(bought.status, 'PENDING_START');
  await runDue();
  assert.equal(await statusNow(), 'PENDING_START', 'not before its time');
  world.clock.advance(2 * day);
  await runDue();
  assert.equal(await statusNow(), 'ACTIVE');
  await runDue();
  world.clock.advance(2 * day);
  await runDue();
  assert.equal(await statusNow(), 'CANCELLED');
  assert.deepEqual(
    (await world.events(bought.id)).map(({ name }) => name),
    ['entitlement.created', 'entitlement.started', 'entitlement.end_soon', 'entitlement.cancelled'],
  );
});

test('one whose end has passed is CANCELLED when it is made', async () => {
  const bought = await buy({ offerId: await anOffer(), startDate: '2026-01-01', endDate: '2026-06-30' });
  assert.deepEqual([bought.status, bought.startTime], ['CANCELLED', '2026-01-01T00:00:00.000Z']);
  assert.equal((await buy({ offerId: await anOffer(), startDate: '', endDate: '2026-06-30' })).status, 'CANCELLED');
  assert.deepEqual(await rows('due'), []);
});

test('what does not fit is refused, all faults at once', async () => {
  assert.deepEqual(
    await refusal(buy({ buyerId: undefined, organizationId: 'org_other', startDate: 'soon', endDate: '2026-02-30' })),
    [
      'BadRequest',
      ['organizationId:organization', 'buyerId:unknown', 'offerId:unknown', 'startDate:time', 'endDate:time'],
    ],
  );
  const offerId = await anOffer();
  assert.deepEqual(await refusal(buy({ offerId, startDate: inDays(2), endDate: inDays(1) })), [
    'BadRequest',
    ['endDate:order'],
  ]);
  const other = await aBuyer();
  assert.deepEqual(await refusal(buy({ offerId: await anOffer({}, 'ACTIVE', other) })), [
    'BadRequest',
    ['offerId:buyer'],
  ]);
  const adyen = await anOffer({ partner: 'ADYEN' });
  assert.deepEqual(await refusal(buy({ offerId: adyen })), ['BadRequest', ['offerId:partner']]);
  const euros = await anOffer({ info: { currency: 'EUR' } });
  assert.deepEqual(await refusal(buy({ offerId: euros })), ['BadRequest', ['offerId:currency']]);
  const aws = await world.act((call) => importBuyer(call, { partner: 'AWS' }, { accountId: '444455556666' }));
  const refused = await refusal(buy({ buyerId: encodeId('buyer', aws.id), offerId }));
  assert.deepEqual(refused, ['BadRequest', ['buyerId:partner', 'offerId:partner']]);
  assert.deepEqual(await rows('entitlement'), []);
});

test('only an offer that is for sale is bought', async () => {
  for (const status of ['DRAFT', 'CANCELLED', 'EXPIRED', 'DELETED']) {
    const [code, info] = await refusal(buy({ offerId: await anOffer({}, status) }));
    assert.deepEqual([code, info], ['Conflict', { status, allowedFrom: ['ACTIVE', 'USED'] }]);
  }
  assert.deepEqual(await rows('entitlement'), []);
});

test('an offer is not bought from its last instant on, also before the clock has told that', async () => {
  const offerId = await anOffer({ expireTime: inDays(1) });
  world.clock.advance(day - 60_000);
  await buy({ offerId });
  world.clock.advance(60_000);
  assert.deepEqual(await refusal(buy({ offerId })), [
    'Conflict',
    { status: 'EXPIRED', allowedFrom: ['ACTIVE', 'USED'] },
  ]);
  assert.equal((await rows('entitlement')).length, 1);
});
