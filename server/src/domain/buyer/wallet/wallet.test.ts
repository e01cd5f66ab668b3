import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { openWorld, type World } from '../../../../test/factories/commerce.ts';
import { allRows } from '../../../../test/rows.ts';
import { Big } from '../../../kit/decimal.ts';
import { isRefusal } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { aCustomer, aLinkedBuyer, aMethod, makeBuyer, pushed, seeCustomer, uuidOf } from '../buyer.test-support.ts';
import { getBuyer } from '../reads.ts';
import { beginCharge } from './actions/begin-charge.ts';
import { closeWallet } from './actions/close-wallet.ts';
import { createCreditWallet } from './actions/create-credit-wallet.ts';
import { deleteWallet } from './actions/delete-wallet.ts';
import { expireWallet } from './actions/expire-wallet.ts';
import { recordCharge } from './actions/record-charge.ts';
import { setDefaultWallet } from './actions/set-default-wallet.ts';
import { spendCredit } from './actions/spend-credit.ts';
import { startWallet } from './actions/start-wallet.ts';
import { updateCreditWallet } from './actions/update-credit-wallet.ts';
import { WalletListParams } from './fields.ts';
import { listBuyerWallets } from './reads.ts';
import { BillingWallet, CreditWalletChange, NewCreditWallet } from './schema.ts';
import { type WalletStatus, walletStatuses, walletTransitions } from './states.ts';

let world: World;
let buyerId: string;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(async () => {
  world.orgId = randomUUID();
  buyerId = uuidOf('buyer', (await aLinkedBuyer(world, {}, { paymentConfig: { currency: 'USD' } })).id);
  world.started.length = 0;
});

const day = 86_400_000;
const later = (days: number): string => new Date(world.clock.now().getTime() + days * day).toISOString();

const grant = (fields: object = {}) =>
  world.act((call) =>
    createCreditWallet(call, { params: { buyerId }, body: NewCreditWallet.parse({ totalAmount: 100, ...fields }) }),
  );
const path = (walletId: string) => ({ params: { buyerId, walletId: uuidOf('wallet', walletId) } });
const change = (walletId: string, body: object) =>
  world.act((call) => updateCreditWallet(call, { ...path(walletId), body: CreditWalletChange.parse(body) }));
const list = async () =>
  (
    await world.read((call) => listBuyerWallets(call, { params: { buyerId }, query: WalletListParams.parse({}) }))
  ).reply.map((wallet) => BillingWallet.parse(wallet));
const aMethodWallet = async (externalId = 'pm_1', fields: object = {}): Promise<string> => {
  await seeCustomer(world, aCustomer({ methods: [aMethod(externalId, fields)] }));
  const found = (await list()).find(({ externalID }) => externalID === externalId);
  return found?.id ?? '';
};
const rows = (table: string) => allRows(world.database, world.orgId, table);
const statusOf = async (id: string): Promise<string> =>
  (await rows('wallet')).find((row) => encodeId('wallet', row.id) === id)?.status;
const put = (id: string, status: WalletStatus) =>
  world.act((call) =>
    call.db.updateTable('wallet').set({ status }).where('wallet.id', '=', uuidOf('wallet', id)).execute(),
  );
const spend = (amount: string, reference: string = randomUUID(), fields: object = {}) =>
  world.act((call) =>
    spendCredit(call, {
      buyerId,
      currency: 'USD',
      amount,
      digits: 2,
      least: '0',
      time: call.now,
      reference,
      ...fields,
    }),
  );
const refusedWith = (code: string) => (error: unknown) => isRefusal(error) && error.code === code;
const faultsOf = async (doing: Promise<unknown>): Promise<string[]> => {
  try {
    await doing;
  } catch (error) {
    if (isRefusal(error)) return (error.info as { path: string }[]).map(({ path: at }) => at);
    throw error;
  }
  return [];
};

test('credit is granted in the currency that the buyer pays in, from now on and without an end unless times are given', async () => {
  const wallet = BillingWallet.parse(await grant({ name: 'Welcome', totalAmount: 12.345678901 }));
  assert.deepEqual(
    [wallet.type, wallet.status, wallet.currency, wallet.totalAmount, wallet.usedAmount, wallet.expireTime],
    ['credit', 'ACTIVE', 'USD', 12.345678901, 0, undefined],
  );
  assert.equal(wallet.startTime, wallet.creationTime);
  assert.deepEqual(
    (await list()).map(({ id }) => id),
    [wallet.id],
  );
  assert.deepEqual(
    (await rows('wallet_entry')).map(({ reason, amount }) => [reason, amount]),
    [['GRANT', '12.345678901']],
  );
});

test('every fault of a grant is named', async () => {
  assert.deepEqual(
    await faultsOf(grant({ type: 'card', currency: 'XXQ', totalAmount: 0, startTime: later(2), expireTime: later(1) })),
    ['type', 'currency', 'totalAmount', 'expireTime'],
  );
  assert.deepEqual(await faultsOf(grant({ currency: 'EUR' })), ['currency']);
  assert.deepEqual(await faultsOf(grant({ totalAmount: null })), ['totalAmount']);
  assert.deepEqual(await faultsOf(grant({ startTime: later(-3), expireTime: later(-1) })), ['expireTime']);
  buyerId = uuidOf('buyer', (await makeBuyer(world)).id);
  assert.deepEqual(await faultsOf(grant()), ['currency']);
});

test('credit ends by the clock, and a later end lets it pay again', async () => {
  const { id } = await grant({ expireTime: later(1) });
  const walletId = uuidOf('wallet', id);
  await world.act((call) => expireWallet(call, { walletId }));
  assert.equal(await statusOf(id), 'ACTIVE', 'not before its time');
  assert.deepEqual(
    (await rows('due')).map(({ kind }) => kind),
    ['wallet.expire'],
  );
  world.clock.advance(day);
  assert.deepEqual(await spend('1'), { parts: [], left: '1' }, 'the end is not part of it');
  await world.act((call) => expireWallet(call, { walletId }));
  assert.equal(await statusOf(id), 'EXPIRED');
  assert.equal((await change(id, { expireTime: later(5) })).status, 'ACTIVE');
  assert.deepEqual((await spend('1')).left, '0');
  assert.equal((await change(id, { expireTime: null })).expireTime, undefined);
  assert.deepEqual(
    (await rows('due')).map(({ kind }) => kind),
    [],
    'what has no end does not wait for one',
  );
});

test('credit that begins later pays from then on', async () => {
  const { id } = await grant({ startTime: later(1) });
  assert.deepEqual((await spend('1')).left, '1');
  world.clock.advance(day);
  await world.act((call) => startWallet(call, { walletId: uuidOf('wallet', id) }));
  assert.deepEqual((await spend('1')).left, '0');
  assert.ok((await world.events(id)).some(({ name }) => name === 'wallet.started'));
});

test('times that do not fit are refused, the same times change nothing', async () => {
  const { id, startTime, expireTime } = await grant({ expireTime: later(3) });
  assert.deepEqual(await faultsOf(change(id, { startTime: later(4) })), ['expireTime']);
  const audits = (await world.audits()).length;
  await change(id, { startTime, expireTime, name: 'ignored', totalAmount: 5 });
  assert.equal((await world.audits()).length, audits);
});

test('what ends first pays first; the rest is left for the default wallet', async () => {
  const forever = (await grant({ totalAmount: 5 })).id;
  const soon = (await grant({ totalAmount: 10, expireTime: later(1) })).id;
  const next = (await grant({ totalAmount: 10, expireTime: later(2) })).id;
  const { parts, left } = await spend('23.5');
  assert.deepEqual(
    parts.map(({ walletId, amount }) => [encodeId('wallet', walletId), amount]),
    [
      [soon, '10'],
      [next, '10'],
      [forever, '3.5'],
    ],
  );
  assert.equal(left, '0');
  assert.deepEqual(await spend('7.25'), {
    parts: [{ walletId: uuidOf('wallet', forever), amount: '1.5' }],
    left: '5.75',
  });
});

test('a reference is paid once, also when there is more credit later', async () => {
  const { id } = await grant({ totalAmount: 4 });
  const first = await spend('10', 'invoice-1');
  await grant({ totalAmount: 100 });
  assert.deepEqual(await spend('10.00', 'invoice-1'), first);
  assert.deepEqual(first, { parts: [{ walletId: uuidOf('wallet', id), amount: '4' }], left: '6' });
  await assert.rejects(spend('11', 'invoice-1'), refusedWith('Conflict'));
});

test('credit with fractions of a cent leaves only what can be charged, and pays all that it covers', async () => {
  await grant({ totalAmount: 5.004, expireTime: later(1) });
  await grant({ totalAmount: 5.007, expireTime: later(2) });
  const shares = async (amount: string, fields: object = {}) => {
    const { parts, left } = await spend(amount, randomUUID(), fields);
    return [...parts.map((part) => part.amount), left];
  };
  assert.deepEqual(await shares('20'), ['5.004', '5.006', '9.99']);
  assert.deepEqual(await shares('1'), ['1'], 'the fraction stays: alone it pays nothing');
  await grant({ totalAmount: 0.999 });
  assert.deepEqual(await shares('1'), ['0.001', '0.999', '0']);
  await grant({ totalAmount: 7.5 });
  assert.deepEqual(await shares('20', { digits: 0 }), ['7', '13'], 'where the provider takes no minor units');
});

test('credit leaves no rest that is smaller than what can be charged, and pays all that it covers', async () => {
  await grant({ totalAmount: 9.8 });
  const left = async (amount: string) => (await spend(amount, randomUUID(), { least: '0.5' })).left;
  assert.equal(await left('10'), '0.5', '0.30 of credit stays');
  assert.equal(await left('0.4'), '0.4', 'a charge as small as that is refused either way');
  assert.equal(await left('0.2'), '0');
  assert.equal(await left('0.6'), '0.5');
});

test('whatever is granted and spent concurrently: nothing is overspent, the order holds, the ledger adds up', async () => {
  const cents = fc.integer({ min: 1, max: 2000 });
  const wallets = fc.array(fc.record({ cents, endsIn: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }) }), {
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(wallets, fc.array(cents, { minLength: 1, maxLength: 5 }), async (grants, spends) => {
      buyerId = uuidOf('buyer', (await makeBuyer(world, { paymentConfig: { currency: 'USD' } })).id);
      const made: { id: string; endsIn: number }[] = [];
      for (const { cents: amount, endsIn } of grants) {
        const fields = { totalAmount: amount / 100, ...(endsIn === null ? {} : { expireTime: later(endsIn) }) };
        made.push({ id: uuidOf('wallet', (await grant(fields)).id), endsIn: endsIn ?? 99 });
      }
      const given = grants.reduce((sum, { cents: amount }) => sum.plus(amount), new Big(0)).div(100);
      const wanted = spends.reduce((sum, amount) => sum.plus(amount), new Big(0)).div(100);
      const spent = await Promise.all(spends.map((amount) => spend(new Big(amount).div(100).toFixed())));
      const paid = spent.flatMap(({ parts }) => parts).reduce((sum, { amount }) => sum.plus(amount), new Big(0));
      assert.ok(paid.eq(given.lt(wanted) ? given : wanted), `${paid} of ${given} for ${wanted}`);
      for (const [index, { parts, left }] of spent.entries()) {
        const sum = parts.reduce((total, { amount }) => total.plus(amount), new Big(left));
        assert.ok(sum.eq(new Big(spends[index] ?? 0).div(100)));
        const ends = parts.map(({ walletId }) => made.find(({ id }) => id === walletId)?.endsIn ?? 0);
        assert.deepEqual(
          ends,
          [...ends].sort((a, b) => a - b),
        );
      }
      const { rows: sums } = await world.database.pool.query(
        `select w.total_amount - w.used_amount as free, (select sum(amount) from wallet_entry e where e.wallet_id = w.id) as held
         from wallet w where w.buyer_id = $1`,
        [buyerId],
      );
      for (const { free, held } of sums) assert.ok(new Big(free).eq(held) && new Big(free).gte(0));
      // Credit with a later expiry never pays while earlier credit has a balance.
      const free = new Map(
        (await rows('wallet')).map((row) => [row.id, new Big(row.total_amount).minus(row.used_amount)]),
      );
      const used = made.filter(
        ({ id }) => !free.get(id)?.eq(grants[made.findIndex((one) => one.id === id)]!.cents / 100),
      );
      for (const one of used)
        for (const other of made) if (other.endsIn < one.endsIn) assert.ok(free.get(other.id)?.eq(0));
    }),
    { numRuns: 12 },
  );
});

test('every act in every status follows the table', async () => {
  const credit = (await grant()).id;
  const method = await aMethodWallet();
  const gone = (id: string) => ({ ...aCustomer({ methods: id === method ? [] : [aMethod('pm_1')] }) });
  const acts: Record<keyof typeof walletTransitions, { id: string; act: () => Promise<unknown>; silent?: true }> = {
    verify: { id: method, act: () => seeCustomer(world, aCustomer({ methods: [aMethod('pm_1')] })), silent: true },
    update: { id: credit, act: () => change(credit, { expireTime: later(50 + Math.random()) }) },
    updateExpired: { id: credit, act: () => change(credit, { startTime: null, expireTime: later(-Math.random()) }) },
    start: {
      id: credit,
      act: () => world.act((call) => startWallet(call, { walletId: uuidOf('wallet', credit) })),
      silent: true,
    },
    expire: {
      id: credit,
      act: async () => {
        await world.act((call) =>
          call.db
            .updateTable('wallet')
            .set({ expire_time: call.now, start_time: null })
            .where('wallet.id', '=', uuidOf('wallet', credit))
            .execute(),
        );
        await world.act((call) => expireWallet(call, { walletId: uuidOf('wallet', credit) }));
      },
      silent: true,
    },
    default: { id: method, act: () => world.act((call) => setDefaultWallet(call, path(method))) },
    charge: {
      id: method,
      act: async () => {
        const reference = randomUUID();
        const given = { walletId: uuidOf('wallet', method), amount: '1', currency: 'USD', reference, basis: reference };
        const charge = await world.act((call) => beginCharge(call, given));
        const read = { state: 'SUCCEEDED', chargeId: 'pi_1' } as const;
        await world.act((call) => recordCharge(call, { chargeId: charge.id, read }));
      },
    },
    close: { id: method, act: () => world.act((call) => closeWallet(call, path(method))) },
    delete: { id: credit, act: () => world.act((call) => deleteWallet(call, path(credit))) },
    remove: { id: method, act: () => seeCustomer(world, gone(method)), silent: true },
  };
  for (const [name, { id, act, silent }] of Object.entries(acts)) {
    const move = name as keyof typeof walletTransitions;
    const { from } = walletTransitions[move];
    for (const status of walletStatuses) {
      await put(id, status);
      const isAllowed = from.some((one) => one === status);
      if (isAllowed || silent) await act();
      else await assert.rejects(act(), refusedWith('Conflict'), `${name} from ${status}`);
      assert.equal(
        await statusOf(id),
        isAllowed ? nextStatus('Wallet', walletTransitions, move, { status }) : status,
        `${name} from ${status}`,
      );
    }
  }
});

test('credit is not the default, payment methods have no times, and neither is found below another buyer', async () => {
  const credit = (await grant()).id;
  const method = await aMethodWallet();
  await assert.rejects(
    world.act((call) => setDefaultWallet(call, path(credit))),
    refusedWith('Conflict'),
  );
  await assert.rejects(change(method, { expireTime: later(1) }), refusedWith('Conflict'));
  buyerId = uuidOf('buyer', (await makeBuyer(world)).id);
  await assert.rejects(change(credit, {}), refusedWith('NotFound'));
});

const defaultOf = async (): Promise<unknown> =>
  (await world.read((call) => getBuyer(call, { params: { buyerId } }))).reply.info.paymentConfig?.defaultWalletId;

test('the default is pushed to the provider, and taking it away clears it and detaches it there', async () => {
  const id = await aMethodWallet();
  world.started.length = 0;
  const buyer = await world.act((call) => setDefaultWallet(call, path(id)));
  assert.equal(buyer.info.paymentConfig?.defaultWalletId, id);
  assert.deepEqual(
    world.started.map(({ name }) => name),
    ['buyer.push'],
  );
  await world.act((call) => deleteWallet(call, path(id)));
  assert.equal(await defaultOf(), undefined);
  assert.deepEqual(
    world.started.map(({ name }) => name),
    ['buyer.push', 'wallet.detach'],
  );
  assert.deepEqual(await list(), []);
});

test('a wallet stays while a charge of it is pending', async () => {
  const id = await aMethodWallet();
  const given = {
    walletId: uuidOf('wallet', id),
    amount: '9.99',
    currency: 'USD',
    reference: 'invoice-7',
    basis: 'invoice-7',
  };
  const charge = await world.act((call) => beginCharge(call, given));
  assert.deepEqual(await world.act((call) => beginCharge(call, given)), charge, 'once');
  await assert.rejects(
    world.act((call) => deleteWallet(call, path(id))),
    refusedWith('Conflict'),
  );
  await assert.rejects(
    world.act((call) => closeWallet(call, path(id))),
    refusedWith('Conflict'),
  );
  const failed = { state: 'FAILED', chargeId: null, code: 'card_declined', message: 'no' } as const;
  await world.act((call) => recordCharge(call, { chargeId: charge.id, read: failed }));
  assert.equal((await rows('wallet_charge'))[0].status, 'FAILED');
  await world.act((call) => deleteWallet(call, path(id)));
});

test('a method removed here is removed at the provider again while it is still seen there', async () => {
  const id = await aMethodWallet();
  await pushed(world);
  await world.act((call) => closeWallet(call, path(id)));
  await world.act((call) =>
    sql`update operation set status = 'FAILED', end_time = now() where org_id = ${world.orgId}`.execute(call.db.raw),
  );
  world.started.length = 0;
  await seeCustomer(world, aCustomer({ methods: [aMethod('pm_1')] }));
  assert.equal(await statusOf(id), 'CLOSED');
  assert.deepEqual(
    world.started.map(({ name }) => name),
    ['wallet.detach'],
  );
});

test('buyers of marketplaces have no wallets', async () => {
  await world.act(async (call) => {
    await call.db.updateTable('buyer').set({ partner: 'AWS' }).where('buyer.id', '=', buyerId).execute();
  });
  await assert.rejects(grant(), refusedWith('Conflict'));
});
