import { usageStatuses } from './azure-words.ts';
import { listOf, type PartnerDocuments } from './notation.ts';

/** Subscriptions and metering of Microsoft Marketplace. */
export const azureSubscriptionDocuments = {
  AzureADIdentifier: {
    about: 'An identity of a buyer at Microsoft.',
    members: {
      billingAccountId: ['text', 'The billing account at Microsoft.'],
      customerId: ['text', "The customer's id at Microsoft."],
      emailId: ['text', 'The email address.'],
      firstName: ['text', 'The first name.'],
      lastName: ['text', 'The last name.'],
      licenseType: ['text', 'The kind of licence.'],
      objectId: ['text', "The user's object id in Microsoft Entra."],
      puid: ['text', "The user's id at Microsoft."],
      tenantId: ['text', 'The Microsoft Entra tenant.'],
    },
  },
  AzureMarketplaceMeteringBatchUsageEvent: {
    about: 'What was sent to the batch call of the metering API.',
    members: {
      request: ['AzureMarketplaceMeteringUsageEvent[]', 'What was told, at most 25 events.'],
    },
  },
  AzureMarketplaceMeteringUsageEvent: {
    about: 'The usage of one subscription in one dimension during one hour.',
    members: {
      dimension: ['text', 'The id of the meter.'],
      effectiveStartTime: ['text', 'The hour of the usage, UTC, ISO 8601.'],
      planId: ['text', 'The id of the plan.'],
      quantity: ['number', 'How many units.'],
      resourceId: ['text', 'The subscription.'],
      resourceUri: ['text', 'The resource, for managed applications.'],
    },
  },
  AzureMarketplaceSubscription: {
    about: 'A subscription of the SaaS fulfillment API.',
    members: {
      allowedCustomerOperations: [
        listOf(['Read', 'Update', 'Delete']),
        'What the customer may do with the subscription.',
      ],
      autoRenew: ['boolean', 'Whether it renews automatically.'],
      beneficiary: ['AzureADIdentifier', 'Who uses the subscription.'],
      created: ['date-time', 'When it was created, UTC.'],
      fulfillmentId: ['text', 'The id of the purchase.'],
      id: ['text', 'The id at Microsoft.'],
      isFreeTrial: ['boolean', 'Whether it is a free trial.'],
      isTest: ['boolean', 'Whether it is a test.'],
      lastModified: ['text', 'When Microsoft last changed it, UTC.'],
      name: ['text', 'The name.'],
      offerId: ['text', 'The id of the offer.'],
      planId: ['text', 'The id of the plan.'],
      publisherId: ['text', 'The id of the publisher.'],
      purchaser: ['AzureADIdentifier', 'Who bought the subscription.'],
      quantity: ['integer', 'How many users were bought.'],
      saasSubscriptionStatus: [
        ['NotStarted', 'PendingFulfillmentStart', 'Subscribed', 'Suspended', 'Unsubscribed'],
        'The status at Microsoft.',
      ],
      sandboxType: [['None', 'Csp'], 'Whether it was made in a sandbox.'],
      sessionId: ['text', 'The id of the session.'],
      sessionMode: [['None', 'DryRun'], 'Whether it was made in a trial run.'],
      storeFront: ['text', 'Where it was bought.'],
      term: ['AzureTerm', 'The current term.'],
    },
  },
  AzureMeteringBatchUsageEventOkResponse: {
    about: 'What the batch call of the metering API answered.',
    members: {
      count: ['integer', 'How many.'],
      result: ['AzureMeteringUsageBatchEventOkMessage[]', 'One for each event that was sent.'],
    },
  },
  AzureMeteringUsageBatchEventOkMessage: {
    about: 'What Microsoft says of one usage event.',
    members: {
      dimension: ['text', 'The id of the meter.'],
      effectiveStartTime: ['text', 'The hour of the usage, UTC, ISO 8601.'],
      error: ['AzureMeteringUsageEventConflictResponse', 'Why it was refused.'],
      messageTime: ['text', 'When Microsoft took the event, UTC, ISO 8601.'],
      planId: ['text', 'The id of the plan.'],
      quantity: ['number', 'How many units.'],
      resourceId: ['text', 'The subscription.'],
      resourceUri: ['text', 'The resource, for managed applications.'],
      status: [usageStatuses, 'What Microsoft did with the event.'],
      usageEventId: ['text', 'The id that Microsoft gave the event.'],
    },
  },
  AzureMeteringUsageEventConflictResponse: {
    about: 'Why a usage event was refused.',
    members: {
      additionalInfo: ['AzureMeteringUsageEventConflictResponseAdditionalInfo', 'More about it.'],
      code: ['text', "Microsoft's code."],
      message: ['text', 'What Microsoft says.'],
    },
  },
  AzureMeteringUsageEventConflictResponseAdditionalInfo: {
    about: 'More about a usage event that was told before.',
    members: {
      acceptedMessage: ['AzureMeteringUsageEventOkResponse', 'The event that was taken before.'],
    },
  },
  AzureMeteringUsageEventOkResponse: {
    about: 'The usage event that was taken before.',
    members: {
      dimension: ['text', 'The id of the meter.'],
      effectiveStartTime: ['text', 'The hour of the usage, UTC, ISO 8601.'],
      messageTime: ['text', 'When Microsoft took the event, UTC, ISO 8601.'],
      planId: ['text', 'The id of the plan.'],
      quantity: ['number', 'How many units.'],
      resourceId: ['text', 'The subscription.'],
      resourceUri: ['text', 'The resource, for managed applications.'],
      status: [usageStatuses, 'What Microsoft did with the event.'],
      usageEventId: ['text', 'The id that Microsoft gave the event.'],
    },
  },
  AzureTerm: {
    about: 'The term of a subscription.',
    members: {
      chargeDuration: ['text', 'How long a charge is for, ISO 8601.'],
      endDate: ['date-time', 'When the term ends, UTC.'],
      startDate: ['date-time', 'When the term begins, UTC.'],
      termUnit: ['text', 'How long the term is, ISO 8601, such as P1M.'],
    },
  },
} as const satisfies PartnerDocuments;
