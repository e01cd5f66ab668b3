/** The lifecycle state of a resource. */
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

/** How prices are specified. */
export const priceInputs = ['perMarket', 'usd'] as const;

/** Whether buyers can see it. */
export const visibilities = ['visible', 'hidden'] as const;

/** What a private offer sets prices for. */
export const offerPricings = [
  '',
  'editExistingOfferPricingOnly',
  'saasNewCustomizedPlans',
  'vmSoftwareReservations',
  'newCustomizedPlans',
] as const;

/** The outcome of a usage event. */
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
