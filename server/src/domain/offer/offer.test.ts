import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { aCompleteOffer, anOfferRead, aProductRead, openWorld, type World } from '../../../test/factories/commerce.ts';
import type { Refusal } from '../../kit/errors.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import { importBuyer } from '../buyer/actions/import-buyer.ts';
import { createContact } from '../contact/actions/create-contact.ts';
import { importProduct } from '../product/actions/import-product.ts';
import { cancelOffer } from './actions/cancel-offer.ts';
import { createOffer } from './actions/create-offer.ts';
import { importOffer } from './actions/import-offer.ts';
import { recordOfferAccepted } from './actions/record-acceptance.ts';
import { recordOfferCancelled, recordOfferCancelRefused } from './actions/record-cancel.ts';
import { recordOfferCreated, recordOfferCreateFailed } from './actions/record-creation.ts';
import { recordOfferExpired } from './actions/record-expiry.ts';
import { recordOfferRejected } from './actions/record-rejection.ts';
import { createOrUpdateDraftOffer } from './actions/save-draft-offer.ts';
import { OfferListParams, OfferQueryParams } from './fields.ts';
import { getOffer, getOfferByExternalId, listOffers, queryOffers } from './reads.ts';
import { OfferIn, WorkloadOffer } from './schema.ts';
import type { OfferView } from './view.ts';

let world: World;
let productId: string;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(async () => {
  world.orgId = randomUUID();
  world.started.length = 0;
  productId = encodeId('prod', await world.act((call) => importProduct(call, world.connection, aProductRead())));
});

const uuidOf = (view: { id: string }): string => decodeId('offer', view.id) ?? '';
const draft = (body: object): Promise<OfferView> =>
  world.act((call) => createOrUpdateDraftOffer(call, { body: OfferIn.parse(body) }));
const create = (body: object): Promise<OfferView> =>
  world.act((call) => createOffer(call, { body: OfferIn.parse(body) }));
const get = async (view: { id: string }): Promise<OfferView> =>
  WorkloadOffer.parse(
    (await world.read((call) => getOffer(call, { params: { offerId: uuidOf(view) } }))).reply,
  ) as OfferView;
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
const released = async (externalId = 'offer-1', fields: object = {}): Promise<OfferView> => {
  const view = await create(aCompleteOffer(productId, fields));
  return world.act((call) =>
    recordOfferCreated(call, uuidOf(view), { externalId, privateOfferUrl: 'https://aws.example/offer' }),
  );
};
const cancel = (view: { id: string }): Promise<OfferView> =>
  world.act((call) => cancelOffer(call, { params: { offerId: uuidOf(view) } }));
const dueTimes = async (): Promise<string[]> =>
  (
    await world.database.pool.query('select due_time from due where org_id = $1 and kind = $2', [
      world.orgId,
      'offer.expire',
    ])
  ).rows.map((row) => row.due_time.toISOString());

describe('drafts', () => {
  test('need a name and a partner only, of any partner', async () => {
    const view = await draft({
      name: 'Sketch',
      partner: 'GCP',
      status: 'ACTIVE',
      id: '',
      buyerID: '',
      expireTime: '0001-01-01T00:00:00Z',
    });
    assert.equal(view.status, 'DRAFT');
    assert.equal(view.offerType, 'PRIVATE');
    assert.equal(view.expireTime, undefined);
    assert.deepEqual(await get(view), view);
    assert.deepEqual(await names(view), ['offer.created']);
    assert.deepEqual(await faultsOf(draft({})), ['name:required', 'partner:required']);
  });

  test('keep what is absent, clear what is null, and replace info without what the service owns', async () => {
    const view = await draft({
      ...aCompleteOffer(productId),
      metaInfo: { hubspotDealId: 'd1', errorMessages: ['mine'] },
    });
    assert.deepEqual(view.metaInfo, { hubspotDealId: 'd1' });
    const renamed = await draft({ id: view.id, name: 'Renamed', expireTime: null });
    assert.equal(renamed.name, 'Renamed');
    assert.equal(renamed.expireTime, undefined);
    assert.deepEqual(renamed.info, view.info);
    const replaced = await draft({ id: view.id, info: { currency: 'EUR', privateOfferUrl: 'https://evil.example' } });
    assert.deepEqual(replaced.info, { currency: 'EUR' });
  });

  test('saved again as they are change nothing and leave no trace', async () => {
    const view = await draft(aCompleteOffer(productId));
    const audits = (await world.audits()).length;
    assert.deepEqual(await draft(await get(view)), await get(view));
    assert.equal((await world.audits()).length, audits);
  });

  test('name only products, buyers and contacts that exist in the organization', async () => {
    const other = randomUUID();
    const foreign = await world.act((call) => importProduct(call, world.connection, aProductRead()), { orgId: other });
    const body = {
      name: 'x',
      partner: 'AWS',
      productID: encodeId('prod', foreign),
      buyerID: 'buyer_nonsense',
      contactIds: [encodeId('contact', randomUUID())],
    };
    assert.deepEqual(await faultsOf(draft(body)), ['productID:unknown', 'buyerID:unknown', 'contactIds.0:unknown']);
    const contact = await world.act((call) => createContact(call, { body: { emailAddress: 'a@b.example' } as never }));
    const view = await draft({ name: 'x', partner: 'AWS', contactIds: [contact.id] });
    assert.deepEqual((await get(view)).contactIds, [contact.id]);
    const listed = await world.read((call) =>
      listOffers(call, { query: OfferListParams.parse({ contactId: contact.id }) }),
    );
    assert.deepEqual(
      listed.reply.map(({ id }) => id),
      [view.id],
    );
  });

  test('are changed in DRAFT and CREATE_FAILED only', async () => {
    const view = await released();
    const { code, info } = await refusal(draft({ id: view.id, name: 'y' }));
    assert.equal(code, 'Conflict');
    assert.deepEqual(info, { status: 'PENDING_ACCEPTANCE', allowedFrom: ['DRAFT', 'CREATE_FAILED'] });
    assert.equal((await refusal(draft({ id: encodeId('offer', randomUUID()), name: 'y' }))).code, 'NotFound');
    assert.equal((await refusal(draft({ id: 'nonsense', name: 'y' }))).code, 'NotFound');
  });

  test('of another version are refused', async () => {
    const view = await draft({ name: 'x', partner: 'AWS' });
    const act = world.act(
      (call) => createOrUpdateDraftOffer(call, { body: OfferIn.parse({ id: view.id, name: 'y' }) }),
      { ifMatch: '"7"' },
    );
    assert.equal((await refusal(act)).code, 'PreconditionFailed');
  });
});

describe('creating', () => {
  test('submits, starts the workflow once, and counts the last day to its end', async () => {
    const view = await create(aCompleteOffer(productId));
    assert.equal(view.status, 'PENDING_CREATE');
    assert.equal(view.expireTime, '2026-12-31T23:59:59.999Z');
    assert.equal(view.partnerID, world.connection.accountId);
    assert.deepEqual(await names(view), ['offer.created', 'offer.submitted']);
    assert.deepEqual(world.started, [{ name: 'offer.create', input: { offerId: uuidOf(view) } }]);
    assert.equal((await refusal(create({ id: view.id }))).code, 'Conflict');
  });

  test('submits a draft by its id, with what the body changes', async () => {
    const sketch = await draft(aCompleteOffer(productId, { name: 'Sketch' }));
    const view = await create({ id: sketch.id, name: 'Final' });
    assert.deepEqual([view.id, view.name, view.status], [sketch.id, 'Final', 'PENDING_CREATE']);
    assert.deepEqual(await names(view), ['offer.created', 'offer.submitted']);
    assert.equal((await refusal(create({ id: encodeId('offer', randomUUID()) }))).code, 'NotFound');
  });

  test('takes the buyer for the account that is not named', async () => {
    const buyer = await world.act((call) => importBuyer(call, world.connection, { accountId: '999988887777' }));
    const view = await create(
      aCompleteOffer(productId, { buyerID: encodeId('buyer', buyer.id) }, { buyerAwsAccountIds: undefined }),
    );
    assert.deepEqual(view.info.buyerAwsAccountIds, ['999988887777']);
  });

  test('of another marketplace is refused with what is possible, and nothing is kept', async () => {
    const { code, info } = await refusal(create({ name: 'x', partner: 'ALIBABA' }));
    assert.equal(code, 'Conflict');
    const { possible, ...rest } = info as { possible: string[] };
    assert.deepEqual(rest, { capability: 'offerCreate', partner: 'ALIBABA' });
    assert.ok(possible.includes('AWS'));
    assert.equal((await world.read((call) => listOffers(call, { query: OfferListParams.parse({}) }))).reply.length, 0);
  });

  test('failed keeps the messages until it is tried again', async () => {
    const view = await create(aCompleteOffer(productId));
    const failed = await world.act((call) =>
      recordOfferCreateFailed(call, uuidOf(view), { errorMessages: ['INVALID_X'], prettified: ['X is wrong.'] }),
    );
    assert.equal(failed.status, 'CREATE_FAILED');
    assert.deepEqual(failed.metaInfo, { errorMessages: ['INVALID_X'], prettifiedErrorMessages: ['X is wrong.'] });
    assert.deepEqual(
      await world.act((call) => recordOfferCreateFailed(call, uuidOf(view), { errorMessages: [], prettified: [] })),
      failed,
    );
    const again = await create({ id: view.id });
    assert.equal(again.status, 'PENDING_CREATE');
    assert.deepEqual(again.metaInfo, {});
  });
});

describe('what the marketplace reports', () => {
  test('a released offer has its id and link, waits for its last instant, and is told once', async () => {
    const view = await released();
    assert.equal(view.status, 'PENDING_ACCEPTANCE');
    assert.equal(view.externalID, 'offer-1');
    assert.equal(view.info.privateOfferUrl, 'https://aws.example/offer');
    assert.deepEqual(await dueTimes(), ['2026-12-31T23:59:59.999Z']);
    const again = await world.act((call) => recordOfferCreated(call, uuidOf(view), { externalId: 'offer-1' }));
    assert.deepEqual(again, view);
    const found = await world.read((call) => getOfferByExternalId(call, { params: { offerExternalId: 'offer-1' } }));
    assert.deepEqual(found.reply, view);
    assert.deepEqual(await names(view), ['offer.created', 'offer.submitted', 'offer.released']);
  });

  test('an agreement outranks a cancel in progress, and a late confirmation of the cancel changes nothing', async () => {
    const view = await released();
    await cancel(view);
    const buyer = await world.act((call) => importBuyer(call, world.connection, { accountId: '444455556666' }));
    const accept = () =>
      world.act((call) =>
        recordOfferAccepted(
          call,
          { partner: 'AWS', externalId: 'offer-1' },
          { acceptTime: world.clock.now(), buyerId: buyer.id },
        ),
      );
    await accept();
    const accepted = await get(view);
    assert.equal(accepted.status, 'ACCEPTED');
    assert.equal(accepted.buyerID, encodeId('buyer', buyer.id));
    assert.ok(accepted.metaInfo.offerAcceptDate);
    await world.act((call) => recordOfferCancelled(call, uuidOf(view)));
    await world.act((call) => recordOfferCancelRefused(call, uuidOf(view), { errorMessages: ['late'] }));
    await world.act((call) => recordOfferExpired(call, uuidOf(view)));
    await accept();
    assert.deepEqual(await get(view), accepted);
    assert.deepEqual(await dueTimes(), []);
    assert.equal(
      await world.act((call) =>
        recordOfferAccepted(
          call,
          { partner: 'AWS', externalId: 'offer-unknown' },
          { acceptTime: world.clock.now(), buyerId: null },
        ),
      ),
      undefined,
    );
  });

  test('an agreement and the end of a cancel at once leave it accepted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const view = await released(`offer-race-${round}`);
      await cancel(view);
      await Promise.all([
        world.act((call) => recordOfferCancelled(call, uuidOf(view))),
        world.act((call) => recordOfferAccepted(call, uuidOf(view), { acceptTime: world.clock.now(), buyerId: null })),
        world.act((call) => recordOfferCancelled(call, uuidOf(view))),
      ]);
      assert.equal((await get(view)).status, 'ACCEPTED');
    }
  });

  test('an agreement outranks an expiry', async () => {
    const view = await released();
    await world.act((call) => recordOfferExpired(call, uuidOf(view)));
    assert.equal((await get(view)).status, 'PENDING_ACCEPTANCE', 'not before the last instant has passed');
    world.clock.set(new Date('2027-01-01T00:00:00Z'));
    const expired = await world.act((call) => recordOfferExpired(call, uuidOf(view)));
    assert.equal(expired.status, 'EXPIRED');
    await world.act((call) =>
      recordOfferAccepted(call, uuidOf(view), { acceptTime: new Date('2026-12-31T23:00:00Z'), buyerId: null }),
    );
    assert.equal((await get(view)).status, 'ACCEPTED');
    world.clock.set(new Date('2026-11-20T10:00:00Z'));
  });

  test('a refused cancel leads back to the status before, with its messages', async () => {
    const view = await released();
    const pending = await cancel(view);
    assert.equal(pending.status, 'PENDING_CANCEL');
    assert.deepEqual(await cancel(view), pending, 'while it runs the same answer');
    assert.deepEqual(
      world.started.map(({ name }) => name),
      ['offer.create', 'offer.cancel'],
    );
    const back = await world.act((call) =>
      recordOfferCancelRefused(call, uuidOf(view), { errorMessages: ['NO'], prettified: ['No.'] }),
    );
    assert.equal(back.status, 'PENDING_ACCEPTANCE');
    assert.deepEqual(back.metaInfo.errorMessages, ['NO']);
    assert.deepEqual(await dueTimes(), ['2026-12-31T23:59:59.999Z']);
    assert.deepEqual((await names(view)).slice(-2), ['offer.cancel_requested', 'offer.cancel_failed']);
  });

  test('an abandoned cancel is resumed', async () => {
    const view = await released();
    await cancel(view);
    await world.database.write(world.orgId, (db) =>
      db
        .updateTable('operation' as never)
        .set({ status: 'FAILED' } as never)
        .execute(),
    );
    await cancel(view);
    assert.deepEqual(
      world.started.map(({ name }) => name),
      ['offer.create', 'offer.cancel', 'offer.cancel'],
    );
    await world.act((call) => recordOfferCancelled(call, uuidOf(view)));
    const done = await get(view);
    assert.equal(done.status, 'CANCELLED');
    assert.deepEqual((await refusal(cancel(view))).info, {
      status: 'CANCELLED',
      allowedFrom: ['PENDING_ACCEPTANCE', 'PENDING_CANCEL', 'ACTIVE', 'USED'],
    });
  });

  test('a declined offer is rejected', async () => {
    const view = await released();
    assert.equal((await world.act((call) => recordOfferRejected(call, uuidOf(view)))).status, 'REJECTED');
    assert.deepEqual(await dueTimes(), []);
  });
});

describe('importing', () => {
  const importRead = (fields = {}) => world.act((call) => importOffer(call, world.connection, anOfferRead(fields)));

  test('imports an unknown released offer once, and a newer read of it', async () => {
    const id = (await importRead()) ?? '';
    assert.equal(await importRead(), id);
    const first = await get({ id: encodeId('offer', id) });
    assert.deepEqual(
      [first.status, first.externalID, first.info.currency, first.info.commitAmount],
      ['PENDING_ACCEPTANCE', 'offer-outside00001', 'USD', 1200],
    );
    assert.equal(first.productID, productId);
    const audits = (await world.audits()).length;
    await importRead({ version: 2 });
    assert.equal((await world.audits()).length, audits, 'nothing new, no trace');
    await importRead({ version: 3, expireTime: new Date('2027-01-31T23:59:59.999Z'), name: 'Longer' });
    await importRead({ version: 1, name: 'Old news' });
    const second = await get(first);
    assert.equal(second.name, 'Longer');
    assert.deepEqual(await dueTimes(), ['2027-01-31T23:59:59.999Z']);
    assert.deepEqual(await names(first), ['offer.imported', 'offer.updated']);
  });

  test('leaves out what was never released, and makes a public offer a repeatable one', async () => {
    assert.equal(await importRead({ state: 'DRAFT' }), null);
    const id = (await importRead({ isPrivate: false, expireTime: null })) ?? '';
    const view = await get({ id: encodeId('offer', id) });
    assert.deepEqual([view.status, view.offerType], ['ACTIVE', 'DEFAULT']);
    await world.act((call) => recordOfferAccepted(call, id, { acceptTime: world.clock.now(), buyerId: null }));
    assert.equal((await get(view)).status, 'USED');
    assert.equal((await refusal(cancel(view))).code, 'Conflict');
  });

  test('opens an expired offer again when the marketplace shows a later last day', async () => {
    const id = (await importRead({ expireTime: new Date('2026-11-19T23:59:59.999Z') })) ?? '';
    assert.equal((await get({ id: encodeId('offer', id) })).status, 'EXPIRED');
    await importRead({ version: 2 });
    assert.equal((await get({ id: encodeId('offer', id) })).status, 'PENDING_ACCEPTANCE');
  });

  test('waits for our own creation in progress, and yields when it was faster', async () => {
    const view = await create(aCompleteOffer(productId, { name: 'Twin' }));
    assert.equal(await importRead({ name: 'Twin', externalId: 'offer-twin' }), null);
    const copy = (await importRead({ name: 'Twin as AWS spells it', externalId: 'offer-twin' })) ?? '';
    await world.act((call) => recordOfferAccepted(call, copy, { acceptTime: world.clock.now(), buyerId: null }));
    const ours = await world.act((call) => recordOfferCreated(call, uuidOf(view), { externalId: 'offer-twin' }));
    assert.equal(ours.status, 'ACCEPTED');
    assert.equal((await get({ id: encodeId('offer', copy) })).status, 'DELETED');
    const found = await world.read((call) => getOfferByExternalId(call, { params: { offerExternalId: 'offer-twin' } }));
    assert.equal(found.reply.id, view.id);
  });

  test('two imports at once make one offer', async () => {
    const ids = await Promise.all([importRead(), importRead(), importRead()]);
    assert.equal(new Set(ids).size, 1);
  });
});

describe('lists', () => {
  test('hide deleted offers unless they are asked for by status', async () => {
    const kept = await draft({ name: 'kept', partner: 'AWS' });
    const gone = await draft({ name: 'gone', partner: 'AWS' });
    await world.database.write(world.orgId, (db) =>
      db.updateTable('offer').set({ status: 'DELETED' }).where('offer.id', '=', uuidOf(gone)).execute(),
    );
    const list = async (query: object) =>
      (await world.read((call) => listOffers(call, { query: OfferListParams.parse(query) }))).reply.map(({ id }) => id);
    const ask = async (q: string) =>
      (await world.read((call) => queryOffers(call, { query: OfferQueryParams.parse({ q }) }))).reply.data.map(
        ({ id }) => id,
      );
    assert.deepEqual(await list({}), [kept.id]);
    assert.deepEqual(await list({ status: 'DELETED' }), [gone.id]);
    assert.deepEqual(await ask('(= partner "AWS")'), [kept.id]);
    assert.deepEqual(await ask('(!= status "ACTIVE")'), [kept.id]);
    assert.deepEqual(await ask('(in status ("DELETED" "DRAFT"))'), [gone.id, kept.id]);
    assert.equal((await get(gone)).status, 'DELETED');
  });

  test('page by page show each offer once, under every filter', async () => {
    for (let count = 0; count < 5; count += 1) {
      await draft({
        ...aCompleteOffer(productId, { name: `Offer ${count}` }),
        metaInfo: { salesforceOpportunityId: 'opp', hubspotDealId: 'deal' },
      });
    }
    await draft({ name: 'other', partner: 'GCP' });
    const filter = {
      status: 'DRAFT',
      partner: 'AWS',
      offerType: 'PRIVATE',
      productId,
      salesforceOpportunityId: 'opp',
      hubspotDealId: 'deal',
    };
    const seen: string[] = [];
    let token: string | undefined;
    do {
      const { reply, headers } = await world.read((call) =>
        listOffers(call, {
          query: OfferListParams.parse({ ...filter, limit: '2', ...(token ? { page_token: token } : {}) }),
        }),
      );
      assert.equal(headers['X-Total-Count'], '5');
      seen.push(...reply.map(({ name }) => name));
      token = /page_token=([^&>]+)/.exec(headers.Link ?? '')?.[1];
    } while (token);
    assert.deepEqual(seen, ['Offer 4', 'Offer 3', 'Offer 2', 'Offer 1', 'Offer 0']);
    for (const productId of ['nonsense', encodeId('prod', randomUUID())]) {
      assert.deepEqual(
        (await world.read((call) => listOffers(call, { query: OfferListParams.parse({ productId }) }))).reply,
        [],
      );
    }
  });

  test('belong to one organization', async () => {
    const view = await released();
    const orgId = randomUUID();
    assert.equal(
      (await refusal(world.read((call) => getOffer(call, { params: { offerId: uuidOf(view) } }), { orgId }))).code,
      'NotFound',
    );
    assert.equal(
      (
        await refusal(
          world.read((call) => getOfferByExternalId(call, { params: { offerExternalId: 'offer-1' } }), { orgId }),
        )
      ).code,
      'NotFound',
    );
    assert.deepEqual(
      (await world.read((call) => listOffers(call, { query: OfferListParams.parse({}) }), { orgId })).reply,
      [],
    );
  });
});
