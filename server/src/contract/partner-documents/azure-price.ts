import { priceInputs, visibilities } from './azure-words.ts';
import type { PartnerDocuments } from './notation.ts';

/** Prices of plans of Microsoft Marketplace, in the words of the product ingestion API. */
export const azurePriceDocuments = {
  AzureIncludedBaseQuantity: {
    about: 'The quantity of a meter included in the price of the plan.',
    members: {
      isInfinite: ['boolean', 'Whether there is no limit.'],
      quantity: ['number', 'The number of units.'],
      recurringUnit: [['Monthly', 'Annual'], 'For how long the quantity is included.'],
    },
  },
  AzureMarketplacePrice: {
    about: 'A price in some markets.',
    members: {
      currency: ['text', 'ISO 4217.'],
      markets: ['text[]', 'Markets, ISO 3166-1 alpha-2.'],
      price: ['number', 'The price, a decimal in the accompanying currency, or else in US dollars.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityAudience: {
    about: 'Who may see the offer or the plan.',
    members: {
      id: ['text', 'The subscription, tenant, account or email address, depending on its type.'],
      label: ['text', 'A name for the audience.'],
      type: [['none', 'subscription', 'ea', 'msdn', 'tenant', 'email'], 'The type of the ID.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityCorePrice: {
    about: 'Prices of virtual machines by core.',
    members: {
      price: ['number', 'The price, a decimal in the accompanying currency, or else in US dollars.'],
      priceInputOption: [
        ['free', 'flat', 'perCore', 'perCoreSize', 'perMarketAndCoreSize'],
        'How the prices are given.',
      ],
      pricePerCore: ['number', 'The price of one core, in US dollars an hour.'],
      pricePerCoreSize: ['object', 'Prices by number of cores, in US dollars an hour.'],
      prices: ['AzureMarketplacePrice[]', 'The prices.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityCustomMeter: {
    about: 'The meters of an offer (resource price-and-availability-custom-meter).',
    members: {
      $schema: ['text', "The address of the resource's schema at Microsoft."],
      customMeters: ['map of AzureMarketplacePriceAndAvailabilityCustomMeterItem', 'The meters by ID.'],
      id: ['text', "Microsoft's ID."],
      product: ['text', 'The durable ID of the offer, product/….'],
      resourceName: ['text', 'A name by which resources of one request point at each other.'],
      validations: ['AzureMarketplaceValidation[]', "The result of Microsoft's check of the resource."],
    },
  },
  AzureMarketplacePriceAndAvailabilityCustomMeterItem: {
    about: 'A meter.',
    members: {
      displayName: ['text', 'The name shown to buyers.'],
      price: ['number', 'The price, a decimal in the accompanying currency, or else in US dollars.'],
      unitOfMeasure: ['text', 'A description of what is counted.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityCustomMeterPrice: {
    about: 'The prices of meters in a plan.',
    members: {
      meters: ['map of AzureMarketplacePriceAndAvailabilityCustomMeterPriceMeterItem', 'The prices by meter ID.'],
      priceInputOption: [priceInputs, 'How the prices are given.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityCustomMeterPriceIncludedQuantityItem: {
    about: 'The quantity of a meter included in the price of a term.',
    members: {
      billingTerm: ['AzureMarketplaceTerm', 'The term that the price is for.'],
      contractDuration: ['AzureMarketplaceTerm', 'How long the contract lasts.'],
      isInfinite: ['boolean', 'Whether there is no limit.'],
      quantity: ['number', 'The number of units.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityCustomMeterPriceMeterItem: {
    about: 'The price of a meter.',
    members: {
      billingTerm: ['AzureMarketplaceTerm', 'The term that the price is for.'],
      includedQuantities: [
        'AzureMarketplacePriceAndAvailabilityCustomMeterPriceIncludedQuantityItem[]',
        'The quantities included in the price of the plan.',
      ],
      paymentOption: ['AzureMarketplaceTerm', 'How often is paid during the term.'],
      pricePerPaymentInUsd: ['number', 'The price of each payment, in US dollars.'],
      prices: ['AzureMarketplacePriceAndAvailabilityCustomMeterPriceMeterItemPriceItem[]', 'The prices.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityCustomMeterPriceMeterItemPriceItem: {
    about: 'The price of a meter by market.',
    members: {
      pricePerPaymentInUsd: ['number', 'The price of each payment, in US dollars.'],
      prices: ['AzureMarketplacePrice[]', 'The prices.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityOffer: {
    about: 'Who sees the preview of an offer (resource price-and-availability-offer).',
    members: {
      $schema: ['text', "The address of the resource's schema at Microsoft."],
      id: ['text', "Microsoft's ID."],
      previewAudiences: ['AzureMarketplacePriceAndAvailabilityAudience[]', 'Who sees the preview.'],
      product: ['text', 'The durable ID of the offer, product/….'],
      resourceName: ['text', 'A name by which resources of one request point at each other.'],
      validations: ['AzureMarketplaceValidation[]', "The result of Microsoft's check of the resource."],
    },
  },
  AzureMarketplacePriceAndAvailabilityPlan: {
    about: 'Prices, markets and audience of a plan (resource price-and-availability-plan).',
    members: {
      $schema: ['text', "The address of the resource's schema at Microsoft."],
      audience: [['public', 'private'], 'Whether everybody sees the plan or only privateAudiences.'],
      billingTag: ['text', 'A tag for bills.'],
      id: ['text', "Microsoft's ID."],
      markets: ['text[]', 'The markets in which the plan is sold, ISO 3166-1 alpha-2.'],
      meterDefine: ['text', 'How the meters are defined.'],
      plan: ['text', 'The durable ID of the plan, plan/….'],
      pricing: ['AzureMarketplacePriceAndAvailabilityPrice', 'The prices.'],
      privateAudiences: ['AzureMarketplacePriceAndAvailabilityAudience[]', 'Who sees a private plan.'],
      product: ['text', 'The durable ID of the offer, product/….'],
      resourceName: ['text', 'A name by which resources of one request point at each other.'],
      softwareReservation: ['AzureMarketplacePriceAndAvailabilitySoftwareReservation[]', 'Prices of reserving.'],
      trial: ['AzureMarketplaceTerm', 'How long the plan is free at first.'],
      validations: ['AzureMarketplaceValidation[]', "The result of Microsoft's check of the resource."],
      visibility: [visibilities, 'Whether buyers see the plan.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityPrice: {
    about: 'The prices of a plan; the parts that are set apply together.',
    members: {
      corePricing: ['AzureMarketplacePriceAndAvailabilityCorePrice', 'Prices of virtual machines by core.'],
      customMeters: ['AzureMarketplacePriceAndAvailabilityCustomMeterPrice', 'The meters.'],
      licenseModel: [['byol', 'payAsYouGo'], 'Whether buyers bring a licence or pay as they go.'],
      recurrentPrice: ['AzureMarketplacePriceAndAvailabilityRecurrentPrice', 'Prices that are paid again and again.'],
      systemMeterPricing: ['AzureMarketplacePriceAndAvailabilitySystemMeterPrice', 'Prices of containers by use.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityRecurrentPrice: {
    about: 'Prices that are paid again and again: as a whole or by user.',
    members: {
      priceInputOption: [priceInputs, 'How the prices are given.'],
      prices: ['AzureMarketplacePriceAndAvailabilityRecurrentPriceItem[]', 'The prices.'],
      recurrentPriceMode: [['flatRate', 'perUser'], 'Whether the price is for the whole or for each user.'],
      userLimits: [
        'AzureMarketplacePriceAndAvailabilityRecurrentPriceUserLimit',
        'How many users may be bought; for prices per user.',
      ],
    },
  },
  AzureMarketplacePriceAndAvailabilityRecurrentPriceItem: {
    about: 'The price of one term and way of payment.',
    members: {
      billingFrequency: ['AzureMarketplaceTerm', 'How often is paid.'],
      billingTerm: ['AzureMarketplaceTerm', 'The term that the price is for.'],
      contractDuration: ['AzureMarketplaceTerm', 'How long the contract lasts.'],
      flexibleSchedule: ['AzureMarketplacePriceFlexibleSchedule', 'Payments on days that are chosen.'],
      paymentOption: ['AzureMarketplaceTerm', 'How often is paid during the term.'],
      pricePerPaymentInUsd: ['number', 'The price of each payment, in US dollars.'],
      prices: ['AzureMarketplacePrice[]', 'The prices.'],
    },
  },
  AzureMarketplacePriceAndAvailabilityRecurrentPriceUserLimit: {
    about: 'How many users may be bought.',
    members: {
      max: ['number', 'The largest number.'],
      min: ['number', 'The smallest number.'],
    },
  },
  AzureMarketplacePriceAndAvailabilitySoftwareReservation: {
    about: 'The savings from a reservation.',
    members: {
      percentageSave: ['number', 'The savings, in percent.'],
      term: ['number', 'The number of units.'],
      type: [['month', 'year'], 'The unit of the term.'],
    },
  },
  AzureMarketplacePriceAndAvailabilitySystemMeterPrice: {
    about: 'Prices of containers by use.',
    members: {
      price: ['number', 'The price, a decimal in the accompanying currency, or else in US dollars.'],
      priceInputOption: [
        ['perCore', 'perEveryCoreInCluster', 'perNode', 'perEveryNodeInCluster', 'perPod', 'perCluster'],
        'How the prices are given.',
      ],
      prices: ['AzureMarketplacePrice[]', 'The prices.'],
    },
  },
  AzureMarketplacePriceBillingSchedule: {
    about: 'One payment of a flexible schedule.',
    members: {
      chargeDate: ['text', 'When it is charged.'],
      note: ['text', 'A note on the payment.'],
      pricePerPaymentInUsd: ['number', 'The price of each payment, in US dollars.'],
    },
  },
  AzureMarketplacePriceFlexibleSchedule: {
    about: 'Payments on days that are chosen.',
    members: {
      billingSchedule: ['AzureMarketplacePriceBillingSchedule[]', 'The payments in order.'],
      initialCharge: ['AzureMarketplacePriceInitialCharge', 'The amount paid at the start.'],
      price: ['number', 'The price, a decimal in the accompanying currency, or else in US dollars.'],
    },
  },
  AzureMarketplacePriceInitialCharge: {
    about: 'The amount paid at the start.',
    members: {
      note: ['text', 'A note on the payment.'],
      pricePerPaymentInUsd: ['number', 'The price of each payment, in US dollars.'],
    },
  },
} as const satisfies PartnerDocuments;
