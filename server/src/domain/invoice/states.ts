import { factsOf, type Transitions } from '../../kit/transitions.ts';

export const invoiceStatuses = ['DRAFT', 'FINALIZED', 'CANCELED'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const invoiceIs = factsOf<InvoiceStatus, 'draft' | 'final' | 'canceled'>({
  DRAFT: ['draft'],
  FINALIZED: ['final'],
  CANCELED: ['canceled'],
});

export const invoiceTransitions = {
  finalize: { from: ['DRAFT'], to: 'FINALIZED', trigger: 'its grace period ends, or the seller finalizes it' },
  cancel: { from: ['DRAFT', 'FINALIZED'], to: 'CANCELED', trigger: 'the seller cancels it before it is paid' },
  carry: {
    from: ['FINALIZED'],
    to: 'CANCELED',
    trigger: 'it is less than the provider charges: the next invoice of the purchase has taken it in',
  },
  writeOff: {
    from: ['FINALIZED'],
    to: 'CANCELED',
    trigger: 'the provider refuses it as too small, and the purchase has ended',
  },
  pay: { from: ['FINALIZED'], to: 'SAME', trigger: 'its due time comes, or the seller asks for the payment' },
} as const satisfies Transitions<InvoiceStatus, string>;

export const paymentStatuses = ['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentIs = factsOf<PaymentStatus, 'open' | 'processing' | 'paid' | 'failed'>({
  PENDING: ['open'],
  PROCESSING: ['processing'],
  SUCCESS: ['paid'],
  FAILED: ['open', 'failed'],
});

export const paymentTransitions = {
  begin: { from: ['PENDING', 'FAILED'], to: 'PROCESSING', trigger: 'a payment method is being charged, or refunded' },
  succeed: {
    from: ['PENDING', 'FAILED', 'PROCESSING'],
    to: 'SUCCESS',
    trigger: 'credit or the provider has paid it all',
  },
  rescue: {
    from: ['PENDING', 'FAILED'],
    to: 'SUCCESS',
    trigger: 'the provider has charged it after all, after it said that it had failed',
  },
  fail: {
    from: ['PENDING', 'FAILED', 'PROCESSING'],
    to: 'FAILED',
    trigger: 'there is nothing to charge, or the provider refused',
  },
  wait: {
    from: ['PENDING', 'FAILED', 'PROCESSING'],
    to: 'PENDING',
    trigger: 'it is less than the provider charges, and waits for the next invoice of the purchase',
  },
  bounce: {
    from: ['SUCCESS'],
    to: 'FAILED',
    trigger: 'the money came back: a refund was returned, or the bank of the buyer took back what it had paid',
  },
} as const satisfies Transitions<PaymentStatus, string>;

export const stateTables = {
  invoice: { statuses: invoiceStatuses, acts: invoiceTransitions },
  'invoice payment': { statuses: paymentStatuses, acts: paymentTransitions },
};
