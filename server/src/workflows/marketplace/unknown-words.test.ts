import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type GcpDeal, type Row, startGcpDeal } from '../deal/gcp-deal.test-support.ts';

// A partner may add a new status tomorrow. We guess nothing from it, and it does not hold up anything else.

let deal: GcpDeal;
before(async () => {
  deal = await startGcpDeal({ autoApprove: true });
});
after(() => deal.close());

/** Gives the named resources a state that Google has not published yet, in lists and single reads. */
const newWordFor = (names: readonly string[], body: string): string => {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(member)]));
    const isNamed = typeof members.name === 'string' && names.some((name) => String(members.name).endsWith(`/${name}`));
    return isNamed && 'state' in members ? { ...members, state: 'FROZEN_BY_REGULATOR' } : members;
  };
  return JSON.stringify(walk(JSON.parse(body)));
};

const offerBy = async (externalId: string): Promise<Row | undefined> =>
  (await deal.rows('offer')).find((row) => row.external_id === externalId);

const lastRun = async (): Promise<Row> =>
  (await deal.rows('operation')).filter(({ name }) => name === 'marketplace.reconcile').at(-1) as Row;

test('an unknown state of one offer and one order leaves these unchanged, and the others are read', async () => {
  const known = await deal.publishElsewhere('known before');
  const order = await deal.buy();
  await deal.reconcile(true);
  const [offer, agreement] = [await offerBy(known), await deal.entitlement(order.id)];
  assert.equal(offer?.status, 'PENDING_ACCEPTANCE');
  assert.equal(agreement?.status, 'ACTIVE');

  const fresh = await deal.publishElsewhere('new beside it');
  const other = await deal.buy();
  await deal.order(order.id, 'suspend');
  deal.answer((body) => (body.startsWith('{') ? newWordFor([known, order.id], body) : body));
  await deal.reconcile(true);

  assert.equal((await offerBy(known))?.status, 'PENDING_ACCEPTANCE');
  assert.deepEqual((await offerBy(known))?.version, offer?.version);
  assert.equal((await deal.entitlement(order.id))?.status, 'ACTIVE');
  assert.equal((await offerBy(fresh))?.status, 'PENDING_ACCEPTANCE', 'the offer beside it is read');
  assert.equal((await deal.entitlement(other.id))?.status, 'ACTIVE', 'the order beside it is read');
  const run = await lastRun();
  const said = JSON.stringify(run);
  assert.match(said, /2 refused/);
  assert.ok(said.includes(known) && said.includes('FROZEN_BY_REGULATOR'), said);

  deal.answer((body) => body);
  await deal.reconcile(true);
  assert.equal((await deal.entitlement(order.id))?.status, 'SUSPENDED', 'once the word is known it is applied');
});
