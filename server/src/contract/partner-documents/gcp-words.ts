/** How a private offer is priced. */
export const priceModelTypes = [
  '',
  'PRICE_MODEL_TYPE_UNSPECIFIED',
  'CUD',
  'FIXED_FEE',
  'FIXED_FEE_WITH_OVERAGE',
  'PAYG',
  'PAYG_WITH_CUD',
] as const;

/** When payment is due. */
export const paymentSchedules = ['', 'PREPAY', 'POSTPAY'] as const;

/** The kind of deal that an offer is. */
export const offerDealTypes = ['OFFER_DEAL_TYPE_UNSPECIFIED', 'CHANNEL_SHIFT', 'MIGRATION', 'NATIVE_RENEWAL'] as const;

/** When an offer starts. */
export const startPolicies = ['', 'OFFER_START_POLICY_IMMEDIATE', 'OFFER_START_POLICY_SCHEDULED'] as const;

/** States of a reseller's plan. */
export const resellerPlanStates = [
  '',
  'STATE_TYPE_DRAFT',
  'STATE_TYPE_READY_TO_ACCEPT',
  'STATE_TYPE_READY_TO_USE',
  'STATE_TYPE_REJECTED',
  'STATE_TYPE_USED',
  'STATE_TYPE_CANCELED',
  'STATE_TYPE_EXPIRED_NEVER_ACCEPTED',
  'STATE_TYPE_EXPIRED_ACCEPTED',
  'STATE_TYPE_COMPLETED',
  'STATE_TYPE_READY_TO_USE_IN_FUTURE',
] as const;
