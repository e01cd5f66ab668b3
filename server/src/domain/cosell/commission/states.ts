import { factsOf, type Transitions } from '../../../kit/transitions.ts';

export const commissionStatuses = [
  'PENDING_CONFIRMATION',
  'CONFIRMED',
  'INVOICED',
  'PAID',
  'CLAWED_BACK',
  'VOIDED',
] as const;
export type CommissionStatus = (typeof commissionStatuses)[number];

type Fact =
  /** It follows the deal; everything else is frozen. */
  | 'following'
  /** The seller owes the amount. */
  | 'owed'
  /** The partner has the amount. */
  | 'paid';

export const commissionIs = factsOf<CommissionStatus, Fact>({
  PENDING_CONFIRMATION: ['following'],
  CONFIRMED: ['owed'],
  INVOICED: ['owed'],
  PAID: ['paid'],
  CLAWED_BACK: [],
  VOIDED: [],
});

/** Other terms can be agreed upon. */
const beforeInvoice = ['PENDING_CONFIRMATION', 'CONFIRMED'] as const;

/** The states of a commission (domain-rules.md 9). It begins as PENDING_CONFIRMATION when the deal is won. */
export const commissionTransitions = {
  'follow the deal': {
    from: ['PENDING_CONFIRMATION'],
    to: 'SAME',
    trigger: 'the seller changes the deal: name, company, value and currency follow, and the amount with them',
  },
  confirm: { from: ['PENDING_CONFIRMATION'], to: 'CONFIRMED', trigger: 'the seller confirms it; the amount is frozen' },
  invoice: { from: ['CONFIRMED'], to: 'INVOICED', trigger: 'the partner has sent an invoice' },
  pay: { from: ['INVOICED'], to: 'PAID', trigger: 'the seller has paid' },
  'claw back': {
    from: ['PAID'],
    to: 'CLAWED_BACK',
    trigger: 'the seller takes it back, within clawbackDays of the payment',
  },
  void: {
    from: ['PENDING_CONFIRMATION', 'CONFIRMED', 'INVOICED'],
    to: 'VOIDED',
    trigger: 'the seller voids it before it is paid',
  },
  'reopen the deal': {
    from: ['PENDING_CONFIRMATION', 'VOIDED'],
    to: 'VOIDED',
    trigger: 'the seller reopens the deal; winning it again makes another commission',
  },
  'propose terms': { from: beforeInvoice, to: 'SAME', trigger: 'the seller proposes other terms' },
  'accept terms': { from: beforeInvoice, to: 'SAME', trigger: 'the partner accepts them; the amount changes' },
  'reject terms': { from: beforeInvoice, to: 'SAME', trigger: 'the partner rejects them' },
  'withdraw terms': { from: beforeInvoice, to: 'SAME', trigger: 'the seller withdraws them' },
} as const satisfies Transitions<CommissionStatus, string>;

export type CommissionAct = keyof typeof commissionTransitions;

/** What ADVANCE does, one after the other. */
export const advances = ['confirm', 'invoice', 'pay'] as const satisfies readonly CommissionAct[];

/** `open`: it waits for an answer. */
export const termsUpdateStatuses = ['PROPOSED', 'ACCEPTED', 'REJECTED', 'WITHDRAWN'] as const;
export type TermsUpdateStatus = (typeof termsUpdateStatuses)[number];

export const termsUpdateIs = factsOf<TermsUpdateStatus, 'open'>({
  PROPOSED: ['open'],
  ACCEPTED: [],
  REJECTED: [],
  WITHDRAWN: [],
});

/** The states of other terms that were proposed. At most one proposal of a commission is open. */
export const termsUpdateTransitions = {
  'propose terms': {
    from: ['ACCEPTED', 'REJECTED', 'WITHDRAWN'],
    to: 'PROPOSED',
    trigger: 'the seller proposes terms; the ones before have been answered',
  },
  'accept terms': { from: ['PROPOSED'], to: 'ACCEPTED', trigger: 'the partner accepts them' },
  'reject terms': { from: ['PROPOSED'], to: 'REJECTED', trigger: 'the partner rejects them' },
  'withdraw terms': {
    from: ['PROPOSED'],
    to: 'WITHDRAWN',
    trigger: 'the seller withdraws them, voids the commission, or reopens the deal',
  },
  invoice: {
    from: ['ACCEPTED', 'REJECTED', 'WITHDRAWN'],
    to: 'SAME',
    trigger: 'the partner has sent an invoice, which an open proposal does not allow',
  },
} as const satisfies Transitions<TermsUpdateStatus, string>;

export const stateTables = {
  commission: { statuses: commissionStatuses, acts: commissionTransitions },
  'commission terms update': { statuses: termsUpdateStatuses, acts: termsUpdateTransitions },
};
