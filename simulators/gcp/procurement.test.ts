import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  activeOrder,
  billingAccount,
  buy,
  type Doc,
  openBench,
  publishedEvents,
  readOrder,
  seedProduct,
  stateOf,
} from './gcp.test-support.ts';

const statusOf = ({ status, body }: { status: number; body: Doc }): unknown[] => [status, (body.error as Doc)?.status];
const failed = [400, 'FAILED_PRECONDITION'];

test('a purchase waits for the sign-up and then for the approval of the order', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench);
  const order = await buy(bench, product, { plan: 'max', termMonths: 1 });
  const account = (await bench.procurement('GET', `/accounts/${order.buyerAccountId}`)).body;
  assert.equal(account.state, 'ACCOUNT_ACTIVE');
  assert.deepEqual(
    (account.approvals as Doc[]).map(({ name, state }) => [name, state]),
    [['signup', 'PENDING']],
  );
  assert.equal(await stateOf(bench, order.id), 'ENTITLEMENT_ACTIVATION_REQUESTED');

  assert.deepEqual(statusOf(await bench.procurement('POST', `/entitlements/${order.id}:approve`, {})), failed);
  const approval = { approvalName: 'signup', reason: 'signed up' };
  assert.equal((await bench.procurement('POST', `/accounts/${order.buyerAccountId}:approve`, approval)).status, 200);
  assert.deepEqual(
    statusOf(await bench.procurement('POST', `/accounts/${order.buyerAccountId}:approve`, approval)),
    failed,
  );
  const before = (await bench.procurement('GET', `/entitlements/${order.id}`)).body;
  assert.deepEqual((await bench.procurement('POST', `/entitlements/${order.id}:approve`, {})).body, {});
  assert.deepEqual(statusOf(await bench.procurement('POST', `/entitlements/${order.id}:approve`, {})), failed);

  const entitlement = (await bench.procurement('GET', `/entitlements/${order.id}`)).body;
  assert.equal(entitlement.state, 'ENTITLEMENT_ACTIVE');
  assert.ok(String(entitlement.updateTime) > String(before.updateTime));
  assert.equal(entitlement.plan, 'max');
  assert.equal(entitlement.offerDuration, 'P1M');
  assert.match(String(entitlement.offer), /^projects\/\d+\/services\/.+\/standardOffers\//);
  assert.match(String(entitlement.usageReportingId), /^project_number:\d+$/);
  assert.equal(entitlement.orderId, order.id);

  const events = await publishedEvents(bench);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['ACCOUNT_ACTIVE', 'ENTITLEMENT_CREATION_REQUESTED', 'ENTITLEMENT_ACTIVE'],
  );
  // Google gives all events of one purchase the same ID.
  assert.equal(new Set(events.map(({ data }) => data.eventId)).size, 1);
  const [, requested] = events;
  assert.ok(requested);
  assert.equal((requested.data.entitlement as Doc).newPlan, 'max');
});

test('a rejected order is cancelled; suspending is not implemented; messages are possible only while the seller’s approval is pending', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench);
  const order = await buy(bench, product);
  const path = `/entitlements/${order.id}`;
  const message = { messageToUser: 'two days' };
  assert.equal(
    (await bench.procurement('PATCH', `${path}?updateMask=messageToUser`, message)).body.messageToUser,
    'two days',
  );
  assert.equal((await bench.procurement('PATCH', `${path}?updateMask=plan`, { plan: 'max' })).status, 400);
  assert.deepEqual(statusOf(await bench.procurement('POST', `${path}:suspend`, {})), [501, 'UNIMPLEMENTED']);
  assert.equal((await bench.procurement('POST', `${path}:reject`, { reason: 'no' })).status, 200);
  assert.equal(await stateOf(bench, order.id), 'ENTITLEMENT_CANCELLED');
  assert.deepEqual(statusOf(await bench.procurement('PATCH', `${path}?updateMask=messageToUser`, message)), failed);
  assert.deepEqual(statusOf(await bench.procurement('GET', '/entitlements/unknown')), [404, 'NOT_FOUND']);
});

test('a plan changes when the seller approves the pending plan by name', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench);
  const order = await activeOrder(bench, product);
  await bench.control('POST', `/order/${order.id}/change-plan`, { plan: 'pro', termMonths: 12 });
  const pending = (await bench.procurement('GET', `/entitlements/${order.id}`)).body;
  assert.deepEqual(
    [pending.state, pending.plan, pending.newPendingPlan],
    ['ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL', 'pro', 'pro-P1Y'],
  );
  const approve = (pendingPlanName?: string) =>
    bench.procurement('POST', `/entitlements/${order.id}:approvePlanChange`, { pendingPlanName });
  assert.deepEqual(statusOf(await approve()), [400, 'INVALID_ARGUMENT']);
  assert.deepEqual(statusOf(await approve('max')), failed);
  assert.equal((await approve('pro-P1Y')).status, 200);
  const changed = (await bench.procurement('GET', `/entitlements/${order.id}`)).body;
  assert.deepEqual([changed.state, changed.plan, changed.newPendingPlan], ['ENTITLEMENT_ACTIVE', 'pro-P1Y', undefined]);

  await bench.control('POST', `/order/${order.id}/change-plan`, { plan: 'max' });
  const reject = { pendingPlanName: 'max', reason: 'not for you' };
  assert.equal((await bench.procurement('POST', `/entitlements/${order.id}:rejectPlanChange`, reject)).status, 200);
  assert.deepEqual(
    statusOf(await bench.procurement('POST', `/entitlements/${order.id}:rejectPlanChange`, reject)),
    failed,
  );
  const types = (await publishedEvents(bench)).slice(3).map(({ type }) => type.replace('ENTITLEMENT_', ''));
  assert.deepEqual(types, ['PLAN_CHANGE_REQUESTED', 'PLAN_CHANGED', 'PLAN_CHANGE_REQUESTED', 'PLAN_CHANGE_CANCELLED']);
});

test('orders renew, are cancelled at the end of their term or at once, or are kept after all', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench);
  const order = await activeOrder(bench, product);
  const end = async () => Date.parse(String((await readOrder(bench, order.id)).entitlement.offerEndTime));
  const first = await end();
  await bench.clock.advance(first - bench.clock.now() + 1000);
  assert.ok((await end()) > first, 'the term has been renewed');

  await bench.control('POST', `/order/${order.id}/cancel`, {});
  assert.equal(await stateOf(bench, order.id), 'ENTITLEMENT_PENDING_CANCELLATION');
  await bench.control('POST', `/order/${order.id}/revert-cancellation`);
  assert.equal(await stateOf(bench, order.id), 'ENTITLEMENT_ACTIVE');
  await bench.control('POST', `/order/${order.id}/cancel`, { effective: 'TERM_END' });
  await bench.clock.advance((await end()) - bench.clock.now() - 1000);
  assert.equal(await stateOf(bench, order.id), 'ENTITLEMENT_PENDING_CANCELLATION');
  await bench.clock.advance(2000);
  const cancelled = (await readOrder(bench, order.id)).entitlement;
  assert.deepEqual([cancelled.state, cancelled.cancellationReason], ['ENTITLEMENT_CANCELLED', 'user-cancelled']);

  const second = await activeOrder(bench, product, { billingAccount: '000000-111111-222222' });
  await bench.control('POST', `/order/${second.id}/cancel`, { effective: 'IMMEDIATE' });
  assert.equal(await stateOf(bench, second.id), 'ENTITLEMENT_CANCELLED');
  const types = (await publishedEvents(bench)).map(({ type }) => type.replace('ENTITLEMENT_', ''));
  assert.deepEqual(types.slice(3, 8), [
    'RENEWED',
    'PENDING_CANCELLATION',
    'CANCELLATION_REVERTED',
    'PENDING_CANCELLATION',
    'CANCELLED',
  ]);
  assert.deepEqual(types.slice(-2), ['CANCELLING', 'CANCELLED']);
});

test('lists are paged and filtered as documented', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench, { multipleOrders: true });
  for (const plan of ['pro', 'payg', 'max']) await buy(bench, product, { plan });
  const list = async (query: string) =>
    (await bench.procurement<{ entitlements?: Doc[]; nextPageToken?: string }>('GET', `/entitlements?${query}`)).body;
  const plans = async (filter: string) =>
    (await list(new URLSearchParams({ filter }).toString())).entitlements?.map(({ plan }) => plan) ?? [];
  assert.deepEqual(await plans('state=activation_requested AND (plan=pro OR plan=payg)'), ['pro', 'payg']);
  assert.deepEqual(await plans('NOT plan=pro plan!=max'), ['payg']);
  assert.deepEqual(await plans(`customer_billing_account="billingAccounts/${billingAccount}" state=active`), []);
  assert.equal((await bench.procurement('GET', '/entitlements?filter=colour%3Dred')).status, 400);
  assert.equal((await bench.procurement('GET', '/entitlements?filter=(state%3Dactive')).status, 400);
  const first = await list('pageSize=2');
  assert.equal(first.entitlements?.length, 2);
  const second = await list(`pageSize=2&pageToken=${first.nextPageToken}`);
  assert.deepEqual([second.entitlements?.length, second.nextPageToken], [1, undefined]);
  assert.equal(
    (await bench.procurement('GET', `/entitlements?filter=plan%3Dpro&pageToken=${first.nextPageToken}`)).status,
    400,
  );
  assert.equal((await bench.procurement('GET', '/entitlements?pageToken=bad')).status, 400);
});

test('with automatic approval, orders start on their own once the customer has signed up', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench, { autoApproval: true });
  const order = await buy(bench, product);
  assert.equal(await stateOf(bench, order.id), 'ENTITLEMENT_ACTIVATION_REQUESTED');
  await bench.procurement('POST', `/accounts/${order.buyerAccountId}:approve`, {});
  await bench.ask('GET', '/control/gcp/order', undefined, bench.controlToken);
  assert.equal(await stateOf(bench, order.id), 'ENTITLEMENT_ACTIVE');
  const types = (await publishedEvents(bench)).map(({ type }) => type);
  assert.deepEqual(types, ['ACCOUNT_ACTIVE', 'ENTITLEMENT_OFFER_ACCEPTED', 'ENTITLEMENT_ACTIVE']);
});
