import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  aCompleteOffer,
  anAgreementRead,
  anOfferRead,
  aProductRead,
  openWorld,
  type World,
} from '../../../test/factories/commerce.ts';
import type { OfferRead } from '../../adapters/marketplace/port.ts';
import type { Partner } from '../../contract/partner-codes.ts';
import type { Refusal } from '../../kit/errors.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import { importBuyer } from '../buyer/actions/import-buyer.ts';
import { applyAgreement } from '../entitlement/actions/apply-agreement.ts';
import { connectMarketplace } from '../organization/connection/actions/connect-marketplace.ts';
import { insertOrganization } from '../organization/store.ts';
import { importProduct } from '../product/actions/import-product.ts';
import { announceExpiry, announceStart } from './actions/announce-times.ts';
import { cancelOffer } from './actions/cancel-offer.ts';
import { createOffer } from './actions/create-offer.ts';
import { deleteOffer } from './actions/delete-offer.ts';
import { extendPrivateOfferExpiryDate } from './actions/extend-offer.ts';
import { importOffer } from './actions/import-offer.ts';
import { recordOfferAccepted } from './actions/record-acceptance.ts';
import { recordOfferCancelled } from './actions/record-cancel.ts';
import { recordOfferActivated, recordOfferCreated } from './actions/record-creation.ts';
import { recordOfferExpired } from './actions/record-expiry.ts';
import { recordOfferExtended, recordOfferExtendRefused, recordOfferWithdrawn } from './actions/record-extension.ts';
import { recordOfferRepriced, recordOfferRepriceRefused } from './actions/record-price.ts';
import { createOrUpdateDraftOffer } from './actions/save-draft-offer.ts';
import { syncOffer } from './actions/sync-offer.ts';
import { updateOfferPrice } from './actions/update-offer-price.ts';
import { getOffer, getOfferByExternalId } from './reads.ts';
import { OfferIn, UpdateOfferPrice, WorkloadOffer } from './schema.ts';
import type { OfferView } from './view.ts';

let world: World;
let productId: string;
const start = new Date('2026-11-20T10:00:00Z');
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(async () => {
  world.orgId = randomUUID();
  world.started.length = 0;
  world.clock.set(start);
  productId = encodeId('prod', await world.act((call) => importProduct(call, world.connection, aProductRead())));
});

const uuidOf = (view: { id: string }): string => decodeId('offer', view.id) ?? '';
const get = async (view: { id: string }): Promise<OfferView> =>
  WorkloadOffer.parse(
    (await world.read((call) => getOffer(call, { params: { offerId: uuidOf(view) } }))).reply,
  ) as OfferView;
const names = async (view: { id: string }): Promise<string[]> => (await world.events(view.id)).map(({ name }) => name);
const startedNames = (): string[] => world.started.map(({ name }) => name);
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
const released = async (externalId = 'offer-1', fields: object = {}, info: object = {}): Promise<OfferView> => {
  const body = OfferIn.parse(aCompleteOffer(productId, fields, info));
  const view = await world.act((call) => createOffer(call, { body }));
  return world.act((call) => recordOfferCreated(call, uuidOf(view), { externalId }));
};
const extend = (view: { id: string }, newExpiryDate: string, options = {}): Promise<OfferView> =>
  world.act(
    (call) => extendPrivateOfferExpiryDate(call, { params: { offerId: uuidOf(view) }, query: { newExpiryDate } }),
    options,
  );
const reprice = (view: { id: string }, dimensions: object[]): Promise<OfferView> =>
  world.act((call) =>
    updateOfferPrice(call, { params: { offerId: uuidOf(view) }, body: UpdateOfferPrice.parse({ dimensions }) }),
  );
const remove = (view: { id: string }): Promise<string> =>
  world.act((call) => deleteOffer(call, { params: { offerId: uuidOf(view) } }));
const cancel = (view: { id: string }): Promise<OfferView> =>
  world.act((call) => cancelOffer(call, { params: { offerId: uuidOf(view) } }));
const accept = (view: { id: string }, purchase: 'MADE' | 'PENDING' | 'FAILED' = 'MADE') =>
  world.act((call) =>
    recordOfferAccepted(call, uuidOf(view), { acceptTime: world.clock.now(), buyerId: null, purchase }),
  );
const no = { errorMessages: ['NO: no'], prettified: ['No.'] };
const due = async (kind: string): Promise<string[]> =>
  (
    await world.database.pool.query('select due_time from due where org_id = $1 and kind = $2', [world.orgId, kind])
  ).rows.map((row) => row.due_time.toISOString());

describe('a later last day', () => {
  test('is asked of the partner once, and holds when it took it', async () => {
    const view = await released();
    const pending = await extend(view, '2027-01-31');
    assert.equal(pending.status, 'PENDING_UPDATE');
    assert.equal(pending.expireTime, '2026-12-31T23:59:59.999Z', 'not before it is confirmed');
    assert.deepEqual(await due('offer.expire'), []);
    assert.deepEqual((await refusal(extend(view, '2027-01-31'))).info, {
      status: 'PENDING_UPDATE',
      allowedFrom: ['PENDING_ACCEPTANCE', 'EXPIRED', 'ACCEPTED', 'UPDATE_FAILED'],
    });
    const extended = await world.act((call) => recordOfferExtended(call, uuidOf(view)));
    assert.deepEqual([extended.status, extended.expireTime], ['PENDING_ACCEPTANCE', '2027-01-31T23:59:59.999Z']);
    assert.deepEqual(await world.act((call) => recordOfferExtended(call, uuidOf(view))), extended, 'told again');
    assert.deepEqual(await due('offer.expire'), ['2027-01-31T23:59:59.999Z']);
    assert.deepEqual(startedNames(), ['offer.create', 'offer.extend']);
    assert.deepEqual((await names(view)).slice(-2), ['offer.extend_requested', 'offer.extended']);
  });

  test('is later than now and than the one before', async () => {
    const view = await released();
    assert.deepEqual(await faultsOf(extend(view, '2026-12-31')), ['newExpiryDate:later']);
    assert.deepEqual(await faultsOf(extend(view, '2026-11-19')), ['newExpiryDate:future', 'newExpiryDate:later']);
    world.clock.set(new Date('2027-02-01T00:00:00Z'));
    await world.act((call) => recordOfferExpired(call, uuidOf(view)));
    assert.deepEqual(await faultsOf(extend(view, '2027-01-31')), ['newExpiryDate:future']);
    assert.equal((await refusal(extend(view, '2027-03-01', { ifMatch: '"1"' }))).code, 'PreconditionFailed');
    const pending = await extend(view, '2027-03-01');
    assert.equal(pending.status, 'PENDING_UPDATE');
    const extended = await world.act((call) => recordOfferExtended(call, uuidOf(view)));
    assert.equal(extended.status, 'PENDING_ACCEPTANCE', 'an expired offer waits for its buyer again');
  });

  test('of an accepted offer leaves it accepted, taken or refused', async () => {
    const view = await released();
    await accept(view);
    await extend(view, '2027-01-31');
    const extended = await world.act((call) => recordOfferExtended(call, uuidOf(view)));
    assert.deepEqual([extended.status, extended.expireTime], ['ACCEPTED', '2027-01-31T23:59:59.999Z']);
    await extend(view, '2027-02-28');
    const refused = await world.act((call) => recordOfferExtendRefused(call, uuidOf(view), no));
    assert.deepEqual([refused.status, refused.metaInfo.errorMessages], ['ACCEPTED', ['NO: no']]);
    assert.equal(refused.metaInfo.updateMessage, undefined);
  });

  test('refused says that the offer is as it was; taken back, that nothing is live, and that is remembered', async () => {
    const view = await released();
    await extend(view, '2027-01-31');
    const refused = await world.act((call) => recordOfferExtendRefused(call, uuidOf(view), no));
    assert.equal(refused.status, 'UPDATE_FAILED');
    assert.match(refused.metaInfo.updateMessage ?? '', /is as it was/);
    await extend(view, '2027-02-28');
    assert.deepEqual((await get(view)).metaInfo.errorMessages, undefined, 'a new try begins without messages');
    await world.act((call) => recordOfferWithdrawn(call, uuidOf(view)));
    const gone = await world.act((call) => recordOfferExtendRefused(call, uuidOf(view), no));
    assert.equal(gone.status, 'UPDATE_FAILED');
    assert.match(gone.metaInfo.updateMessage ?? '', /No offer is live/);
    await extend(view, '2027-03-31');
    const { rows } = await world.database.pool.query('select withdrawn from offer where id = $1', [uuidOf(view)]);
    assert.deepEqual(rows, [{ withdrawn: true }]);
    const again = await world.act((call) => recordOfferExtended(call, uuidOf(view), { externalId: 'offer-2' }));
    assert.deepEqual(
      [again.status, again.externalID, again.expireTime, again.metaInfo.updateMessage],
      ['PENDING_ACCEPTANCE', 'offer-2', '2027-03-31T23:59:59.999Z', undefined],
    );
    for (const offerExternalId of ['offer-1', 'offer-2']) {
      const { reply } = await world.read((call) => getOfferByExternalId(call, { params: { offerExternalId } }));
      assert.equal(reply.id, view.id);
    }
  });

  test('offered again adopts the copy that a read of the marketplace had made, accepted already', async () => {
    const view = await released();
    await extend(view, '2027-01-31');
    await world.act((call) => recordOfferWithdrawn(call, uuidOf(view)));
    assert.equal(await importRead({ externalId: 'offer-2', name: view.name }), null, 'about to be told by us');
    const copy = (await importRead({ externalId: 'offer-2' })) ?? '';
    await accept({ id: encodeId('offer', copy) });
    const ours = await world.act((call) => recordOfferExtended(call, uuidOf(view), { externalId: 'offer-2' }));
    assert.deepEqual([ours.status, ours.externalID], ['ACCEPTED', 'offer-2']);
    assert.equal((await get({ id: encodeId('offer', copy) })).status, 'DELETED');
  });

  test('of an offer made again is not changed by reads of the old one', async () => {
    const view = await released();
    await extend(view, '2027-01-31');
    await world.act((call) => recordOfferWithdrawn(call, uuidOf(view)));
    await world.act((call) => recordOfferExtended(call, uuidOf(view), { externalId: 'offer-2' }));
    const before = await get(view);
    for (const state of ['WITHDRAWN', 'EXPIRED', 'REJECTED', 'RELEASED'] as const)
      await importRead({ externalId: 'offer-1', state, version: 99 });
    assert.deepEqual(await get(view), before);
    await importRead({ externalId: 'offer-1', state: 'ACCEPTED', version: 99 });
    assert.equal((await get(view)).status, 'ACCEPTED');
  });

  test('of an accepted offer does not announce it as accepted again', async () => {
    const view = await released();
    await accept(view);
    await extend(view, '2027-01-31');
    await accept(view);
    assert.equal((await get(view)).status, 'ACCEPTED');
    const told = (await world.events(view.id)).filter(({ name }) => name === 'offer.accepted');
    assert.equal(told.length, 1);
  });

  test('of an offer that was accepted meanwhile does not count it as taken back', async () => {
    const view = await released();
    await extend(view, '2027-01-31');
    await accept(view);
    const end = await world.act((call) => recordOfferWithdrawn(call, uuidOf(view)));
    assert.equal(end.status, 'ACCEPTED');
    const { rows } = await world.database.pool.query('select withdrawn from offer where id = $1', [uuidOf(view)]);
    assert.deepEqual(rows, [{ withdrawn: false }]);
  });

  test('and a cancel at once: one of them wins, the other is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const view = await released(`offer-race-${round}`);
      const ends = await Promise.allSettled([extend(view, '2027-01-31'), cancel(view)]);
      const [lost] = ends.filter((end) => end.status === 'rejected');
      assert.equal(ends.filter((end) => end.status === 'fulfilled').length, 1);
      assert.equal((lost as PromiseRejectedResult).reason.code, 'Conflict');
      assert.ok(['PENDING_UPDATE', 'PENDING_CANCEL'].includes((await get(view)).status));
    }
  });

  test('and an acceptance at once: it is accepted, and an end of the extension changes that no more', async () => {
    for (let round = 0; round < 5; round += 1) {
      const view = await released(`offer-race-${round}`);
      await extend(view, '2027-01-31');
      await Promise.all([
        accept(view),
        world.act((call) => recordOfferExtended(call, uuidOf(view))),
        world.act((call) => recordOfferExtendRefused(call, uuidOf(view), no)),
      ]);
      const offer = await get(view);
      assert.equal(offer.status, 'ACCEPTED');
      assert.equal(offer.metaInfo.errorMessages, undefined);
    }
  });
});

const importRead = (fields: Partial<OfferRead> = {}, partner: Partner = 'AWS') =>
  world.act((call) => importOffer(call, { ...world.connection, partner }, anOfferRead(fields)));

describe('a read during a change of ours', () => {
  test('does not open the door to a read from before it', async () => {
    const view = await released();
    const before = { externalId: 'offer-1', state: 'RELEASED', version: 5 } as const;
    await importRead(before);
    await extend(view, '2027-01-31');
    await importRead(before);
    await world.act((call) => recordOfferExtended(call, uuidOf(view)));
    const extended = (await get(view)).expireTime;
    await importRead(before);
    assert.equal((await get(view)).expireTime, extended);
  });

  for (const [state, status] of [
    ['REJECTED', 'REJECTED'],
    ['WITHDRAWN', 'CANCELLED'],
    ['EXPIRED', 'EXPIRED'],
  ] as const) {
    test(`that shows ${state} counts after the change, once it is read again`, async () => {
      const view = await released();
      await extend(view, '2027-01-31');
      const read = { externalId: 'offer-1', state, version: 9 };
      await importRead(read);
      assert.equal((await get(view)).status, 'PENDING_UPDATE');
      await world.act((call) => recordOfferExtended(call, uuidOf(view)));
      assert.equal((await get(view)).status, 'PENDING_ACCEPTANCE');
      await importRead({ ...read, version: 8 });
      assert.equal((await get(view)).status, 'PENDING_ACCEPTANCE', 'an older read is not applied');
      await importRead(read);
      assert.equal((await get(view)).status, status);
    });
  }
});

describe('deleting', () => {
  test('withdraws an offer that waits for its buyer, and no other', async () => {
    const waiting = await released();
    const version = (await get(waiting)).lastUpdateTime;
    assert.equal(await remove(waiting), '');
    const gone = await get(waiting);
    assert.equal(gone.status, 'DELETED');
    assert.ok(version);
    assert.deepEqual(startedNames(), ['offer.create', 'offer.withdraw']);
    assert.deepEqual(await due('offer.expire'), []);
    assert.deepEqual((await names(waiting)).slice(-1), ['offer.deleted']);
    assert.equal(await remove(waiting), '', 'a repeated deletion changes nothing');
    assert.equal((await names(waiting)).filter((name) => name === 'offer.deleted').length, 1);
    const accepted = await released('offer-2');
    await accept(accepted);
    await remove(accepted);
    const draft = await world.act((call) =>
      createOrUpdateDraftOffer(call, { body: OfferIn.parse({ name: 'x', partner: 'GCP' }) }),
    );
    await remove(draft);
    assert.equal(startedNames().filter((name) => name === 'offer.withdraw').length, 1);
  });

  test('outlives an agreement: the offer stays deleted, and its entitlement is made', async () => {
    const view = await released('offer-gone');
    await remove(view);
    const agreement = anAgreementRead({ offerExternalId: 'offer-gone' });
    const applied = await world.act((call) => applyAgreement(call, world.connection, agreement));
    assert.equal(applied.missingOffer, false);
    assert.equal((await get(view)).status, 'DELETED');
    const { rows } = await world.database.pool.query('select offer_id, status from entitlement where org_id = $1', [
      world.orgId,
    ]);
    assert.deepEqual(rows, [{ offer_id: uuidOf(view), status: 'ACTIVE' }]);
  });

  test('while it is made or extended withdraws the result', async () => {
    const body = OfferIn.parse(aCompleteOffer(productId));
    const made = await world.act((call) => createOffer(call, { body }));
    await remove(made);
    assert.deepEqual(startedNames(), ['offer.create']);
    await world.act((call) => recordOfferCreated(call, uuidOf(made), { externalId: 'offer-1' }));
    assert.equal((await get(made)).status, 'DELETED');
    assert.deepEqual(startedNames(), ['offer.create', 'offer.withdraw']);
    const extended = await released('offer-2');
    await extend(extended, '2027-01-31');
    await remove(extended);
    await world.act((call) => recordOfferExtended(call, uuidOf(extended)));
    assert.equal((await get(extended)).status, 'DELETED');
    assert.equal(startedNames().filter((name) => name === 'offer.withdraw').length, 3);
  });

  test('and an acceptance at once leave it deleted or accepted first, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const view = await released(`offer-race-${round}`);
      await Promise.all([remove(view), accept(view)]);
      assert.equal((await get(view)).status, 'DELETED');
    }
  });
});

describe('reading again', () => {
  test('is started once, and refused for what was never at a partner', async () => {
    const view = await released();
    const sync = () => world.act((call) => syncOffer(call, { params: { offerId: uuidOf(view) } }));
    assert.equal((await refusal(sync())).code, 'Conflict', 'no account is connected');
    await world.database.system((statements) =>
      insertOrganization(statements, {
        id: world.orgId,
        name: 'Acme',
        emailDomain: '',
        website: '',
        createdBy: 'test',
        now: start,
      }),
    );
    const { connection } = await world.act((call) =>
      connectMarketplace(call, {
        keys: call.secretKeys,
        input: {
          partner: 'AWS',
          accountId: '111122223333',
          credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
          mode: 'LIVE',
        },
      }),
    );
    world.started.length = 0;
    const connectionId = decodeId('conn', connection.id);
    assert.equal(await sync(), '');
    assert.equal(await sync(), '');
    assert.deepEqual(world.started, [{ name: 'offer.sync', input: { connectionId, externalId: 'offer-1' } }]);
    const draft = await world.act((call) =>
      createOrUpdateDraftOffer(call, { body: OfferIn.parse({ name: 'x', partner: 'AWS' }) }),
    );
    const never = world.act((call) => syncOffer(call, { params: { offerId: uuidOf(draft) } }));
    assert.deepEqual((await refusal(never)).info, { status: 'DRAFT' });
  });
});

describe('usage prices of a released offer', () => {
  const more = { key: 'tb', name: 'Terabytes', description: 'Stored', rate: 1.5 };

  test('are changed and added, and hold when the partner took them', async () => {
    const view = await released();
    const pending = await reprice(view, [{ key: 'gb', rate: 2 }, more]);
    assert.equal(pending.status, 'PENDING_UPDATE');
    assert.deepEqual(pending.info.dimensions, view.info.dimensions, 'not before it is confirmed');
    const done = await world.act((call) => recordOfferRepriced(call, uuidOf(view)));
    assert.equal(done.status, 'PENDING_ACCEPTANCE');
    assert.deepEqual(done.info.dimensions, [{ key: 'gb', rate: 2 }, { key: 'calls', rate: 0.01 }, more]);
    assert.deepEqual(await due('offer.expire'), ['2026-12-31T23:59:59.999Z']);
    assert.deepEqual(await reprice(view, [{ key: 'gb', rate: 2 }]), done, 'prices that hold already change nothing');
    assert.deepEqual((await names(view)).slice(-2), ['offer.reprice_requested', 'offer.repriced']);
    assert.deepEqual(startedNames(), ['offer.create', 'offer.reprice']);
  });

  test('refused leave the offer as it was, with the reasons', async () => {
    const view = await released();
    await accept(view);
    await reprice(view, [{ key: 'gb', rate: 2 }]);
    const refused = await world.act((call) => recordOfferRepriceRefused(call, uuidOf(view), no));
    assert.deepEqual(
      [refused.status, refused.info.dimensions, refused.metaInfo.errorMessages],
      ['ACCEPTED', view.info.dimensions, ['NO: no']],
    );
  });

  test('hold for an offer that is accepted meanwhile, and no other update comes between', async () => {
    const view = await released();
    await reprice(view, [{ key: 'gb', rate: 2 }]);
    await accept(view);
    assert.equal((await refusal(extend(view, '2027-01-31'))).code, 'Conflict');
    const done = await world.act((call) => recordOfferRepriced(call, uuidOf(view)));
    const prices = [
      { key: 'gb', rate: 2 },
      { key: 'calls', rate: 0.01 },
    ];
    assert.deepEqual([done.status, done.info.dimensions], ['ACCEPTED', prices]);
  });

  test('are checked, all faults at once', async () => {
    const view = await released();
    const faults = await faultsOf(
      reprice(view, [
        { key: 'gb', rate: -1 },
        { key: 'gb', rate: 0.000000001 },
        { key: 'new key' },
        { key: 'nameless', rate: 1 },
      ]),
    );
    assert.deepEqual(faults, [
      'dimensions.0.rate:negative',
      'dimensions.1.key:duplicate',
      'dimensions.1.rate:decimals',
      'dimensions.2.key:key',
      'dimensions.2.name:name',
      'dimensions.2.description:description',
      'dimensions.2.rate:required',
      'dimensions.3.name:name',
      'dimensions.3.description:description',
    ]);
    const contract = await released('offer-2', {}, { dimensions: [] });
    assert.deepEqual(await faultsOf(reprice(contract, [{ key: 'gb', rate: 1 }])), ['dimensions:no_usage']);
  });

  test('of offers elsewhere are refused with the reason', async () => {
    const id = (await importRead({}, 'GCP')) ?? '';
    const { code, info } = await refusal(reprice({ id: encodeId('offer', id) }, [{ key: 'gb', rate: 1 }]));
    assert.deepEqual([code, info], ['Conflict', { capability: 'offerPrice', partner: 'GCP', possible: ['AWS'] }]);
  });
});

describe('an offer of direct billing', () => {
  const body = async (fields: object = {}) => {
    const buyer = await world.act((call) => importBuyer(call, world.connection, { accountId: '999988887777' }));
    const product = await world.act((call) =>
      importProduct(
        call,
        { ...world.connection, partner: 'STRIPE' as never },
        aProductRead({ entityId: 'prod_stripe' }),
      ),
    );
    return OfferIn.parse({
      name: 'Direct',
      partner: 'STRIPE',
      productID: encodeId('prod', product),
      buyerID: encodeId('buyer', buyer.id),
      info: {
        currency: 'USD',
        commits: [{ key: 'fee', rate: 100, length: 1, timeUnit: 'YEAR' }],
        gracePeriodInDays: 5,
      },
      ...fields,
    });
  };
  const onSale = async (fields: object = {}): Promise<OfferView> => {
    const offer = await body(fields);
    const view = await world.act((call) => createOffer(call, { body: offer }));
    assert.deepEqual([view.status, view.service], ['PENDING_CREATE', 'PAYMENT']);
    return world.act((call) => recordOfferActivated(call, uuidOf(view)));
  };

  test('is on sale without a marketplace, bought again and again, and cancelled', async () => {
    const view = await onSale();
    assert.equal(view.status, 'ACTIVE');
    await accept(view);
    await accept(view);
    assert.equal((await get(view)).status, 'USED');
    assert.equal((await cancel(view)).status, 'PENDING_CANCEL');
    await accept(view);
    assert.equal((await get(view)).status, 'PENDING_CANCEL', 'a late purchase does not stop the cancellation');
    assert.equal((await world.act((call) => recordOfferCancelled(call, uuidOf(view)))).status, 'CANCELLED');
    assert.equal((await names(view)).filter((name) => name === 'offer.used').length, 1);
  });

  test('expires by our clock and is sold again as it was', async () => {
    const view = await onSale({ expireTime: '2026-12-31T12:00:00Z' });
    assert.equal(view.expireTime, '2026-12-31T12:00:00.000Z');
    await accept(view);
    assert.deepEqual(await due('offer.expire'), ['2026-12-31T12:00:00.000Z']);
    assert.equal((await refusal(extend(view, '2027-01-31'))).code, 'Conflict');
    world.clock.set(new Date('2027-01-01T00:00:00Z'));
    assert.equal((await world.act((call) => recordOfferExpired(call, uuidOf(view)))).status, 'EXPIRED');
    assert.equal((await accept(view))?.status, 'EXPIRED', 'nobody can buy it');
    const again = await extend(view, '2027-01-31');
    assert.deepEqual([again.status, again.expireTime], ['USED', '2027-01-31T23:59:59.999Z']);
    assert.deepEqual(await due('offer.expire'), ['2027-01-31T23:59:59.999Z']);
    assert.ok(!startedNames().includes('offer.extend'));
    assert.equal(await remove(view), '');
    assert.ok(!startedNames().includes('offer.withdraw'));
  });

  test('needs a buyer, a product of the provider and a price', async () => {
    const bad = OfferIn.parse({
      name: 'x',
      partner: 'ADYEN',
      productID: productId,
      expireTime: '2026-01-01T00:00:00Z',
    });
    assert.deepEqual(await faultsOf(world.act((call) => createOffer(call, { body: bad }))), [
      'productID:partner',
      'buyerID:required',
      'info:no_price',
      'info.currency:currency',
      'expireTime:future',
    ]);
    const drafted = OfferIn.parse({ name: 'x', partner: 'ORB' });
    assert.equal((await refusal(world.act((call) => createOffer(call, { body: drafted })))).code, 'Conflict');
  });
});

describe('what another marketplace reports', () => {
  test('moves an offer, and waits for the entitlement of an accepted one', async () => {
    const id = (await importRead({}, 'GCP')) ?? '';
    const view = { id: encodeId('offer', id) };
    const acceptTime = new Date('2026-11-21T08:00:00Z');
    await importRead({ version: 2, state: 'ACCEPTED', acceptTime, privateOfferUrl: 'https://gcp.example/o' }, 'GCP');
    const accepted = await get(view);
    assert.deepEqual(
      [accepted.status, accepted.subStatus, accepted.metaInfo.offerAcceptDate, accepted.info.privateOfferUrl],
      ['ACCEPTED', 'PENDING_PURCHASE', acceptTime.toISOString(), 'https://gcp.example/o'],
    );
    assert.deepEqual(await names(view), ['offer.imported', 'offer.accepted']);
    await accept(view, 'FAILED');
    assert.equal((await get(view)).subStatus, 'PURCHASE_FAILED');
    await importRead({ version: 3, state: 'ACCEPTED' }, 'GCP');
    assert.equal((await get(view)).subStatus, 'PURCHASE_FAILED', 'a read does not forget it');
    await accept(view);
    assert.equal((await get(view)).subStatus, undefined, 'the entitlement is there');
    assert.ok((await names(view)).includes('offer.purchase_failed'));
  });

  test('an order that ends while it waits was no purchase, however often that is told', async () => {
    const connection = { ...world.connection, partner: 'GCP' as const };
    const view = { id: encodeId('offer', (await importRead({ state: 'ACCEPTED' }, 'GCP')) ?? '') };
    assert.equal((await get(view)).subStatus, 'PENDING_PURCHASE');
    const order = (status: 'PENDING' | 'CANCELLED', version: number) =>
      world.act((call) => applyAgreement(call, connection, anAgreementRead({ status, version })));
    await order('PENDING', 1);
    assert.equal((await get(view)).subStatus, undefined);
    await order('CANCELLED', 2);
    await order('CANCELLED', 2);
    await order('CANCELLED', 3);
    assert.deepEqual([(await get(view)).status, (await get(view)).subStatus], ['ACCEPTED', 'PURCHASE_FAILED']);
  });

  for (const [state, status, event] of [
    ['WITHDRAWN', 'CANCELLED', 'offer.cancelled'],
    ['EXPIRED', 'EXPIRED', 'offer.expired'],
    ['REJECTED', 'REJECTED', 'offer.rejected'],
  ] as const) {
    test(`${state} becomes ${status}, of a known offer and of an unknown one`, async () => {
      const known = { id: encodeId('offer', (await importRead({}, 'AZURE')) ?? '') };
      await importRead({ version: 2, state }, 'AZURE');
      assert.equal((await get(known)).status, status);
      assert.deepEqual(await names(known), ['offer.imported', event]);
      const unknown = (await importRead({ externalId: 'offer-other', state }, 'AZURE')) ?? '';
      assert.equal((await get({ id: encodeId('offer', unknown) })).status, status);
    });
  }

  test('keeps its own document for the next submission', async () => {
    const document = { preparedBy: 'a@acme.example' };
    const id = (await importRead({ document }, 'AZURE')) ?? '';
    assert.deepEqual((await get({ id: encodeId('offer', id) })).info.azurePrivateOffer, document);
    assert.equal((await get({ id: encodeId('offer', id) })).info.buyerAwsAccountIds, undefined);
  });

  test('a day of Los Angeles ends an offer at Google, at most three months ahead', async () => {
    const id = (await importRead({ expireTime: new Date('2026-12-01T08:00:00Z') }, 'GCP')) ?? '';
    const view = { id: encodeId('offer', id) };
    assert.deepEqual(await faultsOf(extend(view, '2027-02-21')), ['newExpiryDate:too_late']);
    await extend(view, '2026-12-31');
    const extended = await world.act((call) => recordOfferExtended(call, uuidOf(view)));
    assert.equal(extended.expireTime, '2027-01-01T08:00:00.000Z');
  });

  test('what Azure would need to be offered again is asked for before anything is taken back', async () => {
    const view = { id: encodeId('offer', (await importRead({}, 'AZURE')) ?? '') };
    const faults = await faultsOf(extend(view, '2027-01-31'));
    assert.ok(faults.includes('endTime:required') && faults.includes('info.eulaType:eula_type'), String(faults));
    assert.deepEqual(startedNames(), []);
  });
});

test('an acceptance and the last instant at once leave it accepted', async () => {
  for (let round = 0; round < 5; round += 1) {
    world.clock.set(start);
    const view = await released(`offer-race-${round}`);
    world.clock.set(new Date('2027-01-01T00:00:00Z'));
    await Promise.all([world.act((call) => recordOfferExpired(call, uuidOf(view))), accept(view)]);
    assert.equal((await get(view)).status, 'ACCEPTED');
  }
});

describe('times', () => {
  const soon = (view: { id: string }) => world.act((call) => announceExpiry(call, { entityId: uuidOf(view) }));

  test('the approach of the last instant is announced seven days before, once for each last instant', async () => {
    const view = await released();
    assert.deepEqual(await due('offer.expire_soon'), ['2026-12-24T23:59:59.999Z']);
    world.clock.set(new Date('2026-12-25T00:00:00Z'));
    await soon(view);
    await soon(view);
    await cancel(view);
    await world.act((call) => recordOfferExtendRefused(call, uuidOf(view), no));
    assert.equal((await names(view)).filter((name) => name === 'offer.expire_soon').length, 1);
    const other = await released('offer-2');
    await soon(other);
    await extend(other, '2027-01-31');
    await world.act((call) => recordOfferExtended(call, uuidOf(other)));
    assert.ok((await due('offer.expire_soon')).includes('2027-01-24T23:59:59.999Z'));
    await soon(other);
    assert.equal((await names(other)).filter((name) => name === 'offer.expire_soon').length, 2);
    await accept(other);
    await soon(other);
    assert.equal((await names(other)).filter((name) => name === 'offer.expire_soon').length, 2);
  });

  test('a start in the future is announced when it comes, unless the entitlement has begun', async () => {
    const startTime = '2027-02-01T00:00:00Z';
    const began = (view: { id: string }) => world.act((call) => announceStart(call, { entityId: uuidOf(view) }));
    const view = await released('offer-1', {}, { startTime });
    await accept(view);
    assert.deepEqual(await due('offer.start'), ['2027-02-01T00:00:00.000Z']);
    await began(view);
    assert.ok(!(await names(view)).includes('offer.started'), 'not before');
    world.clock.set(new Date('2027-02-01T00:00:00Z'));
    await began(view);
    assert.ok((await names(view)).includes('offer.started'));
    world.clock.set(start);
    const entitled = await released('offer-2', {}, { startTime });
    await world.act((call) =>
      applyAgreement(call, world.connection, anAgreementRead({ externalId: 'agmt-2', offerExternalId: 'offer-2' })),
    );
    world.clock.set(new Date('2027-02-01T00:00:00Z'));
    await began(entitled);
    assert.ok(!(await names(entitled)).includes('offer.started'));
  });
});
