import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { openWorld, type World } from '../../../test/factories/commerce.ts';
import { isRefusal } from '../../kit/errors.ts';
import { linkCustomer } from './actions/link-customer.ts';
import { loadPush, recordPush, recordPushFailed, restartPushes } from './actions/push-buyer.ts';
import { takeTickets } from './actions/take-tickets.ts';
import { updateBuyer } from './actions/update-buyer.ts';
import {
  aCustomer,
  aLinkedBuyer,
  aMethod,
  beginRead,
  makeBuyer,
  pushed,
  seeCustomer,
  uuidOf,
} from './buyer.test-support.ts';
import { findBuyerPayment, updateBuyerPayment } from './payment/store.ts';
import { getBuyer } from './reads.ts';
import { BuyerChange, IdentityBuyer } from './schema.ts';
import { setDefaultWallet } from './wallet/actions/set-default-wallet.ts';
import { WalletListParams } from './wallet/fields.ts';
import { listBuyerWallets } from './wallet/reads.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(() => {
  world.orgId = randomUUID();
  world.started.length = 0;
});

const see = async (id: string) =>
  IdentityBuyer.parse((await world.read((call) => getBuyer(call, { params: { buyerId: uuidOf('buyer', id) } }))).reply);
const change = (id: string, body: object) =>
  world.act((call) => updateBuyer(call, { params: { buyerId: uuidOf('buyer', id) }, body: BuyerChange.parse(body) }));
const wallets = async (id: string) =>
  (
    await world.read((call) =>
      listBuyerWallets(call, { params: { buyerId: uuidOf('buyer', id) }, query: WalletListParams.parse({}) }),
    )
  ).reply;
const push = (id: string) => world.act((call) => loadPush(call, uuidOf('buyer', id)));
const recorded = (id: string, revision: number, externalId = 'cus_1') =>
  world.act((call) => recordPush(call, { buyerId: uuidOf('buyer', id), externalId, revision }));
const pushDone = (id: string, revision: number, externalId = 'cus_1') =>
  recorded(id, revision, externalId).then(({ isOutdated }) => isOutdated);
const startedNames = () => world.started.map(({ name }) => name);
const refusal = async (doing: Promise<unknown>): Promise<string> => {
  try {
    await doing;
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
  return '';
};

test('a buyer of STRIPE is returned at once, and a run creates its customer', async () => {
  const buyer = await makeBuyer(world, {
    description: 'Paper',
    emailAddress: 'pay@initech.example',
    tags: ['big'],
    companyInfo: { name: 'Initech', city: 'Austin', country: 'US' },
    paymentConfig: { currency: 'USD', allowedWalletTypes: ['card'] },
    customerId: 'crm-7',
  });
  assert.equal(buyer.externalID, undefined);
  assert.deepEqual(buyer.tags, ['big']);
  assert.deepEqual([buyer.info.customerId, buyer.info.paymentConfig?.currency], ['crm-7', 'USD']);
  assert.deepEqual(startedNames(), ['buyer.push']);
  const wanted = await push(buyer.id);
  assert.deepEqual(wanted, {
    partner: 'STRIPE',
    externalId: null,
    revision: 1,
    fields: {
      buyerId: buyer.id,
      name: 'Initech',
      description: 'Paper',
      email: 'pay@initech.example',
      address: { city: 'Austin', country: 'US' },
      defaultMethodId: null,
    },
  });
  assert.equal(await pushDone(buyer.id, 1, 'cus_new'), false);
  const linked = await see(buyer.id);
  assert.deepEqual([linked.externalID, linked.info.stripeCustomerId], ['cus_new', 'cus_new']);
  assert.equal(await push(buyer.id), null, 'nothing is left');
});

test('a buyer of ADYEN needs no customer there: its own id is the reference', async () => {
  const buyer = await makeBuyer(world, { partner: 'ADYEN', stripeCustomerId: 'cus_note' });
  assert.deepEqual([buyer.externalID, buyer.info.stripeCustomerId], [buyer.id, 'cus_note']);
  assert.deepEqual(startedNames(), []);
});

test('an existing customer is imported with its payment methods, by one buyer only', async () => {
  const methods = [aMethod('pm_1'), aMethod('pm_2', { type: 'ach_debit', isVerified: false, setupIntentId: 'seti_1' })];
  const buyer = await aLinkedBuyer(world, { defaultMethodId: 'pm_1', methods }, { name: undefined });
  assert.deepEqual(
    [buyer.name, buyer.externalID, buyer.info.emailAddress, buyer.info.stripeBuyer],
    ['Initech', 'cus_1', 'pay@initech.example', { id: 'cus_1', name: 'Initech' }],
  );
  const found = await wallets(buyer.id);
  assert.deepEqual(found.map(({ type, status }) => `${type} ${status}`).sort(), [
    'ach_debit PENDING_VERIFY',
    'card ACTIVE',
  ]);
  assert.equal(buyer.info.paymentConfig?.defaultWalletId, found.find(({ type }) => type === 'card')?.id);
  assert.equal(await refusal(aLinkedBuyer(world)), 'Conflict');
  assert.equal(await refusal(makeBuyer(world, { name: '' })), 'BadRequest');
});

test('the payment currency is set once; what the customer shows is pushed, and nothing else', async () => {
  const { id } = await aLinkedBuyer(world, {}, { paymentConfig: { currency: 'USD' } });
  await pushed(world);
  world.started.length = 0;
  assert.equal(await refusal(change(id, { paymentConfig: { currency: 'EUR' } })), 'BadRequest');
  assert.equal(await refusal(change(id, { paymentConfig: null })), 'BadRequest');
  assert.equal(await refusal(change(id, { stripeCustomerId: 'cus_2' })), 'BadRequest');
  await change(id, { stripeCustomerId: 'cus_1', paymentConfig: { currency: 'USD', allowedWalletTypes: ['card'] } });
  await change(id, { tags: ['a', 'a'], orbCustomerId: 'orb-1', companyID: 'company-1' });
  assert.deepEqual(startedNames(), []);
  const shown = await change(id, { name: 'Initech Ltd', orbCustomerId: null });
  assert.deepEqual(
    [shown.name, shown.tags, shown.companyID, shown.info.orbCustomerId],
    ['Initech Ltd', ['a'], 'company-1', undefined],
  );
  assert.deepEqual(startedNames(), ['buyer.push']);
  const audits = (await world.audits()).length;
  await change(id, shown);
  assert.equal((await world.audits()).length, audits, 'a whole object sent back changes nothing');
});

test('a change that was overtaken by a later one is written again', async () => {
  const { id } = await aLinkedBuyer(world);
  await pushed(world);
  await change(id, { name: 'Second' });
  const early = await push(id);
  await change(id, { name: 'Third' });
  const late = await push(id);
  assert.equal(await pushDone(id, late!.revision), false);
  assert.equal(await pushDone(id, early!.revision), true, 'the earlier one came last');
  assert.deepEqual((await push(id))?.fields.name, 'Third');
});

test('a change that the provider refuses is retried by a later sync', async () => {
  const { id } = await makeBuyer(world);
  const error = { code: 'email_invalid', message: 'no' };
  await world.act((call) => recordPushFailed(call, { buyerId: uuidOf('buyer', id), error }));
  const failed = (await world.events(id)).find(({ name }) => name === 'buyer.push_failed');
  assert.deepEqual(failed?.payload.pushError, error);
  world.started.length = 0;
  await world.act((call) => restartPushes(call, 'STRIPE'));
  assert.deepEqual(startedNames(), [], 'not at once');
  world.clock.advance(3_600_000);
  await world.act((call) => restartPushes(call, 'STRIPE'));
  await world.act((call) => restartPushes(call, 'STRIPE'));
  assert.deepEqual(startedNames(), ['buyer.push'], 'once');
});

test('a customer whose creation was not confirmed finds its buyer by the id that it stores', async () => {
  const { id } = await makeBuyer(world);
  const link = (externalId: string, buyerId: string | null, partner = 'STRIPE') =>
    world.act((call) => linkCustomer(call, { partner, externalId, buyerId }));
  assert.equal(await link('cus_x', 'nonsense'), false);
  assert.equal(await link('cus_x', id, 'ADYEN'), false);
  assert.equal(await link('cus_x', id), true);
  assert.equal(await link('cus_y', id), false, 'it has one now');
  assert.equal((await see(id)).externalID, 'cus_x');
});

test('a change in the provider’s dashboard is shown here, unless a change of ours is in progress', async () => {
  const { id } = await aLinkedBuyer(world, { methods: [aMethod('pm_1'), aMethod('pm_2')] }, { description: 'Ours' });
  await pushed(world);
  await seeCustomer(world, aCustomer({ methods: [aMethod('pm_1'), aMethod('pm_2')] }));
  assert.deepEqual(
    [(await see(id)).description, (await see(id)).name],
    ['Ours', 'Initech'],
    'nothing has changed there',
  );
  const theirs = {
    name: 'Renamed there',
    description: 'Theirs',
    email: 'new@initech.example',
    defaultMethodId: 'pm_2',
  };
  await seeCustomer(world, aCustomer({ ...theirs, methods: [aMethod('pm_1'), aMethod('pm_2')] }));
  const seen = await see(id);
  assert.deepEqual(
    [seen.name, seen.description, seen.info.emailAddress],
    ['Renamed there', 'Theirs', 'new@initech.example'],
  );
  const second = (await wallets(id)).find(({ externalID }) => externalID === 'pm_2');
  assert.equal(seen.info.paymentConfig?.defaultWalletId, second?.id);
  await change(id, { name: 'Renamed here' });
  await seeCustomer(world, aCustomer({ ...theirs, name: 'Again there', methods: [aMethod('pm_1')] }));
  const after = await see(id);
  assert.equal(after.name, 'Renamed here');
  assert.equal(after.info.paymentConfig?.defaultWalletId, undefined, 'a method that is gone is not the default');
});

test('a change at the provider while ours is being sent is not lost', async () => {
  const methods = [aMethod('pm_1'), aMethod('pm_2'), aMethod('pm_3')];
  const { id } = await aLinkedBuyer(world, { defaultMethodId: 'pm_1', methods });
  await pushed(world);
  const walletOf = async (externalId: string) =>
    (await wallets(id)).find(({ externalID }) => externalID === externalId)?.id ?? '';
  const params = { buyerId: uuidOf('buyer', id), walletId: uuidOf('wallet', await walletOf('pm_2')) };
  await world.act((call) => setDefaultWallet(call, { params }));
  const ours = await push(id);
  // Our change has arrived but is not recorded yet when the customer is changed at the provider.
  await seeCustomer(world, aCustomer({ defaultMethodId: 'pm_3', methods }));
  assert.equal((await see(id)).info.paymentConfig?.defaultWalletId, await walletOf('pm_2'));
  assert.deepEqual(await recorded(id, ours!.revision), { isOutdated: false, isUnread: true }, 'it is read again');
  await seeCustomer(world, aCustomer({ defaultMethodId: 'pm_3', methods }));
  assert.equal((await see(id)).info.paymentConfig?.defaultWalletId, await walletOf('pm_3'));
  assert.equal((await recorded(id, ours!.revision)).isUnread, false);
});

test('a read that began before our change arrived requests another read', async () => {
  const { id } = await aLinkedBuyer(world);
  await pushed(world);
  const apply = await beginRead(world);
  await change(id, { name: 'Renamed here' });
  await pushDone(id, (await push(id))!.revision);
  assert.equal(await apply(aCustomer({ description: 'Theirs' })), true);
  assert.equal(await (await beginRead(world))(aCustomer({ name: 'Renamed here', description: 'Theirs' })), false);
  assert.equal((await see(id)).description, 'Theirs');
});

test('a default of ours outlives reads until it is pushed', async () => {
  const methods = [aMethod('pm_1'), aMethod('pm_2')];
  const { id } = await aLinkedBuyer(world, { defaultMethodId: 'pm_1', methods });
  await pushed(world);
  const second = (await wallets(id)).find(({ externalID }) => externalID === 'pm_2');
  const params = { buyerId: uuidOf('buyer', id), walletId: uuidOf('wallet', second?.id ?? '') };
  await world.act((call) => setDefaultWallet(call, { params }));
  await seeCustomer(world, aCustomer({ defaultMethodId: 'pm_1', methods }));
  assert.equal((await see(id)).info.paymentConfig?.defaultWalletId, second?.id);
  assert.equal((await push(id))?.fields.defaultMethodId, 'pm_2');
});

test('payment methods come, are verified and go; reads that come late or twice change nothing', async () => {
  const { id } = await aLinkedBuyer(world);
  const waiting = aMethod('pm_1', { isVerified: false, setupIntentId: 'seti_1' });
  const before = await beginRead(world);
  const during = await beginRead(world);
  const latest = await beginRead(world);
  await during(aCustomer({ methods: [waiting] }));
  await before(aCustomer({ methods: [] }));
  const [wallet] = await wallets(id);
  assert.deepEqual([wallet?.status, wallet?.info.stripeSetupIntentId], ['PENDING_VERIFY', 'seti_1']);
  await latest(aCustomer({ methods: [aMethod('pm_1')] }));
  await during(aCustomer({ methods: [waiting] }));
  await latest(aCustomer({ methods: [] }));
  assert.deepEqual(
    (await wallets(id)).map(({ status }) => status),
    ['ACTIVE'],
  );
  assert.deepEqual(
    (await world.events(wallet?.id ?? '')).map(({ name }) => name),
    ['wallet.created', 'wallet.verified'],
  );
  await seeCustomer(world, aCustomer({ methods: [] }));
  await seeCustomer(world, aCustomer({ methods: [aMethod('pm_1')] }));
  assert.deepEqual(await wallets(id), [], 'one that was gone does not come back');
  assert.ok(!startedNames().includes('wallet.detach'), 'nor is it taken away by us');
});

test('a customer that is deleted at the provider removes its payment methods, and nothing more is pushed to it', async () => {
  const { id } = await aLinkedBuyer(world, { defaultMethodId: 'pm_1', methods: [aMethod('pm_1')] });
  await seeCustomer(world, aCustomer({ isDeleted: true }));
  await seeCustomer(world, aCustomer({ isDeleted: true }));
  const buyer = await see(id);
  assert.deepEqual([buyer.externalID, buyer.info.paymentConfig, await wallets(id)], ['cus_1', undefined, []]);
  assert.equal((await world.events(id)).filter(({ name }) => name === 'buyer.customer_deleted').length, 1);
  world.started.length = 0;
  await change(id, { name: 'Still here' });
  assert.deepEqual(startedNames(), []);
});

test('a customer that the connected account never had takes nothing along: another account may be connected', async () => {
  const { id } = await aLinkedBuyer(world, { defaultMethodId: 'pm_1', methods: [aMethod('pm_1')] });
  const before = await see(id);
  await seeCustomer(world, null);
  assert.deepEqual(await see(id), before);
  assert.deepEqual(
    (await wallets(id)).map(({ status }) => status),
    ['ACTIVE'],
  );
});

test('a customer is made by one run, however often the buyer changes before it is there', async () => {
  const { id } = await makeBuyer(world);
  const first = await push(id);
  await change(id, { name: 'Second' });
  assert.deepEqual(startedNames(), ['buyer.push'], 'another run would make another customer');
  assert.equal(await pushDone(id, first!.revision, 'cus_new'), true, 'the run looks again');
  assert.deepEqual((await push(id))?.fields.name, 'Second');
  await change(id, { name: 'Third' });
  assert.deepEqual(startedNames(), ['buyer.push', 'buyer.push'], 'a customer that is there is changed by any run');
});

test('a change after the creation of a customer failed still reaches the provider', async () => {
  const { id } = await makeBuyer(world);
  const error = { code: 'email_invalid', message: 'no' };
  await world.act((call) => recordPushFailed(call, { buyerId: uuidOf('buyer', id), error }));
  await change(id, { emailAddress: 'right@initech.example' });
  assert.deepEqual(startedNames(), ['buyer.push', 'buyer.push']);
});

test('a read that began before our change arrived does not revert it', async () => {
  const methods = [aMethod('pm_1'), aMethod('pm_2')];
  const { id } = await aLinkedBuyer(world, { defaultMethodId: 'pm_1', methods });
  await pushed(world);
  await seeCustomer(world, aCustomer({ name: 'Theirs', defaultMethodId: 'pm_1', methods }));
  const begun = await beginRead(world);
  const second = (await wallets(id)).find(({ externalID }) => externalID === 'pm_2');
  const params = { buyerId: uuidOf('buyer', id), walletId: uuidOf('wallet', second?.id ?? '') };
  await world.act((call) => setDefaultWallet(call, { params }));
  await change(id, { name: 'Ours' });
  const wanted = await push(id);
  await pushDone(id, wanted!.revision);
  await begun(aCustomer({ name: 'Theirs again', methods: [...methods, aMethod('pm_3')] }));
  const seen = await see(id);
  assert.deepEqual([seen.name, seen.info.paymentConfig?.defaultWalletId], ['Ours', second?.id]);
  assert.equal((await wallets(id)).length, 3, 'its payment methods count');
});

test('a ticket is given out once, whatever is written about the buyer meanwhile', async () => {
  const { id } = await aLinkedBuyer(world);
  const take = () => world.act((call) => takeTickets(call, 'STRIPE', ['cus_1']));
  const before = await world.act((call) => findBuyerPayment(call.db, uuidOf('buyer', id)));
  const [first] = await take();
  await world.act((call) => updateBuyerPayment(call.db, before!));
  const [second] = await take();
  assert.ok(second!.ticket > first!.ticket);
});
