import type { PartnerDocuments } from './notation.ts';

/** Prices, markets and variants of products in the words of Microsoft's older ingestion API. */
export const azureOlderPriceDocuments = {
  AzureLocalizedDateTime: {
    about: 'A time, the same for all markets or local to each.',
    members: {
      dateTimeInUtc: ['text', 'The time, UTC, ISO 8601.'],
      localizePerMarket: ['boolean', "Whether it is that time in each market's own time zone."],
    },
  },
  AzureLocalizedTimeRange: {
    about: 'The start and end.',
    members: {
      endAt: ['AzureLocalizedDateTime', 'The end.'],
      startAt: ['AzureLocalizedDateTime', 'The begin.'],
    },
  },
  AzureMarket: {
    about: 'A market (country or region).',
    members: {
      friendlyName: ['text', 'The name as people see it.'],
      marketCode: ['text', 'The market, ISO 3166-1 alpha-2.'],
    },
  },
  AzureMarketState: {
    about: 'Whether the plan is sold in a market.',
    members: {
      marketCode: ['text', 'The market, ISO 3166-1 alpha-2.'],
      state: [['Disabled', 'Enabled', 'StopSelling', 'Terminated'], 'Whether it is sold in this market.'],
    },
  },
  AzurePrice: {
    about: 'A price.',
    members: {
      currencyCode: ['text', 'ISO 4217.'],
      openPrice: ['number', 'The price, a decimal in currencyCode.'],
      priceTierID: ['text', 'The tier of the price.'],
    },
  },
  AzurePriceCadence: {
    about: 'How often is paid.',
    members: {
      type: [['Month', 'Year'], 'The unit.'],
      value: ['integer', 'The number of units.'],
    },
  },
  AzurePriceSchedule: {
    about: 'Prices of one cadence.',
    members: {
      priceCadence: ['AzurePriceCadence', 'How often is paid.'],
      pricingModel: [['Flat', 'Recurring', 'Usage'], 'What is priced.'],
      pricingUnits: ['AzurePricingUnit[]', 'What the price is for.'],
      retailPrice: ['AzurePrice', 'The price.'],
    },
  },
  AzurePricingUnit: {
    about: 'What a price is for.',
    members: {
      isUnlimitedUnit: ['boolean', 'Whether there is no upper limit.'],
      lowerUnit: ['integer', 'From how many units on.'],
      name: [['sharedcore', 'transactions'], 'The unit of measure.'],
      unitType: ['text', 'The kind of unit.'],
      upperUnit: ['integer', 'Up to how many units.'],
    },
  },
  AzureProductAvailability: {
    about: 'Who sees an offer (older API).',
    members: {
      emailAudiences: ['AzureAudience[]', 'Email addresses of people who may see it.'],
      enterpriseLicensing: ['text', 'Whether it is sold under enterprise licences.'],
      id: ['text', "Microsoft's ID."],
      resourceType: ['text', 'The kind of resource.'],
      subscriptionAudiences: ['AzureAudience[]', 'Azure subscriptions that may see it.'],
      visibility: ['text', 'Whether buyers see the plan.'],
    },
  },
  AzureProductFeatureAvailability: {
    about: 'Prices and markets of a plan (older API).',
    members: {
      customMeters: ['AzureProductVariantCustomMeter[]', 'The meters.'],
      id: ['text', "Microsoft's ID."],
      isHidden: ['boolean', 'Whether buyers do not see it.'],
      marketStates: ['AzureMarketState[]', 'Whether it is sold, by market.'],
      markets: ['AzureMarket[]', 'The markets in which it is sold.'],
      priceSchedules: ['AzureProductVariantPriceSchedule[]', 'Prices by market.'],
      properties: ['AzureTypeValue[]', 'Further values.'],
      resourceType: ['text', 'The kind of resource.'],
      subscriptionAudiences: ['AzureAudience[]', 'Azure subscriptions that may see it.'],
      tenantAudiences: ['AzureAudience[]', 'Tenants that may see it.'],
      trial: ['AzureProductVariantTrial', 'The trial.'],
      visibility: [['Public', 'Private'], 'Whether buyers see the plan.'],
    },
  },
  AzureProductVariant: {
    about: 'A plan of an offer (older API). For a private offer, the ID names the plan whose prices are changed.',
    members: {
      azureGovernmentCertifications: ['AzureGovernmentCertification[]', 'Certifications for Azure Government.'],
      cloudAvailabilities: ['text[]', 'The clouds in which it is sold.'],
      conversionPaths: ['text', 'To which plans buyers may change.'],
      extendedProperties: ['AzureTypeValue[]', 'Further values.'],
      externalID: ['text', "The publisher's own id."],
      featureAvailabilities: ['AzureProductFeatureAvailability[]', 'Prices and markets.'],
      friendlyName: ['text', 'The name as people see it.'],
      id: ['text', "Microsoft's ID."],
      leadGenID: ['text', 'The ID that identifies leads.'],
      referenceVariantID: ['text', 'The plan that it is based on.'],
      resourceType: [['AzureSkuVariant', 'AzureTestDriveVariant'], 'The kind of resource.'],
      state: [['InActive', 'Active'], 'Whether the plan is in use.'],
    },
  },
  AzureProductVariantCustomMeter: {
    about: 'A meter of a plan (older API).',
    members: {
      displayName: ['text', 'The name shown to buyers.'],
      id: ['text', "Microsoft's ID."],
      includedBaseQuantities: ['AzureIncludedBaseQuantity[]', 'The quantity included in the price of the plan.'],
      isEnabled: ['boolean', 'Whether the meter is in use.'],
      priceInUsd: ['number', 'The price of one unit, in US dollars.'],
      uniqueID: ['text', 'The ID of the meter at Microsoft.'],
      unitOfMeasure: ['text', 'A description of what is counted.'],
    },
  },
  AzureProductVariantPriceSchedule: {
    about: 'Prices of a plan in some markets (older API).',
    members: {
      dateTimeRange: ['AzureLocalizedTimeRange', 'The start and end.'],
      friendlyName: ['text', 'The name as people see it.'],
      isBaseSchedule: ['boolean', 'Whether it applies where no other does.'],
      marketCodes: ['text[]', 'Markets, ISO 3166-1 alpha-2.'],
      schedules: ['AzurePriceSchedule[]', 'Prices by cadence.'],
    },
  },
  AzureProductVariantTrial: {
    about: 'The trial of a plan (older API).',
    members: {
      dateTimeRange: ['AzureLocalizedTimeRange', 'The start and end.'],
      duration: ['integer', 'The duration, in durationType.'],
      durationType: [['Minute', 'Days', 'Months'], 'The unit of duration.'],
      type: [['NoTrial', 'TimedAccess', 'TimedUsage', 'Unlimited'], 'The kind of trial.'],
    },
  },
  AzureVariantResource: {
    about: 'The resources of a plan in a submission (older API).',
    members: {
      resources: ['AzureTypeValue[]', 'The resources in it.'],
      variantID: ['text', 'The ID of the plan.'],
    },
  },
} as const satisfies PartnerDocuments;
