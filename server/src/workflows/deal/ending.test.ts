import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { cancelEntitlement } from '../../domain/entitlement/cancellation/actions/cancel-entitlement.ts';
import { withdrawEntitlementCancellationRequest } from '../../domain/entitlement/cancellation/actions/withdraw-cancellation-request.ts';
import { adjustEntitlementRenewalUplift } from '../../domain/entitlement/renewal/actions/adjust-uplift.ts';
import { optOutEntitlementRenewal } from '../../domain/entitlement/renewal/actions/opt-out.ts';
import { getEntitlementRenewalDraftOffer } from '../../domain/entitlement/renewal/reads.ts';
import { isRefusal } from '../../kit/errors.ts';
import { type Deal, type Row, startDeal } from './deal.test-support.ts';

let deal: Deal;
before(async () => {
  deal = await startDeal();
});
after(() => deal.close());
beforeEach(() => deal.hearEvents(false));

const offerOf = async (terms: object[]): Promise<string> => {
  const { products } = await deal.simulator.control<{ products: Row[] }>('GET', '/product');
  const product = products.find(({ sellerAccountId }) => sellerAccountId === deal.simulator.seller.id);
  const { offerId } = await deal.simulator.control<{ offerId: string }>('POST', '/offer', {
    productId: product?.productId,
    name: 'Acme',
    buyerAccountIds: [deal.simulator.buyerId],
    terms,
  });
  return offerId;
};
const usage = {
  Type: 'UsageBasedPricingTerm',
  CurrencyCode: 'USD',
  RateCards: [{ RateCard: [{ DimensionKey: 'requests', Price: '0.5' }] }],
};
const yearly = {
  Type: 'ConfigurableUpfrontPricingTerm',
  CurrencyCode: 'USD',
  RateCards: [
    {
      Selector: { Type: 'Duration', Value: 'P12M' },
      Constraints: { MultipleDimensionSelection: 'Disallowed', QuantityConfiguration: 'Disallowed' },
      RateCard: [{ DimensionKey: 'seats', Price: '1200.00' }],
    },
  ],
};
const fixedPrice = {
  Type: 'FixedUpfrontPricingTerm',
  CurrencyCode: 'USD',
  Price: '100.00',
  Grants: [{ DimensionKey: 'seats', MaxQuantity: 1 }],
};
const range = { Type: 'PercentageRange', Range: { MinValue: '2', MaxValue: '10', DefaultValue: '5' } };
const renewal = { Type: 'RenewalTerm', LockoutPeriod: 'P30D', AdjustmentDeadline: 'P60D', PriceIncrease: range };
const fixed = { Type: 'RenewalTerm', LockoutPeriod: 'P30D', PriceIncrease: { Type: 'FixedPercentage', Value: '5' } };

const agreed = async (terms: object[] = [usage]): Promise<string> => {
  const path = `/offer/${await offerOf(terms)}/accept`;
  const selection = terms.includes(yearly) ? { duration: 'P12M', quantities: { seats: 1 } } : {};
  const body = { buyerAccountId: deal.simulator.buyerId, ...selection };
  const { agreementId } = await deal.simulator.control<{ agreementId: string }>('POST', path, body);
  await deal.reconcile();
  return agreementId;
};
const paramsOf = async (agreementId: string) => {
  const found = (await deal.rows('entitlement_external_id')).find((row) => row.external_id === agreementId);
  return { entitlementId: found?.entitlement_id as string };
};
const entitlementOf = async (agreementId: string): Promise<Row> => {
  const { entitlementId } = await paramsOf(agreementId);
  return (await deal.rows('entitlement')).find(({ id }) => id === entitlementId) ?? {};
};
const requestOf = async (agreementId: string): Promise<Row> =>
  (await deal.rows('entitlement_cancellation_request')).find((row) => row.agreement_id === agreementId) ?? {};
const cancel = async (agreementId: string): Promise<void> => {
  const params = await paramsOf(agreementId);
  const body = { info: { awsReasonCode: 'BUYER_DISSATISFACTION' as const, awsReasonDescription: 'Too slow.' } };
  await deal.act('cancel', (call) => cancelEntitlement(call, { params, body }));
  await deal.settle();
};
const answer = async (agreementId: string, how: 'approve' | 'reject'): Promise<void> => {
  const { external_id: id } = await requestOf(agreementId);
  await deal.simulator.control('POST', `/cancellation-request/${id}/${how}`, how === 'reject' ? { reason: 'No.' } : {});
};
const until = (what: string, agreementId: string, status: string) =>
  deal.until(what, async () => (await requestOf(agreementId)).status === status, 10_000);
const refusalOf = async (doing: Promise<unknown>): Promise<string> =>
  doing.then(
    () => 'done',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  );
const draftOf = async (agreementId: string) => {
  const params = await paramsOf(agreementId);
  return deal.act('read', (call) => getEntitlementRenewalDraftOffer(call, { params }));
};
const adjust = async (agreementId: string, upliftPercentage: number): Promise<void> => {
  const params = await paramsOf(agreementId);
  await deal.act('adjust', (call) => adjustEntitlementRenewalUplift(call, { params, body: { upliftPercentage } }));
  await deal.settle();
};
const optOut = async (agreementId: string): Promise<void> => {
  const params = await paramsOf(agreementId);
  await deal.act('opt out', (call) => optOutEntitlementRenewal(call, { params }));
  await deal.settle();
};
const lastOperation = async (name: string): Promise<Row> =>
  (await deal.rows('operation')).filter((row) => row.name === name).at(-1) ?? {};

describe('a request to cancel an agreement', () => {
  it('is acknowledged, and ends the purchase when the buyer approves it, through events alone', async () => {
    const agreementId = await agreed();
    await deal.hearEvents(true);
    await cancel(agreementId);
    const request = await requestOf(agreementId);
    assert.match(String(request.external_id), /^acr-/);
    assert.deepEqual(
      [request.status, request.reason_code, (await entitlementOf(agreementId)).status],
      ['PENDING_APPROVAL', 'BUYER_DISSATISFACTION', 'ACTIVE'],
    );
    await answer(agreementId, 'approve');
    await until('approved', agreementId, 'APPROVED');
    await deal.until('cancelled', async () => (await entitlementOf(agreementId)).status === 'CANCELLED', 10_000);
  });

  it('leaves the purchase in force when the buyer rejects it, and shows the buyer’s message', async () => {
    const agreementId = await agreed();
    await deal.hearEvents(true);
    await cancel(agreementId);
    await answer(agreementId, 'reject');
    await until('rejected', agreementId, 'REJECTED');
    assert.equal((await requestOf(agreementId)).status_message, 'No.');
    assert.equal((await entitlementOf(agreementId)).status, 'ACTIVE');
  });

  it('is approved by AWS after seven days, which is found without an event', async () => {
    const agreementId = await agreed();
    await cancel(agreementId);
    await deal.simulator.advance('P6D');
    await deal.settle();
    assert.equal((await requestOf(agreementId)).status, 'PENDING_APPROVAL');
    await deal.simulator.advance('P2D');
    await deal.settle();
    await until('approved', agreementId, 'APPROVED');
    await deal.settle();
    assert.equal((await entitlementOf(agreementId)).status, 'CANCELLED');
  });

  it('that fails validation at AWS is VALIDATION_FAILED', async () => {
    const agreementId = await agreed();
    const params = await paramsOf(agreementId);
    const body = { info: { awsReasonDescription: 'fail-validation' } };
    await deal.act('cancel', (call) => cancelEntitlement(call, { params, body }));
    await deal.settle();
    await deal.simulator.advance('PT2H');
    await deal.settle();
    await until('failed', agreementId, 'VALIDATION_FAILED');
    assert.equal((await entitlementOf(agreementId)).status, 'ACTIVE');
  });

  it('can be withdrawn, unless the buyer was faster', async () => {
    const agreementId = await agreed();
    await cancel(agreementId);
    const withdraw = async (): Promise<void> => {
      const params = await paramsOf(agreementId);
      const body = { cancellationReason: 'A mistake.' };
      await deal.act('withdraw', (call) => withdrawEntitlementCancellationRequest(call, { params, body }));
      await deal.settle();
    };
    await withdraw();
    assert.equal((await requestOf(agreementId)).status, 'WITHDRAWN');
    const other = await agreed();
    await cancel(other);
    await answer(other, 'approve');
    const params = await paramsOf(other);
    const body = { cancellationReason: 'A mistake.' };
    await deal.act('withdraw', (call) => withdrawEntitlementCancellationRequest(call, { params, body }));
    await deal.settle();
    const { status, failure } = await lastOperation('cancellation.withdraw');
    assert.deepEqual([status, (failure as Row).code], ['FAILED', 'AlreadyAnswered']);
    assert.deepEqual([(await requestOf(other)).status, (await entitlementOf(other)).status], ['APPROVED', 'CANCELLED']);
  });

  it('for an ended agreement is refused with AWS’s message', async () => {
    const agreementId = await agreed();
    await deal.simulator.control('POST', `/agreement/${agreementId}/terminate`, {});
    await cancel(agreementId);
    const { status, status_message: message } = await requestOf(agreementId);
    assert.deepEqual([status, /TERMINATED/.test(String(message))], ['VALIDATION_FAILED', true]);
    assert.equal((await lastOperation('cancellation.request')).status, 'FAILED');
  });
});

describe('the renewal of an agreement', () => {
  it('is pending only once AWS has created its offer', async () => {
    const agreementId = await agreed([yearly, renewal]);
    assert.equal(await refusalOf(draftOf(agreementId)), 'NotFound');
    assert.equal(await refusalOf(adjust(agreementId, 5)), 'NotFound');
    assert.equal(await refusalOf(optOut(agreementId)), 'NotFound');
    const { offerId } = await deal.simulator.control<{ offerId: string }>(
      'POST',
      `/agreement/${agreementId}/renewal-offer`,
      {},
    );
    await deal.reconcile();
    const draft = await draftOf(agreementId);
    const { upliftPercentage, minUpliftPercentage, maxUpliftPercentage, deadline } = draft.info.renewal;
    assert.equal(draft.externalID, offerId);
    assert.deepEqual([upliftPercentage, minUpliftPercentage, maxUpliftPercentage].map(Number), [5, 2, 10]);
    const end = (await entitlementOf(agreementId)).end_time as Date;
    assert.equal(end.getTime() - Date.parse(deadline ?? ''), 60 * 86_400_000);
    assert.equal(draft.metaInfo.renewalOfferType, 'AwsMarketplace');
  });

  it('accepts another uplift within its range until the deadline', async () => {
    const agreementId = await agreed([yearly, renewal]);
    await deal.simulator.control('POST', `/agreement/${agreementId}/renewal-offer`, {});
    await deal.reconcile();
    for (const wrong of [1.99, 10.01, 5.125]) assert.equal(await refusalOf(adjust(agreementId, wrong)), 'BadRequest');
    await adjust(agreementId, 7.25);
    assert.equal((await lastOperation('renewal.adjust')).status, 'COMPLETED');
    const draft = await draftOf(agreementId);
    assert.equal(Number(draft.info.renewal.upliftPercentage), 7.25);
    const end = (await entitlementOf(agreementId)).end_time as Date;
    const days = Math.ceil((end.getTime() - deal.simulator.now().getTime()) / 86_400_000);
    await deal.simulator.advance(`P${days - 60}D`);
    assert.equal(await refusalOf(adjust(agreementId, 6)), 'Conflict');
    await optOut(agreementId);
    assert.equal((await lastOperation('renewal.optOut')).status, 'COMPLETED');
    const { renewal: shown, info } = await entitlementOf(agreementId);
    assert.deepEqual([(shown as Row).isOptedOut, (info as Row).autoRenew], [true, false]);
    assert.equal(await refusalOf(draftOf(agreementId)), 'NotFound');
    assert.equal(await refusalOf(optOut(agreementId)), 'done', 'it is turned off already');
  });

  it('with a fixed uplift is not adjusted, and is locked in the end', async () => {
    const agreementId = await agreed([yearly, fixed]);
    await deal.simulator.control('POST', `/agreement/${agreementId}/renewal-offer`, {});
    await deal.reconcile();
    assert.equal(await refusalOf(adjust(agreementId, 5)), 'Conflict');
    const end = (await entitlementOf(agreementId)).end_time as Date;
    const days = Math.ceil((end.getTime() - deal.simulator.now().getTime()) / 86_400_000);
    await deal.simulator.advance(`P${days - 30}D`);
    assert.equal(await refusalOf(optOut(agreementId)), 'Conflict');
  });
});

describe('a term that begins later', () => {
  it('is read when it begins, without an event', async () => {
    const inDays = (days: number): string =>
      new Date(deal.simulator.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const validity = { Type: 'ValidityTerm', AgreementStartDate: inDays(3), AgreementEndDate: inDays(100) };
    const agreementId = await agreed([{ ...fixedPrice }, validity]);
    assert.equal((await entitlementOf(agreementId)).status, 'PENDING_START');
    await deal.simulator.advance('P3D');
    await deal.settle();
    assert.deepEqual(
      (await deal.rows('due')).filter(({ last_error: error }) => error !== null),
      [],
    );
    assert.equal((await entitlementOf(agreementId)).status, 'ACTIVE');
  });
});
