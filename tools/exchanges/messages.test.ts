import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import type { Exchange } from '../../simulators/kit/record.ts';
import { adyenContract } from './adyen/contract.ts';
import { awsContract } from './aws/check-aws.ts';
import { azureContract } from './azure/contract.ts';
import type { PartnerContract } from './difference.ts';
import { googleContract } from './google/contract.ts';
import { stripeContract } from './stripe/contract.ts';

const dataFolder = resolve(import.meta.dirname, '../../../shared/partners/data');
const skip = existsSync(dataFolder) ? false : `there is no ${dataFolder}`;

type Json = Record<string, unknown>;

const sent = (requestBody: unknown, message: Exchange['message'] = {}): Exchange => ({
  ...{ simulator: 'any', time: '2026-11-20T06:00:00.000Z', method: 'POST', path: '/hook', query: '' },
  requestHeaders: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=x' },
  ...{ requestBody, status: 200, responseHeaders: {}, responseBody: '', message },
});
const asked = (change: Partial<Exchange>): Exchange => {
  const { message: _, ...exchange } = sent('');
  return { ...exchange, ...change };
};

/** The findings of a check, without the operation. */
const finderOf = (contract: PartnerContract) => {
  const check = contract.load(dataFolder);
  return (exchange: Exchange): string[] => check(exchange).map(({ side, at, rule }) => `${side} ${at}: ${rule}`);
};

describe('messages from AWS', { skip }, () => {
  const found = skip ? () => [] : finderOf(awsContract);
  const event = {
    ...{ version: '0', id: '01234567-0123-0123-0123-0123456789ab', source: 'aws.marketplacecatalog' },
    ...{
      'detail-type': 'Change Set Failed',
      account: '123456789012',
      time: '2022-11-01T13:12:22Z',
      region: 'us-east-1',
    },
    resources: ['arn:aws:aws-marketplace:us-east-1:123456789012:AWSMarketplace/ChangeSet/76yesvf8y165pa4f98td2crtg'],
    detail: {
      ...{ requestId: '3d4c9f9b', Catalog: 'AWSMarketplace', ChangeSetId: '76yesvf8y165pa4f98td2crtg' },
      ...{ StartTime: '2018-02-27T13:45:22Z', EndTime: '2018-02-27T14:55:22Z', FailureCode: 'CLIENT_ERROR' },
    },
  };
  const withDetail = (change: Json): Exchange => sent({ ...event, detail: { ...event.detail, ...change } });

  it('match the Seller Guide; every other field, value, type and pattern is a difference', () => {
    assert.deepEqual(found(sent(event)), []);
    assert.deepEqual(found(withDetail({ Reason: 'x' })), ['message detail.Reason: unknown member']);
    assert.deepEqual(found(withDetail({ FailureCode: undefined })), ['message detail.FailureCode: missing member']);
    assert.deepEqual(found(withDetail({ FailureCode: 'OTHER' })), ['message detail.FailureCode: not in the enum']);
    assert.deepEqual(found(withDetail({ ChangeSetId: 7 })), ['message detail.ChangeSetId: wrong type']);
    assert.deepEqual(found(withDetail({ EndTime: '2018-02-27' })), ['message detail.EndTime: pattern']);
    assert.deepEqual(found(sent({ ...event, resources: [] })), ['message resources: minItems']);
    assert.deepEqual(found(sent({ ...event, 'detail-type': 'Other' })), ['message detail-type: no such event']);
  });

  const startChangeSet = (ChangeType: string, DetailsDocument: unknown, Type = 'Offer@1.0'): Exchange =>
    asked({
      ...{ path: '/aws/StartChangeSet', requestHeaders: { 'content-type': 'application/json' } },
      requestBody: {
        Catalog: 'AWSMarketplace',
        ChangeSet: [{ ChangeType, Entity: { Type, Identifier: 'offer-1' }, DetailsDocument }],
      },
      responseHeaders: { 'content-type': 'application/json', 'x-amzn-requestid': 'r' },
      responseBody: { ChangeSetId: 'abc' },
    });
  const document = (type: string, details: unknown, entity?: string): string[] =>
    found(startChangeSet(type, details, entity));

  it('contain no document of a change that AWS would not accept', () => {
    assert.deepEqual(document('UpdateAvailability', { AvailabilityEndDate: '2026-12-31' }), []);
    assert.deepEqual(document('UpdateAvailability', { AvailabilityEndDate: 'soon' }), [
      'request AvailabilityEndDate: none of its variants',
    ]);
    assert.deepEqual(document('UpdateAvailability', {}), ['request AvailabilityEndDate: missing member']);
    assert.deepEqual(document('UpdateInformation', { Title: 'x' }), ['request Title: unknown member']);
    assert.deepEqual(document('UpdateInformation', { Name: 'x'.repeat(151) }), ['request Name: maxLength']);
    assert.deepEqual(document('UpdateInformation', { Name: 'a<b' }), ['request Name: pattern']);
    assert.deepEqual(document('UpdateDimensions', [{ Key: 'a', Types: ['Metered'], Unit: 'GB' }], 'SaaSProduct@1.0'), [
      'request [].Unit: unknown member',
    ]);
    assert.deepEqual(document('ReleaseOffer', { now: true }), ['request now: unknown member']);
    assert.deepEqual(document('Sell', {}), ['request : no such change type']);
  });
});

describe('calls of Microsoft’s webhook', { skip }, () => {
  const found = skip ? () => [] : finderOf(azureContract);
  const id = '00000000-0000-4000-8000-000000000000';
  const person = { emailId: 'a@b.example', objectId: id, tenantId: id, puid: null };
  const body = {
    ...{ id, activityId: id, publisherId: 'p', offerId: 'o', planId: 'gold', quantity: 3, subscriptionId: id },
    ...{ timeStamp: '2022-03-12T01:53:14.5038009Z', action: 'Suspend', status: 'Succeeded', purchaseToken: null },
    operationRequestSource: 'Azure',
    subscription: {
      ...{
        id,
        name: 'n',
        publisherId: 'p',
        offerId: 'o',
        planId: 'gold',
        quantity: null,
        beneficiary: person,
        purchaser: person,
      },
      ...{
        allowedCustomerOperations: ['Read'],
        sessionMode: 'None',
        isFreeTrial: false,
        isTest: false,
        sandboxType: 'None',
      },
      ...{ saasSubscriptionStatus: 'Suspended', autoRenew: true, term: { termUnit: 'P1M' } },
      ...{ created: '2021-12-07T12:47:12.7474496Z', lastModified: '2022-03-11T22:32:06.720473Z' },
    },
  };
  const claims = {
    ...{
      aud: id,
      tid: id,
      iat: 1,
      nbf: 1,
      exp: 2,
      ver: '2.0',
      azp: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7',
      azpacr: '2',
    },
    iss: `https://login.microsoftonline.com/${id}/v2.0`,
  };
  const tokenOf = (change: Json = {}) => ({
    token: { header: { alg: 'RS256', typ: 'JWT', kid: 'k' }, claims: { ...claims, ...change } },
  });
  const given = (change: Json, token = tokenOf()): string[] => found(sent({ ...body, ...change }, token));

  it('have the fields, values, types and token that its page documents', () => {
    assert.deepEqual(given({}), []);
    assert.deepEqual(given({ more: 1 }), ['message more: unknown member']);
    assert.deepEqual(given({ purchaseToken: undefined }), ['message purchaseToken: missing member']);
    assert.deepEqual(given({ status: 'InProgress' }), ['message status: not in the enum']);
    assert.deepEqual(given({ planId: 7 }), ['message planId: wrong type']);
    assert.deepEqual(given({ timeStamp: 'now' }), ['message timeStamp: pattern']);
    assert.deepEqual(given({ action: 'Delete' }), ['message action: no such message']);
    assert.deepEqual(given({}, tokenOf({ azp: id })), ['message token.claims: none of its variants']);
    assert.deepEqual(found(sent(body)), ['message token.: wrong type'], 'a call without a token');
  });

  it('include signed notifications of Partner Center', () => {
    const event = {
      ...{ EventName: 'related-referral-updated', ResourceName: 'related-referral', AuditUri: null },
      ResourceUri: `https://api.partner.microsoft.com/v1.0/engagements/referrals/${id}`,
      ResourceChangeUtcDate: '2017-11-16T16:19:06.3520276+00:00',
    };
    const signed = { authorization: '(masked)', 'x-ms-certificate-url': 'https://a.example/b.cer' };
    const told = (change: Json, headers: Record<string, string> = {}): string[] =>
      found({
        ...sent({ ...event, ...change }),
        requestHeaders: { ...signed, 'x-ms-signature-algorithm': 'rsa-sha256', ...headers },
      });
    assert.deepEqual(told({}), []);
    assert.deepEqual(told({ ResourceName: 'referral' }), ['message ResourceName: not in the enum']);
    assert.deepEqual(told({ More: 1 }), ['message More: unknown member']);
    assert.deepEqual(told({}, { 'x-ms-signature-algorithm': 'none' }), [
      'message x-ms-signature-algorithm: missing header',
    ]);
  });

  it('are separate from product ingestion and Entra, which are checked against their own pages', () => {
    const product = {
      $schema: 'https://schema.mp.microsoft.com/schema/product/2022-03-01-preview3',
      type: 'softwareAsAService',
    };
    const read = asked({
      ...{
        method: 'GET',
        path: `/azure/graph/rp/product-ingestion/product/${id}`,
        query: '$version=2022-03-01-preview3',
      },
      responseBody: { ...product, identity: { externalId: 'x' }, alias: 'X' },
    });
    assert.deepEqual(found(read), []);
    assert.deepEqual(found({ ...read, query: '' }), ['request $version: missing parameter']);
    assert.deepEqual(found({ ...read, responseBody: { ...product, identity: { externalId: 'x' } } }), [
      'answer alias: missing member',
    ]);
    const token = asked({
      ...{ path: `/azure/login/${id}/oauth2/v2.0/token`, requestBody: 'grant_type=password&scope=a%2F.default' },
      requestHeaders: { 'content-type': 'application/x-www-form-urlencoded' },
      responseBody: { token_type: 'Bearer', expires_in: 3599, access_token: 'x' },
    });
    assert.deepEqual(found(token), ['request : none of its variants']);
    assert.deepEqual(found(asked({ path: '/azure/somewhere' })), ['request : no such operation']);
  });
});

describe('messages from Google', { skip }, () => {
  const found = skip ? () => [] : finderOf(googleContract);
  const pushed = (event: Json, change: Json = {}): Exchange => {
    const data = Buffer.from(JSON.stringify(event)).toString('base64');
    const time = '2026-11-20T18:00:00.368Z';
    const message = { data, messageId: '1', message_id: '1', publishTime: time, publish_time: time, ...change };
    const claims = {
      ...{ aud: 'a', azp: '1', email: 'a@b.example', email_verified: true, exp: 2, iat: 1, sub: '1' },
      iss: 'https://accounts.google.com',
    };
    const token = { header: { alg: 'RS256', kid: 'k', typ: 'JWT' }, claims };
    return sent({ message, subscription: 'projects/p/subscriptions/s' }, { token });
  };
  const event = { eventId: 'e', eventType: 'ENTITLEMENT_ACTIVE', providerId: 'p' };
  const entitlement = { id: '1', updateTime: '2026-11-20T18:00:00Z' };

  it('are Pub/Sub pushes with procurement events', () => {
    assert.deepEqual(found(pushed({ ...event, entitlement })), []);
    assert.deepEqual(found(pushed({ ...event, entitlement }, { more: 1 })), ['message message.more: unknown member']);
    assert.deepEqual(found(pushed(event)), ['message message.data.entitlement: missing member']);
    assert.deepEqual(found(pushed({ ...event, entitlement: { ...entitlement, plan: 'x' } })), [
      'message message.data.entitlement.plan: unknown member',
    ]);
    assert.deepEqual(found(pushed({ ...event, eventType: 'OTHER', entitlement })), [
      'message message.data.eventType: no such event',
    ]);
  });

  it('are separate from calls of its APIs, none of which is left unchecked, whatever its path', () => {
    for (const path of ['/gcp/producer/v1beta/nothing', '/gcp/v1beta/projects/p', '/gcp/procurement/v1/providers/p/x'])
      assert.deepEqual(found(asked({ method: 'GET', path })), ['request : no such operation'], path);
    const read = { method: 'GET', path: '/gcp/procurement/v1/providers/p/accounts/a', responseBody: {} };
    assert.ok(found(asked(read)).includes('answer state: missing member'));
    const error = { error: { code: 404, message: 'no', status: 'GONE' } };
    assert.deepEqual(found(asked({ ...read, status: 404, responseBody: error })), [
      'answer error.status: not of this status',
    ]);
  });
});

describe('messages from Adyen', { skip }, () => {
  const found = skip ? () => [] : finderOf(adyenContract);
  const item = {
    ...{
      amount: { currency: 'EUR', value: 1 },
      eventCode: 'CAPTURE',
      eventDate: '2021-07-17T13:42:40+01:00',
      reason: '',
    },
    ...{ merchantAccountCode: 'M', merchantReference: 'r', originalReference: 'o', pspReference: 'p', success: 'true' },
    paymentMethod: 'visa',
  };
  const items = (change: Json): Exchange =>
    sent({ live: 'false', notificationItems: [{ NotificationRequestItem: { ...item, ...change } }] });
  const at = 'message notificationItems[].NotificationRequestItem';

  it('match its document for webhooks, and messages about tokens the one for tokens', () => {
    assert.deepEqual(found(items({})), []);
    assert.deepEqual(found(items({ more: 1 })), [`${at}.more: unknown member`]);
    assert.deepEqual(found(items({ success: true })), [`${at}.success: wrong type`]);
    assert.deepEqual(found(items({ eventDate: 'today' })), [`${at}.eventDate: no date-time`]);
    assert.deepEqual(found(items({ eventCode: 'LUNCH' })), ['message : no such message']);
    const token = {
      ...{ createdAt: '2024-10-29T16:15:29+01:00', environment: 'test', eventId: 'e', type: 'recurring.token.created' },
      data: { merchantAccount: 'M', shopperReference: 's', storedPaymentMethodId: 't', type: 'visa' },
    };
    assert.deepEqual(found(sent(token)), ['message data.operation: missing member']);
    assert.deepEqual(found(asked({ path: '/adyen/management/v3/other' })), ['request : no such operation']);
  });
});

describe('exchanges with Stripe', { skip }, () => {
  const found = finderOf(stripeContract);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const refund = (requestBody: string): string[] =>
    found(
      asked({ path: '/stripe/v1/refunds', requestHeaders: form, requestBody, status: 400, responseBody: error({}) }),
    );
  const error = (change: Json): Json => ({ error: { type: 'invalid_request_error', message: 'no', ...change } });

  it('have the parameters that the version of the SDK declares', () => {
    assert.deepEqual(refund('payment_intent=pi_1&amount=100&metadata[a]=b&expand[0]=charge'), []);
    assert.deepEqual(refund('payment_intents=pi_1'), ['request payment_intents: unknown member']);
    assert.deepEqual(refund('amount=much'), ['request amount: wrong type']);
    assert.deepEqual(refund('reason=boredom'), ['request reason: not in the enum']);
    const price = { path: '/stripe/v1/prices', requestHeaders: form, status: 400, responseBody: error({}) };
    assert.deepEqual(found(asked({ ...price, requestBody: 'unit_amount=1' })), ['request currency: missing member']);
    assert.deepEqual(found(asked({ ...price, requestBody: 'currency=usd', responseBody: error({ kind: 'x' }) })), [
      'answer error.kind: unknown member',
    ]);
    assert.deepEqual(found(asked({ path: '/stripe/v1/lunches' })), ['request : no such operation']);
  });

  it('have responses and objects with the declared fields, values and types', () => {
    const object = {
      ...{ id: 'cbtxn_1', object: 'customer_balance_transaction', amount: 1, checkout_session: null, created: 1 },
      ...{ credit_note: null, currency: 'usd', customer: 'cus_1', customer_account: null, description: null },
      ...{ ending_balance: 1, invoice: null, livemode: false, metadata: {}, type: 'adjustment' },
    };
    const read = (change: Json): string[] =>
      found(
        asked({
          ...{ method: 'GET', path: '/stripe/v1/customers/cus_1/balance_transactions/cbtxn_1' },
          responseBody: { ...object, ...change },
        }),
      );
    assert.deepEqual(read({}), []);
    assert.deepEqual(read({ lunch: 1 }), ['answer lunch: unknown member']);
    assert.deepEqual(read({ type: 'gift' }), ['answer type: not in the enum']);
    assert.deepEqual(read({ amount: '1' }), ['answer amount: wrong type']);
    assert.deepEqual(read({ livemode: undefined }), ['answer livemode: missing member']);
    const event = {
      ...{ id: 'evt_1', object: 'event', api_version: '2026-10-28.endive', created: 1, livemode: false },
      ...{ pending_webhooks: 1, request: { id: null, idempotency_key: null }, type: 'product.deleted' },
    };
    const told = found(sent({ ...event, data: { object: { id: 'prod_1', object: 'product', lunch: 1 } } }));
    assert.ok(told.includes('message data.object.lunch: unknown member'));
    assert.ok(told.includes('message data.object.name: missing member'));
  });
});
