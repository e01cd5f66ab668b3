import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { pacificMidnightLater } from '../../../kit/pacific-time.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { isPartnerError } from '../../partner-error.ts';
import type { PartnerChange } from '../changes.ts';
import type { GcpOfferSubmission } from '../offer-submissions.ts';
import type { Marketplace, UsageSend } from '../port.ts';
import { createGcpMarketplace } from './adapter.ts';
import { aSubmission, type GcpOrder, type GcpSimulator, startSimulator } from './simulator.test-support.ts';

let simulator: GcpSimulator;
let gcp: Marketplace;
before(async () => {
  simulator = await startSimulator();
  gcp = createGcpMarketplace(simulator);
});
after(() => simulator.close());
beforeEach(async () => void (await simulator.control('DELETE', '/fault')));

const newCustomer = (): string => simulator.newCustomer();
const submission = (change: Partial<GcpOfferSubmission> = {}): GcpOfferSubmission =>
  aSubmission(simulator, { maxRenewals: 1, ...change });

let keys = 0;
/**
 * Makes a change to its end, each stage with a key of its own; `again` starts each stage twice, as after a lost response.
 */
const run = async (
  change: PartnerChange,
  { again = false, load }: { again?: boolean; load?: (url: string) => Promise<Uint8Array> } = {},
) => {
  const made: Record<string, string> = {};
  for (let stage = 0; ; stage += 1) {
    keys += 1;
    const step = { key: `key-${keys}`, stage, made, ...(load ? { load } : {}) };
    if (again) await gcp.startChange(simulator.access, change, step);
    const { changeId, more } = await gcp.startChange(simulator.access, change, step);
    let read = await gcp.readChange(simulator.access, changeId);
    while (read.state === 'RUNNING') read = await gcp.readChange(simulator.access, changeId);
    if (read.state === 'FAILED') throw new Error(JSON.stringify(read.errors));
    Object.assign(made, read.entityIds);
    if (!more) return made;
  }
};

const publish = async (change: Partial<GcpOfferSubmission> = {}): Promise<string> =>
  (await run({ act: 'offer.create', offer: submission(change) })).offer ?? '';
const accept = async (offerId: string): Promise<string> => {
  const { orderId } = await simulator.control<{ orderId: string }>('POST', `/offer/${offerId}/accept`, {});
  return orderId;
};
const buy = (more: object = {}): Promise<GcpOrder> =>
  simulator.control('POST', '/order', {
    service: simulator.product.id,
    plan: 'pro',
    termMonths: 12,
    billingAccount: newCustomer(),
    ...more,
  });
const offersTitled = async (title: string): Promise<{ id: string; state: string }[]> =>
  (await simulator.control<{ offers: { id: string; state: string; title: string }[] }>('GET', '/offer')).offers.filter(
    (offer) => offer.title === title,
  );
const read = async (id: string) => {
  const agreement = await gcp.readAgreement(simulator.access, id);
  assert.ok(agreement);
  return agreement;
};
const refusedAs = (code: string) => (error: unknown) => isPartnerError(error) && error.partnerCode === code;

describe('listings', () => {
  it('have the metrics of the SKU groups that a plan names', async (t) => {
    const own = await startSimulator();
    t.after(() => own.close());
    const metrics = [{ name: 'calls', price: '0.002' }];
    const { id } = await own.control<{ id: string }>('POST', '/product', {
      title: 'Grouped',
      plans: [
        { plan: 'payg', metrics, skuGroup: 'grouped-usage' },
        { plan: 'pro', monthlyPrice: '100', metrics, skuGroup: 'pro-usage' },
      ],
    });
    const product = await createGcpMarketplace(own).readProduct(own.access, id);
    const rates = product?.plans?.map((plan) => [plan.id, plan.usage.map(({ key, price }) => [key, price])]);
    const calls = [['calls', '0.002']];
    assert.deepEqual(rates, [
      ['payg', calls],
      ['pro', calls],
    ]);
    assert.match(JSON.stringify(product?.document), /"priceModel":"SUBSCRIPTION_PLUS_USAGE"/);
  });

  it('are read with plans, prices and the names under which usage is reported', async () => {
    const [product, ...others] = await gcp.listProducts(simulator.access);
    assert.ok(product);
    assert.equal(others.length, 0);
    assert.deepEqual(
      [product.entityId, product.externalId, product.title, product.status, product.productType],
      [simulator.product.id, simulator.product.id, 'Acme API', 'PUBLIC', 'SUBSCRIPTION'],
    );
    assert.deepEqual(product.dimensions.map(({ key, types }) => [key, types]).sort(), [
      ['calls', ['Metered']],
      ['hours', ['Metered']],
      ['requests', ['Metered']],
    ]);
    const plans = (product.plans ?? []).map(({ id, commits, usage }) => [
      id,
      commits.map(({ price, durationIso }) => `${price} ${durationIso}`),
      usage.map(({ key, price }) => `${key} ${price}`),
    ]);
    assert.deepEqual(plans, [
      ['pro', ['100 P1M'], ['requests 0.01']],
      ['pro-P1Y', ['1200 P12M'], ['requests 0.01']],
      ['max-P1Y', ['3000 P12M'], []],
      ['payg', [], ['calls 0.002', 'hours 1']],
    ]);
    const { listingSpec } = product.document as {
      listingSpec: { purchaseSpec: { purchaseOptionSpecs: { name: string }[] } };
    };
    assert.deepEqual(
      listingSpec.purchaseSpec.purchaseOptionSpecs.map(({ name }) => name),
      simulator.product.standardOffers.map(({ name }) => name),
      'plans are named as private offers name their base',
    );
    assert.deepEqual((await gcp.readProduct(simulator.access, simulator.product.id))?.title, 'Acme API');
    assert.equal(await gcp.readProduct(simulator.access, 'no.such.service'), null);
  });

  it('are read all the same where the service configuration may not be read', async () => {
    const refusing: Outgoing = {
      ...simulator.outgoing,
      request: async (asked) =>
        asked.url.endsWith('/config')
          ? {
              status: 403,
              headers: { 'content-type': 'application/json' },
              body: '{"error":{"code":403,"status":"PERMISSION_DENIED","message":"no"}}',
            }
          : simulator.outgoing.request(asked),
    };
    const product = await createGcpMarketplace({ ...simulator, outgoing: refusing }).readProduct(
      simulator.access,
      simulator.product.id,
    );
    assert.deepEqual(product?.dimensions.map(({ key }) => key).sort(), ['Calls', 'Hours', 'Requests']);
  });
});

describe('a private offer', () => {
  it('is drafted, gets its documents and is published, once, even when every response is lost', async () => {
    const offer = submission({ title: 'made once' });
    const { offer: id = '' } = await run({ act: 'offer.create', offer }, { again: true });
    assert.deepEqual(
      (await offersTitled('made once')).map((each) => [each.id, each.state]),
      [[id, 'PUBLISHED']],
    );
    const there = await gcp.readOffer(simulator.access, id);
    assert.ok(there);
    const { document: _, version: __, ...shown } = there;
    assert.deepEqual(shown, {
      externalId: id,
      name: 'made once',
      description: 'As agreed',
      state: 'RELEASED',
      acceptTime: null,
      privateOfferUrl: `${simulator.url}/gcp/console/private-offers/${id}`,
      isPrivate: true,
      productEntityId: simulator.product.id,
      buyerAccountIds: [offer.customer.billingAccount],
      expireTime: new Date(offer.acceptDeadline),
      currency: 'USD',
      upfront: { price: '80.5', durationIso: 'P1Y' },
      charging: { months: 1, isProrated: false, isInArrears: false, price: '80.5', balance: '0' },
      usageRates: [],
      agreementDurationIso: 'P1Y',
      agreementStart: null,
      agreementEnd: null,
    });
    const page = await fetch(there.privateOfferUrl ?? '', {
      headers: { authorization: `Bearer ${simulator.token}` },
    });
    assert.equal(page.status, 200);
  });

  it('carries the content of a custom EULA and a statement of work', async () => {
    const pdf = Buffer.from('%PDF-1.7 terms');
    const asked: string[] = [];
    const load = async (url: string) => {
      asked.push(url);
      return pdf;
    };
    const documents: GcpOfferSubmission['documents'] = [
      { type: 'CUSTOM_EULA', url: 'https://files.example/eula.pdf' },
      { type: 'SOW', url: 'https://files.example/sow.pdf' },
    ];
    await run({ act: 'offer.create', offer: submission({ documents }) }, { again: true, load });
    assert.deepEqual(asked, ['https://files.example/eula.pdf', 'https://files.example/sow.pdf'], 'each once');
  });

  it('that Google refuses leaves no draft behind, and the field at fault is named', async () => {
    const offer = submission({ title: 'refused', provider: null });
    await assert.rejects(run({ act: 'offer.create', offer }), (error: unknown) => {
      assert.ok(isPartnerError(error));
      assert.equal(error.partnerCode, 'INVALID_ARGUMENT');
      assert.equal(error.retryable, false);
      const { fields } = error.details as { fields: { name: string }[] };
      assert.match(fields[0]?.name ?? '', /partnerContact/);
      assert.match(gcp.prettifyError({ code: error.partnerCode, message: error.message }), /contact of the provider/);
      return true;
    });
    assert.deepEqual(await offersTitled('refused'), []);
  });

  it('for a customer with an order for the product replaces the offer of that order', async () => {
    const first = submission();
    const { offer: before = '' } = await run({ act: 'offer.create', offer: first });
    const orderId = await accept(before);
    await gcp.approveAgreement?.(simulator.access, orderId);
    const second = submission({ customer: first.customer, title: 'amends' });
    const { offer: amending = '' } = await run({ act: 'offer.create', offer: second });
    const document = JSON.stringify((await gcp.readOffer(simulator.access, amending))?.document);
    assert.match(document, new RegExp(`"amendedPrivateOffer":"[^"]+/privateOffers/${before}"`));
  });

  it('accepts a plan by the name that orders use for it', async () => {
    const id = await publish({ baseStandardOffer: 'pro-P1Y' });
    assert.equal((await gcp.readOffer(simulator.access, id))?.state, 'RELEASED');
    await assert.rejects(publish({ baseStandardOffer: 'gold' }), refusedAs('UNKNOWN_PLAN'));
  });

  it('is withdrawn, and stays so when withdrawn again; an accepted one cannot be', async () => {
    const id = await publish();
    const withdraw: PartnerChange = { act: 'offer.withdraw', externalId: id, lastDay: '2026-11-19' };
    await run(withdraw, { again: true });
    assert.equal((await gcp.readOffer(simulator.access, id))?.state, 'WITHDRAWN');
    const accepted = await publish();
    await accept(accepted);
    await assert.rejects(run({ ...withdraw, externalId: accepted }), refusedAs('FAILED_PRECONDITION'));
  });

  it('is extended in place within three months of its publication, or else offered again', async () => {
    const id = await publish();
    const latest = pacificMidnightLater(simulator.clock.now(), 3);
    const way = (externalId: string, expireTime: Date) => gcp.extendsBy(simulator.access, { externalId, expireTime });
    assert.equal(await way(id, latest), 'CHANGE');
    assert.equal(await way(id, new Date(latest.getTime() + 86_400_000)), 'REOFFER');
    await run({ act: 'offer.extend', externalId: id, lastDay: '', expireTime: latest.toISOString() }, { again: true });
    assert.deepEqual((await gcp.readOffer(simulator.access, id))?.expireTime, latest);
    const beyond = new Date(latest.getTime() + 86_400_000).toISOString();
    await assert.rejects(
      run({ act: 'offer.extend', externalId: id, lastDay: '', expireTime: beyond }),
      refusedAs('INVALID_ARGUMENT'),
      'Google takes no more',
    );
    const accepted = await publish();
    await accept(accepted);
    assert.equal(await way(accepted, latest), 'REOFFER');
  });

  for (const fault of ['timeout-after', 'half-answer', 'rubbish', 'internal-error', 'throttle']) {
    it(`${fault}: a call without a response may be made again`, async () => {
      await simulator.fault(fault, { operation: 'CreatePrivateOffer' });
      const title = `fault ${fault}`;
      const change: PartnerChange = { act: 'offer.create', offer: submission({ title }) };
      const step = { key: `one-${fault}`, stage: 0, made: {} };
      await assert.rejects(gcp.startChange(simulator.access, change, step), (error: unknown) => {
        assert.ok(isPartnerError(error) && error.retryable);
        return true;
      });
      await gcp.startChange(simulator.access, change, step);
      assert.equal((await offersTitled(title)).length, 1);
    });
  }
});

describe('an order', () => {
  it('of a private offer is read with its buyer, value, discounted rates and terms', async () => {
    const offer = submission();
    const { offer: offerId = '' } = await run({ act: 'offer.create', offer });
    const id = await accept(offerId);
    const waiting = await read(id);
    assert.deepEqual([waiting.status, waiting.offerExternalId, waiting.endTime], ['PENDING', offerId, null]);
    assert.deepEqual(
      (await gcp.listAgreements(simulator.access, { offerExternalId: offerId })).map(({ externalId }) => externalId),
      [id],
    );
    assert.equal((await gcp.readOffer(simulator.access, offerId))?.state, 'ACCEPTED');

    await gcp.approveAgreement?.(simulator.access, id);
    await gcp.approveAgreement?.(simulator.access, id);
    const active = await read(id);
    assert.deepEqual(
      [active.status, active.value, active.currency, active.autoRenew, active.planId],
      ['ACTIVE', '966', 'USD', true, 'pro-P1Y'],
    );
    assert.deepEqual(active.usageRates, [{ key: 'requests', price: '0.009' }]);
    assert.deepEqual([active.buyer?.name, active.buyer?.email], ['Globex', 'hank@globex.example']);
    assert.match(JSON.stringify(active.buyer?.document), /"name":"signup","state":"APPROVED"/);
    assert.equal((active.endTime?.getTime() ?? 0) - active.startTime.getTime(), 365 * 86_400_000);
    assert.ok(active.version > waiting.version);
    assert.equal(active.productEntityId, simulator.product.id);
  });

  it('at the public price has no private offer; suspension, pending cancellation and end are shown as such', async () => {
    const { id } = await buy({ plan: 'pro', termMonths: 12 });
    await gcp.approveAgreement?.(simulator.access, id);
    const active = await read(id);
    assert.deepEqual([active.offerExternalId, active.value, active.status], [null, '1200', 'ACTIVE']);
    const versions = [active.version];
    for (const [act, status] of [
      ['suspend', 'SUSPENDED'],
      ['reinstate', 'ACTIVE'],
      ['cancel', 'ENDING'],
      ['revert-cancellation', 'ACTIVE'],
    ] as const) {
      await simulator.control('POST', `/order/${id}/${act}`, {});
      const agreement = await read(id);
      assert.equal(agreement.status, status, act);
      assert.deepEqual(agreement.startTime, active.startTime, act);
      versions.push(agreement.version);
    }
    assert.deepEqual(
      [...versions].sort((a, b) => a - b),
      versions,
      'versions rise',
    );
    assert.equal(new Set(versions).size, versions.length);
    await simulator.control('POST', `/order/${id}/cancel`, { effective: 'IMMEDIATE' });
    assert.equal((await read(id)).status, 'CANCELLED');
    assert.equal(await gcp.readAgreement(simulator.access, 'unknown'), null);
  });

  it('whose customer requests another plan waits for our approval, which names the plan with its term', async () => {
    const { id } = await buy();
    await gcp.approveAgreement?.(simulator.access, id);
    await simulator.control('POST', `/order/${id}/change-plan`, { plan: 'max', termMonths: 12 });
    const asked = await read(id);
    assert.deepEqual([asked.status, asked.planId, asked.waitingOperationId], ['ACTIVE', 'pro-P1Y', 'max-P1Y']);
    const answer = { agreementId: id, operationId: 'max-P1Y', accept: true };
    await gcp.answerOperation?.(simulator.access, answer);
    await gcp.answerOperation?.(simulator.access, answer);
    const changed = await read(id);
    assert.deepEqual([changed.planId, changed.waitingOperationId, changed.value], ['max-P1Y', null, '3000']);
  });

  it('cannot be read by another provider', async () => {
    const access = { ...simulator.access, accountId: 'somebody-else' };
    await assert.rejects(gcp.listAgreements(access, {}), refusedAs('PERMISSION_DENIED'));
    await assert.rejects(gcp.listAgreements({ ...access, accountId: '' }, {}), refusedAs('MissingSetting'));
    const credentials = { ...simulator.access.credentials, clientEmail: 'x@acme-public.iam.gserviceaccount.com' };
    await assert.rejects(gcp.verify({ ...simulator.access, credentials }), refusedAs('invalid_grant'));
    await gcp.verify(simulator.access);
  });
});

describe('usage', () => {
  const hour = (): Date => new Date(Math.floor(simulator.clock.now().getTime() / 3_600_000) * 3_600_000);
  let rows = 0;
  const row = (change: Partial<UsageSend>): UsageSend => {
    rows += 1;
    return {
      reportId: `row-${rows}`,
      product: { entityId: simulator.product.id, externalId: simulator.product.id, meteringKey: 'LICENSE' },
      buyerAccountId: 'b',
      customerIdentifier: null,
      usageResourceId: null,
      dimension: 'calls',
      quantity: '7',
      timestamp: new Date(hour().getTime() - 3_600_000),
      allocations: [],
      ...change,
    };
  };
  const consumerOf = async (id: string): Promise<string> =>
    ((await read(id)).document as { usageReportingId?: string }).usageReportingId ?? '';

  it('is reported once for each row, with the type of its metric; usage of an hour in progress waits', async () => {
    const { id } = await buy({ plan: 'payg', termMonths: undefined });
    await gcp.approveAgreement?.(simulator.access, id);
    const usageResourceId = await consumerOf(id);
    await simulator.advance('PT3H');
    const accepted = [row({ usageResourceId }), row({ usageResourceId, dimension: 'hours', quantity: '3' })];
    const running = row({ usageResourceId, timestamp: hour() });
    const nobody = row({ usageResourceId: null });
    for (const _ of [1, 2]) {
      const { outcomes } = await gcp.reportUsage(simulator.access, [...accepted, running, nobody]);
      assert.deepEqual(
        accepted.map(({ reportId }) => outcomes.get(reportId)),
        accepted.map(({ reportId }) => ({ state: 'ACCEPTED', recordId: reportId })),
      );
      assert.deepEqual(outcomes.get(running.reportId), { state: 'UNPROCESSED' });
      assert.equal(outcomes.get(nobody.reportId)?.state, 'REFUSED');
    }
    const { records } = await simulator.control<{
      records: { identicalResends: number; differentResends: number; operation: { metricValueSets: unknown[] } }[];
    }>('GET', `/journal/metering?orderId=${id}`);
    assert.deepEqual(
      records.map(({ identicalResends, differentResends, operation }) => [
        identicalResends,
        differentResends,
        JSON.stringify(operation.metricValueSets),
      ]),
      [
        [1, 0, `[{"metricName":"${simulator.product.id}/calls","metricValues":[{"int64Value":"7"}]}]`],
        [1, 0, `[{"metricName":"${simulator.product.id}/hours","metricValues":[{"doubleValue":3}]}]`],
      ],
    );
  });

  it('may have been counted although the report failed: it is sent again unchanged', async () => {
    const { id } = await buy({ plan: 'payg', termMonths: undefined });
    await gcp.approveAgreement?.(simulator.access, id);
    const usageResourceId = await consumerOf(id);
    await simulator.advance('PT3H');
    const rows = [row({ usageResourceId })];
    await simulator.fault('throttle', { operation: 'Report' });
    const isOpen = (error: unknown) => isPartnerError(error) && error.outcome === 'UNKNOWN' && error.retryable;
    await assert.rejects(gcp.reportUsage(simulator.access, rows), isOpen);
    const { outcomes } = await gcp.reportUsage(simulator.access, rows);
    assert.deepEqual(
      [...outcomes.values()].map(({ state }) => state),
      ['ACCEPTED'],
    );
  });

  it('is not submitted by an attempt that was aborted during its checks', async () => {
    const { id } = await buy({ plan: 'payg', termMonths: undefined });
    await gcp.approveAgreement?.(simulator.access, id);
    const usageResourceId = await consumerOf(id);
    await simulator.advance('PT3H');
    const attempt = new AbortController();
    const submitted = gcp.reportUsage(simulator.access, [row({ usageResourceId })], attempt.signal);
    // The first call is under way.
    attempt.abort(new Error('no answer in time'));
    await assert.rejects(submitted, /no answer in time/);
    const { records } = await simulator.control<{ records: unknown[] }>('GET', `/journal/metering?orderId=${id}`);
    assert.deepEqual(records, []);
  });

  it('from before the end of an order counts, even if later usage is submitted with it', async () => {
    const { id } = await buy({ plan: 'payg', termMonths: undefined });
    await gcp.approveAgreement?.(simulator.access, id);
    const usageResourceId = await consumerOf(id);
    await simulator.advance('PT3H');
    await simulator.control('POST', `/order/${id}/cancel`, { effective: 'IMMEDIATE' });
    const before = row({ usageResourceId });
    await simulator.advance('PT3H');
    const after = row({ usageResourceId });
    const { outcomes } = await gcp.reportUsage(simulator.access, [after, before]);
    const [late, early] = [after, before].map(({ reportId }) => outcomes.get(reportId)?.state);
    assert.deepEqual([late, early], ['REFUSED', 'ACCEPTED']);
  });

  it('of a customer who cannot be billed waits, and of one who is gone is refused; the rest counts', async () => {
    const suspended = await buy({ plan: 'payg', termMonths: undefined });
    const gone = await buy({ plan: 'payg', termMonths: undefined });
    const good = await buy({ plan: 'payg', termMonths: undefined });
    for (const { id } of [suspended, gone, good]) await gcp.approveAgreement?.(simulator.access, id);
    await simulator.control('POST', `/order/${suspended.id}/suspend`);
    await simulator.control('POST', `/order/${gone.id}/cancel`, { effective: 'IMMEDIATE' });
    await simulator.advance('PT3H');
    const sends = await Promise.all(
      [suspended, gone, good].map(async ({ id }) => row({ usageResourceId: await consumerOf(id) })),
    );
    const unknown = row({ usageResourceId: sends[2]?.usageResourceId ?? null, dimension: 'nonsense' });
    const { outcomes } = await gcp.reportUsage(simulator.access, [...sends, unknown]);
    const shown = [...sends, unknown].map(({ reportId }) => {
      const outcome = outcomes.get(reportId);
      return outcome?.state === 'REFUSED' ? outcome.code : outcome?.state;
    });
    assert.deepEqual(shown, ['UNPROCESSED', 'SERVICE_NOT_ACTIVATED', 'ACCEPTED', 'INVALID_ARGUMENT']);
  });
});
