import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { GcpOfferSubmission } from '../../adapters/marketplace/offer-submissions.ts';
import { setFaultHook } from '../../db/faults.ts';
import type { OrgDb } from '../../db/org-db.ts';
import { approveEntitlement } from '../../domain/entitlement/actions/approve-entitlement.ts';
import { loadBilledTerms } from '../../domain/entitlement/actions/load-billed-terms.ts';
import { lockConnection, updateConnectionRow } from '../../domain/organization/connection/store.ts';
import { fixedCharges } from '../../domain/revenue/reconciliation/expected-charges.ts';
import { encodeId, nilId } from '../../kit/ids.ts';
import { dayAhead, type GcpDeal, type Row, startGcpDeal } from './gcp-deal.test-support.ts';

let deal: GcpDeal;
before(async () => {
  deal = await startGcpDeal();
});
after(() => deal.close());
beforeEach(async () => {
  await deal.simulator.control('DELETE', '/fault');
  await deal.hearEvents(false);
  deal.refuse('');
});

const stateAtPartner = async (externalId: string): Promise<unknown> =>
  (await deal.simulator.control<Row>('GET', `/offer/${externalId}`)).state;
const offersAtPartner = async (title: string): Promise<unknown[]> =>
  (await deal.simulator.control<{ offers: Row[] }>('GET', '/offer')).offers
    .filter((offer) => offer.title === title)
    .map(({ state }) => state);
const failureOf = async (name: string, offerId: string): Promise<unknown[]> => {
  const { status, failure } = await deal.operation(name, offerId);
  return [status, (failure as Row | null)?.code];
};
const statusOf = async (agreementId: string): Promise<unknown> => (await deal.entitlement(agreementId))?.status;
const approve = async (agreementId: string): Promise<void> => {
  const entitlementId = (await deal.entitlement(agreementId))?.id as string;
  await deal.act('approveEntitlement', (call) => approveEntitlement(call, { params: { entitlementId } }));
  await deal.settle();
};
/** Accepted, read and approved. */
const active = async (externalId: string): Promise<string> => {
  const orderId = await deal.accept(externalId);
  await deal.reconcile();
  await approve(orderId);
  await deal.reconcile();
  assert.equal(await statusOf(orderId), 'ACTIVE');
  return orderId;
};
/** What Google is expected to charge for the order of an offer in three years: amounts, and days since it began. */
const chargesOf = async (externalId: string): Promise<[string | null, number][]> => {
  const orderId = await deal.accept(externalId);
  await deal.reconcile();
  await approve(orderId);
  await deal.reconcile();
  const id = (await deal.entitlement(orderId))?.id;
  const read = (call: { db: OrgDb }) => loadBilledTerms(call, { partner: 'GCP', after: nilId, limit: 1000 });
  const found = (await deal.act('read', read)).find((one) => one.id === id);
  assert.ok(found);
  const horizon = new Date(deal.simulator.clock.now().getTime() + 3 * 366 * 86_400_000);
  const start = found.terms[0]?.startTime.getTime() ?? 0;
  return fixedCharges('GCP', found, horizon).map(({ amount, chargeTime }) => [
    amount,
    Math.floor((chargeTime.getTime() - start) / 86_400_000),
  ]);
};
const pauseMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a deal at Google Cloud', () => {
  it('starts with the listing: products are imported when the account is connected', async () => {
    const [product, ...others] = await deal.rows('product');
    assert.deepEqual([product?.name, product?.status, others.length], ['Acme API', 'PUBLIC', 0]);
    assert.equal((await deal.rows('connection'))[0]?.status, 'CONNECTED');
  });

  it('an offer is published, with the address where its customer opens it', async () => {
    const { offerId, externalId } = await deal.released({ name: 'address' });
    const { info } = await deal.offer(offerId);
    assert.equal(info.privateOfferUrl, `${deal.simulator.url}/gcp/console/private-offers/${externalId}`);
    assert.equal((info.gcpPrivateOffer as Row).offerState, 'OFFER_PUBLISHED');
    assert.equal((await deal.operation('offer.create', offerId)).status, 'COMPLETED');
  });

  it('an offer carries its custom EULA', async () => {
    const info = { eulaType: 'CUSTOM', eulaUrl: 'https://acme.example/eula.pdf' };
    const { externalId } = await deal.released({ name: 'eula', info });
    assert.equal(await stateAtPartner(externalId), 'PUBLISHED');
    assert.equal(deal.files.size, 1);
  });

  const ways: [string, () => Promise<void>][] = [
    ['by messages only', () => deal.hearEvents(true)],
    ['by polling only', async () => {}],
    [
      'by messages that come twice and out of order',
      async () => {
        await deal.hearEvents(true);
        await deal.simulator.fault('duplicate-message', { count: 6 });
        const operation = 'ENTITLEMENT_CREATION_REQUESTED';
        await deal.simulator.fault('delay-message', { operation, delayMs: 400 });
      },
    ],
  ];
  for (const [way, play] of ways) {
    it(`is accepted, waits for approval and begins ${way}`, async () => {
      const isPolled = way.includes('polling');
      const { offerId, externalId } = await deal.released({ name: way });
      await play();
      const orderId = await deal.accept(externalId);
      if (isPolled) await deal.reconcile();
      await deal.until('the order', async () => (await statusOf(orderId)) === 'PENDING_START');
      const accepted = await deal.offer(offerId);
      assert.deepEqual([accepted.status, accepted.sub_status], ['ACCEPTED', null]);
      await approve(orderId);
      if (isPolled) await deal.reconcile();
      await deal.until('the start', async () => (await statusOf(orderId)) === 'ACTIVE');
      await pauseMs(500);
      await deal.reconcile();

      const entitlement = await deal.entitlement(orderId);
      const { info } = entitlement as { info: Row };
      const [term, ...others] = await deal.terms(entitlement?.id);
      assert.deepEqual(
        [entitlement?.offer_id, term?.type, others.length, info.commitAmount, info.currency],
        [offerId, 'Signup', 0, 966, 'USD'],
      );
      assert.equal(((info.gcpEntitlements as Row[])[0] as Row).state, 'ENTITLEMENT_ACTIVE');
      assert.equal((info.gcpPlans as Row[])[0]?.planId, 'pro-P1Y');
      assert.deepEqual(
        (info.dimensions as Row[]).map(({ key, rate }) => [key, rate]),
        [['requests', 0.01]],
      );
      const buyer = (await deal.rows('buyer')).find(({ id }) => id === entitlement?.buyer_id);
      assert.equal(buyer?.name, 'Globex');
      assert.match(JSON.stringify(buyer?.info), /"approvals":\[\{[^\]]*"state":"APPROVED"/);

      const audits = async (): Promise<number> =>
        (await deal.rows('audit_event')).filter((row) => row.entity_id === encodeId('ent', entitlement?.id as string))
          .length;
      const before = await audits();
      await deal.reconcile();
      assert.equal(await audits(), before, 'a repeated message writes nothing');
      assert.equal((await deal.entitlement(orderId))?.version, entitlement?.version);
      const messages = (await deal.rows('partner_message')).map(({ status }) => status);
      assert.deepEqual(
        messages.filter((status) => status !== 'DONE' && status !== 'AUDITED'),
        [],
      );
    });
  }

  it('an accepted offer is PENDING_PURCHASE until its order has been read', async () => {
    const { offerId, externalId } = await deal.released({ name: 'pending purchase' });
    await deal.accept(externalId);
    await deal.reconcile();
    const events = (await deal.rows('outbox'))
      .filter(({ entity_id: id }) => id === encodeId('offer', offerId))
      .sort((left, right) => Number(left.version) - Number(right.version))
      .map(({ name, payload }) => [name, (payload as Row).subStatus]);
    assert.deepEqual(events.slice(-2), [
      ['offer.accepted', 'PENDING_PURCHASE'],
      ['offer.updated', undefined],
    ]);
  });

  it('a pending order is approved automatically if the account is configured so', async () => {
    const set = (autoApprove: boolean) =>
      deal.act('set', async (call) => {
        const found = await lockConnection(call.db, deal.connectionId);
        assert.ok(found);
        await updateConnectionRow(call.db, { ...found, settings: { ...found.settings, autoApprove } });
        call.recordChange({ type: 'conn', id: 'conn', before: null, after: { autoApprove } });
      });
    await set(true);
    try {
      const { externalId } = await deal.released({ name: 'approved by itself' });
      await deal.hearEvents(true);
      const orderId = await deal.accept(externalId);
      await deal.until('the start', async () => (await statusOf(orderId)) === 'ACTIVE');
    } finally {
      await set(false);
    }
  });

  it('an order at the public price of an unknown product is imported with the product', async () => {
    const service = await deal.simulator.control<{ id: string }>('POST', '/product', {
      title: 'Acme New',
      plans: [{ plan: 'one', monthlyPrice: '10' }],
    });
    await deal.hearEvents(true);
    const { id } = await deal.buy({ service: service.id, plan: 'one', termMonths: 1 });
    await deal.until('the order', async () => (await statusOf(id)) === 'PENDING_START');
    const entitlement = await deal.entitlement(id);
    const product = (await deal.rows('product')).find((row) => row.id === entitlement?.product_id);
    assert.deepEqual([product?.name, entitlement?.offer_id, entitlement?.name], ['Acme New', null, 'Acme New']);
  });

  it('an offer made in the Producer Portal is imported and followed', async () => {
    const externalId = await deal.publishElsewhere('made elsewhere');
    await deal.reconcile();
    const found = async (): Promise<Row | undefined> =>
      (await deal.rows('offer')).find((row) => row.external_id === externalId);
    assert.deepEqual([(await found())?.status, (await found())?.name], ['PENDING_ACCEPTANCE', 'made elsewhere']);
    const orderId = await deal.accept(externalId);
    await deal.reconcile();
    assert.equal((await found())?.status, 'ACCEPTED');
    assert.equal((await deal.entitlement(orderId))?.offer_id, (await found())?.id);
  });

  it('an offer made in the Producer Portal is expected to be billed as it is charged there', async () => {
    const fee: GcpOfferSubmission['price'] = {
      currency: 'USD',
      flatFee: '600',
      commitment: null,
      usageDiscountPercent: null,
      skuDiscounts: [],
      schedule: { kind: 'INTERVAL', interval: 'YEARLY_NOT_PRORATED' },
    };
    const yearly = await deal.publishElsewhere('by the year', {
      end: { kind: 'AFTER_MONTHS', months: 24 },
      price: fee,
    });
    const now = deal.simulator.clock.now();
    const installments = [
      { start: dayAhead(now, 0), amount: '100' },
      { start: dayAhead(now, 60), amount: '300' },
    ];
    const schedule: GcpOfferSubmission['price']['schedule'] = { kind: 'INSTALLMENTS', installments };
    const commitment = { amount: '400', discountPercent: '10' };
    const inParts = await deal.publishElsewhere('in parts', {
      baseStandardOffer: deal.simulator.planName('payg'),
      price: { ...fee, flatFee: null, commitment, schedule },
    });
    await deal.reconcile();
    assert.deepEqual(await chargesOf(yearly), [
      ['600', 0],
      ['600', 365],
    ]);
    // The discount is deducted from the commitment.
    assert.deepEqual(
      (await chargesOf(inParts)).map(([amount]) => amount),
      ['90', '270'],
    );
  });

  it('that a customer of a reseller buys is resold: what the seller is billed for it is not in the order', async () => {
    const { externalId } = await deal.released({ name: 'resold' });
    const orderId = await active(externalId);
    const read = async () => {
      const { id, buyer_id: buyerId } = (await deal.entitlement(orderId)) ?? {};
      const all = await deal.act('read', (call) =>
        loadBilledTerms(call, { partner: 'GCP', after: nilId, limit: 1000 }),
      );
      const buyer = (await deal.rows('buyer')).find((row) => row.id === buyerId)?.info as Row | undefined;
      return [
        all.find((one) => one.id === id)?.isResold,
        (buyer?.gcpBuyer as Row | undefined)?.parentBillingAccountId ?? null,
      ];
    };
    assert.deepEqual(await read(), [false, null]);
    const { buyerAccountId } = await deal.simulator.control<{ buyerAccountId: string }>('GET', `/order/${orderId}`);
    const link = async (billingAccount: string | null): Promise<void> => {
      await deal.simulator.control('PUT', `/buyer-account/${buyerAccountId}/reseller`, { billingAccount });
      // The order changes, so that it and its account are read again.
      for (const autoRenew of [true, false]) await deal.order(orderId, 'auto-renew', { autoRenew });
      await deal.reconcile();
    };
    await link('0A1B2C-3D4E5F-607182');
    assert.deepEqual(await read(), [true, '0A1B2C-3D4E5F-607182']);
    await link(null);
    assert.deepEqual(await read(), [false, null]);
    const { id: offerId } = (await deal.rows('offer')).find((row) => row.external_id === externalId) ?? {};
    await deal.act('mark', async ({ db }) => {
      await sql`update offer set info = jsonb_set(info, '{gcpPrivateOffer,singleProductOffer,resellerPrivateOfferPlanId}', '"rpop-1"')
        where org_id = ${db.orgId} and id = ${offerId}`.execute(db.raw);
    });
    assert.deepEqual(await read(), [true, null], 'an offer that a reseller made');
  });

  it('a discount on the commitment is deducted from each payment, as Google charges it', async () => {
    const payg = {
      gcpPlans: [{ name: deal.simulator.planName('payg') }],
      gcpUsagePlanPriceModel: 'CUD_LIST_PRICE',
      discountPercentage: 10,
    };
    const now = deal.simulator.clock.now();
    const paymentInstallments = [
      { amount: 100, chargeOn: `${dayAhead(now, 30)}T00:00:00Z` },
      {
        ...{ amount: 270, originalAmount: 300, discountPercentage: 10, credit: 25 },
        chargeOn: `${dayAhead(now, 90)}T00:00:00Z`,
      },
    ];
    const inParts = await deal.released({
      name: 'committed in parts',
      info: { ...payg, commitAmount: 400, paymentInstallments },
    });
    assert.deepEqual(
      (await chargesOf(inParts.externalId)).map(([amount]) => amount),
      ['90', '270'],
    );
    const { singleProductOffer } = await deal.simulator.control<Row>('GET', `/offer/${inParts.externalId}`);
    assert.match(JSON.stringify(singleProductOffer), /"units":"300".*"additionalCredit":\{[^}]*"units":"25"/);
    const byMonth = await deal.released({ name: 'committed by the month', info: { ...payg, gcpDuration: 3 } });
    assert.deepEqual(
      (await chargesOf(byMonth.externalId)).map(([amount]) => amount),
      ['72.45', '72.45', '72.45'],
    );
  });

  it('an offer with a fixed end is worth the sum of its payments', async () => {
    const now = deal.simulator.clock.now();
    const { offerId, externalId } = await deal.released({
      name: 'fixed end',
      info: { gcpDuration: undefined, startTime: `${dayAhead(now, 25)}T20:00:00Z`, commitAmount: 80.5 },
      endTime: `${dayAhead(now, 25 + 365)}T20:00:00Z`,
    });
    const amounts = (await chargesOf(externalId)).map(([amount]) => amount);
    assert.deepEqual([new Set(amounts), amounts.length], [new Set(['80.5']), 12]);
    const [term] = (await deal.rows('entitlement_term')).filter((row) => row.offer_id === offerId);
    assert.equal(term?.commit_amount, '966');
  });
});

describe('an order in force', () => {
  it('whose customer requests another plan gets it: the same entitlement, another term', async () => {
    await deal.hearEvents(true);
    const { id } = await deal.buy();
    await deal.until('the order', async () => (await statusOf(id)) === 'PENDING_START');
    await approve(id);
    await deal.until('the start', async () => (await statusOf(id)) === 'ACTIVE');
    await deal.simulator.advance('P10D');
    await deal.order(id, 'change-plan', { plan: 'max', termMonths: 12 });
    const isMax = async (): Promise<boolean> =>
      JSON.stringify((await deal.entitlement(id))?.info).includes('"plan":"max-P1Y"');
    await deal.until('the other plan', isMax);
    const terms = await deal.terms((await deal.entitlement(id))?.id);
    assert.deepEqual(
      terms.map(({ type, commit_amount: amount }) => [type, amount]),
      [
        ['Signup', '1200'],
        ['PlanChange', '3000'],
      ],
    );
    assert.deepEqual(terms[0]?.end_time, terms[1]?.start_time);
    assert.equal((await deal.entitlement(id))?.entitlement_term_id, terms[1]?.id);
  });

  it('whose change of plan was not announced is found by polling', async () => {
    const { id } = await deal.buy();
    await deal.reconcile();
    await approve(id);
    await deal.reconcile();
    await deal.order(id, 'change-plan', { plan: 'max', termMonths: 12 });
    await deal.reconcile();
    await deal.reconcile();
    const terms = await deal.terms((await deal.entitlement(id))?.id);
    assert.deepEqual(
      terms.map(({ type }) => type),
      ['Signup', 'PlanChange'],
    );
  });

  it('is renewed: the next term begins where the previous one ends', async () => {
    const { externalId } = await deal.released({ name: 'renews', info: { autoRenew: true } });
    const orderId = await deal.accept(externalId, { autoRenew: true });
    await deal.reconcile();
    await approve(orderId);
    await deal.reconcile();
    await deal.simulator.advance('P366D');
    await deal.settle();
    await deal.reconcile();
    await deal.reconcile();
    const [first, second, ...others] = await deal.terms((await deal.entitlement(orderId))?.id);
    assert.deepEqual([first?.type, second?.type, others.length], ['Signup', 'AutoRenew', 0]);
    assert.deepEqual(first?.end_time, second?.start_time);
    assert.equal(await statusOf(orderId), 'ACTIVE');
  });

  it('is suspended, reinstated, cancelled at its end, kept after all, and cancelled at once', async () => {
    const { externalId } = await deal.released({ name: 'ups and downs' });
    const orderId = await active(externalId);
    await deal.order(orderId, 'suspend');
    await deal.reconcile();
    assert.equal(await statusOf(orderId), 'SUSPENDED', 'Google sends no message about it');
    await deal.order(orderId, 'reinstate');
    await deal.reconcile();
    assert.equal(await statusOf(orderId), 'ACTIVE');
    await deal.hearEvents(true);
    await deal.order(orderId, 'cancel');
    await deal.until('the cancellation', async () => (await statusOf(orderId)) === 'PENDING_CANCEL');
    await deal.order(orderId, 'revert-cancellation');
    await deal.until('its end', async () => (await statusOf(orderId)) === 'ACTIVE');
    await deal.order(orderId, 'cancel', { effective: 'IMMEDIATE' });
    await deal.until('the end', async () => (await statusOf(orderId)) === 'CANCELLED');
    const names = new Set((await deal.rows('outbox')).map(({ name }) => name));
    for (const name of ['suspended', 'reinstated', 'ending', 'cancelled'])
      assert.ok(names.has(`entitlement.${name}`), name);
  });

  it('that was cancelled without a message is CANCELLED after the next read', async () => {
    const { offerId, externalId } = await deal.released({ name: 'lost messages' });
    const orderId = await active(externalId);
    await deal.order(orderId, 'cancel', { effective: 'IMMEDIATE' });
    await deal.reconcile();
    assert.equal(await statusOf(orderId), 'CANCELLED');
    assert.equal((await deal.offer(offerId)).status, 'ACCEPTED');
  });
});

describe('publishing an offer while Google fails', () => {
  for (const fault of ['throttle', 'internal-error', 'timeout-after', 'half-answer', 'rubbish']) {
    for (const operation of ['CreatePrivateOffer', 'CreatePrivateOfferDocument', 'PublishPrivateOffer']) {
      it(`${fault} of ${operation}: it is published once`, async () => {
        const name = `${fault} ${operation}`;
        await deal.simulator.fault(fault, { operation });
        await deal.released({ name });
        assert.deepEqual(await offersAtPartner(name), ['PUBLISHED']);
      });
    }
  }

  it('every response is lost once before it is recorded: nothing happens twice', async () => {
    let answers = 0;
    setFaultHook((point) => {
      if (point !== 'partner-answered') return;
      answers += 1;
      if (answers % 2 === 1) throw new Error('the process was not there to hear it');
    });
    try {
      const { offerId, externalId } = await deal.released({ name: 'told twice' });
      const orderId = await deal.accept(externalId);
      await deal.cancel(offerId);
      await deal.settle();
      assert.equal((await deal.offer(offerId)).status, 'ACCEPTED');
      await approve(orderId);
      await deal.reconcile();
      assert.equal(await statusOf(orderId), 'ACTIVE');
    } finally {
      setFaultHook(undefined);
    }
    assert.ok(answers >= 8, `${answers} answers`);
    assert.equal((await offersAtPartner('told twice')).length, 1);
  });

  it('a refusal ends in CREATE_FAILED with Google’s message, and nothing is left at Google', async () => {
    deal.refuse(':publish');
    const offerId = await deal.submit({ name: 'refused' });
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.equal(offer.status, 'CREATE_FAILED');
    assert.deepEqual(offer.meta_info.errorMessages, ['INVALID_ARGUMENT: not like this']);
    assert.deepEqual(await offersAtPartner('refused'), []);
  });
});

describe('cancelling an offer', () => {
  it('withdraws it: nobody can accept it any more', async () => {
    const { offerId, externalId } = await deal.released({ name: 'cancel' });
    await deal.cancel(offerId);
    await deal.settle();
    assert.deepEqual(
      [(await deal.offer(offerId)).status, await stateAtPartner(externalId)],
      ['CANCELLED', 'CANCELLED'],
    );
    await assert.rejects(deal.accept(externalId));
  });

  it('loses against an acceptance that came first, and against one during the withdrawal', async () => {
    for (const name of ['race before', 'race between']) {
      const { offerId, externalId } = await deal.released({ name });
      if (name === 'race before') await deal.accept(externalId);
      else deal.before(`${externalId}:cancel`, () => deal.accept(externalId));
      await deal.cancel(offerId);
      await deal.settle();
      assert.equal((await deal.offer(offerId)).status, 'ACCEPTED', name);
      assert.deepEqual(await failureOf('offer.cancel', offerId), ['FAILED', 'AlreadyAccepted'], name);
    }
  });

  it('deleting an offer withdraws it; a customer who was faster gets an entitlement, and the offer stays deleted', async () => {
    const { offerId, externalId } = await deal.released({ name: 'delete' });
    await deal.remove(offerId);
    await deal.settle();
    assert.deepEqual([(await deal.offer(offerId)).status, await stateAtPartner(externalId)], ['DELETED', 'CANCELLED']);
    const other = await deal.released({ name: 'delete too late' });
    const orderId = await deal.accept(other.externalId);
    await deal.remove(other.offerId);
    await deal.settle();
    assert.equal((await deal.offer(other.offerId)).status, 'DELETED');
    assert.equal(await statusOf(orderId), 'PENDING_START');
  });
});

describe('the expiry of an offer', () => {
  it('is moved in place: the id stays the same', async () => {
    const { offerId, externalId } = await deal.released({ name: 'extended' });
    const day = dayAhead(deal.simulator.clock.now(), 60);
    await deal.extend(offerId, day);
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.deepEqual([offer.status, offer.external_id], ['PENDING_ACCEPTANCE', externalId]);
    const { acceptDeadlineTime } = await deal.simulator.control<{ acceptDeadlineTime: Row }>(
      'GET',
      `/offer/${externalId}`,
    );
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
    assert.deepEqual([acceptDeadlineTime.month, acceptDeadlineTime.day], [next.getUTCMonth() + 1, next.getUTCDate()]);
    assert.equal((offer.expire_time as Date).toISOString().slice(0, 10), next.toISOString().slice(0, 10));
  });

  it('beyond what Google allows to move: the offer is cancelled and offered again, and its old id still leads to it', async () => {
    const { offerId, externalId } = await deal.released({ name: 'again' });
    await deal.simulator.advance('P10D');
    await deal.extend(offerId, dayAhead(deal.simulator.clock.now(), 85));
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.equal(offer.status, 'PENDING_ACCEPTANCE', JSON.stringify(offer.meta_info));
    assert.notEqual(offer.external_id, externalId);
    assert.match(String(offer.info.privateOfferUrl), new RegExp(`${offer.external_id}$`));
    assert.deepEqual(await offersAtPartner('again'), ['CANCELLED', 'PUBLISHED']);
    const known = (await deal.rows('offer_external_id')).filter((row) => row.offer_id === offerId);
    assert.deepEqual(known.map((row) => row.external_id).sort(), [externalId, offer.external_id].sort());
    await deal.reconcile();
    assert.equal((await deal.offer(offerId)).status, 'PENDING_ACCEPTANCE');
    await active(offer.external_id as string);
    assert.equal((await deal.offer(offerId)).status, 'ACCEPTED');
  });

  it('fails to move in the second step: nothing is live, and extending again continues from there', async () => {
    const { offerId, externalId } = await deal.released({ name: 'half' });
    await deal.simulator.advance('P10D');
    deal.refuse(':publish');
    const day = dayAhead(deal.simulator.clock.now(), 85);
    await deal.extend(offerId, day);
    await deal.settle();
    const failed = await deal.offer(offerId);
    assert.deepEqual([failed.status, failed.withdrawn], ['UPDATE_FAILED', true]);
    assert.match(String(failed.meta_info.updateMessage), /No offer is live/);
    assert.equal(await stateAtPartner(externalId), 'CANCELLED');
    deal.refuse('');
    await deal.extend(offerId, day);
    await deal.settle();
    assert.equal((await deal.offer(offerId)).status, 'PENDING_ACCEPTANCE');
    assert.deepEqual(await offersAtPartner('half'), ['CANCELLED', 'PUBLISHED']);
  });

  it('does not move if an acceptance is faster: before the request, the change, or the withdrawal', async () => {
    for (const [name, isNear] of [
      ['accepted first', true],
      ['accepted before the change', true],
      ['accepted before the withdrawal', false],
    ] as const) {
      const { offerId, externalId } = await deal.released({ name });
      if (!isNear) await deal.simulator.advance('P10D');
      const accept = () => deal.accept(externalId);
      if (name === 'accepted first') await accept();
      else if (isNear) {
        // The query reads the offer; nothing else does before the change.
        let reads = 0;
        const ending = `/privateOffers/${externalId}`;
        const onSecond = async (): Promise<void> => {
          reads += 1;
          if (reads === 1) deal.before(ending, onSecond);
          else await accept();
        };
        deal.before(ending, onSecond);
      } else deal.before(`${externalId}:cancel`, accept);
      await deal.extend(offerId, dayAhead(deal.simulator.clock.now(), isNear ? 40 : 85));
      await deal.settle();
      assert.equal((await deal.offer(offerId)).status, 'ACCEPTED', name);
      assert.deepEqual(await failureOf('offer.extend', offerId), ['FAILED', 'AlreadyAccepted'], name);
      assert.deepEqual(await offersAtPartner(name), ['ACCEPTED'], name);
    }
  });

  it('passes: EXPIRED if Google has no order, ACCEPTED if it has one; an expired offer can be offered again', async () => {
    const lost = await deal.released({ name: 'accepted in silence' });
    const unwanted = await deal.released({ name: 'unwanted' });
    const orderId = await deal.accept(lost.externalId);
    await deal.simulator.advance('P22D');
    await deal.settle();
    assert.equal((await deal.offer(unwanted.offerId)).status, 'EXPIRED');
    assert.equal((await deal.offer(lost.offerId)).status, 'ACCEPTED');
    assert.equal(await statusOf(orderId), 'PENDING_START');
    await deal.extend(unwanted.offerId, dayAhead(deal.simulator.clock.now(), 20));
    await deal.settle();
    const again = await deal.offer(unwanted.offerId);
    assert.equal(again.status, 'PENDING_ACCEPTANCE', JSON.stringify(again.meta_info));
    assert.deepEqual(await offersAtPartner('unwanted'), ['EXPIRED', 'PUBLISHED']);
  });
});
