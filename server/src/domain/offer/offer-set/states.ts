import type { Transitions } from '../../../kit/transitions.ts';

export const offerSetStatuses = [
  'DRAFT',
  'PENDING_CREATE',
  'CREATE_FAILED',
  'PENDING_ACCEPTANCE',
  'ACCEPTED',
  'EXPIRED',
  'CANCELLED',
] as const;
export type OfferSetStatus = (typeof offerSetStatuses)[number];

/** After its release, a set only follows its members. */
export const offerSetTransitions = {
  submit: { from: ['DRAFT', 'CREATE_FAILED'], to: 'PENDING_CREATE', trigger: 'a caller creates it at the partner' },
  created: { from: ['PENDING_CREATE'], to: 'PENDING_ACCEPTANCE', trigger: 'the partner has released it' },
  createFailed: {
    from: ['PENDING_CREATE'],
    to: 'CREATE_FAILED',
    trigger: 'the partner refused it or one of its offers',
  },
  accept: {
    from: ['PENDING_ACCEPTANCE', 'EXPIRED', 'CANCELLED'],
    to: 'ACCEPTED',
    trigger: 'a member is accepted: the buyer accepts all of them in one action',
  },
  expire: { from: ['PENDING_ACCEPTANCE'], to: 'EXPIRED', trigger: 'a member has expired' },
  reopen: {
    from: ['EXPIRED'],
    to: 'PENDING_ACCEPTANCE',
    trigger: 'the marketplace shows a later last day of all members',
  },
  cancel: { from: ['PENDING_ACCEPTANCE'], to: 'CANCELLED', trigger: 'a member was withdrawn, declined or deleted' },
} as const satisfies Transitions<OfferSetStatus, string>;

export const stateTables = { 'offer set': { statuses: offerSetStatuses, acts: offerSetTransitions } };
