import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import fc from 'fast-check';
import { anAgreementRead, anOfferRead, aProductRead, openWorld, type World } from '../../../test/factories/commerce.ts';
import type { AgreementRead } from '../../adapters/marketplace/port.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import { importOffer } from '../offer/actions/import-offer.ts';
import { getOffer } from '../offer/reads.ts';
import { importProduct } from '../product/actions/import-product.ts';
import { applyAgreement, applyAgreementEmits } from './actions/apply-agreement.ts';
import { beginKind } from './actions/await-begin.ts';
import { setLicense } from './actions/set-license.ts';
import { EntitlementListParams, TermListParams } from './fields.ts';
import { getEntitlement, getEntitlementTerm, listEntitlements, listEntitlementTerms } from './reads.ts';
import { WorkloadEntitlement, WorkloadEntitlementTerm } from './schema.ts';
import type { EntitlementView, TermView } from './view.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(async () => {
  world.orgId = randomUUID();
  world.clock.set(new Date('2026-11-20T10:00:00Z'));
  await world.act((call) => importProduct(call, world.connection, aProductRead()));
});

const apply = (fields: Partial<AgreementRead> = {}) =>
  world.act((call) => applyAgreement(call, world.connection, anAgreementRead(fields)), { emits: applyAgreementEmits });
const get = async (uuid: string): Promise<EntitlementView> =>
  WorkloadEntitlement.parse(
    (await world.read((call) => getEntitlement(call, { params: { entitlementId: uuid } }))).reply,
  ) as EntitlementView;
/** In chronological order. */
const termsOf = async (uuid: string): Promise<TermView[]> => {
  const { reply } = await world.read((call) =>
    listEntitlementTerms(call, { params: { entitlementId: uuid }, query: TermListParams.parse({}) }),
  );
  return reply
    .map((term) => WorkloadEntitlementTerm.parse(term) as TermView)
    .sort((left, right) => (left.startTime < right.startTime ? -1 : 1));
};
const eventsOf = async (uuid: string): Promise<string[]> =>
  (await world.events(encodeId('ent', uuid))).map(({ name }) => name);
const list = async (query: object): Promise<string[]> =>
  (await world.read((call) => listEntitlements(call, { query: EntitlementListParams.parse(query) }))).reply.map(
    ({ id }) => id,
  );

describe('an agreement', () => {
  test('becomes an entitlement with its term, its buyer and its offer accepted, in one audit row', async () => {
    const offerId = (await world.act((call) => importOffer(call, world.connection, anOfferRead()))) ?? '';
    const audits = (await world.audits()).length;
    const { entitlementId, changed, missingOffer } = await apply({
      licenseArn: 'arn:aws:license-manager::1:license:l-1',
    });
    assert.deepEqual([changed, missingOffer], [true, false]);
    const view = await get(entitlementId);
    assert.deepEqual(
      [
        view.status,
        view.externalID,
        view.externalBuyerID,
        view.externalProductID,
        view.partnerID,
        view.offerID,
        view.type,
        view.name,
      ],
      [
        'ACTIVE',
        'agmt-1',
        '444455556666',
        'code123',
        world.connection.accountId,
        encodeId('offer', offerId),
        'CONTRACT',
        'Offer made elsewhere',
      ],
    );
    assert.deepEqual(view.info.awsAgreement, { agreementId: 'agmt-1', status: 'ACTIVE' });
    assert.equal(view.info.awsLicenseArn, 'arn:aws:license-manager::1:license:l-1');
    assert.equal(view.info.commitAmount, 1200);
    assert.deepEqual(
      view.info.dimensions?.map(({ key, name, rate }) => [key, name, rate]),
      [
        ['gb', 'Gigabytes', 0.125],
        ['calls', 'Calls', undefined],
      ],
    );
    assert.equal(view.info.dimensionsOversized, false);
    const [term, ...others] = await termsOf(entitlementId);
    assert.equal(others.length, 0);
    assert.ok(term);
    assert.deepEqual(
      [term.info.type, term.commitAmount, term.usedCommitAmount, term.startTime, term.endTime],
      ['Signup', 1200, 0, view.startTime, view.endTime],
    );
    assert.equal(view.entitlementTermID, term.id);
    const single = await world.read((call) =>
      getEntitlementTerm(call, { params: { entitlementId, entitlementTermId: decodeId('term', term.id) ?? '' } }),
    );
    assert.deepEqual(single.reply, term);
    const { reply: offer } = await world.read((call) => getOffer(call, { params: { offerId } }));
    assert.deepEqual([offer.status, offer.buyerID], ['ACCEPTED', view.buyerID]);
    const rows = (await world.audits()).slice(audits);
    assert.deepEqual(
      rows.map(({ entity_type, entity_id }) => [entity_type, entity_id]),
      [['ent', view.id]],
    );
    assert.deepEqual(await eventsOf(entitlementId), ['entitlement.created']);
  });

  test('applied again, or an older read of it, changes nothing and leaves no trace', async () => {
    const { entitlementId } = await apply({ version: 5 });
    const view = await get(entitlementId);
    const audits = (await world.audits()).length;
    assert.equal((await apply({ version: 5 })).changed, false);
    assert.equal((await apply({ version: 4, status: 'CANCELLED' })).changed, false);
    assert.deepEqual(await get(entitlementId), view);
    assert.equal((await world.audits()).length, audits);
  });

  test('a read is not older than one that was applied while the clock was ahead', async () => {
    const now = world.clock.now().getTime();
    const { entitlementId } = await apply({ version: now + 86_400_000 });
    assert.equal((await apply({ version: now, status: 'CANCELLED' })).changed, true);
    assert.equal((await get(entitlementId)).status, 'CANCELLED');
    assert.equal((await apply({ version: now - 1 })).changed, false, 'from then on, older ones are ignored again');
  });

  test('that begins later waits, and is read again when it begins: its partner may report nothing new by then', async () => {
    const startTime = new Date('2026-12-01T00:00:00Z');
    const { entitlementId } = await apply({ startTime, status: 'ACTIVE' });
    assert.equal((await get(entitlementId)).status, 'PENDING_START');
    const { rows } = await world.database.pool.query<{ due_time: Date }>(
      'select due_time from due where org_id = $1 and kind = $2 and entity_id = $3',
      [world.orgId, beginKind, entitlementId],
    );
    assert.deepEqual(
      rows.map(({ due_time: time }) => time.getTime()),
      [startTime.getTime()],
    );
    world.clock.set(startTime);
    await apply({ startTime, status: 'ACTIVE' });
    assert.equal((await get(entitlementId)).status, 'ACTIVE');
  });

  test('of an unknown offer and product is kept all the same, and linked when they become known', async () => {
    const fields = { productEntityId: 'prod-unknownunknown' };
    const { entitlementId, missingOffer } = await apply(fields);
    assert.equal(missingOffer, true);
    const view = await get(entitlementId);
    assert.deepEqual(
      [view.offerID, view.productID, view.externalProductID],
      [undefined, undefined, 'prod-unknownunknown'],
    );
    await world.act((call) =>
      importProduct(call, world.connection, aProductRead({ entityId: 'prod-unknownunknown', externalId: 'code9' })),
    );
    await world.act((call) => importOffer(call, world.connection, anOfferRead(fields)));
    assert.deepEqual(await apply(fields), { entitlementId, changed: true, missingOffer: false });
    const linked = await get(entitlementId);
    assert.ok(linked.offerID && linked.productID);
    assert.equal(linked.externalProductID, 'code9');
    assert.equal((await apply(fields)).changed, false);
  });

  test('of a deleted offer leaves the offer deleted', async () => {
    const offerId = (await world.act((call) => importOffer(call, world.connection, anOfferRead()))) ?? '';
    await world.database.write(world.orgId, (db) =>
      db.updateTable('offer').set({ status: 'DELETED' }).where('offer.id', '=', offerId).execute(),
    );
    const { entitlementId } = await apply();
    assert.equal((await get(entitlementId)).offerID, encodeId('offer', offerId));
    assert.equal((await world.read((call) => getOffer(call, { params: { offerId } }))).reply.status, 'DELETED');
  });

  test('that begins later waits in PENDING_START until it is read after its start', async () => {
    const fields = { startTime: new Date('2026-12-01T00:00:00Z') };
    const { entitlementId } = await apply(fields);
    assert.equal((await get(entitlementId)).status, 'PENDING_START');
    world.clock.set(new Date('2026-12-01T00:00:00Z'));
    assert.equal((await apply(fields)).changed, true);
    assert.equal((await get(entitlementId)).status, 'ACTIVE');
    assert.deepEqual(await eventsOf(entitlementId), ['entitlement.created', 'entitlement.started']);
  });

  for (const status of ['CANCELLED', 'TERMINATED', 'EXPIRED', 'ROLLED_BACK', 'ARCHIVED'] as const) {
    test(`that is ${status} ends the entitlement now, and a newer read may open it again`, async () => {
      const { entitlementId } = await apply();
      await apply({ status, version: 2 });
      const ended = await get(entitlementId);
      assert.equal(ended.status, 'CANCELLED');
      const [term] = await termsOf(entitlementId);
      assert.equal(ended.endTime, term?.endTime);
      const end = new Date(ended.endTime ?? '');
      assert.ok(end <= world.clock.now() && end.getTime() > world.clock.now().getTime() - 60_000);
      world.clock.advance(3_600_000);
      assert.equal((await apply({ status, version: 2 })).changed, false, 'the end does not move');
      await apply({ version: 3 });
      assert.equal((await get(entitlementId)).status, 'ACTIVE');
      assert.ok((await eventsOf(entitlementId)).includes('entitlement.cancelled'));
    });
  }

  test('of the same buyer beside another one is another entitlement', async () => {
    const first = await apply();
    const second = await apply({ externalId: 'agmt-2' });
    assert.notEqual(first.entitlementId, second.entitlementId);
    assert.equal((await get(first.entitlementId)).buyerID, (await get(second.entitlementId)).buyerID);
  });

  test('read several times at once is one entitlement with one term', async () => {
    const outcomes = await Promise.all([apply(), apply(), apply(), apply()]);
    assert.equal(new Set(outcomes.map(({ entitlementId }) => entitlementId)).size, 1);
    assert.equal(outcomes.filter(({ changed }) => changed).length, 1);
    assert.equal((await termsOf(outcomes[0]?.entitlementId ?? '')).length, 1);
  });

  test('has its deal from its offer', async () => {
    const offerId = (await world.act((call) => importOffer(call, world.connection, anOfferRead()))) ?? '';
    await world.database.write(world.orgId, (db) =>
      db
        .updateTable('offer')
        .set({ meta_info: JSON.stringify({ salesforceOpportunityId: 'opp', internalNote: 'ours' }) })
        .where('offer.id', '=', offerId)
        .execute(),
    );
    const { entitlementId } = await apply();
    assert.deepEqual((await get(entitlementId)).metaInfo, { salesforceOpportunityId: 'opp' });
    assert.deepEqual(await list({ salesforceOpportunityId: 'opp' }), [encodeId('ent', entitlementId)]);
  });

  test('keeps at most 50 metering dimensions, priced ones first', async () => {
    const dimensions = Array.from({ length: 60 }, (_, index) => ({
      key: `d${index}`,
      name: `D${index}`,
      description: '',
      unit: 'Units',
      types: ['Metered'],
    }));
    await world.act((call) => importProduct(call, world.connection, aProductRead({ version: 2, dimensions })));
    const { info } = await get((await apply({ usageRates: [{ key: 'd59', price: '1' }] })).entitlementId);
    assert.equal(info.dimensions?.length, 50);
    assert.equal(info.dimensions?.[0]?.key, 'd59');
    assert.equal(info.dimensionsOversized, true);
  });

  test('keeps amounts and rates digit for digit', async () => {
    const { entitlementId } = await apply({
      value: '123456789012345678.123456789',
      usageRates: [{ key: 'gb', price: '0.000000123' }],
    });
    const { reply } = await world.read((call) =>
      listEntitlementTerms(call, { params: { entitlementId }, query: TermListParams.parse({}) }),
    );
    assert.match(JSON.stringify(reply), /"commitAmount":123456789012345678\.123456789,/);
    assert.equal(
      (await apply({ value: '123456789012345678.123456789', usageRates: [{ key: 'gb', price: '0.000000123' }] }))
        .changed,
      false,
    );
  });
});

describe('a licence', () => {
  test('that becomes known later is announced once, and a later read without it keeps it', async () => {
    const { entitlementId } = await apply();
    const set = (agreementId = 'agmt-1') =>
      world.act((call) => setLicense(call, world.connection, { agreementId, licenseArn: 'arn:l' }));
    assert.deepEqual(await set(), { entitlementId, changed: true });
    assert.deepEqual(await set(), { entitlementId, changed: false });
    assert.deepEqual(await set('agmt-unknown'), { entitlementId: null, changed: false });
    await apply({ version: 2, autoRenew: true });
    const [term] = await termsOf(entitlementId);
    assert.deepEqual(
      [(await get(entitlementId)).info.awsLicenseArn, term?.entitlementInfo.awsLicenseArn],
      ['arn:l', 'arn:l'],
    );
    assert.deepEqual(await eventsOf(entitlementId), [
      'entitlement.created',
      'entitlement.license_assigned',
      'entitlement.updated',
    ]);
  });

  test('is taken from an older read too', async () => {
    const { entitlementId } = await apply({ version: 5 });
    assert.equal((await apply({ version: 4, licenseArn: 'arn:l', value: '7' })).changed, true);
    const { info } = await get(entitlementId);
    assert.deepEqual([info.awsLicenseArn, info.commitAmount], ['arn:l', 1200]);
  });
});

describe('a successor agreement', () => {
  const start = new Date('2027-11-20T09:00:00Z');
  const successor = (fields: Partial<AgreementRead> = {}): Partial<AgreementRead> => ({
    externalId: 'agmt-2',
    initialAgreementId: 'agmt-1',
    startTime: start,
    endTime: new Date('2028-11-20T09:00:00Z'),
    licenseArn: 'arn:2',
    value: '1500',
    ...fields,
  });

  test('continues the same entitlement with a new term; its older id stays resolvable', async () => {
    const { entitlementId } = await apply({ licenseArn: 'arn:1', autoRenew: true });
    world.clock.set(start);
    assert.equal((await apply(successor())).entitlementId, entitlementId);
    await apply({ licenseArn: 'arn:1', autoRenew: true, status: 'RENEWED', version: 2 });
    const view = await get(entitlementId);
    assert.deepEqual(
      [view.status, view.externalID, view.info.awsLicenseArn, view.info.commitAmount, view.startTime],
      ['ACTIVE', 'agmt-2', 'arn:2', 1500, '2026-11-20T09:00:00.000Z'],
    );
    const terms = await termsOf(entitlementId);
    assert.deepEqual(
      terms.map(({ info, externalEntitlementID, entitlementInfo }) => [
        info.type,
        externalEntitlementID,
        entitlementInfo.awsLicenseArn,
      ]),
      [
        ['Signup', 'agmt-1', 'arn:1'],
        ['AutoRenew', 'agmt-2', 'arn:2'],
      ],
    );
    assert.deepEqual(
      [await list({ externalId: 'agmt-1' }), await list({ externalId: 'agmt-2' })],
      [[view.id], [view.id]],
    );
    assert.ok((await eventsOf(entitlementId)).includes('entitlement.renewed'));
  });

  test('that begins later leaves the running term current until then', async () => {
    const { entitlementId } = await apply({ licenseArn: 'arn:1' });
    await apply(successor());
    const view = await get(entitlementId);
    assert.deepEqual([view.status, view.externalID, view.info.awsLicenseArn], ['ACTIVE', 'agmt-1', 'arn:1']);
    world.clock.set(start);
    await apply(successor());
    assert.deepEqual(
      [(await get(entitlementId)).externalID, (await get(entitlementId)).info.awsLicenseArn],
      ['agmt-2', 'arn:2'],
    );
  });

  test('without a licence of its own yet does not show the one before', async () => {
    const { entitlementId } = await apply({ licenseArn: 'arn:1' });
    world.clock.set(start);
    await apply(successor({ licenseArn: null }));
    assert.equal((await get(entitlementId)).info.awsLicenseArn, undefined);
  });

  test('that replaces one before its end is a change of plan and cuts its term', async () => {
    const { entitlementId } = await apply();
    world.clock.set(new Date('2027-03-01T00:00:00Z'));
    await apply(successor({ startTime: new Date('2027-02-01T00:00:00Z') }));
    const terms = await termsOf(entitlementId);
    assert.deepEqual(
      terms.map(({ info, endTime }) => [info.type, endTime]),
      [
        ['Signup', '2027-02-01T00:00:00.000Z'],
        ['PlanChange', '2028-11-20T09:00:00.000Z'],
      ],
    );
  });

  test('leads to the same entitlement whatever the order of the reads', async () => {
    const now = new Date('2028-01-01T00:00:00Z');
    const reads: Partial<AgreementRead>[] = [
      { version: 1, autoRenew: true, licenseArn: 'arn:1' },
      { version: 2, autoRenew: true, licenseArn: 'arn:1', status: 'RENEWED' },
      successor({ version: 1, autoRenew: false }),
      successor({ version: 3, autoRenew: false, status: 'REPLACED', endTime: new Date('2027-12-01T00:00:00Z') }),
      successor({ externalId: 'agmt-3', version: 1, startTime: new Date('2027-12-01T00:00:00Z'), licenseArn: null }),
    ];
    const outcome = async (order: Partial<AgreementRead>[]) => {
      world.orgId = randomUUID();
      world.clock.set(now);
      let entitlementId = '';
      for (const read of order) entitlementId = (await apply(read)).entitlementId;
      const {
        id: _id,
        organizationID: _org,
        buyerID: _buyer,
        entitlementTermID: _term,
        creationTime: _made,
        lastUpdateTime: _updated,
        name: _name,
        ...view
      } = await get(entitlementId);
      const terms = (await termsOf(entitlementId)).map((term) => [
        term.externalEntitlementID,
        term.info.type,
        term.startTime,
        term.endTime,
        term.commitAmount,
        term.entitlementInfo,
      ]);
      return { view, terms };
    };
    const expected = await outcome(reads);
    assert.deepEqual(
      expected.terms.map(([agreement, type]) => [agreement, type]),
      [
        ['agmt-1', 'Signup'],
        ['agmt-2', 'AutoRenew'],
        ['agmt-3', 'PlanChange'],
      ],
    );
    assert.equal(expected.view.externalID, 'agmt-3');
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(reads, { minLength: reads.length }), async (order) =>
        assert.deepEqual(await outcome(order), expected),
      ),
      { numRuns: 25 },
    );
  });
});

describe('lists', () => {
  test('filter by all that belongs to a purchase', async () => {
    const offerId = (await world.act((call) => importOffer(call, world.connection, anOfferRead()))) ?? '';
    const { entitlementId } = await apply();
    await apply({
      externalId: 'agmt-other',
      buyerAccountId: '777777777777',
      productEntityId: 'prod-other',
      offerExternalId: 'offer-other',
    });
    const view = await get(entitlementId);
    for (const query of [
      { productId: view.productID },
      { offerId: encodeId('offer', offerId) },
      { buyerId: view.buyerID },
      { buyerAccountId: '444455556666' },
      { awsAccountId: '444455556666' },
      { externalId: 'agmt-1', partner: 'AWS' },
    ]) {
      assert.deepEqual(await list(query), [view.id], JSON.stringify(query));
    }
    assert.equal((await list({ partner: 'AWS' })).length, 2);
    assert.deepEqual(await list({ productId: 'nonsense' }), []);
    world.orgId = randomUUID();
    assert.deepEqual(await list({}), []);
  });
});
