import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sealSecret } from '../../auth/secrets.ts';
import { setFaultHook } from '../../db/faults.ts';
import { encodeId } from '../../kit/ids.ts';
import { type Deal, type Row, startDeal } from './deal.test-support.ts';

let deal: Deal;
before(async () => {
  deal = await startDeal();
});
after(() => deal.close());
beforeEach(async () => {
  await deal.simulator.control('DELETE', '/fault');
  await deal.hearEvents(false);
});

const released = async (change: Row = {}): Promise<{ offerId: string; externalId: string }> => {
  const offerId = await deal.submit(change);
  await deal.settle();
  const offer = await deal.offer(offerId);
  assert.equal(offer.status, 'PENDING_ACCEPTANCE', JSON.stringify(offer.meta_info));
  return { offerId, externalId: offer.external_id as string };
};

const entitlementOf = async (offerId: string): Promise<Row> => {
  const found = (await deal.rows('entitlement')).filter((row) => row.offer_id === offerId);
  assert.equal(found.length, 1, 'one entitlement');
  return found[0] as Row;
};

const operationOf = async (name: string, offerId: string): Promise<Row> => {
  const found = (await deal.rows('operation')).filter(
    (row) => row.name === name && (row.input as Row).offerId === offerId,
  );
  assert.equal(found.length, 1, name);
  return found[0] as Row;
};

const offersAtPartner = async (name: string): Promise<number> =>
  (await deal.simulator.control<{ offers: { name: string }[] }>('GET', '/offer')).offers.filter(
    (offer) => offer.name === name,
  ).length;

/** The parts of an entitlement that must be the same, however it was created. */
const essence = ({ status, start_time: start, end_time: end, external_buyer_id: buyer, info }: Row, terms: Row[]) => {
  const { commitAmount, currency, autoRenew, awsLicenseArn } = info as Row;
  return {
    status,
    length: (end as Date).getTime() - (start as Date).getTime(),
    buyer,
    commitAmount,
    currency,
    autoRenew,
    licensed: awsLicenseArn !== undefined,
    terms: terms.length,
  };
};

describe('a deal at AWS', () => {
  it('starts with the listing: products are imported when the account is connected', async () => {
    const products = await deal.rows('product');
    assert.deepEqual(
      products.map((product) => [product.name, product.status]),
      [['Acme API', 'PUBLIC']],
    );
    const [connection] = await deal.rows('connection');
    assert.equal(connection?.status, 'CONNECTED');
    assert.ok(connection?.last_full_sync_time instanceof Date);
  });

  it('an offer is released, with the address where its buyer opens it', async () => {
    const { offerId, externalId } = await released();
    const { info } = await deal.offer(offerId);
    assert.match(externalId, /^offer-/);
    assert.match(
      String(info.privateOfferUrl),
      new RegExp(`^https://aws.amazon.com/marketplace/saas/ordering\\?productId=prod-.+&offerId=${externalId}$`),
    );
    assert.equal((await operationOf('offer.create', offerId)).status, 'COMPLETED');
  });

  for (const [way, play] of [
    ['by event only', async () => deal.hearEvents(true)],
    ['by polling only', async () => {}],
    ['by event and polling at once', async () => deal.hearEvents(true)],
    [
      'by events that come twice and out of order',
      async () => {
        await deal.hearEvents(true);
        const operation = 'Purchase Agreement Created - Proposer';
        await deal.simulator.fault('delay-message', { operation, delayMs: 400 });
        await deal.simulator.fault('duplicate-message', { count: 4 });
      },
    ],
  ] as [string, () => Promise<void>][]) {
    it(`an accepted offer becomes one entitlement with its license ${way}`, async () => {
      const { offerId, externalId } = await released({ name: way });
      await play();
      await deal.accept(externalId);
      if (way.includes('polling')) {
        await deal.reconcile();
        await new Promise((resolve) => setTimeout(resolve, 100));
        await deal.reconcile();
      }
      const licensed = async (): Promise<boolean> =>
        (await deal.rows('entitlement')).some(
          (row) => row.offer_id === offerId && (row.info as Row).awsLicenseArn !== undefined,
        );
      await deal.until('the license', licensed);
      await new Promise((resolve) => setTimeout(resolve, 500));
      await deal.reconcile();
      const entitlement = await entitlementOf(offerId);
      const terms = (await deal.rows('entitlement_term')).filter((row) => row.entitlement_id === entitlement.id);
      assert.deepEqual(essence(entitlement, terms), {
        status: 'ACTIVE',
        length: 365 * 86_400_000,
        buyer: deal.simulator.buyerId,
        commitAmount: 1200,
        currency: 'USD',
        autoRenew: false,
        licensed: true,
        terms: 1,
      });
      assert.equal((await deal.offer(offerId)).status, 'ACCEPTED');
      const audits = async (): Promise<number> =>
        (await deal.rows('audit_event')).filter((row) => row.entity_id === encodeId('ent', entitlement.id as string))
          .length;
      assert.equal(await audits(), entitlement.version, 'one audit row for each change');
      await deal.reconcile();
      assert.equal(await audits(), entitlement.version, 'a repeated message writes nothing');
      assert.equal((await entitlementOf(offerId)).version, entitlement.version);
      const messages = await deal.rows('partner_message');
      assert.deepEqual(
        [...new Set(messages.map((row) => row.status))].filter((status) => status !== 'DONE' && status !== 'AUDITED'),
        [],
      );
    });
  }

  it('the end of an agreement ends the entitlement', async () => {
    const { offerId, externalId } = await released({ name: 'ends' });
    const agreementId = await deal.accept(externalId);
    await deal.reconcile();
    await deal.hearEvents(true);
    await deal.simulator.control('POST', `/agreement/${agreementId}/cancel`);
    await deal.until('the end', async () => (await entitlementOf(offerId)).status === 'CANCELLED');
    assert.equal((await deal.offer(offerId)).status, 'ACCEPTED');
  });

  it('an offer and an agreement made elsewhere are imported', async () => {
    const terms = [
      {
        Type: 'UsageBasedPricingTerm',
        CurrencyCode: 'USD',
        RateCards: [{ RateCard: [{ DimensionKey: 'requests', Price: '0.5' }] }],
      },
    ];
    const made = await deal.simulator.control<{ offerId: string }>('POST', '/offer', {
      productId: deal.simulator.product.productId,
      name: 'Elsewhere',
      buyerAccountIds: [deal.simulator.buyerId],
      terms,
    });
    await deal.accept(made.offerId);
    await deal.reconcile();
    const [offer] = (await deal.rows('offer')).filter((row) => row.name === 'Elsewhere');
    assert.equal(offer?.status, 'ACCEPTED');
    assert.equal((await entitlementOf(offer?.id as string)).status, 'ACTIVE');
  });
});

describe('an event about a listing', () => {
  it('imports an offer that was made elsewhere, once', async () => {
    await deal.hearEvents(true);
    const terms = [
      {
        Type: 'UsageBasedPricingTerm',
        CurrencyCode: 'USD',
        RateCards: [{ RateCard: [{ DimensionKey: 'requests', Price: '0.5' }] }],
      },
    ];
    await deal.simulator.fault('duplicate-message', { count: null });
    await deal.simulator.control('POST', '/offer', {
      productId: deal.simulator.product.productId,
      name: 'Told by event',
      buyerAccountIds: [deal.simulator.buyerId],
      terms,
    });
    const found = async (): Promise<Row[]> => (await deal.rows('offer')).filter((row) => row.name === 'Told by event');
    await deal.until('the offer', async () => (await found()).length > 0);
    await deal.settle();
    assert.deepEqual(
      (await found()).map((row) => row.status),
      ['PENDING_ACCEPTANCE'],
    );
  });
});

describe('creating an offer while AWS fails', () => {
  for (const fault of ['throttle', 'internal-error', 'timeout-before', 'timeout-after', 'half-answer', 'rubbish']) {
    it(`${fault}: it is created exactly once`, async () => {
      const name = `fault ${fault}`;
      await deal.simulator.fault(fault, { operation: 'StartChangeSet' });
      await released({ name });
      assert.equal(await offersAtPartner(name), 1);
    });
  }

  it('a fault of AWS while it applies the change: the whole change is sent again', async () => {
    await deal.simulator.fault('change-set-failure', { errorCode: 'SERVER_FAULT', count: 2 });
    await released({ name: 'server fault' });
    assert.equal(await offersAtPartner('server fault'), 1);
  });

  it('every response is lost once before it is recorded: each call is made twice, and nothing happens twice', async () => {
    let answers = 0;
    setFaultHook((point) => {
      if (point !== 'partner-answered') return;
      answers += 1;
      if (answers % 2 === 1) throw new Error('the process was not there to hear it');
    });
    try {
      const { offerId, externalId } = await released({ name: 'told twice' });
      await deal.accept(externalId);
      await deal.cancel(offerId);
      await deal.settle();
      assert.equal((await deal.offer(offerId)).status, 'ACCEPTED');
      assert.equal((await entitlementOf(offerId)).status, 'ACTIVE');
    } finally {
      setFaultHook(undefined);
    }
    assert.ok(answers >= 8, `${answers} answers`);
    assert.equal(await offersAtPartner('told twice'), 1);
  });

  it('a refusal ends in CREATE_FAILED with AWS’s message and a readable sentence', async () => {
    await deal.simulator.fault('change-set-failure', {
      errorCode: 'INVALID_RATE_CARD',
      errorMessage: 'no such dimension',
    });
    const offerId = await deal.submit({ name: 'refused' });
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.equal(offer.status, 'CREATE_FAILED');
    assert.deepEqual(offer.meta_info.errorMessages, ['INVALID_RATE_CARD: no such dimension']);
    assert.deepEqual(offer.meta_info.prettifiedErrorMessages, [
      'A price names a dimension that the product does not have, or has of another type.',
    ]);
    const operation = await operationOf('offer.create', offerId);
    assert.deepEqual([operation.status, (operation.failure as Row).code], ['FAILED', 'INVALID_RATE_CARD']);
  });

  it('a request that AWS refuses at once names the field', async () => {
    const offerId = await deal.submit({
      name: 'invalid',
      info: { commits: [{ key: 'seats', rate: 1_000_000_000_000_000, quantity: 2 }] },
    });
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.equal(offer.status, 'CREATE_FAILED');
    assert.match(JSON.stringify(offer.meta_info.errorMessages), /ValidationException.*ChargeAmount/);
  });
});

describe('cancelling an offer', () => {
  it('withdraws it: nobody can accept it any more', async () => {
    const { offerId, externalId } = await released({ name: 'cancel' });
    await deal.cancel(offerId);
    await deal.settle();
    assert.equal((await deal.offer(offerId)).status, 'CANCELLED');
    await assert.rejects(deal.accept(externalId));
  });

  it('loses against an acceptance that came first: ACCEPTED, the entitlement exists, and the operation says why', async () => {
    const { offerId, externalId } = await released({ name: 'race before' });
    await deal.accept(externalId);
    await deal.cancel(offerId);
    await deal.settle();
    assert.equal((await deal.offer(offerId)).status, 'ACCEPTED');
    assert.equal((await entitlementOf(offerId)).status, 'ACTIVE');
    const operation = await operationOf('offer.cancel', offerId);
    assert.deepEqual([operation.status, (operation.failure as Row).code], ['FAILED', 'AlreadyAccepted']);
  });

  it('loses against an acceptance during the withdrawal', async () => {
    const { offerId, externalId } = await released({ name: 'race between' });
    await deal.simulator.control('POST', '/settings', { changeSetDelayMs: 1500 });
    await deal.cancel(offerId);
    const isWithdrawing = async (): Promise<boolean> => {
      const { changeSets } = await deal.simulator.control<{ changeSets: { name: string; status: string }[] }>(
        'GET',
        '/change-set',
      );
      return changeSets.some((set) => set.name === `Withdraw ${externalId}`);
    };
    await deal.until('the withdrawal', isWithdrawing);
    await deal.accept(externalId);
    await deal.simulator.control('POST', '/settings', { changeSetDelayMs: 20 });
    await deal.settle();
    assert.equal((await deal.offer(offerId)).status, 'ACCEPTED');
    assert.equal((await entitlementOf(offerId)).status, 'ACTIVE');
  });

  it('refused by AWS: the offer is as it was, with the reason', async () => {
    const { offerId } = await released({ name: 'cancel refused' });
    await deal.simulator.fault('change-set-failure', { errorCode: 'INVALID_UPDATE_REQUEST', errorMessage: 'not now' });
    await deal.cancel(offerId);
    await deal.settle();
    const offer = await deal.offer(offerId);
    assert.equal(offer.status, 'PENDING_ACCEPTANCE');
    assert.deepEqual(offer.meta_info.errorMessages, ['INVALID_UPDATE_REQUEST: not now']);
  });
});

describe('the expiry of an offer', () => {
  it('passes: EXPIRED if AWS has no agreement, ACCEPTED if it has one that was not announced', async () => {
    const lost = await released({ name: 'accepted in silence' });
    const unwanted = await released({ name: 'unwanted' });
    await deal.accept(lost.externalId);
    await deal.simulator.advance('P22D');
    await deal.settle();
    assert.equal((await deal.offer(unwanted.offerId)).status, 'EXPIRED');
    assert.equal((await deal.offer(lost.offerId)).status, 'ACCEPTED');
    assert.equal((await entitlementOf(lost.offerId)).status, 'ACTIVE');
  });
});

describe('an account that cannot be read', () => {
  it('is shown as such, with the reason, and recovers on its own', async () => {
    const { accessKeyId, secretAccessKey } = deal.simulator.seller;
    const signIn = (secret: string): Promise<unknown> => {
      const credentials = JSON.stringify({ accessKeyId, secretAccessKey: secret });
      const sealed = sealSecret(deal.secretKeys, 'integration', deal.connectionId, credentials);
      return deal.database.write(deal.orgId, (db) =>
        db
          .updateTable('connection')
          .set({ credentials_sealed: sealed })
          .where('connection.id', '=', deal.connectionId)
          .execute(),
      );
    };
    const statusOf = async (): Promise<unknown[]> => {
      const [connection] = await deal.rows('connection');
      return [connection?.status, (connection?.last_error as Row | null)?.code === undefined];
    };
    await signIn('another secret');
    await deal.reconcile();
    assert.deepEqual(await statusOf(), ['ERROR', false]);
    await signIn(secretAccessKey);
    await deal.simulator.advance('PT16M');
    await deal.settle();
    assert.deepEqual(await statusOf(), ['CONNECTED', true]);
  });
});
