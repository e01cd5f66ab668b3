import { factsOf, type Transitions } from '../../../../kit/transitions.ts';

export const chargeStatuses = ['PENDING', 'SUCCEEDED', 'FAILED', 'RETURNED'] as const;
export type ChargeStatus = (typeof chargeStatuses)[number];

export const chargeIs = factsOf<ChargeStatus, 'pending' | 'charged' | 'refused' | 'returned'>({
  PENDING: ['pending'],
  SUCCEEDED: ['charged'],
  FAILED: ['refused'],
  RETURNED: ['returned'],
});

export const refundStatuses = ['PENDING', 'SUCCEEDED', 'FAILED'] as const satisfies readonly ChargeStatus[];
export type RefundStatus = (typeof refundStatuses)[number];

/**
 * Of charges. A provider may rescue a charge that failed: it tries again by itself
 * (Adyen Auto Rescue), or somebody does so in its dashboard.
 */
export const chargeTransitions = {
  wait: { from: ['PENDING'], to: 'SAME', trigger: 'the provider has received the charge and not decided yet' },
  succeed: { from: ['PENDING', 'FAILED'], to: 'SUCCEEDED', trigger: 'the provider has charged the payment method' },
  fail: { from: ['PENDING'], to: 'FAILED', trigger: 'the provider refused the charge' },
  takeBack: { from: ['SUCCEEDED'], to: 'RETURNED', trigger: 'the buyer or its bank took all of the money back' },
  reinstate: { from: ['RETURNED'], to: 'SUCCEEDED', trigger: 'the money came to the seller again' },
} as const satisfies Transitions<ChargeStatus, string>;

/** Of refunds. FAILED is final: another refund is begun instead. */
export const refundTransitions = {
  succeed: { from: ['PENDING'], to: 'SUCCEEDED', trigger: 'the provider has taken the order to give the money back' },
  fail: { from: ['PENDING'], to: 'FAILED', trigger: 'the provider refused the refund' },
  bounce: { from: ['SUCCEEDED'], to: 'FAILED', trigger: 'the buyer did not get the money: the bank returned it' },
} as const satisfies Transitions<RefundStatus, string>;

export const stateTables = {
  'wallet charge': { statuses: chargeStatuses, acts: chargeTransitions },
  'wallet refund': { statuses: refundStatuses, acts: refundTransitions },
};
