import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { plansAnswer, privateOfferAnswer, subscriptionAnswer } from '../src/adapters/marketplace/azure/answers.ts';
import { readSubscription } from '../src/adapters/marketplace/azure/translate/agreement.ts';
import { readPrivateOffer as readAzureOffer } from '../src/adapters/marketplace/azure/translate/private-offer.ts';
import { Account, Entitlement, PrivateOffer } from '../src/adapters/marketplace/gcp/answers.ts';
import { readEntitlement } from '../src/adapters/marketplace/gcp/translate/agreement.ts';
import { readPrivateOffer as readGoogleOffer } from '../src/adapters/marketplace/gcp/translate/offer.ts';
import { agreementInfo } from '../src/domain/entitlement/agreement-info.ts';
import { shownTerms } from '../src/domain/offer/submission/partners.ts';
import { encodeJson } from '../src/kit/json.ts';
import { createReferenceCheck, partnerData, partnerDataIsMissing, referenceIsMissing } from './reference-schemas.ts';

// From a partner's response, with every word that it publishes for a state, to what clients are shown.

const skip = referenceIsMissing || partnerDataIsMissing;
const asked = new Date('2026-11-20T10:00:00Z');

const check = skip ? null : createReferenceCheck();

const assertShown = (name: string, info: unknown, because: unknown): void => {
  const validate = check?.(name);
  assert.ok(validate);
  if (!validate(JSON.parse(encodeJson(info)))) {
    assert.fail(`${name} of ${JSON.stringify(because)}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
  }
};

const microsoft = (): { components: { schemas: Record<string, { properties: Record<string, { enum: string[] }> }> } } =>
  JSON.parse(readFileSync(join(partnerData, 'microsoft-commercial-marketplace-openapi/saasapi.v2.json'), 'utf8'));

/** The words of an enum in one of Google's protos. */
const googleWords = (file: string, name: string): string[] => {
  const text = readFileSync(join(partnerData, 'google-apis', file), 'utf8').replace(/\/\/.*$/gm, '');
  const [, body = ''] = new RegExp(`\\benum ${name} \\{([^}]*)\\}`).exec(text) ?? [];
  return [...body.matchAll(/^\s*(\w+)\s*=/gm)].map(([, word = '']) => word);
};

test('AZURE: private offers in every state, with dates as Microsoft writes them', { skip }, () => {
  // https://learn.microsoft.com/partner-center/developer/private-offers-api
  const states = ['draft', 'live', 'withdrawn', 'deleted', 'Live', 'shelved'];
  const subStates = ['pendingAcceptance', 'accepted', 'pendingPartnerAction', 'PendingAcceptance', 'onHold', '', null];
  const days = ['2026-12-31', '2026-12-31T00:00:00Z', '2026-12-31T23:59:59.0000000', '0001-01-01T00:00:00', null];
  for (const state of states) {
    for (const subState of subStates) {
      for (const day of days) {
        const answer = {
          id: 'private-offer/1a2b3c',
          name: 'Silver for Contoso',
          state,
          subState,
          privateOfferType: 'customerPromotion',
          start: day,
          end: day,
          acceptBy: day,
          lastModified: day,
          eTag: null,
          _etag: '"0000-0000"',
          beneficiaries: [{ id: 'account', description: null, beneficiaryRecipients: null }],
          pricing: [{ product: 'product/1', plan: 'plan/1/2', basePlan: null, discountType: 'Percentage' }],
          acceptanceLinks: [{ beneficiaryId: 'account', link: null }],
        };
        if (state === 'shelved') {
          assert.throws(() => readAzureOffer(privateOfferAnswer.parse(answer), asked), { code: 'UnknownWord' });
          continue;
        }
        const read = readAzureOffer(privateOfferAnswer.parse(answer), asked);
        const info = shownTerms('AZURE', read, { info: {}, isImported: true });
        assertShown('OfferInfo', info, { state, subState, day });
        const shown = info.azurePrivateOffer ?? {};
        assert.equal(shown.state, state.toLowerCase());
        assert.equal(shown.eTag, '"0000-0000"');
        for (const name of ['_etag', 'basePlan']) assert.ok(!encodeJson(shown).includes(`"${name}"`), name);
      }
    }
  }
});

test('AZURE: subscriptions in every status', { skip }, () => {
  const { Subscription } = microsoft().components.schemas;
  const statuses = Subscription?.properties.saasSubscriptionStatus?.enum ?? [];
  assert.ok(statuses.length >= 5);
  const { plans } = plansAnswer.parse({ plans: [{ planId: 'silver' }] });
  for (const saasSubscriptionStatus of [...statuses, 'Paused']) {
    for (const time of ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00.1234567', '2026-11-01', '0001-01-01', null]) {
      const answer = {
        id: '4a3f6d6e-0d5f-4b29-8a1c-9b0c3c1d2e3f',
        offerId: 'offer',
        planId: 'silver',
        quantity: '5',
        saasSubscriptionStatus,
        term: { termUnit: 'P1Y', startDate: time, endDate: time, chargeDuration: null },
        purchaser: { emailId: null, objectId: 'o', tenantId: 't', puid: 1 },
        sandboxType: 'none',
        sessionMode: 'Preview',
        allowedCustomerOperations: ['Read', 'Renew', 'delete'],
        created: time,
        lastModified: time,
      };
      const [plan = null] = plans;
      const parsed = subscriptionAnswer.parse({ ...answer, purchaser: { ...answer.purchaser, puid: '1' } });
      const context = { plan, productEntityId: 'product/1', asked };
      if (saasSubscriptionStatus === 'Paused') {
        assert.throws(() => readSubscription(parsed, context), { code: 'UnknownWord' });
        continue;
      }
      const read = readSubscription(parsed, context);
      const info = agreementInfo('AZURE', read);
      assertShown('EntitlementInfo', info, { saasSubscriptionStatus, time });
      const [shown = {}] = info.azureSubscriptions ?? [];
      assert.deepEqual(shown.allowedCustomerOperations, ['Read', 'Delete']);
    }
  }
});

const offerAnswer = (state: string): Record<string, unknown> => ({
  name: 'projects/p/locations/global/privateOffers/o1',
  state,
  title: 'Offer',
  createTime: '2026-11-01T00:00:00.123456789Z',
  updateTime: '2026-11-02T00:00:00Z',
  acceptTime: '2026-11-03T00:00:00Z',
  acceptDeadlineTime: { year: 2026, month: 12, day: 31, timeZone: { id: 'America/Los_Angeles' } },
  customer: { entityTitle: 'Contoso', contact: 'C', email: 'c@contoso.example', targetBillingAccount: 'b/1' },
  term: { startPolicy: 'IMMEDIATE', endPolicy: 'AFTER_DURATION', durationMonths: 12, maxRenewalCount: 1 },
  serviceLevel: 7,
  features: 'none',
});

test('GCP: private offers in every state', { skip }, () => {
  const states = googleWords('commerceproducer-v1beta-private_offer.proto', 'State');
  assert.ok(states.includes('PUBLISHED'), String(states));
  for (const state of states) {
    const parsed = PrivateOffer.parse(offerAnswer(state));
    if (state === 'STATE_UNSPECIFIED') {
      assert.throws(() => readGoogleOffer(parsed, 'https://console'), { code: 'UnknownWord' });
      continue;
    }
    const info = shownTerms('GCP', readGoogleOffer(parsed, 'https://console'), { info: {}, isImported: true });
    assertShown('OfferInfo', info, state);
    assert.ok(typeof info.gcpPrivateOffer?.offerState === 'string', state);
  }
});

test('GCP: orders in every state and accounts', { skip }, () => {
  const states = [
    'ENTITLEMENT_ACTIVATION_REQUESTED',
    'ENTITLEMENT_ACTIVE',
    'ENTITLEMENT_PENDING_CANCELLATION',
    'ENTITLEMENT_CANCELLED',
    'ENTITLEMENT_PENDING_PLAN_CHANGE',
    'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL',
    'ENTITLEMENT_SUSPENDED',
  ];
  for (const state of states) {
    for (const accountState of ['ACCOUNT_ACTIVE', 'ACCOUNT_ACTIVATION_REQUESTED', 'ACCOUNT_STATE_UNSPECIFIED']) {
      const entitlement = Entitlement.parse({
        name: 'providers/p/entitlements/e1',
        account: 'providers/p/accounts/a1',
        state,
        createTime: '2026-11-01T00:00:00Z',
        updateTime: '2026-11-02T00:00:00Z',
        inputProperties: { a: 1 },
        consumers: [{ project: 'projects/1' }],
      });
      const approvals = [{ name: 'signup', state: 'PENDING' }];
      const account = Account.parse({ name: entitlement.account, state: accountState, approvals });
      const read = readEntitlement(entitlement, { account, offer: null, listing: null, now: asked });
      assertShown('EntitlementInfo', agreementInfo('GCP', read), { state, accountState });
    }
  }
});
