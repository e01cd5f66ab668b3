import type { Texts } from './notation.ts';

/** Entitlements. */
export const entitlementTexts = {
  WorkloadEntitlement: {
    about: 'An entitlement: what a buyer has bought.',
    members: {
      status: 'The status of the entitlement.',
      type: 'How it was created.',
      partnerID: 'The marketplace account.',
      externalID: "The marketplace's ID of the agreement or subscription.",
      externalBuyerID: "The marketplace's ID of the buyer.",
      externalProductID: "The marketplace's ID of the product.",
      productID: 'The product, prod_…. Absent until this service knows it.',
      offerID: 'The offer that was accepted, offer_…. Absent for public offers.',
      buyerID: 'The buyer, buyer_….',
      entitlementTermID: 'The current term, entterm_….',
      startTime: 'When it begins.',
      endTime: 'When it ends. If absent, it has no end.',
      info: 'What was bought, according to the current term.',
    },
  },
  EntitlementInfo: {
    about: 'What was bought, according to the current term. Amounts and rates are decimals in currency.',
    members: {
      addons: 'Charges in addition to the prices.',
      alertDaysBeforeEnd: 'How many days before the end a reminder is sent.',
      alibabaEntitlements: 'Always empty: this service is not connected to Alibaba Cloud Marketplace.',
      alibabaOrders: 'Always empty: this service is not connected to Alibaba Cloud Marketplace.',
      amountsByCurrency: 'What its revenue records add up to, by currency. Absent without records.',
      autoRenew: 'Whether it renews automatically.',
      awsAgreement: "AWS's record of the agreement.",
      awsChannelPartner: 'The channel partner who sold it.',
      awsEntitlements: 'What the buyer may use, according to AWS.',
      awsLicenseArn: 'The license at AWS, an Amazon Resource Name (ARN).',
      awsOfferSetId: 'The AWS offer set that it was accepted with.',
      azureSubscriptions: "Microsoft's record of the subscription.",
      billableDimensions: 'What direct billing charges for.',
      billingCycle: 'Whether billing periods begin with the calendar month or with the entitlement.',
      billingIntervalInMonths: 'The billing interval, in months, where a price names none.',
      buyerManagementURL: 'The URL at which the buyer manages it.',
      collectableAmount: 'The total amount of its revenue records to be paid out after fees, in currency.',
      commitAmount: 'The total price of all commits.',
      commitBillingIntervalInMonths:
        'The billing interval of commits that name none, in months. If absent, billingIntervalInMonths applies.',
      commits: 'What was bought for a period, with prices.',
      currency: 'The currency of all amounts and rates, ISO 4217.',
      dimensions: 'The metered dimensions with prices; at most 50.',
      dimensionsOversized: 'Whether there are more metered dimensions than the 50 stored here.',
      disbursedAmount: 'The total amount of its revenue records paid out, in currency.',
      eulaType: 'Which legal terms apply.',
      eulaUrl: 'The URL of the custom terms.',
      gcpEntitlements: "Google Cloud's record of the entitlement.",
      gcpPlans: "Google Cloud's record of the plan that was bought.",
      gracePeriodInDays: 'How many days an invoice stays a draft.',
      grossAmount: 'The total amount of its revenue records before refunds, committed and metered, in currency.',
      invoicedAmount: 'The total amount of its revenue records invoiced, less refunds, in currency.',
      isMeteringOverageCommit: 'Whether only usage beyond what the commits include is charged.',
      netTermsInDays: 'How many days after the invoice payment is due.',
      paymentInstallments: 'The parts of the price, and when each is charged.',
      paymentSchedule: 'Whether a period is paid in advance or in arrears.',
      pendingPriceModel: 'Prices that apply later.',
      proratedBilling:
        'Whether a part of a billing interval at the start or the end costs its share by time, as it does if absent, or the whole price.',
      refundCancellationPolicy: 'The refund and cancellation policy, as text.',
      sellerNotes: 'Notes for the buyer.',
      snowflakeOffer: 'Always empty: this service is not connected to Snowflake.',
      spaUrl: 'The URL at which the buyer signs.',
      trialConfig: 'The length of the free trial.',
      usageBillingIntervalInMonths:
        'The billing interval of usage that names none, in months. If absent, billingIntervalInMonths applies.',
    },
  },
  WorkloadEntitlementTerm: {
    about:
      'A term of an entitlement: the period between two changes of what was bought. Amounts are decimals in entitlementInfo.currency.',
    members: {
      entitlementID: 'The entitlement, ent_….',
      productID: 'The product, prod_….',
      offerID: 'The offer that was accepted, offer_….',
      buyerID: 'The buyer, buyer_….',
      externalEntitlementID: "The marketplace's ID of the agreement or subscription.",
      startTime: 'When the term begins.',
      endTime: 'When the term ends. If absent, it has no end.',
      commitAmount:
        'The committed amount from which usage is deducted. If divided, this includes the shares of its parts.',
      usedCommitAmount: 'How much of commitAmount is used.',
      creditAmount: 'The credit granted. Of a part of a divided commit: its share.',
      usedCreditAmount: 'How much of the credit is used.',
      reportedAmount: 'Always 0: what was reported, and at which prices, is in the usage record reports.',
      info: 'How the term was created.',
      entitlementInfo:
        "What was bought, according to this term. Of a part of a divided commit, only the currency: the rest is its parent's.",
    },
  },
  EntitlementTermInfo: {
    about: 'How a term was created.',
    members: {
      dimensionQuantityDecimalParts:
        'By dimension: the fraction of a unit carried to the next report, at least 0 and less than 1.',
      isCommitDivided: 'Whether its commit was divided among other terms.',
      parentEntitlementTermId: 'The term whose commit was divided, entterm_….',
      subEntitlementTermIds: 'The terms among which the commit was divided, entterm_….',
      type: 'What started the term.',
    },
  },
  AdjustEntitlementRenewalUpliftInput: {
    about: 'The price increase of a pending renewal.',
    members: { upliftPercentage: 'The increase in percent, at most 2 decimals, within the range of the draft offer.' },
  },
  OfferRenewal: {
    about: 'The price increase of a pending renewal. Percentages are decimals.',
    members: {
      upliftPercentage: "By how much the offer's prices are higher than those of the agreement, in percent.",
      minUpliftPercentage: 'The smallest increase to which the buyer agreed, in percent.',
      maxUpliftPercentage: 'The largest increase to which the buyer agreed, in percent.',
      deadline: 'From then on the increase cannot be adjusted. Absent for a fixed increase.',
    },
  },
  CancelEntitlementInput: {
    about: 'Why an entitlement is cancelled.',
    members: {
      info: 'The reason sent to AWS; other partners accept none.',
    },
  },
  ScheduleEntitlementCancellationInput: {
    about: 'When to cancel an entitlement.',
    members: {
      type: 'Immediate: now. EndOfTerm: instead of renewing. SpecificDate: at cancelDate.',
      cancelDate: 'An RFC 3339 time or a day as YYYY-MM-DD (UTC), for SpecificDate.',
      note: 'Why it is cancelled. Only you see it.',
      creationDate: 'Ignored: the service sets it.',
    },
  },
  WithdrawEntitlementCancellationRequestInput: {
    about: 'Why a request to cancel is withdrawn.',
    members: { cancellationReason: 'The reason in words, which the buyer sees.' },
  },
  EntitlementCancellationRequest: {
    about: 'A request to cancel an entitlement, which its buyer answers in the marketplace.',
    members: {
      id: 'cancelreq_….',
      entitlementID: 'The entitlement, ent_….',
      externalRequestID: "The marketplace's ID of the request. Absent until it has acknowledged the request.",
      status:
        'PENDING_APPROVAL until the buyer answers; the marketplace approves it after 7 days. WITHDRAWN by the seller. VALIDATION_FAILED: the marketplace refused it.',
      statusMessage: 'Why it has this status, in the words of the marketplace or of the buyer.',
      createdAt: 'When it was made.',
      createdBy: 'Who made it. Absent if it was made outside this service.',
      lastUpdatedAt: 'When it was last changed.',
      info: 'What AWS was told.',
    },
  },
  EntitlementCancellationRequester: {
    about: 'Who made a request to cancel.',
    members: {
      email: 'The email address, if it is known.',
      entityId: 'The ID of the person or program.',
      entityType: 'USER, APP or APIKEY.',
      name: 'The name of the person or program.',
    },
  },
  EntitlementCancellationRequestInfo: {
    about: 'The details sent to AWS for a request to cancel.',
    members: {
      awsClientToken: 'The token with which the request was sent, so that it is created only once.',
      awsReasonCode: 'The reason.',
      awsReasonDescription: 'The reason in words.',
    },
  },
  CreateEntitlementInput: {
    about: 'An entitlement created without a marketplace.',
    members: {
      buyerId: 'The buyer, buyer_….',
      offerId: 'The offer, offer_….',
    },
  },
} as const satisfies Texts;
