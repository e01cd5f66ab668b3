import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { dayFrom } from '../../adapters/simulated.test-support.ts';
import { setFaultHook } from '../../db/faults.ts';
import { loadBilledTerms } from '../../domain/entitlement/actions/load-billed-terms.ts';
import { encodeId, nilId } from '../../kit/ids.ts';
import { type AzureDeal, type Bought, type Row, startAzureDeal } from './azure-deal.test-support.ts';

let deal: AzureDeal;
before(async () => {
  deal = await startAzureDeal();
});
after(() => deal.close());
beforeEach(async () => {
  await deal.simulator.control('DELETE', '/fault');
  await deal.hearEvents(false);
  deal.refuseChanges(false);
});

const statesAtPartner = async (name: string): Promise<unknown[]> =>
  (
    await deal.simulator.control<{ privateOffers: { state: string; acceptance: unknown; document: Row }[] }>(
      'GET',
      '/private-offer',
    )
  ).privateOffers
    .filter(({ document }) => document.name === name)
    .map(({ state, acceptance }) => (acceptance ? 'accepted' : state));
const failureOf = async (name: string, offerId: string): Promise<unknown[]> => {
  const { status, failure } = await deal.operation(name, offerId);
  return [status, (failure as Row | null)?.code];
};
const statusOf = async ({ id }: Bought): Promise<unknown> => (await deal.entitlement(id))?.status;
const becomes = (bought: Bought, status: string): Promise<void> =>
  deal.until(status, async () => (await statusOf(bought)) === status);
const documentOf = async ({ id }: Bought): Promise<Row> =>
  ((await deal.entitlement(id))?.info as { azureSubscriptions?: Row[] } | undefined)?.azureSubscriptions?.[0] ?? {};
/** Accepted, bought, read and activated. */
const active = async (externalId: string, more: Row = {}): Promise<Bought> => {
  await deal.accept(externalId);
  const bought = await deal.purchase(externalId, more);
  await deal.reconcile();
  await deal.approve(bought.id);
  await deal.reconcile();
  assert.equal(await statusOf(bought), 'ACTIVE');
  return bought;
};
const pauseMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a deal at Microsoft', () => {
  it('starts with the listing: products are imported when the account is connected', async () => {
    const [product, ...others] = await deal.rows('product');
    assert.deepEqual(
      [product?.name, product?.status, product?.external_id, others.length],
      ['Acme API', 'PUBLIC', 'acme-api', 0],
    );
    assert.equal((await deal.rows('connection'))[0]?.status, 'CONNECTED');
  });

  it('goes from the offer through acceptance and purchase to an entitlement that its seller activates', async () => {
    const { offerId, externalId } = await deal.released({ name: 'whole way' });
    assert.match(String((await deal.offer(offerId)).info.privateOfferUrl), /^http/);
    await deal.accept(externalId);
    await deal.reconcile();
    const accepted = await deal.offer(offerId);
    assert.deepEqual([accepted.status, accepted.sub_status], ['ACCEPTED', 'PENDING_PURCHASE']);

    const bought = await deal.purchase(externalId, { quantity: 4, termUnit: 'P1Y' });
    await deal.reconcile();
    assert.equal(await statusOf(bought), 'PENDING_START');
    assert.equal((await deal.offer(offerId)).sub_status, null);
    await deal.approve(bought.id);
    await deal.reconcile();
    const entitlement = await deal.entitlement(bought.id);
    const { info } = entitlement as { info: Row };
    const [term, ...others] = await deal.terms(entitlement?.id);
    assert.deepEqual(
      [entitlement?.status, entitlement?.offer_id, term?.type, others.length, info.commitAmount, info.currency],
      ['ACTIVE', offerId, 'Signup', 0, 300, 'USD'],
    );
    assert.deepEqual(
      (info.dimensions as Row[]).map(({ key, rate }) => [key, rate]),
      [['requests', 0.15]],
    );
    assert.deepEqual(
      [(await documentOf(bought)).saasSubscriptionStatus, info.awsLicenseArn],
      ['Subscribed', undefined],
    );
    const buyer = (await deal.rows('buyer')).find(({ id }) => id === entitlement?.buyer_id);
    const known = buyer?.info as Row | undefined;
    assert.deepEqual(
      [(known?.azureBuyer as Row | undefined)?.puid, known?.emailAddress],
      [buyer?.account_id, 'robin@initech.example'],
    );

    const audits = async (): Promise<number> =>
      (await deal.rows('audit_event')).filter((row) => row.entity_id === encodeId('ent', entitlement?.id as string))
        .length;
    const before = await audits();
    await deal.reconcile(true);
    assert.equal(await audits(), before, 'a repeated message writes nothing');
    assert.equal((await deal.entitlement(bought.id))?.version, entitlement?.version);
  });

  it('on a multiparty offer is resold: its channel partner sets what the customer pays', async () => {
    const { offerId, externalId } = await deal.released({ name: 'multiparty' });
    const bought = await active(externalId);
    const id = (await deal.entitlement(bought.id))?.id;
    const isResold = async (): Promise<boolean | undefined> =>
      (await deal.act('read', (call) => loadBilledTerms(call, { partner: 'AZURE', after: nilId, limit: 1000 }))).find(
        (one) => one.id === id,
      )?.isResold;
    assert.equal(await isResold(), false);
    await deal.act('mark', async ({ db }) => {
      await sql`update offer set info = jsonb_set(info, '{azurePrivateOffer,privateOfferType}', '"multipartyPromotionOriginator"')
        where org_id = ${db.orgId} and id = ${offerId}`.execute(db.raw);
    });
    assert.equal(await isResold(), true);
  });

  it('a purchase is found by polling: Microsoft sends no message before its activation', async () => {
    await deal.hearEvents(true);
    const bought = await deal.buy();
    await pauseMs(100);
    assert.equal(await deal.entitlement(bought.id), undefined);
    await deal.reconcile();
    const entitlement = await deal.entitlement(bought.id);
    assert.deepEqual([entitlement?.status, entitlement?.offer_id], ['PENDING_START', null]);
    assert.equal((await deal.rows('product')).find(({ id }) => id === entitlement?.product_id)?.name, 'Acme API');
  });

  it('a purchase that nobody activates is cancelled', async () => {
    const bought = await deal.buy();
    await deal.reconcile();
    await deal.simulator.advance('P31D');
    await deal.reconcile();
    assert.equal(await statusOf(bought), 'CANCELLED');
  });

  it('an offer and a product made in Partner Center are imported and followed', async () => {
    const { plans, productId } = await deal.simulator.control<{ productId: string; plans: { id: string }[] }>(
      'POST',
      '/product',
      {
        accountId: deal.simulator.publisher.id,
        offerId: 'acme-new',
        title: 'Acme New',
        plans: [{ planId: 'one', name: 'One' }],
      },
    );
    const offer = {
      partner: 'AZURE' as const,
      name: 'made elsewhere',
      productEntityId: productId,
      beneficiaries: [{ billingAccountId: deal.simulator.billingAccount, description: '', recipients: [] }],
      acceptBy: dayFrom(deal.simulator.now(), 10),
      start: null,
      end: dayFrom(deal.simulator.now(), 300),
      notificationContacts: ['a@acme.example'],
      preparedBy: 'a@acme.example',
      upgradedFrom: null,
      terms: null,
      pricing: [{ planId: plans[0]?.id ?? '', kind: 'DISCOUNT' as const, percentage: '5' }],
    };
    const step = { key: 'elsewhere', stage: 0, made: {}, attempt: 1 };
    const { access } = deal.simulator;
    const { changeId } = await deal.marketplace.startChange(access, { act: 'offer.create', offer }, step);
    await deal.until('the offer', async () => (await deal.marketplace.readChange(access, changeId)).state === 'DONE');
    await deal.reconcile();
    const found = async (): Promise<Row | undefined> =>
      (await deal.rows('offer')).find((row) => row.name === 'made elsewhere');
    assert.equal((await found())?.status, 'PENDING_ACCEPTANCE');
    const product = (await deal.rows('product')).find(({ name }) => name === 'Acme New');
    assert.equal((await found())?.product_id, product?.id);
    const externalId = (await found())?.external_id as string;
    await deal.accept(externalId);
    const bought = await deal.purchase(externalId);
    await deal.reconcile();
    assert.deepEqual(
      [(await found())?.status, (await deal.entitlement(bought.id))?.offer_id],
      ['ACCEPTED', (await found())?.id],
    );
  });
});

describe('a subscription in force', () => {
  const bought = async (more: Row = {}): Promise<Bought> => {
    const made = await deal.buy(more);
    await deal.reconcile();
    await deal.approve(made.id);
    await deal.reconcile();
    return made;
  };

  it('whose customer requests more seats gets them: the change is accepted and read', async () => {
    const made = await bought();
    await deal.hearEvents(true);
    await deal.happens(made.id, 'change-quantity', { quantity: 9 });
    await deal.until('the seats', async () => (await documentOf(made)).quantity === 9);
    const [term, ...others] = await deal.terms((await deal.entitlement(made.id))?.id);
    assert.deepEqual([others.length, term?.commit_amount], [0, '90']);
  });

  it('is read again until it shows what a message announced: reads lag behind messages', async () => {
    const made = await bought();
    await deal.hearEvents(true);
    await deal.simulator.control('POST', '/settings', { readDelayMs: 3000 });
    try {
      await deal.happens(made.id, 'suspend');
      await pauseMs(500);
      assert.equal(await statusOf(made), 'ACTIVE', 'the read does not show it yet');
      await becomes(made, 'SUSPENDED');
    } finally {
      await deal.simulator.control('POST', '/settings', { readDelayMs: 0 });
    }
  });

  it('whose customer requests another plan gets it: the same entitlement, another term', async () => {
    const made = await bought();
    await deal.hearEvents(true);
    await deal.happens(made.id, 'change-plan', { planId: 'gold' });
    await deal.until('the other plan', async () => (await documentOf(made)).planId === 'gold');
    const terms = await deal.terms((await deal.entitlement(made.id))?.id);
    assert.deepEqual(
      terms.map(({ type, commit_amount: amount }) => [type, amount]),
      [
        ['Signup', '20'],
        ['PlanChange', '40'],
      ],
    );
    assert.deepEqual(terms[0]?.end_time, terms[1]?.start_time);
  });

  it('whose change arrives without a status is accepted all the same', async () => {
    const made = await bought();
    await deal.hearEvents(true);
    await deal.simulator.control('POST', '/settings', { briefChangeEvents: true });
    try {
      // Long before Microsoft would accept it on our behalf.
      await deal.happens(made.id, 'change-plan', { planId: 'gold' });
      await deal.until('the other plan', async () => (await documentOf(made)).planId === 'gold');
    } finally {
      await deal.simulator.control('POST', '/settings', { briefChangeEvents: false });
    }
  });

  it('whose change was not announced is found by polling', async () => {
    const made = await bought();
    await deal.simulator.control('POST', '/settings', { autoAcceptMs: 50 });
    await deal.happens(made.id, 'change-plan', { planId: 'gold' });
    await pauseMs(150);
    await deal.simulator.control('POST', '/settings', { autoAcceptMs: 60_000 });
    await deal.reconcile();
    assert.equal((await documentOf(made)).planId, 'gold');
  });

  it('is suspended, reinstated and ended by messages, even if they come twice', async () => {
    const made = await bought();
    await deal.hearEvents(true);
    await deal.simulator.fault('duplicate-message', { count: null });
    await deal.happens(made.id, 'suspend');
    await becomes(made, 'SUSPENDED');
    // Microsoft reinstates it at once, after a moment, or once we have responded: its pages disagree.
    for (const reinstatement of ['notified', 'answered']) {
      await deal.simulator.control('POST', '/settings', { reinstatement, operationDelayMs: 700 });
      await deal.happens(made.id, 'reinstate');
      await becomes(made, 'ACTIVE');
      await deal.happens(made.id, 'suspend');
      await becomes(made, 'SUSPENDED');
    }
    await deal.simulator.control('POST', '/settings', { reinstatement: 'notified', operationDelayMs: 300 });
    await deal.happens(made.id, 'reinstate');
    await becomes(made, 'ACTIVE');
    await deal.happens(made.id, 'unsubscribe');
    await becomes(made, 'CANCELLED');
    await deal.settle();
    const names = new Set((await deal.rows('outbox')).map(({ name }) => name));
    for (const name of ['suspended', 'reinstated', 'cancelled']) assert.ok(names.has(`entitlement.${name}`), name);
    const messages = (await deal.rows('partner_message')).map(({ status }) => status);
    assert.deepEqual(
      messages.filter((status) => status !== 'DONE' && status !== 'AUDITED'),
      [],
    );
  });

  it('whose messages come out of order ends up in the state that Microsoft shows', async () => {
    const made = await bought();
    await deal.hearEvents(true);
    await deal.simulator.fault('delay-message', { operation: 'Suspend', delayMs: 300 });
    await deal.happens(made.id, 'suspend');
    await deal.happens(made.id, 'unsubscribe');
    await becomes(made, 'CANCELLED');
    await pauseMs(500);
    await deal.settle();
    assert.equal(await statusOf(made), 'CANCELLED');
    await deal.reconcile(true);
    assert.equal(await statusOf(made), 'CANCELLED');
  });

  it('that ended without a message is CANCELLED after the next read, and its last usage is still submitted', async () => {
    const made = await bought();
    const commitOf = async () => ((await deal.entitlement(made.id))?.info as Row | undefined)?.commitAmount;
    const before = await commitOf();
    assert.equal(before, 20);
    deal.hidePlans(true);
    await deal.happens(made.id, 'unsubscribe');
    await deal.reconcile();
    deal.hidePlans(false);
    assert.deepEqual([await statusOf(made), await commitOf()], ['CANCELLED', before]);
  });

  it('is renewed: the next term begins where the previous one ends', async () => {
    const made = await bought({ autoRenew: true });
    await deal.simulator.advance('P32D');
    await deal.reconcile();
    const terms = await deal.terms((await deal.entitlement(made.id))?.id);
    assert.deepEqual(
      terms.map(({ type }) => type),
      ['Signup', 'AutoRenew'],
    );
    assert.deepEqual(terms[0]?.end_time, terms[1]?.start_time);
    assert.equal(await statusOf(made), 'ACTIVE');
  });

  it('a message with an invalid signature is refused', async () => {
    const made = await bought();
    await deal.hearEvents(true);
    await deal.simulator.fault('forged-token', { count: null });
    await deal.happens(made.id, 'suspend');
    await pauseMs(300);
    const taken = (await deal.rows('partner_message')).filter(({ body }) => (body as Row).subscriptionId === made.id);
    assert.deepEqual(taken, []);
    assert.equal(await statusOf(made), 'ACTIVE');
  });
});

describe('creating an offer while Microsoft fails', () => {
  for (const fault of ['throttle', 'internal-error', 'timeout-after', 'half-answer', 'rubbish']) {
    it(`${fault}: it is offered once`, async () => {
      await deal.simulator.fault(fault, { operation: 'Configure' });
      await deal.released({ name: `fault ${fault}` });
      assert.deepEqual(await statesAtPartner(`fault ${fault}`), ['live']);
    });
  }

  it('a job that fails because of Microsoft: it is offered again', async () => {
    await deal.simulator.fault('job-failure', { code: 'internalServerError', message: 'oops', count: 2 });
    await deal.released({ name: 'server fault' });
    assert.deepEqual(await statesAtPartner('server fault'), ['live']);
  });

  it('every response is lost once before it is recorded: nothing happens twice', async () => {
    let answers = 0;
    setFaultHook((point) => {
      if (point !== 'partner-answered') return;
      answers += 1;
      if (answers % 2 === 1) throw new Error('the process was not there to hear it');
    });
    try {
      const { offerId, externalId } = await deal.released({ name: 'told twice' });
      await deal.accept(externalId);
      const bought = await deal.purchase(externalId);
      await deal.cancel(offerId);
      await deal.settle();
      assert.equal((await deal.offer(offerId)).status, 'ACCEPTED');
      await deal.approve(bought.id);
      await deal.reconcile();
      assert.equal(await statusOf(bought), 'ACTIVE');
    } finally {
      setFaultHook(undefined);
    }
    assert.ok(answers >= 8, `${answers} answers`);
    assert.deepEqual(await statesAtPartner('told twice'), ['accepted']);
  });

  it('a refusal ends in CREATE_FAILED with Microsoft’s message, and nothing is left at Microsoft', async () => {
    deal.refuseChanges(true);
    const offerId = await deal.submit({ name: 'refused' });
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.deepEqual([offer.status, offer.meta_info.errorMessages], ['CREATE_FAILED', ['badRequest: not like this']]);
    assert.deepEqual(await statesAtPartner('refused'), []);
  });

  it('a refusal by its job is shown with Microsoft’s message and a readable sentence', async () => {
    await deal.simulator.fault('job-failure', { code: 'Conflict', message: 'The start date should be defined' });
    const offerId = await deal.submit({ name: 'refused by the job' });
    await deal.settle();
    const { status, meta_info: meta } = await deal.offer(offerId);
    assert.deepEqual(
      [status, meta.errorMessages, meta.prettifiedErrorMessages],
      [
        'CREATE_FAILED',
        ['Conflict: The start date should be defined'],
        ['The private offer needs a start date, or must start when it is accepted.'],
      ],
    );
  });
});

describe('withdrawing an offer', () => {
  it('cancelled: nobody can accept it any more', async () => {
    const { offerId, externalId } = await deal.released({ name: 'cancel' });
    await deal.cancel(offerId);
    await deal.settle();
    assert.deepEqual(
      [(await deal.offer(offerId)).status, await statesAtPartner('cancel')],
      ['CANCELLED', ['withdrawn']],
    );
    await assert.rejects(deal.accept(externalId));
    await deal.reconcile(true);
    assert.equal((await deal.offer(offerId)).status, 'CANCELLED');
  });

  it('withdrawn in Partner Center: CANCELLED after the next read', async () => {
    const { offerId, externalId } = await deal.released({ name: 'withdrawn there' });
    const step = { key: 'there', stage: 0, made: {}, attempt: 1 };
    const { access } = deal.simulator;
    const change = { act: 'offer.withdraw', externalId, lastDay: '2020-01-01' } as const;
    const { changeId } = await deal.marketplace.startChange(access, change, step);
    await deal.until('its end', async () => (await deal.marketplace.readChange(access, changeId)).state === 'DONE');
    await deal.reconcile();
    assert.equal((await deal.offer(offerId)).status, 'CANCELLED');
  });

  it('loses against an acceptance that came first, and against one during the withdrawal', async () => {
    for (const name of ['race before', 'race between']) {
      const { offerId, externalId } = await deal.released({ name });
      if (name === 'race before') await deal.accept(externalId);
      else deal.beforeChange(() => deal.accept(externalId));
      await deal.cancel(offerId);
      await deal.settle();
      const { status, sub_status: sub } = await deal.offer(offerId);
      assert.deepEqual([status, sub], ['ACCEPTED', 'PENDING_PURCHASE'], name);
      assert.deepEqual(await failureOf('offer.cancel', offerId), ['FAILED', 'AlreadyAccepted'], name);
    }
  });

  it('refused by Microsoft: the offer is as it was, with the reason', async () => {
    const { offerId } = await deal.released({ name: 'cancel refused' });
    deal.refuseChanges(true);
    await deal.cancel(offerId);
    await deal.settle();
    const { status, meta_info: meta } = await deal.offer(offerId);
    assert.deepEqual([status, meta.errorMessages], ['PENDING_ACCEPTANCE', ['badRequest: not like this']]);
  });

  it('deleted: withdrawn; if the buyer was faster there is an entitlement, and the offer stays deleted', async () => {
    const { offerId } = await deal.released({ name: 'delete' });
    await deal.remove(offerId);
    await deal.settle();
    assert.deepEqual([(await deal.offer(offerId)).status, await statesAtPartner('delete')], ['DELETED', ['withdrawn']]);
    const other = await deal.released({ name: 'delete too late' });
    await deal.accept(other.externalId);
    const bought = await deal.purchase(other.externalId);
    await deal.remove(other.offerId);
    await deal.settle();
    assert.equal((await deal.offer(other.offerId)).status, 'DELETED');
    assert.equal(await statusOf(bought), 'PENDING_START');
  });
});

describe('the expiry of an offer', () => {
  const later = (days: number): string => dayFrom(deal.simulator.now(), days);

  it('is moved by another private offer: the old one is withdrawn, and its id still leads to the offer', async () => {
    const { offerId, externalId } = await deal.released({ name: 'again' });
    const urlBefore = (await deal.offer(offerId)).info.privateOfferUrl;
    const day = later(40);
    await deal.extend(offerId, day);
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.equal(offer.status, 'PENDING_ACCEPTANCE', JSON.stringify(offer.meta_info));
    assert.notEqual(offer.external_id, externalId);
    assert.notEqual(offer.info.privateOfferUrl, urlBefore);
    assert.equal((offer.expire_time as Date).toISOString(), `${day}T23:59:59.999Z`);
    assert.deepEqual(await statesAtPartner('again'), ['withdrawn', 'live']);
    const known = (await deal.rows('offer_external_id')).filter((row) => row.offer_id === offerId);
    assert.deepEqual(known.map((row) => row.external_id).sort(), [externalId, offer.external_id].sort());
    await deal.reconcile(true);
    assert.equal((await deal.offer(offerId)).status, 'PENDING_ACCEPTANCE');
    await active(offer.external_id as string);
    assert.equal((await deal.offer(offerId)).status, 'ACCEPTED');
  });

  it('fails to move in the second step: nothing is live, and extending again continues from there', async () => {
    const { offerId } = await deal.released({ name: 'half' });
    // The first change is the withdrawal, the second is the new offer.
    deal.beforeChange(async () => deal.beforeChange(async () => deal.refuseChanges(true)));
    await deal.extend(offerId, later(40));
    await deal.settle();
    const failed = await deal.offer(offerId);
    assert.deepEqual([failed.status, failed.withdrawn], ['UPDATE_FAILED', true]);
    assert.match(String(failed.meta_info.updateMessage), /No offer is live/);
    assert.deepEqual(await statesAtPartner('half'), ['withdrawn']);
    deal.refuseChanges(false);
    await deal.extend(offerId, later(40));
    await deal.settle();
    assert.equal((await deal.offer(offerId)).status, 'PENDING_ACCEPTANCE');
    assert.deepEqual(await statesAtPartner('half'), ['withdrawn', 'live']);
  });

  it('does not move if an acceptance is faster: before the request, or before the withdrawal', async () => {
    for (const name of ['accepted first', 'accepted before the withdrawal']) {
      const { offerId, externalId } = await deal.released({ name });
      if (name === 'accepted first') await deal.accept(externalId);
      else deal.beforeChange(() => deal.accept(externalId));
      await deal.extend(offerId, later(40));
      await deal.settle();
      assert.equal((await deal.offer(offerId)).status, 'ACCEPTED', name);
      assert.deepEqual(await failureOf('offer.extend', offerId), ['FAILED', 'AlreadyAccepted'], name);
      assert.deepEqual(await statesAtPartner(name), ['accepted'], name);
    }
  });

  it('passes: EXPIRED if nobody accepted, ACCEPTED if someone did without a message; an expired offer can be offered again', async () => {
    const lost = await deal.released({ name: 'accepted in silence' });
    const unwanted = await deal.released({ name: 'unwanted' });
    await deal.accept(lost.externalId);
    const bought = await deal.purchase(lost.externalId);
    await deal.simulator.advance('P22D');
    await deal.settle();
    assert.equal((await deal.offer(unwanted.offerId)).status, 'EXPIRED');
    assert.equal((await deal.offer(lost.offerId)).status, 'ACCEPTED');
    assert.equal(await statusOf(bought), 'PENDING_START');
    await deal.extend(unwanted.offerId, later(20));
    await deal.settle();
    const again = await deal.offer(unwanted.offerId);
    assert.equal(again.status, 'PENDING_ACCEPTANCE', JSON.stringify(again.meta_info));
  });
});
