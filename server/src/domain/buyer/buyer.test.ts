import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { openWorld, type World } from '../../../test/factories/commerce.ts';
import { encodeId } from '../../kit/ids.ts';
import { createContact } from '../contact/actions/create-contact.ts';
import { importBuyer } from './actions/import-buyer.ts';
import { BuyerListParams } from './fields.ts';
import { getBuyer, listBuyers } from './reads.ts';
import { IdentityBuyer } from './schema.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(() => {
  world.orgId = randomUUID();
});

const meet = (accountId: string, name?: string) =>
  world.act((call) => importBuyer(call, world.connection, { accountId, ...(name ? { name } : {}) }));
const get = async (buyerId: string) =>
  IdentityBuyer.parse((await world.read((call) => getBuyer(call, { params: { buyerId } }))).reply);
const list = async (query: object) =>
  (await world.read((call) => listBuyers(call, { query: BuyerListParams.parse(query) }))).reply.map(({ id }) => id);

test('an account is one buyer, whose name is imported once', async () => {
  const { id } = await meet('444455556666');
  assert.equal((await meet('444455556666')).id, id);
  assert.equal((await meet('444455556666', 'Globex')).id, id);
  await meet('444455556666', 'Another name');
  const view = await get(id);
  assert.deepEqual(
    [view.name, view.externalID, view.info.awsBuyer],
    ['Globex', '444455556666', { awsAccountID: '444455556666' }],
  );
  assert.deepEqual(
    (await world.events(view.id)).map(({ name, version }) => [name, version]),
    [
      ['buyer.imported', 1],
      ['buyer.updated', 2],
    ],
  );
});

test('read concurrently it is still one buyer', async () => {
  const buyers = await Promise.all([meet('1'), meet('1'), meet('1')]);
  assert.equal(new Set(buyers.map(({ id }) => id)).size, 1);
});

test('lists filter by partner, account, contact and e-mail domain', async () => {
  const { id } = await meet('444455556666', 'Globex');
  await meet('777788889999');
  const contact = await world.act((call) =>
    createContact(call, { body: { emailAddress: 'a@globex.example' } as never }),
  );
  const [{ id: contactId }] = (
    await world.database.pool.query('select id from contact where org_id = $1', [world.orgId])
  ).rows;
  await world.database.write(world.orgId, async (db) => {
    await db.insertInto('buyer_contact', { buyer_id: id, contact_id: contactId }).execute();
    await db
      .updateTable('buyer')
      .set({ info: JSON.stringify({ emailAddress: 'Sales@Globex.example' }) })
      .where('buyer.id', '=', id)
      .execute();
  });
  const shown = [encodeId('buyer', id)];
  assert.deepEqual(await list({ awsAccountId: '444455556666' }), shown);
  assert.deepEqual(await list({ contactId: contact.id }), shown);
  assert.deepEqual(await list({ emailDomain: 'GLOBEX.example' }), shown);
  assert.equal((await list({ partner: 'AWS' })).length, 2);
  assert.deepEqual(await list({ partner: 'GCP' }), []);
  assert.deepEqual(await list({ contactId: 'nonsense' }), []);
  assert.deepEqual((await get(id)).contactIds, [contact.id]);
});
