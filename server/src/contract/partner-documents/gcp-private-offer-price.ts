import { startPolicies } from './gcp-words.ts';
import type { PartnerDocuments } from './notation.ts';

/** Prices, terms and revenue shares of private offers on Google Cloud Marketplace. */
export const gcpPrivateOfferPriceDocuments = {
  GcpMarketplacePrivateOfferInstallment: {
    about: 'A payment of an offer with its own schedule.',
    members: {
      priceModel: ['GcpMarketplacePrivateOfferPriceModel', 'How it is priced.'],
      startTime: ['date-time', 'When it is charged.'],
    },
  },
  GcpMarketplacePrivateOfferInstallmentTimeline: {
    about: 'All payments of an offer.',
    members: {
      installments: ['GcpMarketplacePrivateOfferInstallment[]', 'The payments in order.'],
    },
  },
  GcpMarketplacePrivateOfferPriceModel: {
    about: 'How an offer is priced; the parts that are set apply together.',
    members: {
      baseOffer: ['text', 'The plan whose prices are the base.'],
      commitment: ['GcpMarketplacePrivateOfferPriceModelCommitment', 'The usage to which the customer commits.'],
      fixedPrice: ['GcpMarketplacePrivateOfferPriceModelFixed', 'A fixed fee.'],
      oneTimeCredit: ['GcpPriceValue', 'A credit that is given once.'],
      overage: ['GcpMarketplacePrivateOfferPriceModelOverage', 'Prices above what is paid for.'],
      payg: ['GcpMarketplacePrivateOfferPriceModelPayg', 'Prices of usage that is paid as it comes.'],
      previousCreditBalancePolicy: ['text', 'What happens to unused credit.'],
    },
  },
  GcpMarketplacePrivateOfferPriceModelCommitment: {
    about: 'The usage to which the customer commits.',
    members: {
      commitmentAmountPerPeriod: ['GcpPriceValue', 'The amount of each period.'],
      discount: ['GcpMarketplacePrivateOfferPriceModelDiscount', 'The discount on what is committed.'],
      period: ['GcpPeriodDuration', 'How long a period is.'],
    },
  },
  GcpMarketplacePrivateOfferPriceModelDiscount: {
    about: 'A discount: a share, or the price after it.',
    members: {
      discountPercentage: ['GcpAmountUnit', 'The share in percent.'],
      discountedPrice: ['GcpPriceValue', 'The price after the discount.'],
    },
  },
  GcpMarketplacePrivateOfferPriceModelFixed: {
    about: 'A fixed fee for each period.',
    members: {
      discount: ['GcpMarketplacePrivateOfferPriceModelDiscount', 'The discount on the fee.'],
      period: ['GcpPeriodDuration', 'How long a period is.'],
    },
  },
  GcpMarketplacePrivateOfferPriceModelOverage: {
    about: 'Prices of usage above what is paid for.',
    members: {
      discount: ['GcpMarketplacePrivateOfferPriceModelDiscount', 'The discount on usage.'],
      skuDiscounts: ['object[]', 'Discounts by SKU.'],
    },
  },
  GcpMarketplacePrivateOfferPriceModelPayg: {
    about: 'Prices of usage that is paid as it comes.',
    members: {
      discount: ['GcpMarketplacePrivateOfferPriceModelDiscount', 'The discount on usage.'],
      skuDiscounts: ['object[]', 'Discounts by SKU.'],
    },
  },
  GcpMarketplacePrivateOfferRevenueShare: {
    about: 'How the revenue is shared with Google.',
    members: {
      autoRenewRevenueShare: ['GcpMarketplaceRevenueShareValue', "Google's share after a renewal."],
      revenueShare: ['GcpMarketplaceRevenueShareValue', "Google's share."],
      revenueShareChanges: ['GcpMarketplaceRevenueShareChange[]', 'Shares that apply from a given time.'],
    },
  },
  GcpMarketplacePrivateOfferTerm: {
    about: 'When an offer begins and ends.',
    members: {
      enableScheduledStartTimes: ['boolean', 'Whether the start is a time that is set.'],
      endTime: ['date-time', 'When it ends.'],
      startPolicy: [startPolicies, 'Whether it begins when it is accepted or at a time that is set.'],
      startTime: ['date-time', 'When it begins.'],
      termDuration: ['GcpPeriodDuration', 'How long it lasts.'],
    },
  },
  GcpMarketplacePrivateOfferTermDurationConstraint: {
    about: 'Which lengths are allowed.',
    members: {
      defaultDuration: ['GcpPeriodDuration', 'The length that is preset.'],
    },
  },
  GcpMarketplacePrivateOfferTermTemplate: {
    about: "When offers from a reseller's plan begin and end.",
    members: {
      enableScheduledStartTimes: ['boolean', 'Whether the start is a time that is set.'],
      endTime: ['date-time', 'When offers end.'],
      paymentRecurrence: ['text', 'How often is paid.'],
      startPolicy: [startPolicies, 'Whether it begins when it is accepted or at a time that is set.'],
      startTime: ['date-time', 'When offers begin.'],
      termDuration: ['GcpPeriodDuration', 'How long it lasts.'],
      termDurationConstraint: ['GcpMarketplacePrivateOfferTermDurationConstraint', 'Which lengths are allowed.'],
    },
  },
  GcpMarketplaceRevenueShareChange: {
    about: 'A share that applies from a given time.',
    members: {
      revenueShare: ['GcpMarketplaceRevenueShareValue', "Google's share."],
      revenueShareType: [['AUTOMATIC', 'MANUAL'], 'Whether the share changes by itself.'],
      startTime: ['text', 'When the share begins to apply, RFC 3339.'],
    },
  },
  GcpMarketplaceRevenueShareValue: {
    about: 'A share in percent.',
    members: {
      value: ['text', 'A share in percent, a decimal as text.'],
    },
  },
} as const satisfies PartnerDocuments;
