import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aCompleteOffer, anOfferRead, aProductRead, openWorld, type World } from '../../../test/factories/commerce.ts';
import type { OfferRead } from '../../adapters/marketplace/port.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import { importProduct } from '../product/actions/import-product.ts';
import { cancelOffer } from './actions/cancel-offer.ts';
import { createOffer } from './actions/create-offer.ts';
import { extendPrivateOfferExpiryDate } from './actions/extend-offer.ts';
import { importOffer } from './actions/import-offer.ts';
import { recordAuthorizationUsed, recordOfferAccepted } from './actions/record-acceptance.ts';
import { recordOfferCancelled, recordOfferCancelRefused } from './actions/record-cancel.ts';
import { recordOfferCreated } from './actions/record-creation.ts';
import { recordOfferExpired } from './actions/record-expiry.ts';
import type { OfferWithContacts } from './offer.ts';
import { OfferIn } from './schema.ts';
import { findOffer } from './store.ts';

let world: World;
let productID: string;
let count = 0;

before(async () => {
  world = await openWorld();
  productID = encodeId('prod', await world.act((call) => importProduct(call, world.connection, aProductRead())));
});
after(() => world.close());

const offerOf = async (id: string): Promise<OfferWithContacts> =>
  (await findOffer(world.database.read(world.orgId), id)) as OfferWithContacts;

/** Creates and releases an authorization for a channel partner; returns its UUID and external id. */
const released = async (): Promise<{ id: string; externalId: string }> => {
  count += 1;
  const body = aCompleteOffer(productID, { name: `To Partner ${count}`, offerType: 'CPPO_OUT' });
  const info = { ...(body.info as object), commits: [], awsChannelPartner: { accountId: '777788889999' } };
  const view = await world.act((call) => createOffer(call, { body: OfferIn.parse({ ...body, info }) }));
  const id = decodeId('offer', view.id) as string;
  const externalId = `resaleauthz-out${count}`;
  await world.act((call) => recordOfferCreated(call, id, { externalId }));
  return { id, externalId };
};

const taken = (read: Partial<OfferRead>): Promise<string | null> =>
  world.act((call) => importOffer(call, world.connection, anOfferRead(read)));

const cancel = (offerId: string) => world.act((call) => cancelOffer(call, { params: { offerId } }));

describe('an authorization given to a channel partner', () => {
  test('is ACTIVE once it is released, and USED with the first purchase through it', async () => {
    const { id, externalId } = await released();
    assert.equal((await offerOf(id)).status, 'ACTIVE');
    for (let time = 0; time < 2; time += 1)
      await world.act((call) => recordAuthorizationUsed(call, { partner: 'AWS', externalId }));
    assert.equal((await offerOf(id)).status, 'USED');
    const events = (await world.events(encodeId('offer', id))).map(({ name }) => name);
    assert.deepEqual(events, ['offer.created', 'offer.submitted', 'offer.released', 'offer.used']);
  });

  test('is cancelled like a private offer, or stays as it was when that is refused', async () => {
    const { id } = await released();
    await cancel(id);
    await world.act((call) => recordOfferCancelRefused(call, id, { errorMessages: ['no'] }));
    assert.equal((await offerOf(id)).status, 'ACTIVE');
    await cancel(id);
    assert.deepEqual(world.started.at(-1), { name: 'offer.cancel', input: { offerId: id } });
    await world.act((call) => recordOfferCancelled(call, id));
    assert.equal((await offerOf(id)).status, 'CANCELLED');
  });

  test('expires with its last day, which does not move', async () => {
    const { id } = await released();
    const later = () =>
      world.act((call) =>
        extendPrivateOfferExpiryDate(call, { params: { offerId: id }, query: { newExpiryDate: '2027-06-30' } }),
      );
    await assert.rejects(later, { code: 'Conflict' });
    world.clock.set(new Date((await offerOf(id)).expire_time?.getTime() ?? 0));
    await world.act((call) => recordOfferExpired(call, id));
    assert.equal((await offerOf(id)).status, 'EXPIRED');
    await assert.rejects(later, { code: 'Conflict' });
    world.clock.set(new Date('2026-11-20T10:00:00Z'));
  });

  test('that the marketplace shows as withdrawn is cancelled, unless the read is old', async () => {
    const { id, externalId } = await released();
    const read = { externalId, name: 'x', resale: 'CPPO_OUT' } as const;
    await taken({ ...read, state: 'RELEASED', version: 2 });
    await taken({ ...read, state: 'WITHDRAWN', version: 1 });
    assert.equal((await offerOf(id)).status, 'ACTIVE');
    await taken({ ...read, state: 'WITHDRAWN', version: 3 });
    assert.equal((await offerOf(id)).status, 'CANCELLED');
  });
});

describe('an authorization received', () => {
  const receive = (externalId: string) =>
    taken({ externalId, resale: 'CPPO_IN', version: 1, document: { Rules: [{ ResellerAccountId: '111122223333' }] } });
  const sell = (externalId: string, authorization: string) =>
    taken({
      externalId,
      resale: 'CPPO',
      version: 1,
      document: { ResaleAuthorizationId: authorization, MarkupPercentage: '12.5' },
    });

  test('is imported, and only its manufacturer changes it', async () => {
    const id = (await receive('resaleauthz-in1')) as string;
    const { status, offer_type: type, info } = await offerOf(id);
    assert.deepEqual([status, type], ['ACTIVE', 'CPPO_IN']);
    assert.deepEqual(info.awsChannelPartner, { accountId: '111122223333' });
    await assert.rejects(cancel(id), { code: 'Conflict' });
  });

  test('is the one that an offer is made with: another one, or of another product, is refused', async () => {
    const shown = encodeId('offer', (await receive('resaleauthz-shown')) as string);
    const read = aProductRead({ entityId: 'prod-other', externalId: 'other' });
    const otherID = encodeId('prod', await world.act((call) => importProduct(call, world.connection, read)));
    await receive('resaleauthz-meant');
    const resell = (authorization: string, metaInfo: object, info: object = {}, product: string = productID) => {
      const body = aCompleteOffer(product, { offerType: 'CPPO', metaInfo }, { commits: undefined, ...info });
      const terms = { dimensions: undefined, awsAgreementDuration: 'P12M', awsMarkupPercentage: 5 };
      const named = { ...body.info, ...terms, awsResaleAuthorizationId: authorization };
      return world.act((call) => createOffer(call, { body: OfferIn.parse({ ...body, info: named }) }));
    };
    const refusedFor = async (doing: Promise<unknown>): Promise<unknown> => {
      const error = await doing.then(
        () => null,
        (refusal: unknown) => refusal,
      );
      return (error as { info?: { code: string }[] } | null)?.info?.map(({ code }) => code);
    };
    assert.deepEqual(await refusedFor(resell('resaleauthz-meant', { cppoInOfferId: shown })), ['other_authorization']);
    const opportunity = { awsCppoOpportunity: { opportunityId: 'resaleauthz-shown' } };
    assert.deepEqual(await refusedFor(resell('resaleauthz-meant', {}, opportunity)), ['other_authorization']);
    assert.deepEqual(await refusedFor(resell('resaleauthz-meant', {}, {}, otherID)), ['other_product']);
    assert.equal((await resell('resaleauthz-shown', { cppoInOfferId: shown }, opportunity)).status, 'PENDING_CREATE');
  });

  for (const [order, first] of [
    ['the authorization', true],
    ['the sale', false],
  ] as const) {
    test(`is linked with what is sold by it where ${order} is seen first`, async () => {
      const authorization = `resaleauthz-${first ? 'in2' : 'in3'}`;
      const early = first ? await receive(authorization) : null;
      const sold = (await sell(`offer-of-${authorization}`, authorization)) as string;
      const received = (early ?? (await receive(authorization))) as string;
      const { offer_type: type, info, meta_info: meta } = await offerOf(sold);
      assert.deepEqual([type, info.awsMarkupPercentage], ['CPPO', 12.5]);
      assert.equal(meta.cppoInOfferId, encodeId('offer', received));
      assert.equal((await offerOf(received)).meta_info.cppoOfferId, encodeId('offer', sold));
      await world.act((call) => recordOfferAccepted(call, sold, { acceptTime: call.now, buyerId: null }));
      assert.deepEqual([(await offerOf(sold)).status, (await offerOf(received)).status], ['ACCEPTED', 'USED']);
    });
  }
});
