import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anAgreementRead, aProductRead, openWorld, type World } from '../../../test/factories/commerce.ts';
import { allRows } from '../../../test/rows.ts';
import type { AgreementRead, AgreementStatus } from '../../adapters/marketplace/port.ts';
import { importProduct } from '../product/actions/import-product.ts';
import { applyAgreement } from './actions/apply-agreement.ts';
import type { Entitlement, Term } from './entitlement.ts';

// Agreements that span many terms, in every state that Google Cloud and Azure have.

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const connection = { id: randomUUID(), partner: 'GCP', accountId: 'acme-public' } as const;
const service = 'acme.endpoints.acme-public.cloud.goog';
let version = 0;

beforeEach(async () => {
  world.orgId = randomUUID();
  world.clock.set(new Date('2026-11-20T10:00:00Z'));
  version = Date.parse('2026-11-20T10:00:00Z');
  const plans = [
    { id: 'pro', name: 'Pro', price: '100' },
    { id: 'max', name: 'Max', price: '250' },
  ].map(({ id, name, price }) => ({
    id,
    name,
    description: '',
    commits: [{ key: id, price, quantity: 1, durationIso: 'P1M', name, description: '' }],
    usage: [{ key: `${id}-calls`, price: '0.5', name: 'Calls', description: '', unit: '1', includedQuantity: null }],
    currency: 'USD',
    billingTermIso: 'P1M',
  }));
  const read = aProductRead({ entityId: service, externalId: service, dimensions: [], plans });
  await world.act((call) => importProduct(call, connection, read));
});

const document = (plan: string) => ({ id: 'order-1', plan });
const read = (fields: Partial<AgreementRead> = {}): AgreementRead => {
  version += 1000;
  return anAgreementRead({
    externalId: 'order-1',
    initialAgreementId: null,
    offerExternalId: null,
    productEntityId: service,
    buyerAccountId: 'account-1',
    buyer: { name: 'Globex', email: 'it@globex.example', document: { id: 'account-1', state: 'ACCOUNT_ACTIVE' } },
    startTime: new Date('2026-11-20T09:00:00Z'),
    endTime: new Date('2026-12-20T09:00:00Z'),
    autoRenew: true,
    hasTerms: true,
    planId: 'pro',
    plan: { name: 'pro' },
    usageRates: [],
    version,
    document: document(fields.planId ?? 'pro'),
    ...fields,
  });
};
const applyRead = (agreement: AgreementRead) => world.act((call) => applyAgreement(call, connection, agreement));
const apply = (fields: Partial<AgreementRead> = {}) => applyRead(read(fields));
const all = async <T>(table: string): Promise<T[]> => (await allRows(world.database, world.orgId, table)) as T[];
const entitlement = async (): Promise<Entitlement> => {
  const [found, ...others] = await all<Entitlement>('entitlement');
  assert.ok(found);
  assert.equal(others.length, 0, 'one entitlement');
  return found;
};
const terms = async (): Promise<string[]> =>
  (await all<Term>('entitlement_term'))
    .sort((left, right) => left.start_time.getTime() - right.start_time.getTime())
    .map(({ type, start_time: start, end_time: end }) =>
      [type, start.toISOString().slice(0, 10), end?.toISOString().slice(0, 10) ?? '-'].join(' '),
    );

describe('the status of an entitlement follows its agreement', () => {
  const walk = async (...statuses: AgreementStatus[]): Promise<string[]> => {
    const seen: string[] = [];
    for (const status of statuses) {
      await apply({ status });
      seen.push((await entitlement()).status);
    }
    return seen;
  };

  test('from waiting to its end, with all ways back', async () => {
    assert.deepEqual(
      await walk('PENDING', 'ACTIVE', 'SUSPENDED', 'ACTIVE', 'ENDING', 'ACTIVE', 'ENDING', 'CANCELLED'),
      ['PENDING_START', 'ACTIVE', 'SUSPENDED', 'ACTIVE', 'PENDING_CANCEL', 'ACTIVE', 'PENDING_CANCEL', 'CANCELLED'],
    );
  });

  test('a cancellation that is taken back while it is suspended leaves it suspended', async () => {
    assert.deepEqual(await walk('ACTIVE', 'SUSPENDED', 'ENDING'), ['ACTIVE', 'SUSPENDED', 'PENDING_CANCEL']);
    await apply({ status: 'SUSPENDED' });
    assert.equal((await entitlement()).status, 'SUSPENDED');
  });

  test('a cancellation that is seen late is followed to its end at once; a refused one is CANCELLED', async () => {
    assert.deepEqual(await walk('ENDING'), ['PENDING_CANCEL']);
    world.orgId = randomUUID();
    assert.deepEqual(await walk('PENDING', 'CANCELLED'), ['PENDING_START', 'CANCELLED']);
  });

  test('what is in force but begins later waits', async () => {
    await apply({ status: 'ACTIVE', startTime: new Date('2026-12-01T00:00:00Z') });
    assert.equal((await entitlement()).status, 'PENDING_START');
  });

  test('an older read changes nothing', async () => {
    const older = read({ status: 'ACTIVE' });
    await apply({ status: 'CANCELLED' });
    await applyRead(older);
    assert.equal((await entitlement()).status, 'CANCELLED');
  });
});

describe('an agreement over many terms', () => {
  test('begins when the partner begins it, not when it was asked for', async () => {
    await apply({ status: 'PENDING', endTime: null });
    await apply({ startTime: new Date('2026-11-20T10:00:00Z') });
    assert.deepEqual(await terms(), ['Signup 2026-11-20 2026-12-20']);
    assert.equal((await all<Term>('entitlement_term'))[0]?.start_time.toISOString(), '2026-11-20T10:00:00.000Z');
  });

  test('is renewed into a next term, also where the start is worked out a few days short; told again nothing changes', async () => {
    const months = [
      ['2027-01-31', '2027-02-28'],
      ['2027-02-28', '2027-03-28'],
      // 28 March minus a month is exact; 31 March minus a month is 28 February, which is inexact at the end of a month.
      ['2027-03-26', '2027-04-28'],
    ] as const;
    for (const [start, end] of months) {
      const renewed = read({ startTime: new Date(`${start}T09:00:00Z`), endTime: new Date(`${end}T09:00:00Z`) });
      await applyRead(renewed);
      await applyRead(renewed);
    }
    assert.deepEqual(await terms(), [
      'Signup 2027-01-31 2027-02-28',
      'AutoRenew 2027-02-28 2027-03-28',
      'AutoRenew 2027-03-28 2027-04-28',
    ]);
  });

  test('with another plan has another term, whose start a plan without a length does not tell', async () => {
    await apply();
    world.clock.set(new Date('2026-12-01T10:00:00Z'));
    version = Date.parse('2026-12-01T10:00:00Z');
    await apply({ planId: 'max', endTime: null });
    assert.deepEqual(await terms(), ['Signup 2026-11-20 2026-12-01', 'PlanChange 2026-12-01 -']);
    await apply({ planId: 'max', endTime: null, status: 'SUSPENDED' });
    assert.deepEqual(await terms(), ['Signup 2026-11-20 2026-12-01', 'PlanChange 2026-12-01 -']);
    const { info } = await entitlement();
    assert.deepEqual(
      [info.gcpEntitlements?.[0]?.plan, info.commits?.map(({ key }) => key), info.dimensions?.map(({ key }) => key)],
      ['max', ['max'], ['max-calls']],
    );
  });

  test('that ended keeps its last term', async () => {
    await apply();
    await apply({ status: 'CANCELLED', endTime: new Date('2026-11-20T09:30:00Z') });
    assert.deepEqual(await terms(), ['Signup 2026-11-20 2026-11-20']);
  });
});

describe('the buyer of an agreement', () => {
  type Buyer = { name: string; info: { gcpBuyer: object; emailAddress?: string }; version: number };

  test('has what the partner reports of it; details absent from a later read stay', async () => {
    await apply({
      status: 'PENDING',
      buyer: { name: null, email: null, document: { userInfo: { roles: ['admin'] } } },
    });
    const [met] = await all<Buyer>('buyer');
    assert.deepEqual(
      [met?.name, met?.info],
      ['account-1', { gcpBuyer: { id: 'account-1', userInfo: { roles: ['admin'] } } }],
    );
    await apply();
    await apply();
    const [known] = await all<Buyer>('buyer');
    assert.deepEqual(
      [known?.name, known?.info.emailAddress, known?.info.gcpBuyer, Number(known?.version)],
      ['Globex', 'it@globex.example', { id: 'account-1', userInfo: { roles: ['admin'] }, state: 'ACCOUNT_ACTIVE' }, 2],
    );
  });

  test('keeps the name and the address that a person here gave it', async () => {
    await apply();
    await world.database.pool.query('select 1');
    await world.act(async (call) => {
      const { lockBuyerByAccount } = await import('../buyer/store.ts');
      const { changeBuyer, withInfo } = await import('../buyer/change.ts');
      const buyer = await lockBuyerByAccount(call.db, 'GCP', 'account-1');
      assert.ok(buyer);
      const ours = { ...withInfo(buyer, { emailAddress: 'ours@globex.example' }), name: 'Globex Inc.' };
      await changeBuyer(call, buyer, ours, 'buyer.updated');
    });
    await apply({ buyer: { name: 'Other', email: 'other@globex.example', document: {} } });
    const [buyer] = await all<Buyer>('buyer');
    assert.deepEqual([buyer?.name, buyer?.info.emailAddress], ['Globex Inc.', 'ours@globex.example']);
  });
});
