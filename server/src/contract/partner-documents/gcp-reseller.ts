import type { PartnerDocuments } from './notation.ts';

/** Plans of Google Cloud Marketplace that a reseller may offer. */
export const gcpResellerDocuments = {
  GcpAmountConstraint: {
    about: 'The smallest, the largest and the preset amount.',
    members: {
      defaultAmount: ['GcpAmountUnit', 'What is preset.'],
      maxAmount: ['GcpAmountUnit', 'The largest amount.'],
      minAmount: ['GcpAmountUnit', 'The smallest amount.'],
    },
  },
  GcpCommitmentAmountPerPeriodTemplate: {
    about: 'What a customer may commit to for each period.',
    members: {
      currencyCode: ['text', 'ISO 4217.'],
      decimalAmountConstraint: ['GcpAmountConstraint', 'Which amounts are allowed, in currencyCode.'],
    },
  },
  GcpMarketplaceIsvInfo: {
    about: 'The software vendor behind a resold offer.',
    members: {
      contactEmail: ['text', 'The e-mail address of the contact.'],
      contactName: ['text', 'The name of the contact.'],
      partnerAdvantageAccountLegalName: ['text', 'The legal name at Partner Advantage.'],
      partnerAdvantageId: ['text', 'The id at Partner Advantage.'],
    },
  },
  GcpMarketplaceOfferTemplatePolicies: {
    about: "What holds for offers that are made from a reseller's plan.",
    members: {
      allowAutoRenewal: ['boolean', 'Whether offers may renew themselves.'],
      allowScheduledStartDate: ['boolean', 'Whether offers may begin later than they are accepted.'],
      maxRenewalTimes: ['text', 'How often it renews itself at most, a number as text.'],
      offerDealType: [
        ['OFFER_DEAL_TYPE_UNSPECIFIED', 'CHANNEL_SHIFT', 'MIGRATION', 'NATIVE_RENEWAL'],
        'Which kind of deal it is.',
      ],
      proration: [
        ['PRORATION_UNSPECIFIED', 'NOT_PRORATED_ANNIVERSARY_DATES', 'PRORATED'],
        'Whether the first period is charged in part.',
      ],
    },
  },
  GcpMarketplaceResellerInfo: {
    about: 'The reseller of an offer.',
    members: {
      billingAccountId: ['text', 'The billing account.'],
      billingAccountNickname: ['text', 'The name of the billing account.'],
      billingAccountOrgDisplayName: ['text', 'The organization of the billing account.'],
      billingAccountType: ['text', 'The kind of billing account.'],
      notesToReseller: ['text', 'A note for the reseller.'],
      partnerAccountName: ['text', "The reseller's account."],
      resellOfferTemplateId: ['text', 'The id of the template.'],
      resellerContactEmail: ['text', "The e-mail address of the reseller's contact."],
      resellerContactName: ['text', "The name of the reseller's contact."],
      resellerPrivateOfferPlanId: ['text', "The id of the reseller's plan."],
      resellerPrivateOfferPlanScope: ['text', "For whom the reseller's plan is."],
      subBillingAccount: ['text', "The customer's account below the reseller's."],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlan: {
    about: 'What a reseller may offer of a product.',
    members: {
      acceptanceDeadlineTime: ['date-time', 'Until when the reseller may accept it.'],
      agreement: ['text', 'The agreement at Google.'],
      agreementDocuments: ['GcpMarketplaceResellerPrivateOfferPlanAgreementDocuments', 'The legal documents.'],
      amendmentContext: ['object', 'What it amends.'],
      displayName: ['text', 'The name as customers see it.'],
      durationConfig: ['GcpMarketplaceResellerPrivateOfferPlanDurationConfig', 'When it can be used.'],
      features: ['GcpMarketplaceProductFeatureValue[]', 'What the plan has of each feature.'],
      installmentTimelineTemplate: [
        'GcpMarketplaceResellerPrivateOfferPlanInstallmentTimelineTemplate',
        'All payments of offers made from it.',
      ],
      isvInfo: ['GcpMarketplaceIsvInfo', 'The software vendor.'],
      margin: ['GcpMarketplaceResellerPrivateOfferPlanMargin', 'What the reseller keeps.'],
      metaInfo: ['GcpMarketplaceResellerPrivateOfferPlanMetainfo', 'Where it was made.'],
      name: ['text', 'The resource name at Google.'],
      offerTemplatePolicies: ['GcpMarketplaceOfferTemplatePolicies', 'What holds for offers made from it.'],
      offerTermTemplate: ['GcpMarketplacePrivateOfferTermTemplate', 'When offers made from it begin and end.'],
      paymentSchedule: [['', 'PREPAY', 'POSTPAY'], 'Whether periods are paid before or after.'],
      priceModelTemplate: [
        'GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplate',
        'How offers made from it are priced.',
      ],
      productInfo: ['GcpMarketplaceProductInfo', 'The product.'],
      replacementMetadata: ['object', 'What it replaces.'],
      resellOfferTemplate: ['text', 'The template at Google.'],
      resellerInfo: ['GcpMarketplaceResellerInfo', 'The reseller.'],
      reusePolicy: [['', 'REUSE_POLICY_SINGLE_USE', 'REUSE_POLICY_MULTI_USE'], 'Whether it makes one offer or many.'],
      startPolicy: [
        ['', 'START_POLICY_ON_ACCEPTANCE', 'START_POLICY_SCHEDULED'],
        'Whether it begins when it is accepted or at a time that is set.',
      ],
      state: ['GcpMarketplaceResellerPrivateOfferPlanState', 'The state at Google.'],
      stateTransitions: ['GcpMarketplaceResellerPrivateOfferPlanStateTransition[]', 'Earlier changes of state.'],
      updateTime: ['date-time', 'When Google last changed it.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanAgreementDocuments: {
    about: "The legal documents of a reseller's plan.",
    members: {
      isvToCustomerAgreementDocument: ['GcpMarketplaceDocument', 'Between vendor and customer.'],
      isvToResellerAgreementDocument: ['GcpMarketplaceDocument', 'Between vendor and reseller.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanDurationConfig: {
    about: "When a reseller's plan can be used.",
    members: {
      endTime: ['date-time', 'Until when it can be used.'],
      startTime: ['date-time', 'From when it can be used.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanInstallmentTemplate: {
    about: "A payment of offers from a reseller's plan.",
    members: {
      priceModelTemplate: [
        'GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplate',
        'How offers made from it are priced.',
      ],
      startTime: ['date-time', 'When it is charged.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanInstallmentTimelineTemplate: {
    about: "All payments of offers from a reseller's plan.",
    members: {
      installmentTemplates: ['GcpMarketplaceResellerPrivateOfferPlanInstallmentTemplate[]', 'The payments in order.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanMargin: {
    about: 'What the reseller keeps.',
    members: {
      marginPercentage: ['GcpMarketplaceResellerPrivateOfferPlanMarginPercentage', 'The share in percent.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanMarginPercentage: {
    about: 'A share in percent.',
    members: {
      value: ['text', 'A share in percent, a decimal as text.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanMetainfo: {
    about: "Where a reseller's plan was made.",
    members: {
      gcpOrganizationId: ['text', 'The organization at Google.'],
      gcpProjectNumber: ['text', 'The number of the project.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanNewState: {
    about: 'A state that was entered.',
    members: {
      stateType: [
        [
          '',
          'STATE_TYPE_DRAFT',
          'STATE_TYPE_READY_TO_ACCEPT',
          'STATE_TYPE_READY_TO_USE',
          'STATE_TYPE_REJECTED',
          'STATE_TYPE_USED',
          'STATE_TYPE_CANCELED',
          'STATE_TYPE_EXPIRED_NEVER_ACCEPTED',
          'STATE_TYPE_EXPIRED_ACCEPTED',
          'STATE_TYPE_COMPLETED',
          'STATE_TYPE_READY_TO_USE_IN_FUTURE',
        ],
        'Which state it is.',
      ],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanPriceModelSkuList: {
    about: 'SKUs one by one.',
    members: {
      skus: ['text[]', 'SKUs one by one.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanPriceModelSkuRepresentation: {
    about: 'Which SKUs a price is for.',
    members: {
      skuGroupList: ['object', 'Groups of SKUs.'],
      skuList: ['GcpMarketplaceResellerPrivateOfferPlanPriceModelSkuList', 'SKUs one by one.'],
      skus: ['text', 'Which way the SKUs are named.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplate: {
    about: "How offers from a reseller's plan are priced.",
    members: {
      baseOffer: ['text', 'The plan whose prices are the base.'],
      commitment: [
        'GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplateCommitment',
        'What the customer commits to use up.',
      ],
      consumption: [['overage', 'payg'], 'How usage is paid.'],
      fixedPrice: ['GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplateFixedPrice', 'A fixed fee.'],
      overage: ['GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplateOverage', 'Prices above what is paid for.'],
      payg: [
        'GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplatePayg',
        'Prices of usage that is paid as it comes.',
      ],
      subscription: [['fixedPrice', 'commitment'], 'How the subscription is paid.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplateCommitment: {
    about: 'What customers may commit to use up.',
    members: {
      commitmentAmountPerPeriodTemplate: ['GcpCommitmentAmountPerPeriodTemplate', 'Which amounts may be committed to.'],
      discountTemplate: ['GcpPriceModelDiscountTemplate', 'Which discounts may be given.'],
      period: ['GcpPeriodDuration', 'How long a period is.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplateFixedPrice: {
    about: 'A fixed fee for each period.',
    members: {
      discountTemplate: ['GcpPriceModelDiscountTemplate', 'Which discounts may be given.'],
      period: ['GcpPeriodDuration', 'How long a period is.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplateOverage: {
    about: 'Prices of usage above what is paid for.',
    members: {
      discountTemplate: ['GcpPriceModelDiscountTemplate', 'Which discounts may be given.'],
      skuDiscountTemplates: ['object[]', 'Discounts by SKU.'],
      skuRepresentation: ['GcpMarketplaceResellerPrivateOfferPlanPriceModelSkuRepresentation', 'Which SKUs it is for.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplatePayg: {
    about: 'Prices of usage that is paid as it comes.',
    members: {
      discountTemplate: ['GcpPriceModelDiscountTemplate', 'Which discounts may be given.'],
      period: ['GcpPeriodDuration', 'How long a period is.'],
      skuDiscountTemplates: ['object[]', 'Discounts by SKU.'],
      skuRepresentation: ['GcpMarketplaceResellerPrivateOfferPlanPriceModelSkuRepresentation', 'Which SKUs it is for.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanState: {
    about: "The state of a reseller's plan and why it is in it.",
    members: {
      cancellationReason: ['object', 'Why it was cancelled.'],
      comment: ['text', 'What was said about it.'],
      rejectionReason: ['object', 'Why it was rejected.'],
      stateType: [
        [
          '',
          'STATE_TYPE_DRAFT',
          'STATE_TYPE_READY_TO_ACCEPT',
          'STATE_TYPE_READY_TO_USE',
          'STATE_TYPE_REJECTED',
          'STATE_TYPE_USED',
          'STATE_TYPE_CANCELED',
          'STATE_TYPE_EXPIRED_NEVER_ACCEPTED',
          'STATE_TYPE_EXPIRED_ACCEPTED',
          'STATE_TYPE_COMPLETED',
          'STATE_TYPE_READY_TO_USE_IN_FUTURE',
        ],
        'Which state it is.',
      ],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanStateTransition: {
    about: 'A change of state.',
    members: {
      newState: ['GcpMarketplaceResellerPrivateOfferPlanNewState', 'The state that was entered.'],
      transitionTime: ['date-time', 'When it was entered.'],
    },
  },
  GcpPriceModelDiscountTemplate: {
    about: 'Which discounts a reseller may give.',
    members: {
      discountEconomics: ['text', 'Who bears the discount.'],
      discountPercentage: ['GcpAmountConstraint', 'Which shares are allowed, in percent.'],
      discountedPrice: ['GcpPriceValue', 'The price after the discount.'],
      hideDiscountPercentage: ['boolean', 'Whether customers do not see the share.'],
    },
  },
} as const satisfies PartnerDocuments;
