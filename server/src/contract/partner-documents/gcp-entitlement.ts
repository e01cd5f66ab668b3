import { listOf, type PartnerDocuments } from './notation.ts';

/** Accounts, entitlements, documents and metering of Google Cloud Marketplace. */
export const gcpEntitlementDocuments = {
  GcpAgreementDocument: {
    about: 'A statement of work that accompanies an offer.',
    members: {
      key: ['text', 'Where the document is read, an https address.'],
      name: ['text', 'The file name of the document.'],
    },
  },
  GcpAmountUnit: {
    about: 'An exact decimal: units plus nanos.',
    members: {
      nanos: ['integer', 'Billionths of a unit, from -999999999 to 999999999.'],
      units: ['text', 'The whole units, a 64-bit number as text.'],
    },
  },
  GcpMarketplaceAgreementDocument: {
    about: 'The legal documents of an offer.',
    members: {
      eulaAgreementDocument: ['GcpMarketplaceDocument', 'The end user licence agreement.'],
      sowAgreementDocument: ['GcpMarketplaceDocument', 'The statement of work.'],
    },
  },
  GcpMarketplaceConsumer: {
    about: 'A Google Cloud project that uses the entitlement.',
    members: {
      project: ['text', 'The project, projects/….'],
    },
  },
  GcpMarketplaceDocument: {
    about: 'A legal document.',
    members: {
      description: ['text', 'A description for customers.'],
      documentBody: ['text', 'The text of the document.'],
      documentType: ['text', 'Which kind of document it is.'],
      externalGoogleLink: ['GcpMarketplaceExternalGoogleLink', 'Where Google keeps it.'],
      name: ['text', 'The resource name at Google.'],
      unstructuredDocument: ['GcpMarketplaceUnstructuredDocument', 'The text of the document.'],
      updateTime: ['date-time', 'When Google last changed it.'],
    },
  },
  GcpMarketplaceEntitlement: {
    about: 'An entitlement of the Cloud Commerce Partner Procurement API.',
    members: {
      account: ['text', "The customer's account, providers/…/accounts/…."],
      consumers: ['GcpMarketplaceConsumer[]', 'The projects that use it.'],
      createTime: ['date-time', 'When it was created at Google.'],
      id: ['text', "Google's ID."],
      inputProperties: ['integer[]', "The customer's input at the purchase, as bytes."],
      messageToUser: ['text', "The provider's message to the customer."],
      name: ['text', 'The resource name at Google.'],
      newOfferDuration: ['text', 'How long the next offer lasts, such as P1Y.'],
      newOfferEndTime: ['text', 'When the next offer ends, RFC 3339.'],
      newOfferStartTime: ['text', 'When the next offer begins, RFC 3339.'],
      newPendingOffer: ['text', 'The offer that waits to take effect.'],
      newPendingOfferDuration: ['text', 'How long the waiting offer lasts, such as P1Y.'],
      newPendingPlan: ['text', 'The plan that waits to take effect.'],
      newPlan: ['text', 'The plan that the customer changes to.'],
      offer: ['text', 'The private offer behind it.'],
      offerDuration: ['text', 'How long the offer lasts, such as P1Y.'],
      offerEffectiveTime: ['date-time', 'When the offer took effect.'],
      offerEndTime: ['date-time', 'When the offer ends.'],
      plan: ['text', 'The plan that was bought.'],
      product: ['text', 'The product that was bought.'],
      productExternalName: ['text', 'The name of the product as customers know it.'],
      provider: ['text', 'The provider (seller).'],
      quoteExternalName: ['text', 'The name of the quote.'],
      state: [
        [
          'ENTITLEMENT_STATE_UNSPECIFIED',
          'ENTITLEMENT_ACTIVATION_REQUESTED',
          'ENTITLEMENT_ACTIVE',
          'ENTITLEMENT_PENDING_CANCELLATION',
          'ENTITLEMENT_CANCELLED',
          'ENTITLEMENT_PENDING_PLAN_CHANGE',
          'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL',
          'ENTITLEMENT_SUSPENDED',
        ],
        'The state at Google.',
      ],
      subscriptionEndTime: ['date-time', 'When the subscription ends.'],
      updateTime: ['date-time', 'When Google last changed it.'],
      usageReportingId: ['text', 'By what usage is reported: the consumer of usage reports.'],
    },
  },
  GcpMarketplaceExternalGoogleLink: {
    about: 'A document that lies at Google.',
    members: {
      uri: ['text', 'Where it is found.'],
    },
  },
  GcpMarketplaceMeteringMetricValue: {
    about: 'One value of a metric; one of the value members is set.',
    members: {
      boolValue: ['boolean', 'Set for a metric that is either true or false.'],
      doubleValue: ['number', 'Set for a metric with decimals.'],
      endTime: ['text', 'The end of what the value covers, RFC 3339.'],
      int64Value: ['text', 'Set for a metric in whole numbers, as text.'],
      labels: ['map of text', 'Labels by which usage is split.'],
      moneyValue: ['GcpMarketplaceMeteringMoney', 'Set for a metric in money.'],
      startTime: ['text', 'The begin of what the value covers, RFC 3339.'],
      stringValue: ['text', 'Set for a metric in text.'],
    },
  },
  GcpMarketplaceMeteringMetricValueSet: {
    about: 'The values of one metric.',
    members: {
      metricName: ['text', 'The name of the metric.'],
      metricValues: ['GcpMarketplaceMeteringMetricValue[]', 'Its values.'],
    },
  },
  GcpMarketplaceMeteringMoney: {
    about: 'An amount of money: units plus nanos.',
    members: {
      currencyCode: ['text', 'ISO 4217.'],
      nanos: ['integer', 'Billionths of a unit, from -999999999 to 999999999.'],
      units: ['text', 'The whole units, a 64-bit number as text.'],
    },
  },
  GcpMarketplaceMeteringOperation: {
    about: 'A usage report to the Service Control API.',
    members: {
      consumerId: ['text', 'The usage reporting ID of the entitlement.'],
      endTime: ['text', 'The end of the usage, RFC 3339.'],
      labels: ['map of text', 'Labels by which usage is split.'],
      metricValueSets: ['GcpMarketplaceMeteringMetricValueSet[]', 'The values by metric.'],
      operationId: ['text', 'The ID of the report; Google counts it only once.'],
      operationName: ['text', 'The name of the operation.'],
      startTime: ['text', 'The begin of the usage, RFC 3339.'],
    },
  },
  GcpMarketplaceUnstructuredDocument: {
    about: 'The text of a document.',
    members: {
      content: ['text', 'The text.'],
    },
  },
  GcpMarketplaceUserAccount: {
    about: "A customer's account at the provider, as the Procurement API has it.",
    members: {
      approvals: ['GcpMarketplaceUserAccountApproval[]', 'What has been approved.'],
      billingAccountId: ['text', 'The billing account.'],
      createTime: ['date-time', 'When it was created at Google.'],
      id: ['text', "Google's ID."],
      inputProperties: ['integer[]', "The customer's input at the purchase, as bytes."],
      name: ['text', 'The resource name at Google.'],
      parentBillingAccountId: ['text', 'The billing account above it.'],
      provider: ['text', 'The provider (seller).'],
      state: [['ACCOUNT_STATE_UNSPECIFIED', 'ACCOUNT_ACTIVE'], 'The state of the account.'],
      updateTime: ['date-time', 'When Google last changed it.'],
      userInfo: ['GcpUserInfo', "The claims of the customer's sign-up token."],
    },
  },
  GcpMarketplaceUserAccountApproval: {
    about: 'An approval of an account.',
    members: {
      name: ['text', 'What is approved, such as signup.'],
      reason: ['text', 'Why it was approved or rejected.'],
      state: [['STATE_UNSPECIFIED', 'PENDING', 'APPROVED', 'REJECTED'], 'The state of the approval.'],
      updateTime: ['text', 'When it last changed, RFC 3339.'],
    },
  },
  GcpPeriodDuration: {
    about: 'A length of time: so many of a unit.',
    members: {
      count: ['integer', 'The number.'],
      unit: [['MONTHLY_PERIOD', 'YEARLY_PERIOD'], 'The unit of the length.'],
    },
  },
  GcpPriceValue: {
    about: 'An amount of money: units plus nanos.',
    members: {
      currencyCode: ['text', 'ISO 4217.'],
      nanos: ['integer', 'Billionths of a unit, from -999999999 to 999999999.'],
      units: ['text', 'The whole units, a 64-bit number as text.'],
    },
  },
  GcpServiceControlReportError: {
    about: 'Why one operation of a report was refused.',
    members: {
      operationId: ['text', 'The operation that was refused.'],
      status: ['GcpServiceControlStatus', 'Why it was refused.'],
    },
  },
  GcpServiceControlReportResponse: {
    about: 'The response of the Service Control API.',
    members: {
      reportErrors: ['GcpServiceControlReportError[]', 'Operations that were refused.'],
      serviceConfigId: ['text', 'The configuration of the service.'],
      serviceRolloutId: ['text', 'The rollout of the service.'],
    },
  },
  GcpServiceControlStatus: {
    about: "An error of Google's.",
    members: {
      code: ['integer', 'A code of google.rpc.Code.'],
      details: [listOf('integer[]'), 'More of the error, as bytes.'],
      message: ['text', "Google's message."],
    },
  },
  GcpUserInfo: {
    about: "The claims of a customer's sign-up token.",
    members: {
      orders: ['text[]', "Ids of the customer's orders."],
      roles: ['text[]', 'What the customer may do.'],
      user_identity: ['text', "The customer's Google account, obfuscated."],
    },
  },
} as const satisfies PartnerDocuments;
