import { offerDealTypes, paymentSchedules, resellerPlanStates } from './gcp-words.ts';
import type { PartnerDocuments } from './notation.ts';

/** Plans of Google Cloud Marketplace that a reseller may offer. */
export const gcpResellerDocuments = {
  GcpMarketplaceIsvInfo: {
    about: 'The software vendor behind a resold offer.',
    members: {
      contactEmail: ['text', 'The email address of the contact.'],
      contactName: ['text', 'The name of the contact.'],
      partnerAdvantageAccountLegalName: ['text', 'The legal name at Partner Advantage.'],
      partnerAdvantageId: ['text', 'The Partner Advantage ID.'],
    },
  },
  GcpMarketplaceOfferTemplatePolicies: {
    about: "What holds for offers that are made from a reseller's plan.",
    members: {
      allowAutoRenewal: ['boolean', 'Whether offers may renew themselves.'],
      allowScheduledStartDate: ['boolean', 'Whether offers may begin later than they are accepted.'],
      maxRenewalTimes: ['text', 'How often it renews itself at most, a number as text.'],
      offerDealType: [offerDealTypes, 'Which kind of deal it is.'],
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
      resellOfferTemplateId: ['text', 'The ID of the template.'],
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
      acceptanceDeadlineTime: ['date-time', 'The deadline for acceptance by the reseller.'],
      agreement: ['text', 'The agreement at Google.'],
      agreementDocuments: ['GcpMarketplaceResellerPrivateOfferPlanAgreementDocuments', 'The legal documents.'],
      amendmentContext: ['object', 'What it amends.'],
      displayName: ['text', 'The name as customers see it.'],
      durationConfig: ['GcpMarketplaceResellerPrivateOfferPlanDurationConfig', 'When it can be used.'],
      features: ['GcpMarketplaceProductFeatureValue[]', 'The value of each feature in the plan.'],
      installmentTimelineTemplate: [
        'GcpMarketplaceResellerPrivateOfferPlanInstallmentTimelineTemplate',
        'All payments of offers based on it.',
      ],
      isvInfo: ['GcpMarketplaceIsvInfo', 'The software vendor.'],
      margin: ['GcpMarketplaceResellerPrivateOfferPlanMargin', "The reseller's share."],
      metaInfo: ['GcpMarketplaceResellerPrivateOfferPlanMetainfo', 'Where it was made.'],
      name: ['text', 'The resource name at Google.'],
      offerTemplatePolicies: ['GcpMarketplaceOfferTemplatePolicies', 'The terms of offers based on it.'],
      offerTermTemplate: ['GcpMarketplacePrivateOfferTermTemplate', 'When offers based on it begin and end.'],
      paymentSchedule: [paymentSchedules, 'Whether periods are paid before or after.'],
      priceModelTemplate: [
        'GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplate',
        'The pricing of offers based on it.',
      ],
      productInfo: ['GcpMarketplaceProductInfo', 'The product.'],
      replacementMetadata: ['object', 'What it replaces.'],
      resellOfferTemplate: ['text', 'The template at Google.'],
      resellerInfo: ['GcpMarketplaceResellerInfo', 'The reseller.'],
      reusePolicy: [['', 'REUSE_POLICY_SINGLE_USE', 'REUSE_POLICY_MULTI_USE'], 'Whether it allows one offer or many.'],
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
      endTime: ['date-time', 'When it ceases to be usable.'],
      startTime: ['date-time', 'When it becomes usable.'],
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
      stateType: [resellerPlanStates, 'Which state it is.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanState: {
    about: "The state of a reseller's plan and why it is in it.",
    members: {
      cancellationReason: ['object', 'Why it was cancelled.'],
      comment: ['text', 'A comment on it.'],
      rejectionReason: ['object', 'Why it was rejected.'],
      stateType: [resellerPlanStates, 'Which state it is.'],
    },
  },
  GcpMarketplaceResellerPrivateOfferPlanStateTransition: {
    about: 'A change of state.',
    members: {
      newState: ['GcpMarketplaceResellerPrivateOfferPlanNewState', 'The state that was entered.'],
      transitionTime: ['date-time', 'When it was entered.'],
    },
  },
} as const satisfies PartnerDocuments;
