import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeId, type IdPrefix } from '../../src/kit/ids.ts';
import { type Reply, startApp, type TestApp } from '../app.ts';
import { aDeal, type Deal } from '../examples/deal.ts';
import { idOf } from '../examples/example.ts';

// R5: nothing crosses organizations. Ids in paths are tried with every endpoint in `every-endpoint.test.ts`; here are the
// ids in bodies, filters, page tokens and idempotency keys.

let app: TestApp;
let ours: Deal & { contactId: string };
let theirs: Deal & { contactId: string };

before(async () => {
  app = await startApp({}, { idle: true });
  const make = async (organization: TestApp['acme']) => ({
    ...(await aDeal(app, organization)),
    contactId: idOf(await organization.editor.call('POST', '/contact', { body: { emailAddress: 'a@shared.example' } })),
  });
  ours = await make(app.acme);
  theirs = await make(app.globex);
});
after(() => app.close());

const missing = (prefix: IdPrefix): string => encodeId(prefix, '01900000-0000-7000-8000-000000000000');

/** All that a caller can learn from an answer: its status, its headers but the time, its body but the request's id. */
const learned = (reply: Reply): string => {
  const { requestId: _, instance: __, ...problem } = (reply.status < 400 ? {} : reply.body) as Record<string, unknown>;
  const body = reply.status < 400 ? reply.text : problem;
  const headers = [...reply.headers].filter(([name]) => !['date', 'x-request-id', 'link'].includes(name));
  return JSON.stringify([reply.status, body, headers]);
};

const draft = (fields: object) => ({ name: 'x', partner: 'AWS', ...fields });
const usage = (entitlementID: string) => [{ id: 'apart', entitlementID, records: { gb: 1 } }];

const bodies: [name: string, path: string, prefix: IdPrefix, foreign: () => string, body: (id: string) => unknown][] = [
  ['productID of a draft', '/draftOffer', 'prod', () => theirs.productId, (productID) => draft({ productID })],
  ['buyerID of a draft', '/draftOffer', 'buyer', () => theirs.buyerId, (buyerID) => draft({ buyerID })],
  ['contactIds of a draft', '/draftOffer', 'contact', () => theirs.contactId, (id) => draft({ contactIds: [id] })],
  ['id of a draft', '/draftOffer', 'offer', () => theirs.offerId, (id) => draft({ id })],
  ['id of an offer', '/offer', 'offer', () => theirs.offerId, (id) => draft({ id })],
  ['productID of an offer', '/offer', 'prod', () => theirs.productId, (productID) => draft({ productID })],
  ['entitlementID of usage', '/batchCreateUsageRecordGroups', 'ent', () => theirs.entitlementId, usage],
];

for (const [name, path, prefix, foreign, body] of bodies) {
  test(`${name}: an id of another organization gets the same response as an unknown one, and nothing is stored`, async () => {
    const call = (id: string) => app.acme.editor.call('POST', path, { body: body(id) });
    const reply = await call(foreign());
    assert.ok(reply.status === 400 || reply.status === 404, reply.text);
    assert.equal(learned(reply), learned(await call(missing(prefix))));
    assert.equal(learned(reply), learned(await call('nonsense')));
    const { rows } = await app.database.pool.query(
      `select (select count(*) from offer where org_id = $1 and name = 'x') + (select count(*) from usage_record_group_id
        where org_id = $1 and id = 'apart') as kept`,
      [app.acme.uuid],
    );
    assert.equal(Number(rows[0].kept), 0);
  });
}

const filters: [path: string, prefix: IdPrefix, own: () => string, foreign: () => string][] = [
  ['/contact?contactIds=', 'contact', () => ours.contactId, () => theirs.contactId],
  ['/buyer?contactId=', 'contact', () => ours.contactId, () => theirs.contactId],
  ['/offer?productId=', 'prod', () => ours.productId, () => theirs.productId],
  ['/offer?buyerId=', 'buyer', () => ours.buyerId, () => theirs.buyerId],
  ['/entitlement?productId=', 'prod', () => ours.productId, () => theirs.productId],
  ['/entitlement?buyerId=', 'buyer', () => ours.buyerId, () => theirs.buyerId],
  ['/entitlement?offerId=', 'offer', () => ours.offerId, () => theirs.offerId],
  ['/usageRecordGroup?entitlementId=', 'ent', () => ours.entitlementId, () => theirs.entitlementId],
  ['/usageRecordGroup?productId=', 'prod', () => ours.productId, () => theirs.productId],
  ['/usageRecordReport?buyerId=', 'buyer', () => ours.buyerId, () => theirs.buyerId],
];

for (const [path, prefix, own, foreign] of filters) {
  test(`${path} finds nothing of another organization, and does not reveal that it exists`, async () => {
    const get = (id: string) => app.acme.editor.call('GET', `${path}${id}`);
    assert.equal((await get(own())).status, 200);
    const reply = await get(foreign());
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('x-total-count'), '0');
    assert.equal(learned(reply), learned(await get(missing(prefix))));
  });
}

test('q finds an id of another organization as little as none', async () => {
  const get = (id: string) => app.acme.editor.call('GET', `/contact/query?q=${encodeURIComponent(`(= id "${id}")`)}`);
  assert.equal((await get(ours.contactId)).headers.get('x-total-count'), '1');
  assert.equal(learned(await get(theirs.contactId)), learned(await get(missing('contact'))));
});

test('a page token of another organization is refused', async () => {
  for (const organization of [app.acme, app.globex]) {
    for (let index = 0; index < 4; index += 1)
      await organization.editor.call('POST', '/contact', { body: { emailAddress: `page${index}@shared.example` } });
  }
  const first = await app.globex.editor.call('GET', '/contact?limit=2');
  const token = /page_token=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  assert.notEqual(token, '');
  const reply = await app.acme.editor.call('GET', `/contact?limit=100&page_token=${token}`);
  assert.equal(reply.status, 400);
  assert.ok(!reply.text.includes('shared.example'), reply.text);
});

test('an idempotency key is of one organization', async () => {
  const call = (organization: TestApp['acme'], name: string) =>
    organization.editor.call('POST', '/draftOffer', {
      body: draft({ name }),
      headers: { 'idempotency-key': 'shared' },
    });
  const [first, second] = [await call(app.acme, 'ours'), await call(app.globex, 'theirs')];
  assert.equal(second.status, 200, second.text);
  assert.equal(second.headers.get('idempotency-replayed'), null);
  assert.notEqual(idOf(first), idOf(second));
});

test('what one organization stores does not count in another', async () => {
  const totals = async () =>
    Promise.all(
      ['contact', 'offer', 'entitlement', 'product', 'buyer', 'usageRecordGroup'].map(async (list) =>
        (await app.globex.editor.call('GET', `/${list}`)).headers.get('x-total-count'),
      ),
    );
  const before = await totals();
  await app.acme.editor.call('POST', '/contact', { body: { emailAddress: 'more@shared.example' } });
  await app.acme.editor.call('POST', '/draftOffer', { body: draft({ name: 'more' }) });
  await app.acme.editor.call('POST', `/entitlement/${ours.entitlementId}/usageRecordGroup`, {
    body: { records: { gb: 1 } },
  });
  assert.deepEqual(await totals(), before);
});
