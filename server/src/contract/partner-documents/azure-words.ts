/** How far a resource has come. */
export const lifecycleStates = [
  'notAvailable',
  'neverUsed',
  'test',
  'preview',
  'generallyAvailable',
  'deprecated',
  'decommissioned',
  'deleted',
] as const;

/** How prices are given. */
export const priceInputs = ['perMarket', 'usd'] as const;

/** Whether buyers see it. */
export const visibilities = ['visible', 'hidden'] as const;

/** What a private offer prices. */
export const offerPricings = [
  '',
  'editExistingOfferPricingOnly',
  'saasNewCustomizedPlans',
  'vmSoftwareReservations',
  'newCustomizedPlans',
] as const;

/** What became of a usage event. */
export const usageStatuses = [
  'Accepted',
  'Expired',
  'Duplicate',
  'Error',
  'ResourceNotFound',
  'ResourceNotAuthorized',
  'InvalidDimension',
  'InvalidQuantity',
  'BadArgument',
] as const;
