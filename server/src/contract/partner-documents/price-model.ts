import type { PartnerDocuments } from './notation.ts';

/** Price models of direct billing. */
export const priceModelDocuments = {
  BillingDiscount: {
    about: 'A discount in direct billing.',
    members: {
      discountType: [['PERCENTAGE', 'ABSOLUTE'], 'Whether value is a share or an amount.'],
      value: ['number', 'In percent, or an amount in the currency of the enclosing document.'],
    },
  },
  PriceModelBasic: {
    about: 'One price for every unit.',
    members: {
      unitAmount: ['number', 'The price of one unit, a decimal in the currency of the enclosing document.'],
    },
  },
  PriceModelBulk: {
    about: 'A price for each started bulk of units.',
    members: {
      bulkAmount: ['number', 'The price of one bulk, a decimal in the currency of the enclosing document.'],
      bulkSize: ['integer', 'The number of units in a bulk.'],
    },
  },
  PriceModelMatrix: {
    about: 'Prices by properties of the usage.',
    members: {
      defaultUnitAmount: [
        'number',
        'The price of one unit if no group matches, a decimal in the currency of the enclosing document.',
      ],
      matrix: ['PriceModelMatrixConfigGroup[]', 'Prices by properties.'],
    },
  },
  PriceModelMatrixConfigGroup: {
    about: 'The price of usage with certain properties.',
    members: {
      properties: ['PriceModelMatrixProperty[]', 'The properties; all of them have to fit.'],
      unitAmount: ['number', 'The price of one unit, a decimal in the currency of the enclosing document.'],
    },
  },
  PriceModelMatrixProperty: {
    about: 'A property of the usage.',
    members: {
      name: ['text', 'The name of the property.'],
      value: ['text', 'The value of the property.'],
    },
  },
  PriceModelPercentage: {
    about: 'A percentage of the amount, plus a fee.',
    members: {
      flatFee: ['number', 'A one-time fee, a decimal in the currency of the enclosing document.'],
      percentageRate: ['number', 'The share, in percent.'],
    },
  },
  PriceModelTiered: {
    about: 'Each unit at the price of its tier.',
    members: {
      tiers: ['PriceModelTieredConfig[]', 'The tiers in order.'],
    },
  },
  PriceModelTieredConfig: {
    about: 'A tier.',
    members: {
      firstUnit: ['number', 'Where the tier begins, in units.'],
      flatFee: ['number', 'A one-time fee, a decimal in the currency of the enclosing document.'],
      lastUnit: ['number', 'The end of the tier, in units. If absent, it has no end.'],
      unitAmount: ['number', 'The price of one unit, a decimal in the currency of the enclosing document.'],
    },
  },
  PriceModelTieredPercentage: {
    about: 'Each part of the amount at the share of its tier.',
    members: {
      tiers: ['PriceModelTieredPercentageConfig[]', 'The tiers in order.'],
    },
  },
  PriceModelTieredPercentageConfig: {
    about: 'A tier.',
    members: {
      firstUnit: ['number', 'Where the tier begins, in units.'],
      flatFee: ['number', 'A one-time fee, a decimal in the currency of the enclosing document.'],
      lastUnit: ['number', 'The end of the tier, in units. If absent, it has no end.'],
      percentageRate: ['number', 'The share, in percent.'],
    },
  },
  PriceModelVolume: {
    about: 'All units at the price of the tier that their number reaches.',
    members: {
      tiers: ['PriceModelVolumeConfig[]', 'The tiers in order.'],
    },
  },
  PriceModelVolumeConfig: {
    about: 'A tier.',
    members: {
      flatFee: ['number', 'A one-time fee, a decimal in the currency of the enclosing document.'],
      maximumUnits: ['number', 'The number of units at which the tier ends. If absent, it has no end.'],
      unitAmount: ['number', 'The price of one unit, a decimal in the currency of the enclosing document.'],
    },
  },
} as const satisfies PartnerDocuments;
