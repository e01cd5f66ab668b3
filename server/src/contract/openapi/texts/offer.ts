import type { Texts } from './notation.ts';

/** Offers. */
export const offerTexts = {
  WorkloadOffer: {
    about: 'A private offer: the terms for one buyer.',
    members: {
      offerType: 'The type of offer.',
      status: 'The status of the offer.',
      subStatus: 'What a purchase is waiting for, or why it failed.',
      externalID: "The marketplace's ID of the offer. Absent until the marketplace has it.",
      partnerID: 'The marketplace account.',
      productID: 'The product, prod_….',
      buyerID: 'The buyer, buyer_….',
      contactIds: 'Contacts of the offer, contact_….',
      expireTime: 'When the offer expires if it has not been accepted.',
      endTime: 'When the prices cease to apply.',
      info: 'The terms.',
    },
  },
  WorkloadOfferInput: {
    about:
      'A private offer in a request. A draft needs name and partner; what the marketplace requires is checked when the offer is created there.',
    members: {
      id: 'The draft to replace or create, offer_…. If absent, a new offer is created.',
      contactIds: 'Contacts of the offer, contact_…, at most 100.',
    },
  },
  OfferInfo: {
    about: 'The terms of an offer. Amounts and rates are decimals in currency.',
    members: {
      additionalEulaUrls: 'Further legal documents, https URLs; merged into one with eulaUrl.',
      additionalResellerEulaUrls: 'Further legal documents of the reseller, https URLs.',
      attachEulaType: 'A published contract to attach to the custom terms.',
      autoRenew: 'Whether the offer renews automatically.',
      awsAgreementDuration: 'How long the agreement lasts, ISO 8601, such as P12M; for AWS.',
      awsChannelPartner: 'The channel partner; for resale authorizations of AWS.',
      awsCppoEventDetail: 'The event with which AWS announced the authorization. Set by the service.',
      awsCppoOpportunity: 'The resale authorization at AWS.',
      awsMachineLearningContractDuration: 'How long a machine learning contract lasts, in days; for AWS.',
      awsMarkupPercentage: "The channel partner's markup on the authorized prices, in percent; for AWS.",
      awsOfferSetId: 'The AWS offer set that contains the offer. Set by the service.',
      awsResaleAuthorizationId: 'The AWS resale authorization on which the offer is based.',
      azureOriginalPlan:
        'The plan whose prices are changed, identified by plan; for AZURE, if azurePrivateOffer has no pricing.',
      azurePrivateOffer:
        "Microsoft's document of the private offer: buyers, contacts and prices. See its own description for what is required.",
      azureProductVariant: 'The plan whose prices are changed, by its ID in the older API; for AZURE.',
      billableDimensions: 'What direct billing charges for; for STRIPE and ADYEN.',
      billingCycle: 'Whether billing periods begin with the calendar month or with the entitlement.',
      billingIntervalInMonths: 'The billing interval, in months. GCP: 1, 3 or 12.',
      buyerAwsAccountIds: 'The AWS accounts that may accept the offer, 12 digits each; for AWS.',
      buyerAzureTenants: 'The buyers by billing account; for AZURE, if azurePrivateOffer has no beneficiaries.',
      commitAmount: 'The total price of all commits. GCP: the price of one interval, if there are no commits.',
      commitBillingIntervalInMonths:
        'The billing interval of commits that name none, in months. If absent, billingIntervalInMonths applies. AZURE: a rate is paid in equal payments, one for each interval of its length.',
      commits: 'What is bought for a period, with prices.',
      currency: 'The currency of all amounts and rates, ISO 4217. AZURE and GCP accept only USD.',
      dimensions: 'The metered dimensions, with prices.',
      discountPercentage:
        'The discount on the public prices of the plan, in percent. AWS, STRIPE and ADYEN: refused unless 0, since the offer names the lower prices themselves.',
      docusignEnvelopeIds: 'DocuSign envelopes by document.',
      eulaMergeOrder: 'The order in which the legal documents are merged: their indexes, starting from 0.',
      eulaType:
        'Which legal terms apply. SCMP: the standard contract of the marketplace. CUSTOM: the document at eulaUrl.',
      eulaUrl: 'The https URL of the custom terms.',
      gcpCustomerInfo: 'The customer; for GCP. Required to submit the offer.',
      gcpDuration:
        'How many billing intervals the offer lasts, at most 84 months with the renewal; for GCP. If absent, it lasts until endTime.',
      gcpMetrics: 'The metrics that are priced; for GCP.',
      gcpOfferDealType: 'The type of deal; for GCP.',
      gcpPaymentSchedule:
        'PREPAY: an interval is paid when it begins, as Google Cloud charges each fee and commitment. POSTPAY: in arrears, for an offer that is paid by usage alone. For GCP.',
      gcpPlans: 'The one plan whose prices are replaced, by name; for GCP. Required to submit the offer.',
      gcpPrivateOffer: "Google Cloud's record of the private offer. Set by the service.",
      gcpProviderInfo: "The seller's contact for the customer; for GCP. Required to submit the offer.",
      gcpProviderInternalNote:
        'A note that only the seller sees, up to 1400 characters; for GCP. If absent, metaInfo.internalNote is used.',
      gcpProviderPublicNote:
        'A note that the customer sees, up to 120 characters; for GCP. If absent, sellerNotes is used.',
      gcpResellerPrivateOfferPlan: "The reseller's plan on which the offer is based; for GCP.",
      gcpSowAgreementDocument: 'The statement of work; for GCP.',
      gcpUsagePlanPriceModel: 'How usage is priced; for GCP.',
      gracePeriodInDays: 'How many days an invoice stays a draft.',
      isMeteringOverageCommit: 'Whether only usage beyond what the commits include is charged.',
      netTermsInDays: 'How many days after the invoice payment is due.',
      paymentInstallments: 'The parts of the price, and when each is charged. Their amounts add up to the total price.',
      paymentSchedule:
        'Whether a period is paid in advance or in arrears; for direct billing. Marketplaces charge prices in advance and usage in arrears.',
      pdfURL: 'The URL of the offer as PDF. Set by the service.',
      privateOfferUrl: 'The URL at which the buyer accepts the offer. Set by the service.',
      proratedBilling:
        'Whether partial periods are prorated. STRIPE and ADYEN: if false, a part of a billing interval at the start or the end costs the whole price; if absent, its share by time.',
      refundCancellationPolicy: 'The refund and cancellation policy, as text.',
      resellerAttachEulaType: "A published contract to attach to the reseller's custom terms.",
      resellerEulaType: 'Which legal terms apply between seller and reseller.',
      resellerEulaUrl: 'The https URL of the terms between seller and reseller.',
      sellerNotes: 'Notes for the buyer.',
      snowflakeOffer: 'Stored unchanged: this service is not connected to Snowflake.',
      startTime: 'When the prices begin to apply. If absent, when the offer is accepted.',
      taxIds: "The buyer's tax IDs.",
      trialConfig: 'The length of the free trial.',
      usageBillingIntervalInMonths:
        'The billing interval of usage that names none, in months; for STRIPE and ADYEN. If absent, billingIntervalInMonths applies.',
      visibility: 'Whether the offer is for one buyer or for everyone.',
    },
  },
  OfferSet: {
    about: 'A set of offers that a buyer accepts together; for AWS.',
    members: {
      status: 'The status of the set.',
      externalID: "The marketplace's ID of the set. Absent until the marketplace has it.",
      offerIDs: 'The offers in the set, offer_….',
      buyerIDs: 'The buyers of its offers, buyer_….',
      expireTime: 'When the set expires: the earliest expiry of its offers.',
      info: 'What the buyer sees.',
    },
  },
  OfferSetInput: {
    about: 'An offer set in a request.',
    members: {
      id: 'Ignored when a new set is created.',
    },
  },
  OfferSetInfo: {
    about: 'More about an offer set.',
    members: {
      awsSolutionID: 'The AWS solution that the set is for.',
      buyerAwsAccountIds: 'The AWS accounts of its offers, 12 digits each. Optional.',
      buyerNotes: 'A note for the buyer.',
    },
  },
  UpdateOfferPrice: {
    about: 'Usage prices to add to a released private offer, or to change.',
    members: {
      dimensions: 'The dimensions by key, with their new rates.',
    },
  },
  SendOfferNotificationsInput: {
    about: 'The contacts to notify, contact_…. If empty, all contacts of the offer.',
    members: {},
  },
} as const satisfies Texts;
