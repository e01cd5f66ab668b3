import type { PartnerDocuments } from './notation.ts';

/** Prices of offers made from a reseller's plan on Google Cloud Marketplace. */
export const gcpResellerPriceDocuments = {
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
  GcpMarketplaceResellerPrivateOfferPlanInstallmentTemplate: {
    about: "A payment of offers from a reseller's plan.",
    members: {
      priceModelTemplate: [
        'GcpMarketplaceResellerPrivateOfferPlanPriceModelTemplate',
        'The pricing of offers based on it.',
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
    about: "The reseller's share.",
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
        'The usage to which the customer commits.',
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
    about: 'The usage to which customers may commit.',
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
  GcpPriceModelDiscountTemplate: {
    about: 'Which discounts a reseller may grant.',
    members: {
      discountEconomics: ['text', 'Who bears the discount.'],
      discountPercentage: ['GcpAmountConstraint', 'Which shares are allowed, in percent.'],
      discountedPrice: ['GcpPriceValue', 'The price after the discount.'],
      hideDiscountPercentage: ['boolean', 'Whether customers do not see the share.'],
    },
  },
} as const satisfies PartnerDocuments;
