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
    about: 'The request to the batch operation of the metering API.',
    members: {
      request: ['AzureMarketplaceMeteringUsageEvent[]', 'The events reported, at most 25.'],
    },
  },
  AzureMarketplaceMeteringUsageEvent: {
    about: 'The usage of one subscription in one dimension during one hour.',
    members: {
      dimension: ['text', 'The ID of the meter.'],
      effectiveStartTime: ['text', 'The hour of the usage, UTC, ISO 8601.'],
      planId: ['text', 'The ID of the plan.'],
      quantity: ['number', 'The number of units.'],
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
      fulfillmentId: ['text', 'The ID of the purchase.'],
      id: ['text', "Microsoft's ID."],
      isFreeTrial: ['boolean', 'Whether it is a free trial.'],
      isTest: ['boolean', 'Whether it is a test.'],
      lastModified: ['text', 'When Microsoft last changed it, UTC.'],
      name: ['text', 'The name.'],
      offerId: ['text', 'The ID of the offer.'],
      planId: ['text', 'The ID of the plan.'],
      publisherId: ['text', 'The ID of the publisher.'],
      purchaser: ['AzureADIdentifier', 'Who bought the subscription.'],
      quantity: ['integer', 'The number of users bought.'],
      saasSubscriptionStatus: [
        ['NotStarted', 'PendingFulfillmentStart', 'Subscribed', 'Suspended', 'Unsubscribed'],
        'The status at Microsoft.',
      ],
      sandboxType: [['None', 'Csp'], 'Whether it was created in a sandbox.'],
      sessionId: ['text', 'The ID of the session.'],
      sessionMode: [['None', 'DryRun'], 'Whether it was created in a trial run.'],
      storeFront: ['text', 'Where it was bought.'],
      term: ['AzureTerm', 'The current term.'],
    },
  },
  AzureMeteringBatchUsageEventOkResponse: {
    about: 'The response of the batch operation of the metering API.',
    members: {
      count: ['integer', 'The number.'],
      result: ['AzureMeteringUsageBatchEventOkMessage[]', 'One for each event that was sent.'],
    },
  },
  AzureMeteringUsageBatchEventOkMessage: {
    about: "Microsoft's response to one usage event.",
    members: {
      dimension: ['text', 'The ID of the meter.'],
      effectiveStartTime: ['text', 'The hour of the usage, UTC, ISO 8601.'],
      error: ['AzureMeteringUsageEventConflictResponse', 'Why it was refused.'],
      messageTime: ['text', 'When Microsoft took the event, UTC, ISO 8601.'],
      planId: ['text', 'The ID of the plan.'],
      quantity: ['number', 'The number of units.'],
      resourceId: ['text', 'The subscription.'],
      resourceUri: ['text', 'The resource, for managed applications.'],
      status: [usageStatuses, "Microsoft's verdict on the event."],
      usageEventId: ['text', 'The ID that Microsoft assigned to the event.'],
    },
  },
  AzureMeteringUsageEventConflictResponse: {
    about: 'Why a usage event was refused.',
    members: {
      additionalInfo: ['AzureMeteringUsageEventConflictResponseAdditionalInfo', 'More about it.'],
      code: ['text', "Microsoft's code."],
      message: ['text', "Microsoft's message."],
    },
  },
  AzureMeteringUsageEventConflictResponseAdditionalInfo: {
    about: 'More about a usage event reported earlier.',
    members: {
      acceptedMessage: ['AzureMeteringUsageEventOkResponse', 'The event accepted earlier.'],
    },
  },
  AzureMeteringUsageEventOkResponse: {
    about: 'The usage event accepted earlier.',
    members: {
      dimension: ['text', 'The ID of the meter.'],
      effectiveStartTime: ['text', 'The hour of the usage, UTC, ISO 8601.'],
      messageTime: ['text', 'When Microsoft took the event, UTC, ISO 8601.'],
      planId: ['text', 'The ID of the plan.'],
      quantity: ['number', 'The number of units.'],
      resourceId: ['text', 'The subscription.'],
      resourceUri: ['text', 'The resource, for managed applications.'],
      status: [usageStatuses, "Microsoft's verdict on the event."],
      usageEventId: ['text', 'The ID that Microsoft assigned to the event.'],
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
