import type { Difference } from './difference.ts';

/** A difference that is known and correct as it is. */
type Explained = Omit<Difference, 'detail'> & { simulator: string; because: string };

/** Members that the models of the official SDK for JavaScript have, but those published by botocore do not have yet. */
const newer = (operation: string, ...places: string[]): Explained[] =>
  places.map((at) => ({
    simulator: 'aws',
    operation,
    side: 'answer',
    at,
    rule: 'unknown member',
    because: 'a newer model of the service has it: that of the official SDK for JavaScript',
  }));

const lastModified = 'published answers of the API show lastModified beside created; the document lacks it';
const noSeats =
  'Microsoft Learn (SaaS fulfillment Subscription APIs v2) shows "" as the quantity of a plan that is not per seat';
const withoutZone =
  'the samples of Microsoft Learn (metering) write times in UTC without a zone, and 0001-01-01T00:00:00 for none';

/** Members that Microsoft's pages show but its OpenAPI document lacks. */
const shownByMicrosoft: readonly Explained[] = [
  ...(
    [
      ['SaaS GET /saas/subscriptions', 'subscriptions[].lastModified'],
      ['SaaS GET /saas/subscriptions/{subscriptionId}', 'lastModified'],
      ['SaaS POST /saas/subscriptions/resolve', 'subscription.lastModified'],
    ] as const
  ).map(
    ([operation, at]): Explained => ({
      simulator: 'azure',
      operation,
      side: 'answer',
      at,
      rule: 'unknown member',
      because: lastModified,
    }),
  ),
  ...(
    [
      ['SaaS GET /saas/subscriptions', 'subscriptions[].quantity'],
      ['SaaS GET /saas/subscriptions/{subscriptionId}', 'quantity'],
    ] as const
  ).map(
    ([operation, at]): Explained => ({
      simulator: 'azure',
      operation,
      side: 'answer',
      at,
      rule: 'wrong type',
      because: noSeats,
    }),
  ),
  ...(
    [
      ['Metering POST /usageEvent', 'answer', 'messageTime'],
      ['Metering POST /usageEvent', 'request', 'effectiveStartTime'],
      ['Metering POST /usageEvent', 'answer', 'effectiveStartTime'],
      ['Metering POST /batchUsageEvent', 'request', 'request[].effectiveStartTime'],
      ['Metering POST /batchUsageEvent', 'answer', 'result[].effectiveStartTime'],
      ['Metering POST /batchUsageEvent', 'answer', 'result[].messageTime'],
    ] as const
  ).map(
    ([operation, side, at]): Explained => ({
      simulator: 'azure',
      operation,
      side,
      at,
      rule: 'no date-time',
      because: withoutZone,
    }),
  ),
  {
    simulator: 'azure',
    operation: 'Metering GET /usageEvents',
    side: 'answer',
    at: '[].reconStatus',
    rule: 'not in the enum',
    because: 'Microsoft Learn (metered billing APIs, "Retrieve usage events") also has TestHeaders and DryRun',
  },
  {
    simulator: 'azure',
    operation: 'SaaS GET /saas/subscriptions',
    side: 'answer',
    at: '',
    rule: 'missing body',
    because: 'Microsoft Learn (SaaS fulfillment Subscription APIs v2): without any purchase the body is empty',
  },
];

/** Every difference that a recording may contain, each with its reason. Any other difference fails the check. */
export const explained: readonly Explained[] = [
  ...newer('Catalog StartChangeSet', 'ValidationExceptionFieldList'),
  ...newer('Agreement DescribeAgreement', 'initialAgreementId', 'endTimeBehavior'),
  ...newer(
    'Agreement SearchAgreements',
    ...['initialAgreementId', 'lastUpdateTime', 'endTimeBehaviorType', 'endTimeBehaviorReasonCode'].map(
      (member) => `agreementViewSummaries[].${member}`,
    ),
  ),
  {
    simulator: 'aws',
    operation: 'Agreement SearchAgreements',
    side: 'request',
    at: 'filters[].values[]',
    rule: 'length too large',
    because: 'the official SDK names the filter LicenseArn, and no ARN of a licence is as short as 64 characters',
  },
  {
    simulator: 'aws',
    operation: 'Catalog Offer@1.0 UpdateInformation',
    side: 'request',
    at: 'Name',
    rule: 'maxLength',
    because: 'a test of the adapter sends a name that is too long, to see how AWS refuses it',
  },
  ...shownByMicrosoft,
  ...['event charge.refund.updated', 'event refund.failed', 'event refund.updated', 'GET /v1/events'].flatMap(
    (operation) =>
      ['failure_balance_transaction', 'failure_reason'].map(
        (member): Explained => ({
          simulator: 'stripe',
          operation,
          ...(operation.startsWith('GET')
            ? { side: 'answer', at: `data[].data.previous_attributes.${member}` }
            : { side: 'message', at: `data.previous_attributes.${member}` }),
          rule: 'wrong type',
          because: 'published events have null for a member that the object did not have before',
        }),
      ),
  ),
  ...['recurring.shopperReference', 'hmacSignature'].map(
    (name): Explained => ({
      simulator: 'adyen',
      operation: 'webhook RECURRING_CONTRACT',
      side: 'message',
      at: `notificationItems[].NotificationRequestItem.additionalData.${name}`,
      rule: 'unknown member',
      because: 'the example of the same document has it, and no item could be trusted without its signature',
    }),
  ),
  ...['SCHEME_ARBITRATION', 'SCHEME_ARBITRATION_WON', 'SCHEME_ARBITRATION_LOST'].map(
    (code): Explained => ({
      simulator: 'adyen',
      operation: `webhook ${code}`,
      side: 'message',
      at: 'notificationItems[].NotificationRequestItem.eventCode',
      rule: 'not in the enum',
      because: 'the same document describes the webhook of this code',
    }),
  ),
  {
    simulator: 'adyen',
    operation: 'Checkout POST /payments',
    side: 'request',
    at: 'paymentMethod',
    rule: 'none of its variants',
    because:
      'a stored SEPA mandate is charged by its id: the variant has storedPaymentMethodId, and still calls iban and ownerName required',
  },
];
