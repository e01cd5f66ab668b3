import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOfName } from './start.ts';

test('a run belongs to a service of its own, or to what its partner is connected for', () => {
  const serviceOf = (name: string, partner?: string): string => partsOfName(name, partner).service;
  assert.deepEqual(
    [
      serviceOf('offer.cancel.2', 'AWS'),
      serviceOf('message.apply', 'AWS'),
      serviceOf('message.apply', 'STRIPE'),
      serviceOf('message.apply', 'HUBSPOT'),
      serviceOf('message.send'),
      serviceOf('invitation.send'),
      serviceOf('partner-invitation.deliver'),
      serviceOf('partner-file.remove'),
      serviceOf('support-attachment.remove'),
      serviceOf('payment.reconcile', 'ADYEN'),
      serviceOf('buyer.push', 'STRIPE'),
      serviceOf('invoice.pay', 'ADYEN'),
      serviceOf('crm.reconcile', 'SALESFORCE'),
      serviceOf('referral.sync', 'AWS'),
      serviceOf('revenue.sync', 'STRIPE'),
    ],
    [
      ...['MARKETPLACE', 'MARKETPLACE', 'PAYMENT', 'CRM', 'EMAIL', 'EMAIL', 'EMAIL', 'STORAGE', 'STORAGE'],
      ...['PAYMENT', 'PAYMENT', 'PAYMENT', 'CRM', 'COSELL', 'REVENUE'],
    ],
  );
  assert.deepEqual(partsOfName('offer-set.create', 'AWS'), {
    scope: 'OFFER_SET',
    action: 'CREATE',
    service: 'MARKETPLACE',
  });
});
