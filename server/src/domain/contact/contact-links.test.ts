import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Reply, startApp, type TestApp } from '../../../test/app.ts';
import { aDeal } from '../../../test/examples/deal.ts';
import { encodeId } from '../../kit/ids.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  app.acme.editor.call(method, path, { headers, ...(body === undefined ? {} : { body }) });

let count = 0;
const aContact = async (): Promise<string> => {
  count += 1;
  return ((await call('POST', '/contact', { emailAddress: `link${count}@example.com` })).body as { id: string }).id;
};
const events = async (): Promise<number> =>
  (await app.database.pool.query('select count(*)::int as n from outbox where org_id = $1', [app.acme.uuid])).rows[0].n;

test('a batch returns one contact for each item, in order; known addresses are returned unchanged', async () => {
  await call('POST', '/contact', { emailAddress: 'Known@example.com', name: 'Old' });
  const before = await events();
  const reply = await call('POST', '/contact/batch', [
    { emailAddress: 'b@batch.example', name: 'B' },
    { emailAddress: 'known@EXAMPLE.com', name: 'New' },
    { emailAddress: 'a@batch.example', tags: ['x'] },
    { emailAddress: 'B@batch.example', name: 'Again' },
  ]);
  assert.equal(reply.status, 200, reply.text);
  const lists = reply.body as { id: string; name: string; emailAddress: string }[][];
  assert.deepEqual(
    lists.map((list) => list.length),
    [1, 1, 1, 1],
  );
  const contacts = lists.flat();
  assert.deepEqual(
    contacts.map(({ emailAddress, name }) => `${emailAddress} ${name}`),
    ['b@batch.example B', 'Known@example.com Old', 'a@batch.example ', 'b@batch.example B'],
  );
  assert.equal(contacts[3]?.id, contacts[0]?.id);
  assert.equal(await events(), before + 2);
  const again = await call('POST', '/contact/batch', [{ emailAddress: 'a@batch.example' }]);
  assert.equal((again.body as { id: string }[][])[0]?.[0]?.id, contacts[2]?.id);
  assert.equal(await events(), before + 2);
});

test('one bad item refuses the whole batch, and every fault of every item is named', async () => {
  const reply = await call('POST', '/contact/batch', [
    { emailAddress: 'fine@batch2.example' },
    { emailAddress: 'nobody', tags: ['ok', 'to2'] },
    { name: 'No address' },
  ]);
  assert.equal(reply.status, 400);
  const paths = (reply.body as { info: { path: string }[] }).info.map(({ path }) => path);
  assert.deepEqual(paths.sort(), ['1.emailAddress', '1.tags.1', '2.emailAddress']);
  const found = await call('GET', '/contact?emailDomain=batch2.example');
  assert.deepEqual(found.body, []);
});

test('two concurrent batches of a thousand contacts create each contact once', async () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({ emailAddress: `p${index}@many.example` }));
  const [one, two] = await Promise.all([
    call('POST', '/contact/batch', items),
    call('POST', '/contact/batch', items.toReversed()),
  ]);
  assert.deepEqual([one.status, two.status], [200, 200], `${one.text.slice(0, 300)} ${two.text.slice(0, 300)}`);
  const idsOf = (reply: Reply): string[] =>
    (reply.body as { id: string }[][])
      .flat()
      .map(({ id }) => id)
      .sort();
  assert.deepEqual(idsOf(one), idsOf(two));
  assert.equal(new Set(idsOf(one)).size, 1000);
  assert.equal((await call('POST', '/contact/batch', [...items, { emailAddress: 'x@y.example' }])).status, 400);
});

test('tags replace the previous ones; every fault is reported', async () => {
  const path = `/contact/${await aContact()}/tag`;
  assert.deepEqual((await call('PATCH', path, { tags: ['Sales', 'vip'] })).body, ['Sales', 'vip']);
  const reply = await call('PATCH', path, { tags: ['a b', 'x1', 'ok', 'ok', 'abcdefghijk', 'f', 'g'] });
  assert.equal(reply.status, 400);
  const paths = (reply.body as { info: { path: string }[] }).info.map(({ path: at }) => at);
  assert.deepEqual(paths, ['tags', 'tags.0', 'tags.1', 'tags.3', 'tags.4']);
  assert.equal((await call('PATCH', path, {})).status, 400);
  assert.deepEqual((await call('PATCH', path, { tags: null })).body, []);
});

test('a contact belongs to a buyer or an offer once, and both change with it', async () => {
  const { buyerId } = await aDeal(app, app.acme);
  const offerId = ((await call('POST', '/draftOffer', { name: 'Links', partner: 'AWS' })).body as { id: string }).id;
  const contactId = await aContact();
  for (const [noun, id] of [
    ['buyer', buyerId],
    ['offer', offerId],
  ] as const) {
    const path = `/contact/${contactId}/${noun}/${id}`;
    const shown = async () => {
      const { headers, body } = await call('GET', `/${noun}/${id}`);
      return { etag: headers.get('etag'), contactIds: (body as { contactIds: string[] }).contactIds };
    };
    const { etag, contactIds } = await shown();
    assert.ok(!contactIds.includes(contactId));
    const added = await call('POST', path, undefined, { 'if-match': etag ?? '' });
    assert.equal(added.status, 200, added.text);
    if (noun === 'buyer') assert.deepEqual((added.body as { id: string }).id, buyerId);
    else assert.equal(added.body, '');
    const linked = await shown();
    assert.ok(linked.contactIds.includes(contactId));
    assert.notEqual(linked.etag, etag);
    assert.equal(added.headers.get('etag'), linked.etag);
    const before = await events();
    assert.equal((await call('POST', path)).status, 200);
    assert.deepEqual(await shown(), linked, 'again changes nothing');
    assert.equal(await events(), before);
    assert.equal((await call('DELETE', path, undefined, { 'if-match': etag ?? '' })).status, 412);
    assert.deepEqual((await call('DELETE', path)).body, '');
    assert.deepEqual((await shown()).contactIds, contactIds);
    assert.equal((await call('DELETE', path)).status, 200);
    const listed = await call('GET', `/${noun}?contactId=${contactId}`);
    assert.deepEqual(listed.body, []);
  }
});

test('a hundred contacts are enough for an offer', async () => {
  const items = Array.from({ length: 101 }, (_, index) => ({ emailAddress: `o${index}@hundred.example` }));
  const contactIds = ((await call('POST', '/contact/batch', items)).body as { id: string }[][])
    .flat()
    .map(({ id }) => id);
  const offer = await call('POST', '/draftOffer', {
    name: 'Full',
    partner: 'AWS',
    contactIds: contactIds.slice(0, 100),
  });
  assert.equal(offer.status, 200, offer.text);
  const { id } = offer.body as { id: string };
  assert.equal((await call('POST', `/contact/${contactIds[100]}/offer/${id}`)).status, 409);
  assert.equal((await call('POST', `/contact/${contactIds[0]}/offer/${id}`)).status, 200);
  const missing = encodeId('contact', '01900000-0000-7000-8000-000000000000');
  assert.equal((await call('POST', `/contact/${missing}/offer/${id}`)).status, 404);
});

test('meta info of an offer: absent keeps, null clears, ours stays', async () => {
  const metaInfo = { internalNote: 'a', hubspotDealId: 'h', customMetaInfo: { x: '1' } };
  const { id } = (await call('POST', '/draftOffer', { name: 'Meta', partner: 'AWS', metaInfo })).body as { id: string };
  const path = `/offer/${id}/metaInfo`;
  const change = {
    internalNote: 'b',
    hubspotDealId: null,
    errorMessages: ['mine'],
    sparkle: 1,
    offerAcceptDate: '0001-01-01T00:00:00Z',
  };
  const reply = await call('PATCH', path, change);
  assert.deepEqual(reply.body, { internalNote: 'b', customMetaInfo: { x: '1' } });
  const shown = await call('GET', `/offer/${id}`);
  assert.deepEqual((shown.body as { metaInfo: unknown }).metaInfo, reply.body);
  assert.equal(shown.headers.get('etag'), reply.headers.get('etag'));
  const before = await events();
  assert.equal((await call('PATCH', path, change)).status, 200);
  assert.equal(await events(), before, 'the same again changes nothing');
  assert.equal((await call('PATCH', path, { internalNote: 'x'.repeat(1001) })).status, 400);
});
