import { lifecycleStates, offerPricings, priceInputs, visibilities } from './azure-words.ts';
import type { PartnerDocuments } from './notation.ts';

/** Private offers of Microsoft Marketplace, in the words of the product ingestion API. */
export const azurePrivateOfferDocuments = {
  AzureAudience: {
    about: 'Somebody for whom an offer or a plan is.',
    members: {
      description: ['text', 'A description.'],
      id: ['text', 'The billing account or tenant.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityPrivateOfferCustomMeters: {
    about: 'The prices of meters in a private offer.',
    members: {
      meters: ['object', 'The prices by meter ID.'],
      priceInputOption: [priceInputs, 'How the prices are given.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityPrivateOfferPlan: {
    about: 'The prices of a plan in a private offer (resource price-and-availability-private-offer-plan).',
    members: {
      $schema: ['text', "The address of the resource's schema at Microsoft."],
      id: ['text', "Microsoft's ID."],
      lifecycleState: [lifecycleStates, 'Where it is in its life.'],
      offerPricingType: [offerPricings, 'How the private offer changes prices.'],
      plan: ['text', 'The durable ID of the plan, plan/….'],
      planName: ['text', 'The name of the plan.'],
      pricing: ['AzureMarketplacePriceAndAvailabilityPrivateOfferPrice', 'The prices.'],
      product: ['text', 'The durable ID of the offer, product/….'],
      resourceName: ['text', 'A name by which resources of one request point at each other.'],
      softwareReservation: [
        'AzureMarketplacePriceAndAvailabilityPrivateOfferPlanSoftwareReservation',
        'Prices of reserving.',
      ],
      validations: ['AzureMarketplaceValidation[]', "The result of Microsoft's check of the resource."],
      visibility: [visibilities, 'Whether buyers see the plan.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityPrivateOfferPlanSoftwareReservation: {
    about: 'Prices of reserved virtual machine software.',
    members: {
      paymentSchedule: ['AzureMarketplaceTerm', 'How often is paid.'],
      reservationDuration: ['AzureMarketplaceTerm', 'How long is reserved.'],
      vmPrices: ['AzureMarketplaceVmPrice', 'Prices by size.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityPrivateOfferPrice: {
    about: 'The absolute prices of a plan in a private offer.',
    members: {
      customMeters: ['AzureMarketplacePriceAndAvailabilityPrivateOfferCustomMeters', 'The meters.'],
      recurrentPrice: ['AzureMarketplacePriceAndAvailabilityRecurrentPrice', 'Prices that are paid again and again.'],
    },
  },
  AzureMarketplacePrivateOffer: {
    about:
      'A private offer of Microsoft Marketplace (resource private-offer). To submit one, fill preparedBy, beneficiaries (or buyerAzureTenants of the offer), notificationContacts, and pricing (or discountPercentage, or commits and dimensions, of the offer beside azureOriginalPlan). Everything else is filled from what Microsoft answers.',
    members: {
      $schema: ['text', "The address of the resource's schema at Microsoft."],
      acceptBy: ['date-time', 'When the offer expires if not accepted, UTC. Set from expireTime of the offer.'],
      acceptanceLinks: ['AzureMarketplacePrivateOfferAcceptanceLink[]', 'Where each buyer accepts.'],
      beneficiaries: [
        'AzureMarketplacePrivateOfferBeneficiary[]',
        'The buyers, by billing account. Needed, unless buyerAzureTenants names them.',
      ],
      customerContractRenewal: ['boolean', 'Whether a contract is renewed.'],
      eTag: ['text', 'The version of the resource.'],
      end: ['date-time', 'When the prices end, UTC. Filled from endTime of the offer.'],
      id: ['text', "Microsoft's ID."],
      lastModified: ['date-time', 'When Microsoft last changed it, UTC.'],
      name: ['text', 'The name of the offer. Filled from name of the offer.'],
      notificationContacts: [
        'text[]',
        'Email addresses of 1 to 5 people of the seller who are notified. If absent, only preparedBy.',
      ],
      offerPricingType: [offerPricings, 'How the private offer changes prices.'],
      partners: ['AzureMarketplacePrivateOfferPartner[]', 'Partners of a multiparty offer.'],
      preparedBy: ['text', 'The email address of the person who created the offer. Required.'],
      pricing: [
        'AzureMarketplacePrivateOfferPricing[]',
        'The pricing of each plan, up to 10. If absent, it is taken from discountPercentage, or commits and dimensions, of the offer.',
      ],
      privateOfferType: [
        ['', 'customerPromotion', 'cspPromotion', 'multipartyPromotionChannelPartner', 'multipartyPromotionOriginator'],
        'Which kind of private offer it is.',
      ],
      resourceName: ['text', 'A name by which resources of one request point at each other.'],
      start: [
        'date-time',
        'When the prices begin to apply, UTC. If absent, when the offer is accepted. Set from info.startTime of the offer.',
      ],
      state: [['draft', 'live', 'deleted', 'withdrawn'], 'The state at Microsoft.'],
      subState: [['pendingAcceptance', 'accepted', 'pendingPartnerAction'], 'What a live offer is waiting for.'],
      termsAndConditionsDocSasUrl: ['text', 'Where the document with the terms is read.'],
      termsAndConditionsDocs: ['AzureMarketplacePrivateOfferTermsDoc[]', 'The documents with the terms.'],
      upgradedFrom: ['AzureMarketplacePrivateOfferPromotionReference', 'The private offer that is upgraded.'],
      validations: ['AzureMarketplaceValidation[]', "The result of Microsoft's check of the resource."],
      variableStartDate: ['boolean', 'Whether the prices begin when the offer is accepted.'],
    },
  },
  AzureMarketplacePrivateOfferAcceptanceLink: {
    about: 'Where a buyer accepts.',
    members: {
      beneficiaryId: ['text', 'The billing account of the buyer.'],
      link: ['text', 'Where the buyer accepts.'],
    },
  },
  AzureMarketplacePrivateOfferBeneficiary: {
    about: 'A buyer of a private offer.',
    members: {
      beneficiaryRecipients: [
        'AzureMarketplacePrivateOfferBeneficiaryRecipient[]',
        'Whom at the buyer the offer is for.',
      ],
      description: ['text', 'A description.'],
      id: ['text', 'The billing account of the buyer. Needed.'],
    },
  },
  AzureMarketplacePrivateOfferBeneficiaryRecipient: {
    about: 'Who at the buyer the offer is for.',
    members: {
      id: ['text', 'The customer tenant or billing group.'],
      recipientType: [['cspCustomer', 'billingGroup'], 'The type of the ID.'],
    },
  },
  AzureMarketplacePrivateOfferPartner: {
    about: 'A partner of a multiparty private offer.',
    members: {
      id: ['text', "The partner's id at Microsoft."],
      location: ['text', 'Where the partner is.'],
      partnerName: ['text', 'The name of the partner.'],
    },
  },
  AzureMarketplacePrivateOfferPricing: {
    about:
      'The pricing of a plan: a percentage off its prices, or absolute prices. Either all pricings of an offer have a basePlan, or none.',
    members: {
      basePlan: ['text', 'The plan on which a new plan with its own prices is based. Requires discountType absolute.'],
      discountPercentage: ['number', 'The share off all prices of the plan, in percent, more than 0 and at most 100.'],
      discountType: [
        ['absolute', 'percentage'],
        'percentage: a discount on the prices of the plan. absolute: its own prices, in privateOfferPlan.',
      ],
      markupPercentage: ['number', "The partner's markup, in percent."],
      newPlanDetails: [
        'AzureMarketplacePrivateOfferPricingNewPlanDetails',
        'Name and description of the plan based on basePlan.',
      ],
      originalPlan: ['AzureMarketplacePriceAndAvailabilityPrivateOfferPlan', 'The prices of the plan as they were.'],
      plan: ['text', 'The plan whose prices are changed.'],
      planId: ['text', 'The same as plan; read when plan is absent.'],
      planName: ['text', 'The name of the plan.'],
      planType: [['FLAT_RATE', 'PER_USER'], 'Whether the plan is priced as a whole or by user.'],
      priceDetails: ['object', 'The absolute prices, read when privateOfferPlan is absent.'],
      privateOfferPlan: ['AzureMarketplacePriceAndAvailabilityPrivateOfferPlan', 'The absolute prices.'],
      product: ['text', 'The durable ID of the offer, product/….'],
      productName: ['text', 'The name of the offer.'],
      sugerOfferId: ['text', 'Where the reference API stores the ID of its own offer.'],
    },
  },
  AzureMarketplacePrivateOfferPricingNewPlanDetails: {
    about: 'The plan created for the offer.',
    members: {
      description: ['text', 'The description of the new plan. If absent, the name of the offer.'],
      id: ['text', "Microsoft's ID."],
      name: ['text', 'The name of the new plan. If absent, the name of the offer.'],
    },
  },
  AzureMarketplacePrivateOfferPromotionReference: {
    about: 'The private offer that is upgraded.',
    members: {
      id: ['text', "Microsoft's ID."],
      name: ['text', 'The name.'],
    },
  },
  AzureMarketplacePrivateOfferTermsDoc: {
    about: 'A document with the terms of a private offer.',
    members: {
      customerFacingDocumentName: ['text', 'The name that the buyer sees.'],
      fileName: ['text', 'The name of the file.'],
      sasUrl: ['text', 'Where the document is read.'],
    },
  },
  AzureMarketplaceTerm: {
    about: 'A length of time: so many of a unit.',
    members: {
      type: [['day', 'week', 'month', 'year'], 'The unit.'],
      value: ['number', 'The number of units.'],
    },
  },
  AzureMarketplaceValidation: {
    about: "The result of Microsoft's check of a resource.",
    members: {
      $schema: ['text', "The address of the resource's schema at Microsoft."],
      code: [
        [
          'businessValidationError',
          'collectionLimitExceeded',
          'invalidId',
          'invalidEntityStatus',
          'invalidRequest',
          'invalidResource',
          'invalidState',
          'notDeployed',
          'notSupported',
          'operationCanceled',
          'productLocked',
          'resourceNotFound',
          'schemaValidationError',
        ],
        "Microsoft's code.",
      ],
      level: [['informational', 'warning'], 'How grave it is.'],
      message: ['text', "Microsoft's message."],
      resourceId: ['text', 'The resource that it is about.'],
    },
  },
  AzureMarketplaceVmPrice: {
    about: 'Prices of virtual machine software by size.',
    members: {
      patternProperties: ['map of AzureMarketplaceVmPricePropertyItem', 'Prices by size of the machine.'],
    },
  },
  AzureMarketplaceVmPricePropertyItem: {
    about: 'The price of one size.',
    members: {
      quantity: ['number', 'The number of units.'],
      unitPricePerPaymentPeriodInUsd: ['number', 'The price of each payment, in US dollars.'],
    },
  },
} as const satisfies PartnerDocuments;
