import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { aProductRead } from '../../../test/factories/commerce.ts';
import { noDocuments } from '../../adapters/documents/documents.test-support.ts';
import { documentError } from '../../adapters/documents/port.ts';
import { partnerError } from '../../adapters/partner-error.ts';
import { dayFrom } from '../../adapters/simulated.test-support.ts';
import type { Partner } from '../../contract/partner-codes.ts';
import { importBuyer } from '../../domain/buyer/actions/import-buyer.ts';
import { createOffer } from '../../domain/offer/actions/create-offer.ts';
import { deleteOffer } from '../../domain/offer/actions/delete-offer.ts';
import { extendPrivateOfferExpiryDate } from '../../domain/offer/actions/extend-offer.ts';
import { createOrUpdateDraftOffer } from '../../domain/offer/actions/save-draft-offer.ts';
import { updateOfferPrice } from '../../domain/offer/actions/update-offer-price.ts';
import { createOfferSet } from '../../domain/offer/offer-set/actions/create-offer-set.ts';
import { OfferSetIn } from '../../domain/offer/offer-set/schema.ts';
import { OfferIn } from '../../domain/offer/schema.ts';
import { importProduct } from '../../domain/product/actions/import-product.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import { type Deal, type Row, startDeal } from '../deal/deal.test-support.ts';

const released = async (deal: Deal, change: Row = {}): Promise<{ offerId: string; externalId: string }> => {
  const offerId = await deal.submit(change);
  await deal.settle();
  const offer = await deal.offer(offerId);
  assert.equal(offer.status, 'PENDING_ACCEPTANCE', JSON.stringify(offer.meta_info));
  return { offerId, externalId: offer.external_id as string };
};

const extend = async (deal: Deal, offerId: string, days: number): Promise<string> => {
  const newExpiryDate = dayFrom(deal.simulator.now(), days);
  await deal.act('extend', (call) =>
    extendPrivateOfferExpiryDate(call, { params: { offerId }, query: { newExpiryDate } }),
  );
  return `${newExpiryDate}T23:59:59.999Z`;
};

const daysAhead = (deal: Deal, days: number): string => `${dayFrom(deal.simulator.now(), days)}T00:00:00Z`;

const operationOf = async (deal: Deal, name: string, offerId: string): Promise<Row> => {
  const found = (await deal.rows('operation')).filter(
    (row) => row.name === name && (row.input as Row).offerId === offerId,
  );
  return found.at(-1) as Row;
};

const endOf = async (deal: Deal, name: string, offerId: string): Promise<unknown[]> => {
  const operation = await operationOf(deal, name, offerId);
  return [operation.status, (operation.failure as Row | null)?.code];
};

const entitlementsOf = async (deal: Deal, offerId: string): Promise<unknown[]> =>
  (await deal.rows('entitlement')).filter((row) => row.offer_id === offerId).map((row) => row.status);

const isInProgress = (deal: Deal, name: string) => async (): Promise<boolean> => {
  const { changeSets } = await deal.simulator.control<{ changeSets: { name: string; status: string }[] }>(
    'GET',
    '/change-set',
  );
  return changeSets.some((set) => set.name.includes(name) && set.status !== 'SUCCEEDED' && set.status !== 'FAILED');
};

/** While a change set with that name is in progress. */
const during = async (deal: Deal, name: string, work: () => Promise<unknown>): Promise<void> => {
  await deal.until(name, isInProgress(deal, name));
  await work();
  await deal.simulator.control('POST', '/settings', { changeSetDelayMs: 20 });
  await deal.settle();
};

/** Drafts of offers of two products, for one buyer. */
const drafts = async (deal: Deal, names = ['Member 0', 'Member 1']): Promise<string[]> => {
  const { productId: entityId } = await deal.simulator.control<{ productId: string }>('POST', '/product', {
    sellerAccountId: deal.simulator.seller.id,
    title: 'Acme Extra',
    dimensions: [{ key: 'seats', name: 'Seats', types: ['Entitled'] }],
  });
  await deal.reconcile();
  const second = (await deal.rows('product')).find((row) => row.entity_id === entityId)?.id as string;
  const common = {
    partner: 'AWS',
    expireTime: `${dayFrom(deal.simulator.now(), 20)}T00:00:00Z`,
    info: {
      currency: 'USD',
      eulaType: 'SCMP',
      buyerAwsAccountIds: [deal.simulator.buyerId],
      awsAgreementDuration: 'P12M',
      commits: [{ key: 'seats', rate: 100, quantity: 1 }],
    },
  };
  const ids = [];
  for (const [index, product] of [deal.productId, second].entries()) {
    const body = OfferIn.parse({ name: names[index], productID: encodeId('prod', product), ...common });
    ids.push((await deal.act('draft', (call) => createOrUpdateDraftOffer(call, { body }))).id);
  }
  return ids;
};

const createSet = async (deal: Deal, offerIDs: string[]): Promise<Row> => {
  const body = OfferSetIn.parse({ name: 'Bundle', offerIDs, info: { buyerNotes: 'Both' } });
  const { id } = await deal.act('set', (call) => createOfferSet(call, { body }));
  await deal.settle();
  return (await deal.rows('offer_set')).find((row) => row.id === decodeId('offerset', id)) as Row;
};

const members = (deal: Deal, ids: string[]) => Promise.all(ids.map((id) => deal.offer(decodeId('offer', id) ?? '')));

describe('a released offer at AWS', () => {
  let deal: Deal;
  before(async () => {
    deal = await startDeal();
  });
  after(() => deal.close());
  beforeEach(() => deal.simulator.control('DELETE', '/fault'));
  const slow = () => deal.simulator.control('POST', '/settings', { changeSetDelayMs: 1500 });

  it('keeps its prices when AWS refuses new ones', async () => {
    const { offerId } = await released(deal, { name: 'price refused' });
    await deal.simulator.fault('change-set-failure', { errorCode: 'INVALID_RATE_CARD', errorMessage: 'no' });
    const dimensions = [{ key: 'requests', rate: 7 }];
    await deal.act('price', (call) => updateOfferPrice(call, { params: { offerId }, body: { dimensions } }));
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.deepEqual([offer.status, offer.meta_info.errorMessages], ['PENDING_ACCEPTANCE', ['INVALID_RATE_CARD: no']]);
    assert.deepEqual(offer.info.dimensions, [{ key: 'requests', rate: 0.01 }]);
  });

  it('can be accepted for longer: its last day is moved by one change', async () => {
    const { offerId, externalId } = await released(deal, { name: 'extended' });
    const expireTime = await extend(deal, offerId, 40);
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.deepEqual(
      [offer.status, offer.external_id, offer.expire_time.toISOString()],
      ['PENDING_ACCEPTANCE', externalId, expireTime],
      JSON.stringify(offer.meta_info),
    );
    await deal.simulator.advance('P25D');
    await deal.settle();
    assert.equal((await deal.offer(offerId)).status, 'PENDING_ACCEPTANCE', 'AWS holds it open');
    await deal.accept(externalId);
    await deal.reconcile();
    assert.equal((await deal.offer(offerId)).status, 'ACCEPTED');
  });

  it('is as it was when AWS refuses a later day', async () => {
    const { offerId } = await released(deal, { name: 'extension refused' });
    await deal.simulator.fault('change-set-failure', {
      errorCode: 'INVALID_AVAILABILITY_END_DATE',
      errorMessage: 'no',
    });
    await extend(deal, offerId, 40);
    await deal.settle();
    const { status, meta_info: meta } = await deal.offer(offerId);
    assert.equal(status, 'UPDATE_FAILED');
    assert.deepEqual(meta.errorMessages, ['INVALID_AVAILABILITY_END_DATE: no']);
    assert.match(String(meta.updateMessage), /is as it was/);
    await extend(deal, offerId, 41);
    await deal.settle();
    assert.equal((await deal.offer(offerId)).status, 'PENDING_ACCEPTANCE');
  });

  it('accepted while it is being extended ends in ACCEPTED', async () => {
    const { offerId, externalId } = await released(deal, { name: 'extension race' });
    await slow();
    const expireTime = await extend(deal, offerId, 40);
    await during(deal, externalId, () => deal.accept(externalId));
    await deal.reconcile();
    const offer = await deal.offer(offerId);
    assert.deepEqual([offer.status, offer.expire_time.toISOString()], ['ACCEPTED', expireTime]);
    assert.deepEqual(await entitlementsOf(deal, offerId), ['ACTIVE']);
  });

  it('is withdrawn when it is deleted: nobody can accept it', async () => {
    const { offerId, externalId } = await released(deal, { name: 'deleted' });
    await deal.act('delete', (call) => deleteOffer(call, { params: { offerId } }));
    await deal.settle();
    assert.equal((await deal.offer(offerId)).status, 'DELETED');
    assert.deepEqual(await endOf(deal, 'offer.withdraw', offerId), ['COMPLETED', undefined]);
    await assert.rejects(deal.accept(externalId));
  });

  it('accepted before or during its withdrawal stays deleted, and its entitlement is created all the same', async () => {
    const before = await released(deal, { name: 'deleted too late' });
    await deal.accept(before.externalId);
    await deal.act('delete', (call) => deleteOffer(call, { params: { offerId: before.offerId } }));
    await deal.settle();
    const meanwhile = await released(deal, { name: 'deleted at once' });
    await slow();
    await deal.act('delete', (call) => deleteOffer(call, { params: { offerId: meanwhile.offerId } }));
    await during(deal, meanwhile.externalId, () => deal.accept(meanwhile.externalId));
    for (const { offerId } of [before, meanwhile]) {
      assert.equal((await deal.offer(offerId)).status, 'DELETED');
      assert.deepEqual(await entitlementsOf(deal, offerId), ['ACTIVE']);
      assert.deepEqual(await endOf(deal, 'offer.withdraw', offerId), ['FAILED', 'AlreadyAccepted']);
    }
  });

  it('gets usage prices, even for dimensions that its product lacked', async () => {
    const { offerId } = await released(deal, { name: 'repriced' });
    const dimensions = [
      { key: 'requests', rate: 0.005 },
      { key: 'exports', name: 'Exports', description: 'Files exported', rate: 2 },
    ];
    await deal.act('price', (call) => updateOfferPrice(call, { params: { offerId }, body: { dimensions } }));
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.deepEqual(
      [offer.status, offer.info.dimensions],
      ['PENDING_ACCEPTANCE', dimensions],
      JSON.stringify(offer.meta_info),
    );
    const product = (await deal.rows('product'))[0] as Row;
    const keys = ((product.info as Row).dimensions as Row[]).map(({ key }) => key);
    assert.ok(keys.includes('exports'), 'the product is read again');
  });

  describe('in a set', () => {
    it('is released with it, and accepted with it', async () => {
      const ids = await drafts(deal);
      const set = await createSet(deal, ids);
      assert.equal(set.status, 'PENDING_ACCEPTANCE', JSON.stringify(set.meta_info));
      assert.match(String(set.external_id), /^offerset-/);
      const offers = await members(deal, ids);
      assert.deepEqual(
        offers.map(({ status, info }) => [status, info.awsOfferSetId]),
        Array(2).fill(['PENDING_ACCEPTANCE', set.external_id]),
      );
      await deal.simulator.control('POST', `/offer-set/${set.external_id}/accept`, {
        buyerAccountId: deal.simulator.buyerId,
      });
      await deal.reconcile();
      assert.deepEqual(
        (await members(deal, ids)).map(({ status }) => status),
        ['ACCEPTED', 'ACCEPTED'],
      );
      const now = (await deal.rows('offer_set')).find((row) => row.id === set.id);
      assert.equal(now?.status, 'ACCEPTED');
    });

    it('is not left open alone when AWS refuses the set', async () => {
      const ids = await drafts(deal);
      await deal.simulator.fault('change-set-failure', { errorCode: 'INCOMPATIBLE_PRODUCT', errorMessage: 'no' });
      const set = await createSet(deal, ids);
      assert.equal(set.status, 'CREATE_FAILED');
      assert.deepEqual((set.meta_info as Row).errorMessages, ['INCOMPATIBLE_PRODUCT: no']);
      for (const { status, external_id: externalId } of await members(deal, ids))
        assert.deepEqual([status, externalId], ['CREATE_FAILED', null]);
    });

    it('says of each offer why it was refused, or which other one was', async () => {
      const ids = await drafts(deal, ['Works', 'fail-release']);
      const set = await createSet(deal, ids);
      assert.equal(set.status, 'CREATE_FAILED');
      const why = 'The name asks for this failure: fail-release.';
      const shown = set.meta_info as { errorMessages: string[]; prettifiedErrorMessages: string[] };
      assert.deepEqual(shown.errorMessages, [`INCOMPATIBLE_TERMS: ${why}`]);
      assert.match(shown.prettifiedErrorMessages[0] ?? '', /^fail-release: /);
      const [works, fails] = (await members(deal, ids)).map(({ meta_info: meta }) => meta.errorMessages);
      assert.deepEqual(works, ['The marketplace refused the set because of fail-release.']);
      assert.deepEqual(fails, [`INCOMPATIBLE_TERMS: ${why}`]);
    });
  });
});

describe('extending an offer where it has to be withdrawn and offered again', () => {
  let deal: Deal;
  let refuses: 'nothing' | 'offering again' | 'releasing a set' = 'nothing';
  before(async () => {
    deal = await startDeal({
      over: (aws) => ({
        ...aws,
        extendsBy: async () => 'REOFFER',
        privateOfferUrl: () => null,
        // Offering again creates another offer.
        startChange: async (access, change, step) => {
          const isAgain = change.act === 'offer.reoffer';
          const isRelease = change.act === 'offerSet.create' && step.stage > 0;
          if ((isAgain && refuses === 'offering again') || (isRelease && refuses === 'releasing a set')) {
            const about = { partner: 'AWS', outcome: 'REFUSED', partnerCode: 'INVALID', retryable: false } as const;
            throw partnerError('not like this', { ...about, httpStatus: 400, requestId: undefined });
          }
          if (!isAgain) return aws.startChange(access, change, step);
          return aws.startChange(access, { act: 'offer.create', offer: change.offer }, step);
        },
      }),
    });
  });
  after(() => deal.close());
  beforeEach(async () => {
    refuses = 'nothing';
    await deal.simulator.control('DELETE', '/fault');
  });
  const isOpen = async (externalId: string): Promise<boolean> => {
    const { offers } = await deal.simulator.control<{ offers: Row[] }>('GET', '/offer');
    return offers.some((offer) => offer.offerId === externalId && offer.expired !== true);
  };

  it('gives it another id: the old offer is closed, and the old id still finds it', async () => {
    const { offerId, externalId } = await released(deal, { name: 'again' });
    const expireTime = await extend(deal, offerId, 40);
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.notEqual(offer.external_id, externalId);
    assert.deepEqual([offer.status, offer.expire_time.toISOString()], ['PENDING_ACCEPTANCE', expireTime]);
    assert.deepEqual([await isOpen(externalId), await isOpen(String(offer.external_id))], [false, true]);
    const known = (await deal.rows('offer_external_id')).filter((row) => row.offer_id === offerId);
    assert.deepEqual(known.map((row) => row.external_id).sort(), [externalId, offer.external_id].sort());
    await deal.reconcile();
    assert.equal((await deal.offer(offerId)).status, 'PENDING_ACCEPTANCE', 'reads of the old one change nothing');
    await deal.accept(String(offer.external_id));
    await deal.reconcile();
    assert.equal((await deal.offer(offerId)).status, 'ACCEPTED');
    assert.deepEqual(await entitlementsOf(deal, offerId), ['ACTIVE']);
  });

  it('ends in ACCEPTED if it was accepted first, and the operation says why', async () => {
    const { offerId, externalId } = await released(deal, { name: 'accepted first' });
    await deal.accept(externalId);
    await extend(deal, offerId, 40);
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.deepEqual(
      [offer.status, offer.external_id, offer.meta_info.errorMessages],
      ['ACCEPTED', externalId, undefined],
    );
    assert.deepEqual(await endOf(deal, 'offer.extend', offerId), ['FAILED', 'AlreadyAccepted']);
    await extend(deal, offerId, 41);
    await deal.settle();
    assert.equal((await deal.offer(offerId)).status, 'ACCEPTED', 'an accepted offer stays accepted');
  });

  it('does not offer it again if it could not be withdrawn', async () => {
    const { offerId, externalId } = await released(deal, { name: 'not withdrawn' });
    await deal.simulator.fault('change-set-failure', { errorCode: 'INVALID_UPDATE_REQUEST', errorMessage: 'no' });
    await extend(deal, offerId, 40);
    await deal.settle();
    const { status, external_id: id, meta_info: meta } = await deal.offer(offerId);
    assert.deepEqual([status, id], ['UPDATE_FAILED', externalId]);
    assert.match(String(meta.updateMessage), /is as it was/);
    assert.equal(await isOpen(externalId), true);
  });

  it('reports after a failure halfway that nothing is live, and continues from there', async () => {
    const { offerId, externalId } = await released(deal, { name: 'halfway' });
    refuses = 'offering again';
    await extend(deal, offerId, 40);
    await deal.settle();
    const failed = await deal.offer(offerId);
    assert.equal(failed.status, 'UPDATE_FAILED');
    assert.match(String(failed.meta_info.updateMessage), /No offer is live/);
    assert.equal(await isOpen(externalId), false);
    refuses = 'nothing';
    await deal.simulator.fault('change-set-failure', {
      errorCode: 'WITHDRAWN_TWICE',
      changeType: 'UpdateAvailability',
    });
    await deal.simulator.control('DELETE', '/fault');
    await extend(deal, offerId, 41);
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.deepEqual([offer.status, offer.meta_info.updateMessage], ['PENDING_ACCEPTANCE', undefined]);
    assert.equal(await isOpen(String(offer.external_id)), true);
    const { changeSets } = await deal.simulator.control<{ changeSets: { name: string }[] }>('GET', '/change-set');
    const withdrawals = changeSets.filter(({ name }) => /withdraw/i.test(name) && name.includes(externalId));
    assert.equal(withdrawals.length, 1, 'it was taken back once');
  });

  it('reports the same if the offer had expired before the failure, and continues from there', async () => {
    const { offerId, externalId } = await released(deal, { name: 'over', expireTime: daysAhead(deal, 2) });
    await deal.simulator.advance('P4D');
    await deal.settle();
    assert.equal((await deal.offer(offerId)).status, 'EXPIRED');
    refuses = 'offering again';
    await extend(deal, offerId, 40);
    await deal.settle();
    const failed = await deal.offer(offerId);
    assert.equal(failed.status, 'UPDATE_FAILED');
    assert.match(String(failed.meta_info.updateMessage), /No offer is live/);
    refuses = 'nothing';
    await extend(deal, offerId, 41);
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.equal(offer.status, 'PENDING_ACCEPTANCE', JSON.stringify(offer.meta_info));
    assert.notEqual(offer.external_id, externalId);
    const { changeSets } = await deal.simulator.control<{ changeSets: { name: string }[] }>('GET', '/change-set');
    const withdrawals = changeSets.filter(({ name }) => /withdraw/i.test(name) && name.includes(externalId));
    assert.equal(withdrawals.length, 0, 'there is nothing to take back');
  });

  it('does not offer it again if it is deleted while it is withdrawn', async () => {
    const { offerId, externalId } = await released(deal, { name: 'deleted halfway' });
    await deal.simulator.control('POST', '/settings', { changeSetDelayMs: 1500 });
    await extend(deal, offerId, 40);
    await during(deal, externalId, () => deal.act('delete', (call) => deleteOffer(call, { params: { offerId } })));
    const offer = await deal.offer(offerId);
    assert.deepEqual([offer.status, offer.external_id], ['DELETED', externalId]);
    assert.equal(await isOpen(externalId), false);
    assert.deepEqual(await endOf(deal, 'offer.extend', offerId), ['FAILED', 'NotWaiting']);
  });

  it('creating a set withdraws the offers that were made for it if it is not released', async () => {
    refuses = 'releasing a set';
    const ids = await drafts(deal);
    const set = await createSet(deal, ids);
    assert.deepEqual([set.status, set.external_id], ['CREATE_FAILED', null]);
    for (const { status, external_id: externalId } of await members(deal, ids)) {
      assert.equal(status, 'EXPIRED');
      await assert.rejects(deal.accept(String(externalId)));
      const { changeSets } = await deal.simulator.control<{ changeSets: { name: string }[] }>('GET', '/change-set');
      assert.ok(
        changeSets.some(({ name }) => name.includes('Withdraw') && name.includes(String(externalId))),
        'AWS was asked to take back even what is a draft there',
      );
    }
  });
});

describe('an offer of direct billing', () => {
  let deal: Deal;
  before(async () => {
    deal = await startDeal();
  });
  after(() => deal.close());
  const onSale = async (days: number): Promise<string> => {
    const provider = { id: deal.connectionId, partner: 'STRIPE' as Partner, accountId: 'acct' };
    const product = await deal.act('product', (call) =>
      importProduct(call, provider, aProductRead({ entityId: 'prod_stripe' })),
    );
    const buyer = await deal.act('buyer', (call) => importBuyer(call, provider, { accountId: 'cus_1' }));
    const body = OfferIn.parse({
      name: 'Direct',
      partner: 'STRIPE',
      productID: encodeId('prod', product),
      buyerID: encodeId('buyer', buyer.id),
      expireTime: new Date(deal.simulator.now().getTime() + days * 86_400_000).toISOString(),
      info: { currency: 'USD', commits: [{ key: 'fee', rate: 10 }] },
    });
    const view = await deal.act('createOffer', (call) => createOffer(call, { body }));
    await deal.settle();
    return decodeId('offer', view.id) as string;
  };

  it('is on sale at once, is announced before it ends, expires by our clock, and is sold again', async () => {
    const offerId = await onSale(20);
    assert.equal((await deal.offer(offerId)).status, 'ACTIVE');
    const announced = async () =>
      (await deal.rows('outbox')).filter(({ name }) => name === 'offer.expire_soon' || name === 'offer.expired').length;
    await deal.simulator.advance('P14D');
    await deal.settle();
    assert.equal(await announced(), 1);
    await deal.simulator.advance('P7D');
    await deal.settle();
    assert.equal((await deal.offer(offerId)).status, 'EXPIRED');
    assert.equal(await announced(), 2);
    await extend(deal, offerId, 30);
    await deal.settle();
    assert.equal((await deal.offer(offerId)).status, 'ACTIVE');
  });

  it('is cancelled without a call to any partner', async () => {
    const offerId = await onSale(20);
    await deal.cancel(offerId);
    await deal.settle();
    assert.equal((await deal.offer(offerId)).status, 'CANCELLED');
    assert.deepEqual(await endOf(deal, 'offer.cancel', offerId), ['COMPLETED', undefined]);
  });
});

describe('a custom EULA', () => {
  let deal: Deal;
  let answer: 'kept' | 'gone' | 'away once' = 'kept';
  const asked: string[][] = [];
  const inS3 = 'https://files.s3.eu-central-1.amazonaws.com';
  let place = inS3;
  before(async () => {
    deal = await startDeal({
      documents: {
        ...noDocuments,
        keepMerged: async (_key, sources) => {
          asked.push(sources.map(({ url }) => url));
          const [source = null] = sources;
          if (answer === 'gone') throw documentError('NOT_FOUND', 'there is no such document', { source });
          if (answer !== 'away once') return;
          answer = 'kept';
          throw documentError('UNREACHABLE', 'nobody answers', { source, retryable: true });
        },
        link: async (_key, { seconds }) => `${place}/eula.pdf?seconds=${seconds}`,
      },
    });
  });
  after(() => deal.close());
  const submit = (name: string): Promise<string> => {
    const eula = {
      eulaType: 'CUSTOM',
      eulaUrl: 'https://acme.test/a.pdf',
      additionalEulaUrls: ['https://acme.test/b.pdf'],
    };
    return deal.submit({ name, info: eula });
  };

  it('is merged and stored, and the marketplace gets one link to it that is valid for a week', async () => {
    answer = 'away once';
    const offerId = await submit('custom');
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.equal(offer.status, 'PENDING_ACCEPTANCE', JSON.stringify(offer.meta_info));
    assert.deepEqual(asked, Array(2).fill(['https://acme.test/a.pdf', 'https://acme.test/b.pdf']));
    const { changeSets } = await deal.simulator.control<{ changeSets: Row[] }>('GET', '/change-set');
    assert.match(
      JSON.stringify(changeSets),
      /https:\/\/files\.s3\.eu-central-1\.amazonaws\.com\/eula\.pdf\?seconds=604800/,
    );
    assert.equal(offer.info.eulaUrl, 'https://acme.test/a.pdf', 'the offer keeps what the client named');
  });

  it('that AWS cannot read where it is stored is given to AWS at its own address in S3, or not at all', async () => {
    answer = 'kept';
    place = 'https://files.test';
    const own = 'https://acme.s3.amazonaws.com/own.pdf';
    const there = await deal.submit({ name: 'own', info: { eulaType: 'CUSTOM', eulaUrl: own } });
    const nowhere = await submit('nowhere');
    await deal.settle();
    assert.equal((await deal.offer(there)).status, 'PENDING_ACCEPTANCE');
    const { status, meta_info: info } = await deal.offer(nowhere);
    assert.equal(status, 'CREATE_FAILED');
    assert.match(
      String(info.errorMessages),
      /^EULA_NOT_READABLE: info\.eulaUrl: AWS reads a custom EULA only in Amazon S3/,
    );
    const { changeSets } = await deal.simulator.control<{ changeSets: Row[] }>('GET', '/change-set');
    assert.ok(JSON.stringify(changeSets).includes(own));
    assert.ok(!JSON.stringify(changeSets).includes(place), 'nothing was sent');
    place = inS3;
  });

  it('that cannot be fetched makes the creation fail, and the error names the document', async () => {
    answer = 'gone';
    const offerId = await submit('gone');
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.equal(offer.status, 'CREATE_FAILED');
    assert.deepEqual(offer.meta_info.errorMessages, ['NOT_FOUND: info.eulaUrl: there is no such document']);
  });
});
