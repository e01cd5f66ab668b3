import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  activeOrder,
  billingAccount,
  type Doc,
  offerBody,
  offerOf,
  openBench,
  publishedEvents,
  publishOffer,
  seedProduct,
  stateOf,
} from './gcp.test-support.ts';
import { dateTimeOf, midnightAfterMonths } from './producer/date-time.ts';

type Failure = Doc & {
  error: { status: string; message: string; details?: { fieldViolations: { field: string }[] }[] };
};
const fieldsOf = ({ body }: { body: Doc }): string[] =>
  (body as Failure).error.details?.[0]?.fieldViolations.map(({ field }) => field.replace('private_offer.', '')) ?? [];

test('a private offer goes from draft through published to accepted, and its order from request to end', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench);
  const offer = await publishOffer(bench, product);
  assert.equal(offer.state, 'PUBLISHED');
  const priced = offer.singleProductOffer as Doc;
  assert.equal(priced.serviceLevel, 'pro');
  assert.deepEqual(priced.contractValue, { totalContractValue: { currencyCode: 'USD', units: '966' } });
  const basic = (await bench.producer('GET', `${offer.path}`)).body.singleProductOffer as Doc;
  assert.equal(basic.contractValue, undefined);

  const id = String(offer.name).split('/').at(-1);
  const order = await bench.control<Doc>('POST', `/offer/${id}/accept`, { autoRenew: true });
  assert.equal((await bench.producer('GET', `${offer.path}`)).body.state, 'ACCEPTED');
  const again = await bench.ask('POST', `/control/gcp/offer/${id}/accept`, {}, bench.controlToken);
  assert.equal(again.status, 409);
  assert.match(String(order.offer), new RegExp(`/privateOffers/${id}$`));
  assert.deepEqual([order.plan, order.offerDuration, order.productExternalName], ['pro-P1Y', 'P1Y', product.id]);
  const orderId = String(order.orderId);
  await bench.procurement('POST', `/accounts/${String(order.account).split('/').at(-1)}:approve`, {});
  await bench.procurement('POST', `/entitlements/${orderId}:approve`, {});
  assert.equal(await stateOf(bench, orderId), 'ENTITLEMENT_ACTIVE');

  // It cannot be renewed, and its plan is a subscription, so the order ends with the offer.
  await bench.clock.advance(367 * 24 * 3600 * 1000);
  assert.equal((await bench.producer('GET', `${offer.path}`)).body.state, 'ENDED');
  assert.equal(await stateOf(bench, orderId), 'ENTITLEMENT_CANCELLED');
  const types = (await publishedEvents(bench)).map(({ type }) => type.replace('ENTITLEMENT_', ''));
  assert.deepEqual(types, ['ACCOUNT_ACTIVE', 'CREATION_REQUESTED', 'ACTIVE', 'OFFER_ENDED', 'CANCELLED']);
});

test('publishing lists everything that is missing; drafts may be incomplete, are updated by mask and can be deleted', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench);
  const draft = (await bench.producer('POST', '/privateOffers', { title: 'Draft', state: 'ACCEPTED' })).body;
  assert.equal(draft.state, 'DRAFT');
  const path = `/privateOffers/${String(draft.name).split('/').at(-1)}`;
  const missing = fieldsOf(await bench.producer('POST', `${path}:publish`, { validateOnly: true }));
  for (const field of [
    'offerDealType',
    'customer.targetBillingAccount',
    'accept_deadline_time',
    'term.startPolicy',
    'singleProductOffer.baseStandardOffer',
    'documents',
  ]) {
    assert.ok(missing.includes(field), `${field} of ${missing}`);
  }
  assert.deepEqual(fieldsOf(await bench.producer('POST', '/privateOffers', { titel: 'x' })), ['private_offer']);
  assert.deepEqual(fieldsOf(await bench.producer('POST', '/privateOffers', { customerNote: 'x'.repeat(121) })), [
    'customerNote',
  ]);
  const money = {
    singleProductOffer: {
      standardIntervalPrice: { priceModel: { flatFee: { flatFeeOverride: { currencyCode: 'EUR', units: '1' } } } },
    },
  };
  assert.equal((await bench.producer('POST', '/privateOffers', money)).status, 400);

  await bench.producer('PATCH', path, offerBody(bench, product));
  const term = await bench.producer('PATCH', `${path}?updateMask=term.durationMonths,customer_note`, {
    term: { durationMonths: 24 },
  });
  assert.equal((term.body.term as Doc).durationMonths, 24);
  assert.equal((term.body.term as Doc).endPolicy, 'AFTER_DURATION');
  assert.equal((await bench.producer('PATCH', `${path}?updateMask=state`, { state: 'PUBLISHED' })).status, 400);
  await bench.producer('POST', `${path}/documents`, { documentType: 'STANDARD_END_USER_LICENSE_AGREEMENT_V2' });
  const checked = await bench.producer('POST', `${path}:publish`, { validateOnly: true });
  assert.deepEqual([checked.status, checked.body.state], [200, 'DRAFT']);
  assert.equal((await bench.producer('DELETE', path)).status, 400);
  assert.equal((await bench.producer('DELETE', `${path}?force=true`)).status, 200);
  assert.equal((await bench.producer('GET', path)).status, 404);
});

test('the deadline is at midnight in Los Angeles, at most three months ahead, and can be extended after publishing', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench);
  const now = bench.clock.now();
  const published = await publishOffer(bench, product);
  const move = (time: number) =>
    bench.producer('PATCH', `${published.path}?updateMask=acceptDeadlineTime`, {
      acceptDeadlineTime: dateTimeOf(time),
    });
  const limit = midnightAfterMonths(now, 3);
  assert.equal(new Date(limit).toISOString(), '2027-02-20T08:00:00.000Z');
  assert.equal((await move(limit - 3600_000)).status, 400, 'no midnight');
  await bench.clock.advance(5 * 24 * 3600_000);
  assert.equal((await move(midnightAfterMonths(now + 24 * 3600_000, 3))).status, 400);
  assert.equal((await move(limit)).status, 200);
  assert.equal((await move(midnightAfterMonths(now, 2))).status, 400, 'only extended');
  const frozen = await bench.producer('PATCH', `${published.path}?updateMask=title`, { title: 'x' });
  assert.equal((frozen.body as Failure).error.status, 'FAILED_PRECONDITION');
  await bench.clock.advance(limit - bench.clock.now() - 1000);
  assert.equal((await bench.producer('GET', `${published.path}`)).body.state, 'PUBLISHED');
  await bench.clock.advance(2000);
  assert.equal((await bench.producer('GET', `${published.path}`)).body.state, 'EXPIRED');
});

test('an offer is cancelled before it is accepted, and waits for the review if Google requires one', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench);
  const offer = await publishOffer(bench, product);
  const cancelled = (await bench.producer('POST', `${offer.path}:cancel`, { cancellationNote: 'wrong price' })).body;
  assert.deepEqual([cancelled.state, cancelled.cancellationNote], ['CANCELLED', 'wrong price']);
  assert.equal((await bench.producer('POST', `${offer.path}:cancel`, {})).status, 400);
  const reviewed = await publishOffer(bench, product, { title: 'needs google-review' });
  assert.equal(reviewed.state, 'PUBLISHING');
  const id = String(reviewed.name).split('/').at(-1);
  const shown = await bench.control<Doc>('POST', `/offer/${id}/review`);
  assert.equal(shown.state, 'PUBLISHED');
  assert.ok((shown.publishRequirementGoogleReview as Doc).reviewApproveTime);
});

test('an offer for a customer with an order has to amend that order, and replaces its offer', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench);
  const order = await activeOrder(bench, product);
  const query = new URLSearchParams({
    targetBillingAccount: `billingAccounts/${billingAccount}`,
    baseStandardOffer: offerOf(product, 'pro', 12),
  });
  const { body: target } = await bench.producer('GET', `/privateOffers:resolveAmendmentTarget?${query}`);
  assert.deepEqual(target, { requiredStandardOffer: offerOf(product, 'pro', 1) });
  const draft = await bench.producer('POST', '/privateOffers', offerBody(bench, product));
  const refused = await bench.producer(
    'POST',
    `/privateOffers/${String(draft.body.name).split('/').at(-1)}:publish`,
    {},
  );
  assert.ok(fieldsOf(refused).includes('singleProductOffer.amendedStandardOffer'), String(fieldsOf(refused)));

  const { singleProductOffer } = offerBody(bench, product) as { singleProductOffer: Doc };
  const amending = await publishOffer(bench, product, {
    acceptDeadlineTime: dateTimeOf(midnightAfterMonths(bench.clock.now() + 3 * 24 * 3600_000, 0)),
    singleProductOffer: { ...singleProductOffer, amendedStandardOffer: target.requiredStandardOffer },
  });
  await bench.control('POST', `/offer/${String(amending.name).split('/').at(-1)}/accept`, {});
  assert.equal(await stateOf(bench, order.id), 'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL');
  await bench.procurement('POST', `/entitlements/${order.id}:approvePlanChange`, { pendingPlanName: 'pro-P1Y' });
  const changed = (await bench.procurement('GET', `/entitlements/${order.id}`)).body;
  assert.deepEqual([changed.state, changed.offerDuration], ['ENTITLEMENT_ACTIVE', 'P1Y']);
  const { body: next } = await bench.producer('GET', `/privateOffers:resolveAmendmentTarget?${query}`);
  assert.deepEqual(next, { requiredPrivateOffer: amending.name });
});

test('an order with an agreed start begins then', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench, { autoApproval: true });
  const startsAt = midnightAfterMonths(bench.clock.now(), 1);
  const offer = await publishOffer(bench, product, {
    term: {
      startPolicy: 'SCHEDULED_START_TIME',
      scheduledStartTime: dateTimeOf(startsAt),
      endPolicy: 'AFTER_DURATION',
      durationMonths: 6,
    },
  });
  const order = await bench.control<Doc>('POST', `/offer/${String(offer.name).split('/').at(-1)}/accept`, {});
  await bench.procurement('POST', `/accounts/${String(order.account).split('/').at(-1)}:approve`, {});
  const waiting = (await bench.procurement('GET', `/entitlements/${order.orderId}`)).body;
  assert.deepEqual(
    [waiting.state, Date.parse(String(waiting.newOfferStartTime))],
    ['ENTITLEMENT_ACTIVATION_REQUESTED', startsAt],
  );
  const accepted = (await publishedEvents(bench)).find(({ type }) => type === 'ENTITLEMENT_OFFER_ACCEPTED');
  assert.ok(accepted);
  assert.equal(Date.parse(String((accepted.data.entitlement as Doc).newOfferStartTime)), startsAt);
  await bench.clock.advance(startsAt - bench.clock.now() + 1);
  assert.equal(await stateOf(bench, String(order.orderId)), 'ENTITLEMENT_ACTIVE');
});
