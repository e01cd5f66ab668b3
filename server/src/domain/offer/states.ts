import { factsOf, type StatusColumns, type Transitions } from '../../kit/transitions.ts';

/** Statuses that our own transitions reach come first; the others are only ever imported. */
export const offerStatuses = [
  'DRAFT',
  'PENDING_CREATE',
  'CREATE_FAILED',
  'PENDING_ACCEPTANCE',
  'ACCEPTED',
  'REJECTED',
  'EXPIRED',
  'PENDING_CANCEL',
  'CANCELLED',
  'PENDING_UPDATE',
  'UPDATE_FAILED',
  'ACTIVE',
  'USED',
  'DELETED',
  'INVALID',
  'CANCEL_FAILED',
  'CANCEL_SUCCESS',
  'CREATE_SUCCESS',
  'DEPRECATED',
  'PREVIEW',
  'READY_TO_USE',
  'RESTRICTED',
  'TEST',
  'UPDATE_SUCCESS',
  'PENDING_PARTNER_ACTION',
  'VOID',
  'ACCEPT_PENDING',
  'ACCEPT_FAILED',
  'PENDING_MARKETPLACE_APPROVAL',
] as const;
export type OfferStatus = (typeof offerStatuses)[number];

type Fact =
  /** Exists only in our database: it can be edited and submitted. */
  | 'draft'
  /** The marketplace holds it open for its buyer, and none of our requests is in progress. */
  | 'offered'
  /** Its buyer may be able to accept it, whatever the result of a change in progress. */
  | 'acceptable'
  /** An agreement exists. */
  | 'agreed'
  /** Accepted by its only buyer. */
  | 'accepted'
  /** Can be bought repeatedly. */
  | 'onSale'
  /** One of our requests is in progress in the marketplace. */
  | 'inProgress'
  /** Bought at least once. */
  | 'used'
  /** May return to `status_before`. */
  | 'resumable'
  | 'cancelling'
  | 'expired'
  /** Withdrawn, declined or deleted: a set cannot be sold without it. */
  | 'gone'
  | 'deleted';

export const offerIs = factsOf<OfferStatus, Fact>({
  DRAFT: ['draft'],
  PENDING_CREATE: ['inProgress'],
  CREATE_FAILED: ['draft'],
  PENDING_ACCEPTANCE: ['offered', 'acceptable'],
  ACCEPTED: ['agreed', 'accepted'],
  REJECTED: ['gone'],
  EXPIRED: ['expired', 'resumable'],
  PENDING_CANCEL: ['inProgress', 'cancelling', 'resumable'],
  CANCELLED: ['gone'],
  PENDING_UPDATE: ['inProgress', 'acceptable', 'resumable'],
  UPDATE_FAILED: ['acceptable'],
  ACTIVE: ['agreed', 'onSale'],
  USED: ['agreed', 'onSale', 'used'],
  DELETED: ['gone', 'deleted'],
  INVALID: [],
  CANCEL_FAILED: [],
  CANCEL_SUCCESS: [],
  CREATE_SUCCESS: [],
  DEPRECATED: [],
  PREVIEW: [],
  READY_TO_USE: [],
  RESTRICTED: [],
  TEST: [],
  UPDATE_SUCCESS: [],
  PENDING_PARTNER_ACTION: [],
  VOID: [],
  ACCEPT_PENDING: [],
  ACCEPT_FAILED: [],
  PENDING_MARKETPLACE_APPROVAL: [],
});

/** The status, ignoring a cancellation in progress. */
export const statusBeforeCancel = ({
  status,
  status_before: before,
}: StatusColumns<OfferStatus>): OfferStatus | null => (offerIs.cancelling(status) ? (before ?? null) : status);

export const offerTransitions = {
  save: { from: ['DRAFT', 'CREATE_FAILED'], to: 'SAME', trigger: 'a caller changes the draft' },
  submit: { from: ['DRAFT', 'CREATE_FAILED'], to: 'PENDING_CREATE', trigger: 'a caller creates it at the partner' },
  created: { from: ['PENDING_CREATE'], to: 'PENDING_ACCEPTANCE', trigger: 'the partner has released it' },
  createdAccepted: {
    from: ['PENDING_CREATE'],
    to: 'ACCEPTED',
    trigger: 'the partner has released it, and its buyer accepted it before that was recorded',
  },
  activated: {
    from: ['PENDING_CREATE'],
    to: 'ACTIVE',
    trigger: 'direct billing: it can now be bought; authorization: the partner has released it',
  },
  createFailed: { from: ['PENDING_CREATE'], to: 'CREATE_FAILED', trigger: 'the partner refused to create it' },
  expiredWithSet: {
    from: ['PENDING_CREATE'],
    to: 'EXPIRED',
    trigger: 'the partner created it but refused the set that it belongs to; it was withdrawn',
  },
  accept: {
    from: ['PENDING_ACCEPTANCE', 'PENDING_CANCEL', 'PENDING_UPDATE', 'UPDATE_FAILED', 'EXPIRED', 'CANCELLED'],
    to: 'ACCEPTED',
    trigger: 'the partner reports an agreement, which takes precedence over everything else',
  },
  use: {
    from: ['ACTIVE', 'USED'],
    to: 'USED',
    trigger: 'a repeatedly buyable offer was bought',
  },
  reject: { from: ['PENDING_ACCEPTANCE'], to: 'REJECTED', trigger: 'the buyer declines' },
  expire: {
    from: ['PENDING_ACCEPTANCE', 'ACTIVE', 'USED'],
    to: 'EXPIRED',
    trigger: 'expireTime has passed and the partner has no agreement',
  },
  withdrawnThere: {
    from: ['PENDING_ACCEPTANCE', 'ACTIVE', 'USED'],
    to: 'CANCELLED',
    trigger: 'the partner shows that it was withdrawn',
  },
  reopen: {
    from: ['EXPIRED'],
    to: 'PENDING_ACCEPTANCE',
    trigger: 'a newer read of the partner shows a later last day',
  },
  cancel: {
    from: ['PENDING_ACCEPTANCE', 'PENDING_CANCEL', 'ACTIVE', 'USED'],
    to: 'PENDING_CANCEL',
    trigger: 'a caller cancels it',
  },
  cancelled: {
    from: ['PENDING_CANCEL'],
    to: 'CANCELLED',
    trigger: 'the partner has withdrawn it and has no agreement',
  },
  cancelRefused: {
    from: ['PENDING_CANCEL'],
    to: 'BEFORE',
    otherwise: 'PENDING_ACCEPTANCE',
    trigger: 'the partner refused',
  },
  notify: {
    from: ['PENDING_ACCEPTANCE', 'ACTIVE', 'USED'],
    to: 'SAME',
    trigger: 'a caller has its contacts notified',
  },
  extendExpiry: {
    from: ['PENDING_ACCEPTANCE', 'EXPIRED', 'ACCEPTED', 'UPDATE_FAILED'],
    to: 'PENDING_UPDATE',
    trigger: 'a caller extends the expiry date',
  },
  renew: {
    from: ['EXPIRED'],
    to: 'ACTIVE',
    trigger: 'direct billing: a caller extends the expiry date',
  },
  renewUsed: {
    from: ['EXPIRED'],
    to: 'USED',
    trigger: 'the same, for an offer that was bought before it expired',
  },
  extended: {
    from: ['PENDING_UPDATE'],
    to: 'PENDING_ACCEPTANCE',
    trigger: 'the partner accepted the new date',
  },
  extendedAccepted: {
    from: ['PENDING_UPDATE'],
    to: 'ACCEPTED',
    trigger: 'the partner accepted the new date of an accepted offer',
  },
  extendRefused: {
    from: ['PENDING_UPDATE'],
    to: 'UPDATE_FAILED',
    trigger: 'the partner refused the new date',
  },
  extendRefusedAccepted: {
    from: ['PENDING_UPDATE'],
    to: 'ACCEPTED',
    trigger: 'the partner refused the new date of an accepted offer, which is still live',
  },
  reprice: {
    from: ['PENDING_ACCEPTANCE', 'ACCEPTED'],
    to: 'PENDING_UPDATE',
    trigger: 'a caller adds usage prices or changes them',
  },
  repriced: {
    from: ['PENDING_UPDATE'],
    to: 'BEFORE',
    otherwise: 'PENDING_ACCEPTANCE',
    trigger: 'the partner accepted the prices',
  },
  repriceRefused: {
    from: ['PENDING_UPDATE'],
    to: 'BEFORE',
    otherwise: 'PENDING_ACCEPTANCE',
    trigger: 'the partner refused the prices',
  },
  replaced: {
    from: offerStatuses.filter(
      (status) => status !== 'DRAFT' && status !== 'PENDING_CREATE' && status !== 'CREATE_FAILED',
    ),
    to: 'DELETED',
    trigger: 'a read imported it before our own creation of it was recorded; its id goes to the offer that we created',
  },
  delete: {
    from: offerStatuses.filter((status) => status !== 'DELETED'),
    to: 'DELETED',
    trigger: 'a caller deletes it; final, and its entitlements continue',
  },
} as const satisfies Transitions<OfferStatus, string>;

export const stateTables = { offer: { statuses: offerStatuses, acts: offerTransitions } };
