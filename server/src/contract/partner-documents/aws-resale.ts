import type { PartnerDocuments } from './notation.ts';

/** Resale authorizations of AWS Marketplace. */
export const awsResaleDocuments = {
  AwsMarketplaceBuyerAccount: {
    about: 'An AWS account that may buy.',
    members: {
      AwsAccountId: ['text', 'The AWS account, 12 digits.'],
    },
  },
  AwsMarketplaceCatalogLegalTermDocument: {
    about: 'A legal document of an offer, in the form of the AWS Marketplace Catalog API.',
    members: {
      Type: [
        [
          'CustomEula',
          'CustomDsa',
          'StandardEula',
          'StandardDsa',
          'StandardResellerContract',
          'CustomResellerContract',
        ],
        'Which kind of document it is.',
      ],
      Url: ['text', 'Where the document is read; for custom documents.'],
      Version: ['text', 'The version of a standard document, such as 2022-07-14.'],
    },
  },
  AwsMarketplaceCatalogPricingTermRateCard: {
    about: 'Prices of several dimensions for one length or as one usage term.',
    members: {
      Constraints: ['AwsMarketplaceCatalogPricingTermRateCardConstraints', 'What a buyer may choose.'],
      RateCard: ['AwsMarketplaceCatalogPricingTermRateCardItem[]', 'The price of each dimension.'],
      Selector: ['AwsMarketplaceCatalogPricingTermRateCardSelector', 'The length for which the prices apply.'],
    },
  },
  AwsMarketplaceCatalogPricingTermRateCardConstraints: {
    about: 'What a buyer may choose from a rate card.',
    members: {
      MultipleDimensionSelection: ['text', 'Allowed or Disallowed: whether several dimensions can be bought at once.'],
      QuantityConfiguration: ['text', 'Allowed or Disallowed: whether more than one of a dimension can be bought.'],
    },
  },
  AwsMarketplaceCatalogPricingTermRateCardItem: {
    about: 'The price of one dimension.',
    members: {
      Description: ['text', 'A description of the dimension for buyers.'],
      DimensionKey: ['text', 'The key of the dimension.'],
      DisplayName: ['text', 'The name of the dimension as buyers see it.'],
      Price: ['text', 'The price of one unit, a decimal as text, in the currency of the term.'],
      Quantity: ['text', 'The number of units, as a string.'],
      Unit: ['text', "The unit in which the dimension is counted, one of AWS's list."],
    },
  },
  AwsMarketplaceCatalogPricingTermRateCardSelector: {
    about: 'The length for which the prices of a rate card apply.',
    members: {
      Type: ['text', 'What the selector compares: Duration.'],
      Value: ['text', 'An ISO 8601 duration, such as P12M.'],
    },
  },
  AwsMarketplaceCppoOpportunity: {
    about: 'A resale authorization of AWS Marketplace: what a manufacturer lets a channel partner sell.',
    members: {
      CreatedDate: ['text', 'When the authorization was created, ISO 8601.'],
      Description: ['text', 'What the authorization is for.'],
      Dimensions: ['AwsProductDimension[]', 'What the price of the product is based on.'],
      ManufacturerAccountId: ['text', 'The AWS account of the manufacturer (ISV), 12 digits.'],
      ManufacturerLegalName: ['text', 'The legal name of the manufacturer.'],
      Name: ['text', 'The name of the authorization.'],
      OfferDetails: ['AwsMarketplaceCppoOpportunityOfferDetails', 'The offers based on it.'],
      PreExistingBuyerAgreement: [
        'AwsMarketplacePreExistingAgreement',
        'The agreement that is renewed, when there is one.',
      ],
      ProductId: ['text', 'The entity ID of the product, prod-….'],
      ProductName: ['text', 'The name of the product.'],
      Rules: ['AwsMarketplaceCppoOpportunityRule[]', 'Who may use it, until when and how often.'],
      Status: [['Active', 'Restricted', 'Complete'], 'Active, Restricted, or Complete.'],
      Terms: ['AwsMarketplaceCppoOpportunityTerm[]', 'Prices, legal documents and limits.'],
      discountType: [
        ['DISCOUNT_PERCENT', 'CUSTOM_PRICE', 'CUSTOM_PRICE_WITH_FPS'],
        "How the channel partner's price is given.",
      ],
      opportunityDurationType: [
        ['SPECIFIC_DATES', 'ONE_TIME', 'NO_SET_TIME'],
        'How long the authorization can be used.',
      ],
      opportunityId: ['text', 'The ID of the authorization, resaleauthz-….'],
      partnerId: ['text', 'The AWS account of the channel partner, 12 digits.'],
      OffersMaxQuantity: ['integer', 'How many offers may be based on it. 1: a single one.'],
    },
  },
  AwsMarketplaceCppoOpportunityNegativeTargeting: {
    about: 'Whom a rule leaves out.',
    members: {
      CountryCodes: ['text[]', 'Countries, ISO 3166-1 alpha-2.'],
    },
  },
  AwsMarketplaceCppoOpportunityOfferDetails: {
    about: 'The offers based on an authorization.',
    members: {
      OfferCreatedCount: ['integer', 'The number of offers created.'],
      OfferExtendedStatus: ['text', 'Whether an offer was extended to a buyer.'],
    },
  },
  AwsMarketplaceCppoOpportunityPaymentSchedule: {
    about: 'One payment of a schedule.',
    members: {
      ChargeAmount: ['text', 'The amount paid, a decimal as a string, in the currency of the term.'],
      ChargeDate: ['date-time', 'When it is paid.'],
    },
  },
  AwsMarketplaceCppoOpportunityPositiveTargeting: {
    about: 'To whom a rule or a term applies.',
    members: {
      BuyerAccounts: ['AwsMarketplaceBuyerAccount[]', "The buyers' AWS accounts."],
      CountryCodes: ['text[]', 'Countries, ISO 3166-1 alpha-2.'],
    },
  },
  AwsMarketplaceCppoOpportunityRule: {
    about: 'Who may use an authorization, until when and how often.',
    members: {
      AvailabilityEndDate: ['text', 'The last day on which the authorization can be used, YYYY-MM-DD.'],
      Id: ['text', 'The ID assigned by AWS.'],
      NegativeTargeting: ['AwsMarketplaceCppoOpportunityNegativeTargeting', 'Whom the rule leaves out.'],
      OffersMaxQuantity: ['integer', 'How many offers may be created.'],
      PositiveTargeting: ['AwsMarketplaceCppoOpportunityPositiveTargeting', 'To whom it applies.'],
      ResellerAccountId: ['text', 'The AWS account of the channel partner, 12 digits.'],
      ResellerLegalName: ['text', 'The legal name of the channel partner.'],
      Type: [
        ['AvailabilityRule', 'PartnerTargetingRule', 'TargetingRule', 'TaxConfigurationRule'],
        'Which rule it is.',
      ],
      Usage: ['text', 'Whether the authorization is for one offer or for many.'],
    },
  },
  AwsMarketplaceCppoOpportunityTerm: {
    about: 'A price, a legal document or a limit in an authorization.',
    members: {
      CurrencyCode: ['text', 'The currency of all amounts of the term, ISO 4217.'],
      Documents: ['AwsMarketplaceCatalogLegalTermDocument[]', 'The legal documents.'],
      Duration: ['text', 'How long, ISO 8601, such as P12M.'],
      Grants: ['AwsMarketplaceCppoOpportunityUpfrontPriceGrant[]', 'The quantities included in the upfront price.'],
      Id: ['text', 'The ID assigned by AWS.'],
      MaximumAgreementStartDate: ['text', 'The latest start of an agreement, YYYY-MM-DD.'],
      PositiveTargeting: ['AwsMarketplaceCppoOpportunityPositiveTargeting', 'To whom it applies.'],
      Price: ['text', 'The upfront price, a decimal as text, in CurrencyCode.'],
      RateCards: ['AwsMarketplaceCatalogPricingTermRateCard[]', 'Prices by dimension.'],
      Schedule: ['AwsMarketplaceCppoOpportunityPaymentSchedule[]', 'When the buyer pays how much.'],
      Type: [
        [
          'BuyerTargetingTerm',
          'UpdateAvailability',
          'BuyerValidityTerm',
          'BuyerLegalTerm',
          'ResaleLegalTerm',
          'ResaleUsageBasedPricingTerm',
          'ResaleConfigurableUpfrontPricingTerm',
          'ResaleFixedUpfrontPricingTerm',
          'ResalePaymentScheduleTerm',
        ],
        'Which kind of term it is.',
      ],
    },
  },
  AwsMarketplaceCppoOpportunityUpfrontPriceGrant: {
    about: 'The quantity of a dimension included in the upfront price.',
    members: {
      DimensionKey: ['text', 'The key of the dimension.'],
      MaxQuantity: ['integer', 'The largest quantity that is included.'],
    },
  },
  AwsMarketplacePreExistingAgreement: {
    about: 'The agreement that a renewal follows.',
    members: {
      AcquisitionChannel: [['', 'External', 'AwsMarketplace'], 'Where the earlier agreement was made.'],
      PricingModel: [['Contract', 'Usage', 'Byol', 'Free', 'Unknown'], 'How the earlier agreement was priced.'],
    },
  },
} as const satisfies PartnerDocuments;
