import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  aCompleteOffer,
  anOfferRead,
  aProductRead,
  openWorld,
  type World,
} from '../../../../test/factories/commerce.ts';
import type { ActCall } from '../../../contract/call.ts';
import type { Refusal } from '../../../kit/errors.ts';
import { decodeId, encodeId } from '../../../kit/ids.ts';
import { importProduct } from '../../product/actions/import-product.ts';
import { cancelOffer } from '../actions/cancel-offer.ts';
import { createOffer } from '../actions/create-offer.ts';
import { deleteOffer } from '../actions/delete-offer.ts';
import { extendPrivateOfferExpiryDate } from '../actions/extend-offer.ts';
import { importOffer } from '../actions/import-offer.ts';
import { recordOfferAccepted } from '../actions/record-acceptance.ts';
import { recordOfferExpired } from '../actions/record-expiry.ts';
import { recordOfferExtended } from '../actions/record-extension.ts';
import { recordOfferRejected } from '../actions/record-rejection.ts';
import { createOrUpdateDraftOffer } from '../actions/save-draft-offer.ts';
import { updateOfferPrice } from '../actions/update-offer-price.ts';
import { getOffer } from '../reads.ts';
import { OfferIn } from '../schema.ts';
import { createOfferSet } from './actions/create-offer-set.ts';
import { recordOfferSetCreated, recordOfferSetCreateFailed } from './actions/record-offer-set.ts';
import { followMembers } from './change.ts';
import { OfferSetQueryParams } from './fields.ts';
import { getOfferSet, listOfferSets } from './reads.ts';
import { OfferSet, OfferSetIn } from './schema.ts';
import { offerSetStatuses, offerSetTransitions } from './states.ts';
import type { OfferSetView } from './view.ts';

let world: World;
const productIds: string[] = [];
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(async () => {
  world.orgId = randomUUID();
  world.started.length = 0;
  world.clock.set(new Date('2026-11-20T10:00:00Z'));
  productIds.length = 0;
  for (const entityId of ['prod-a', 'prod-b', 'prod-c']) {
    const read = aProductRead({ entityId, externalId: entityId });
    productIds.push(encodeId('prod', await world.act((call) => importProduct(call, world.connection, read))));
  }
});

const offerUuid = (id: string): string => decodeId('offer', id) ?? '';
const setUuid = (view: { id: string }): string => decodeId('offerset', view.id) ?? '';
const draft = async (product = 0, fields: object = {}, info: object = {}): Promise<string> => {
  const body = OfferIn.parse(aCompleteOffer(productIds[product] ?? '', { name: `Offer ${product}`, ...fields }, info));
  return (await world.act((call) => createOrUpdateDraftOffer(call, { body }))).id;
};
const create = (body: object): Promise<OfferSetView> =>
  world.act((call) => createOfferSet(call, { body: OfferSetIn.parse(body) }));
const aSet = async (): Promise<OfferSetView> =>
  create({ name: 'Bundle', partner: 'AWS', offerIDs: [await draft(0), await draft(1)], info: { buyerNotes: 'Both' } });
const released = async (): Promise<OfferSetView> => {
  const set = await aSet();
  const offers = Object.fromEntries(
    set.offerIDs.map((id, index) => [offerUuid(id), { externalId: `offer-${offerUuid(id)}-${index}` }]),
  );
  await world.act((call) => recordOfferSetCreated(call, setUuid(set), { externalId: 'offerset-1', offers }));
  return get(set);
};
const get = async (view: { id: string }): Promise<OfferSetView> => {
  const { reply } = await world.read((call) => getOfferSet(call, { params: { offerSetId: setUuid(view) } }));
  return OfferSet.parse(reply) as OfferSetView;
};
const member = async (id: string) =>
  (await world.read((call) => getOffer(call, { params: { offerId: offerUuid(id) } }))).reply;
const memberStatuses = (set: OfferSetView) => Promise.all(set.offerIDs.map(async (id) => (await member(id)).status));
const names = async (view: { id: string }): Promise<string[]> => (await world.events(view.id)).map(({ name }) => name);
const refusal = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => assert.fail('not refused'),
    (thrown: unknown) => thrown,
  );
  assert.equal((error as Error).name, 'Refusal', String((error as Error).stack));
  return error as Refusal;
};
const faultsOf = async (work: Promise<unknown>): Promise<string[]> =>
  ((await refusal(work)).info as { path: string; code: string }[]).map(({ path, code }) => `${path}:${code}`);
const accept = (id: string) =>
  world.act((call) => recordOfferAccepted(call, offerUuid(id), { acceptTime: world.clock.now(), buyerId: null }));
const no = { errorMessages: ['NO: no'], prettified: ['No.'] };

describe('a set of offers', () => {
  test('submits its offers with it, and starts one workflow', async () => {
    const set = await aSet();
    assert.deepEqual(
      [set.status, set.expireTime, set.info],
      ['PENDING_CREATE', '2026-12-31T23:59:59.999Z', { buyerNotes: 'Both', buyerAwsAccountIds: ['444455556666'] }],
    );
    assert.deepEqual(await get(set), set);
    assert.deepEqual(await memberStatuses(set), ['PENDING_CREATE', 'PENDING_CREATE']);
    assert.deepEqual(world.started, [{ name: 'offer-set.create', input: { offerSetId: setUuid(set) } }]);
    assert.deepEqual(await names(set), ['offer_set.created', 'offer_set.submitted']);
    const page = await world.read((call) =>
      listOfferSets(call, { query: OfferSetQueryParams.parse({ q: '(= status "PENDING_CREATE")' }) }),
    );
    assert.deepEqual([page.reply.total_count, page.reply.data[0]?.id], [1, set.id]);
  });

  test('is released with all its offers, which then know it', async () => {
    const set = await released();
    assert.deepEqual([set.status, set.externalID], ['PENDING_ACCEPTANCE', 'offerset-1']);
    assert.deepEqual(await memberStatuses(set), ['PENDING_ACCEPTANCE', 'PENDING_ACCEPTANCE']);
    assert.equal((await member(set.offerIDs[0] ?? '')).info.awsOfferSetId, 'offerset-1');
    const version = (await names(set)).length;
    await world.act((call) => recordOfferSetCreated(call, setUuid(set), { externalId: 'offerset-1', offers: {} }));
    assert.equal((await names(set)).length, version, 'told again it changes nothing');
  });

  test('refused: what was made is expired, the rest is free for another set, and both are announced', async () => {
    const set = await aSet();
    const [first = '', second = ''] = set.offerIDs;
    await world.act((call) =>
      recordOfferSetCreateFailed(call, setUuid(set), { ...no, made: { [offerUuid(first)]: 'offer-made' } }),
    );
    const failed = await get(set);
    assert.deepEqual([failed.status, failed.metaInfo.errorMessages], ['CREATE_FAILED', ['NO: no']]);
    assert.deepEqual(await memberStatuses(set), ['EXPIRED', 'CREATE_FAILED']);
    assert.equal((await member(first)).externalID, 'offer-made');
    assert.deepEqual(await faultsOf(create({ id: set.id })), ['offerIDs.0:status']);
    const again = await create({ id: set.id, offerIDs: [second, await draft(2)] });
    assert.deepEqual([again.id, again.status, again.name], [set.id, 'PENDING_CREATE', 'Bundle']);
    assert.deepEqual(again.metaInfo, {});
    assert.equal((await refusal(create({ id: set.id, offerIDs: [await draft(0), await draft(1)] }))).code, 'Conflict');
    assert.equal((await refusal(create({ id: encodeId('offerset', randomUUID()) }))).code, 'NotFound');
  });

  test('tried again with other offers does not follow those that it left behind, nor do they it', async () => {
    const set = await aSet();
    const [first = '', second = ''] = set.offerIDs;
    const made = { [offerUuid(first)]: 'offer-made' };
    await world.act((call) => recordOfferSetCreateFailed(call, setUuid(set), { ...no, made }));
    const again = await create({ id: set.id, offerIDs: [second, await draft(2)] });
    const offers = Object.fromEntries(
      again.offerIDs.map((id, index) => [offerUuid(id), { externalId: `offer-again-${index}` }]),
    );
    await world.act((call) => recordOfferSetCreated(call, setUuid(set), { externalId: 'offerset-2', offers }));
    assert.equal((await get(set)).status, 'PENDING_ACCEPTANCE');
    const params = { offerId: offerUuid(first) };
    const query = { newExpiryDate: '2027-01-31' };
    const extended = await world.act((call) => extendPrivateOfferExpiryDate(call, { params, query }));
    assert.equal(extended.status, 'PENDING_UPDATE');
    await world.act((call) => recordOfferExtended(call, offerUuid(first)));
    await world.act((call) => deleteOffer(call, { params }));
    assert.equal((await get(set)).status, 'PENDING_ACCEPTANCE');
  });

  test('must be 2 to 7 drafts of one seller with the same currency, last day and buyers; each fault has its place', async () => {
    const one = await draft(0);
    assert.deepEqual(await faultsOf(create({ name: 'x', offerIDs: [one] })), ['offerIDs:count']);
    assert.deepEqual(await faultsOf(create({ name: 'x', offerIDs: Array(8).fill(one) })), ['offerIDs:count']);
    const foreign = await world.act((call) =>
      createOrUpdateDraftOffer(call, { body: OfferIn.parse({ name: 'x', partner: 'GCP' }) }),
    );
    const body = OfferIn.parse(aCompleteOffer(productIds[1] ?? ''));
    const submitted = await world.act((call) => createOffer(call, { body }));
    assert.deepEqual(
      await faultsOf(create({ name: 'x', offerIDs: [one, one, foreign.id, submitted.id, 'offer_nonsense'] })),
      ['offerIDs.1:duplicate', 'offerIDs.2:partner', 'offerIDs.3:status', 'offerIDs.4:unknown'],
    );
    const other = await draft(
      0,
      { expireTime: '2026-12-30T00:00:00Z' },
      { currency: 'EUR', buyerAwsAccountIds: ['111122223333'] },
    );
    assert.deepEqual(await faultsOf(create({ name: 'x', offerIDs: [one, other] })), [
      'offerIDs.1:usage_currency',
      'offerIDs.1:product',
      'offerIDs.1:currency',
      'offerIDs.1:expire_time',
      'offerIDs.1:buyers',
    ]);
    const incomplete = await draft(1, {}, { eulaType: undefined });
    assert.deepEqual(await faultsOf(create({ name: 'x', offerIDs: [one, incomplete] })), ['offerIDs.1:eula_type']);
    assert.deepEqual(await faultsOf(create({ offerIDs: [one, incomplete] })), ['name:required']);
    assert.equal((await refusal(create({ name: 'x', partner: 'GCP', offerIDs: [one, incomplete] }))).code, 'Conflict');
    assert.equal((await member(one)).status, 'DRAFT', 'nothing was kept');
  });

  test('once released is not changed by its members: cancel, extend and price are refused', async () => {
    const set = await released();
    const params = { offerId: offerUuid(set.offerIDs[0] ?? '') };
    for (const act of [
      (call: ActCall) => cancelOffer(call, { params }),
      (call: ActCall) => extendPrivateOfferExpiryDate(call, { params, query: { newExpiryDate: '2027-01-31' } }),
      (call: ActCall) => updateOfferPrice(call, { params, body: { dimensions: [{ key: 'gb', rate: 1 }] } }),
    ]) {
      const { code, info } = await refusal(world.act<unknown>(act));
      assert.deepEqual([code, info], ['Conflict', { offerSetId: set.id, status: 'PENDING_ACCEPTANCE' }]);
    }
  });

  test('is accepted with the first of its offers, in one action', async () => {
    const set = await released();
    await Promise.all(set.offerIDs.map(accept));
    assert.equal((await get(set)).status, 'ACCEPTED');
    assert.deepEqual((await names(set)).slice(-2), ['offer_set.released', 'offer_set.accepted']);
  });

  test('expires with its offers; an agreement outranks that', async () => {
    const set = await released();
    world.clock.set(new Date('2027-01-01T00:00:00Z'));
    for (const id of set.offerIDs) await world.act((call) => recordOfferExpired(call, offerUuid(id)));
    assert.equal((await get(set)).status, 'EXPIRED');
    await accept(set.offerIDs[1] ?? '');
    assert.equal((await get(set)).status, 'ACCEPTED');
  });

  test('can be accepted again once all its offers have a later last day at the marketplace', async () => {
    const set = await released();
    world.clock.set(new Date('2027-01-01T00:00:00Z'));
    for (const id of set.offerIDs) await world.act((call) => recordOfferExpired(call, offerUuid(id)));
    const reopened: string[] = [];
    for (const id of set.offerIDs) {
      const { externalID: externalId = '', info } = await member(id);
      const read = anOfferRead({
        externalId,
        expireTime: new Date('2027-02-01T23:59:59.999Z'),
        buyerAccountIds: info.buyerAwsAccountIds ?? [],
        version: 99,
      });
      await world.act((call) => importOffer(call, world.connection, read));
      reopened.push((await get(set)).status);
    }
    assert.deepEqual(reopened, ['EXPIRED', 'PENDING_ACCEPTANCE']);
    assert.deepEqual((await names(set)).slice(-2), ['offer_set.expired', 'offer_set.released']);
  });

  test('cannot be accepted any more when an offer is declined, or deleted', async () => {
    const declined = await released();
    await world.act((call) => recordOfferRejected(call, offerUuid(declined.offerIDs[0] ?? '')));
    assert.equal((await get(declined)).status, 'CANCELLED');
    const body = { name: 'x', offerIDs: [await draft(0), await draft(1)] };
    const set = await create(body);
    await world.act((call) => deleteOffer(call, { params: { offerId: offerUuid(set.offerIDs[0] ?? '') } }));
    const offers = Object.fromEntries(set.offerIDs.map((id) => [offerUuid(id), { externalId: `x-${id}` }]));
    await world.act((call) => recordOfferSetCreated(call, setUuid(set), { externalId: 'offerset-2', offers }));
    assert.equal((await get(set)).status, 'CANCELLED');
    assert.ok(world.started.some(({ name }) => name === 'offer.withdraw'));
  });

  test('of two sets at once that want the same offer, one gets it', async () => {
    const shared = await draft(0);
    const bodies = [
      { name: 'left', offerIDs: [shared, await draft(1)] },
      { name: 'right', offerIDs: [await draft(2), shared] },
    ];
    const ends = await Promise.allSettled(bodies.map(create));
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
  });
});

describe('every cell of the table', () => {
  type Act = keyof typeof offerSetTransitions;
  const follow = (status: string) => async (set: OfferSetView) => {
    await world.database.write(world.orgId, (db) =>
      db
        .updateTable('offer')
        .set({ status: status as never, offer_set_id: setUuid(set) })
        .execute(),
    );
    await world.act((call) => followMembers(call, setUuid(set)));
  };
  const acts: Record<Act, (set: OfferSetView) => Promise<unknown>> = {
    // The offers of a set that cannot be submitted are not what is wrong.
    submit: async (set) => {
      if ((offerSetTransitions.submit.from as readonly string[]).includes((await get(set)).status))
        await world.database.write(world.orgId, (db) => db.updateTable('offer').set({ status: 'DRAFT' }).execute());
      return create({ id: set.id });
    },
    created: (set) =>
      world.act((call) => recordOfferSetCreated(call, setUuid(set), { externalId: 'offerset-1', offers: {} })),
    createFailed: (set) => world.act((call) => recordOfferSetCreateFailed(call, setUuid(set), { ...no, made: {} })),
    accept: follow('ACCEPTED'),
    expire: follow('EXPIRED'),
    cancel: follow('CANCELLED'),
    reopen: follow('PENDING_ACCEPTANCE'),
  };
  for (const [act, run] of Object.entries(acts) as [Act, (typeof acts)[Act]][]) {
    for (const status of offerSetStatuses) {
      test(`${act} in ${status}`, async () => {
        const set = await aSet();
        await world.database.write(world.orgId, (db) => db.updateTable('offer_set').set({ status }).execute());
        const { from, to }: { from: readonly string[]; to: string } = offerSetTransitions[act];
        const end = await run(set).then(
          () => null,
          (error: Refusal) => error,
        );
        if (act === 'submit' && !from.includes(status)) assert.deepEqual(end?.info, { status, allowedFrom: from });
        else assert.equal(end, null, String(end?.stack));
        assert.equal((await get(set)).status, from.includes(status) ? to : status);
      });
    }
  }
});
