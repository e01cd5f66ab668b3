import type { PartnerDocuments } from './notation.ts';

/** Agreements, events and metering of AWS Marketplace. */
export const awsMeteringDocuments = {
  AwsAccountIdentifier: {
    about: 'The AWS account of a buyer.',
    members: {
      awsAccountID: ['text', 'The AWS account, 12 digits.'],
      awsCustomerID: ['text', 'The customer identifier that AWS gave the seller.'],
      dataFeedAccountID: ['text', "The account id in the seller's data feeds."],
    },
  },
  AwsChannelPartner: {
    about: 'The channel partner (reseller) of a private offer on AWS.',
    members: {
      id: ['text', "The channel partner's id."],
      name: ['text', 'The legal name of the channel partner.'],
      accountId: ['text', 'The AWS account of the channel partner, 12 digits. Needed for a resale authorization.'],
    },
  },
  AwsEntitlement: {
    about: "A customer's entitlement to one contract dimension, as returned by GetEntitlements.",
    members: {
      customerIdentifier: ['text', 'The customer identifier that AWS gave the seller.'],
      dimension: ['text', 'The key of the dimension.'],
      expirationDate: ['text', 'When it ends, RFC 3339.'],
      productCode: ['text', 'The product code that AWS gave the product.'],
      value: ['AwsEntitlementValue', 'The amount that the customer is entitled to.'],
    },
  },
  AwsEntitlementValue: {
    about: 'The amount of an entitlement; one of its members is set.',
    members: {
      booleanValue: ['boolean', 'Set when the dimension is either had or not.'],
      doubleValue: ['number', 'Set when the amount is a decimal number.'],
      integerValue: ['integer', 'Set when the amount is a whole number.'],
      stringValue: ['text', 'Set when the amount is a text.'],
    },
  },
  AwsMarketplaceAgreementV2: {
    about: 'An agreement of AWS Marketplace.',
    members: {
      acceptanceTime: ['date-time', 'When the buyer accepted.'],
      agreementId: ['text', 'The ID of the agreement, agmt-….'],
      agreementType: ['text', 'The kind of agreement, such as PurchaseAgreement.'],
      buyerAccountId: ['text', 'The AWS account of the buyer (acceptor), 12 digits.'],
      endTime: ['date-time', 'When the agreement ends. If absent, it has no end.'],
      offerId: ['text', 'The ID of the offer that was accepted, offer-….'],
      productId: ['text', 'The entity ID of the product, prod-….'],
      productType: ['text', 'The kind of product, such as SaaSProduct.'],
      sellerAccountId: ['text', 'The AWS account of the seller (proposer), 12 digits.'],
      startTime: ['date-time', 'When the agreement begins.'],
      status: [
        [
          'ACTIVE',
          'ARCHIVED',
          'CANCELLED',
          'EXPIRED',
          'RENEWED',
          'REPLACED',
          'ROLLED_BACK',
          'SUPERSEDED',
          'TERMINATED',
        ],
        'The status of the agreement at AWS.',
      ],
    },
  },
  AwsMarketplaceEventBridgeEventAccount: {
    about: 'An account that an event names.',
    members: {
      accountId: ['text', 'The AWS account, 12 digits.'],
      name: ['text', "The name of the account's owner."],
    },
  },
  AwsMarketplaceEventBridgeEventDetail: {
    about: 'The detail of an EventBridge event of AWS Marketplace.',
    members: {
      catalog: ['text', 'The catalog: AWSMarketplace.'],
      eventCategory: ['text', 'The category of the event at AWS CloudTrail.'],
      eventID: ['text', 'The ID of the event.'],
      eventName: ['text', 'What happened.'],
      eventSource: ['text', 'The AWS service that reports it.'],
      eventType: ['text', 'The kind of event at AWS CloudTrail.'],
      eventVersion: ['text', "The version of the event's format."],
      managementEvent: ['boolean', 'Whether it is a management event.'],
      manufacturer: ['AwsMarketplaceEventBridgeEventAccount', 'The manufacturer (ISV) of the product.'],
      offer: ['AwsMarketplaceEventBridgeEventOffer', 'The offer that the event is about.'],
      product: ['AwsMarketplaceEventBridgeEventProduct', 'The product that the event is about.'],
      requestID: ['text', 'The ID of the request that caused the event.'],
      requestParameters: ['object', 'The content of the request.'],
      responseElements: ['object', 'The response from AWS.'],
      sellerOfRecord: ['AwsMarketplaceEventBridgeEventAccount', 'The account that sells.'],
      targetedBuyerAccountIds: ['text[]', 'AWS accounts for which the offer was created, 12 digits each.'],
    },
  },
  AwsMarketplaceEventBridgeEventOffer: {
    about: 'The offer that an event is about.',
    members: {
      arn: ['text', 'The Amazon resource name.'],
      expirationDate: ['date-time', 'When it ends, RFC 3339.'],
      id: ['text', 'The ID assigned by AWS.'],
      name: ['text', 'The name of the offer.'],
    },
  },
  AwsMarketplaceEventBridgeEventProduct: {
    about: 'The product that an event is about.',
    members: {
      arn: ['text', 'The Amazon resource name.'],
      id: ['text', 'The ID assigned by AWS.'],
      title: ['text', 'The title of the product.'],
    },
  },
  AwsMarketplaceMeteringBatchMeterUsageInput: {
    about: 'The request to BatchMeterUsage.',
    members: {
      ProductCode: ['text', 'The product code that AWS gave the product.'],
      UsageRecords: ['AwsMarketplaceMeteringUsageRecord[]', 'The records reported, at most 25 at once.'],
    },
  },
  AwsMarketplaceMeteringTag: {
    about: 'A tag by which usage is split.',
    members: {
      Key: ['text', 'The name of the tag.'],
      Value: ['text', 'The value of the tag.'],
    },
  },
  AwsMarketplaceMeteringUsageAllocation: {
    about: 'The part of a quantity that carries certain tags.',
    members: {
      AllocatedUsageQuantity: ['integer', 'The part of the quantity, in units of the dimension.'],
      Tags: ['AwsMarketplaceMeteringTag[]', 'The tags of this part; none: the rest.'],
    },
  },
  AwsMarketplaceMeteringUsageRecord: {
    about: 'The usage of one customer in one dimension during one hour.',
    members: {
      CustomerIdentifier: ['text', 'The customer identifier that AWS gave the seller.'],
      Dimension: ['text', 'The key of the dimension.'],
      Quantity: ['integer', 'The number of units, a whole number.'],
      Timestamp: ['date-time', 'The hour of the usage, UTC.'],
      UsageAllocations: ['AwsMarketplaceMeteringUsageAllocation[]', 'How the quantity is split by tags.'],
    },
  },
  AwsMeteringBatchMeterUsageOutput: {
    about: 'The response of BatchMeterUsage.',
    members: {
      resultMetadata: ['object', "The AWS client's metadata about the call."],
      results: ['AwsUsageRecordResult[]', 'One for each record that AWS took.'],
      unprocessedRecords: ['AwsUsageRecord[]', 'Records that AWS did not process; they are sent again.'],
    },
  },
  AwsMeteringTag: {
    about: 'A tag by which usage is split.',
    members: {
      key: ['text', 'The name of the tag.'],
      value: ['text', 'The value of the tag.'],
    },
  },
  AwsUsageAllocation: {
    about: 'The part of a quantity that carries certain tags.',
    members: {
      allocatedUsageQuantity: ['integer', 'The part of the quantity, in units of the dimension.'],
      tags: ['AwsMeteringTag[]', 'The tags of this part; none: the rest.'],
    },
  },
  AwsUsageRecord: {
    about: 'The usage of one customer in one dimension during one hour.',
    members: {
      customerIdentifier: ['text', 'The customer identifier that AWS gave the seller.'],
      dimension: ['text', 'The key of the dimension.'],
      quantity: ['integer', 'The number of units, a whole number.'],
      timestamp: ['text', 'The hour of the usage, UTC, RFC 3339.'],
      usageAllocations: ['AwsUsageAllocation[]', 'How the quantity is split by tags.'],
    },
  },
  AwsUsageRecordResult: {
    about: "AWS's response to one usage record.",
    members: {
      meteringRecordId: ['text', 'The ID that AWS assigned to the record.'],
      status: [['Success', 'CustomerNotSubscribed', 'DuplicateRecord'], "AWS's verdict on the record."],
      usageRecord: ['AwsUsageRecord', 'The record that was sent.'],
    },
  },
} as const satisfies PartnerDocuments;
