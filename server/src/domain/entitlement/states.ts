import type { AgreementStatus } from '../../adapters/marketplace/port.ts';
import { factsOf, type Transitions } from '../../kit/transitions.ts';

export const entitlementStatuses = [
  'PENDING_START',
  'ACTIVE',
  'SUSPENDED',
  'PENDING_CANCEL',
  'CANCELLED',
  'DELETED',
] as const;
export type EntitlementStatus = (typeof entitlementStatuses)[number];

type Fact =
  | 'waiting'
  | 'active'
  | 'suspended'
  | 'cancelling'
  | 'ended'
  /** In force, and not about to end. */
  | 'running'
  /** Has not ended yet. */
  | 'living'
  /** Usage is accepted; after the entitlement has ended, only while the marketplace still accepts it. */
  | 'metered';

export const entitlementIs = factsOf<EntitlementStatus, Fact>({
  PENDING_START: ['waiting', 'living'],
  ACTIVE: ['active', 'running', 'living', 'metered'],
  SUSPENDED: ['suspended', 'running', 'living', 'metered'],
  PENDING_CANCEL: ['cancelling', 'living', 'metered'],
  CANCELLED: ['ended', 'metered'],
  DELETED: [],
});

type AgreementFact =
  | 'waiting'
  | 'inForce'
  | 'suspended'
  | 'ending'
  | 'ended'
  /** Replaced by another agreement of the same purchase. */
  | 'succeeded'
  | 'renewed'
  /** Ended or replaced. */
  | 'over';

/** The meaning of an agreement's status at its partner. */
export const agreementIs = factsOf<AgreementStatus, AgreementFact>({
  PENDING: ['waiting'],
  ACTIVE: ['inForce'],
  SUSPENDED: ['inForce', 'suspended'],
  ENDING: ['inForce', 'ending'],
  CANCELLED: ['ended', 'over'],
  TERMINATED: ['ended', 'over'],
  EXPIRED: ['ended', 'over'],
  ROLLED_BACK: ['ended', 'over'],
  ARCHIVED: ['ended', 'over'],
  RENEWED: ['succeeded', 'renewed', 'over'],
  REPLACED: ['succeeded', 'over'],
  SUPERSEDED: ['succeeded', 'over'],
});

/**
 * The states of an entitlement. In cloud marketplaces only the marketplace ends an entitlement; our clock never does.
 */
export const entitlementTransitions = {
  start: { from: ['PENDING_START'], to: 'ACTIVE', trigger: 'the partner confirms it, and its start has come' },
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED', trigger: 'the partner suspends it' },
  reinstate: { from: ['SUSPENDED'], to: 'ACTIVE', trigger: 'the partner reinstates it' },
  cancel: { from: ['ACTIVE', 'SUSPENDED'], to: 'PENDING_CANCEL', trigger: 'a cancellation is approved or in progress' },
  requestCancellation: {
    from: ['ACTIVE', 'SUSPENDED'],
    to: 'SAME',
    trigger: 'AWS: a caller asks its buyer to agree to a cancellation',
  },
  endNow: {
    from: ['PENDING_START', 'ACTIVE', 'SUSPENDED'],
    to: 'CANCELLED',
    trigger: 'direct billing: a caller cancels it, or its scheduled cancellation is due',
  },
  renew: {
    from: ['ACTIVE'],
    to: 'SAME',
    trigger: 'direct billing: its term has ended, it renews itself, and no cancellation is scheduled',
  },
  changeRenewal: {
    from: ['ACTIVE', 'SUSPENDED'],
    to: 'SAME',
    trigger: 'AWS: a caller adjusts its pending renewal, or opts out of it',
  },
  scheduleCancellation: {
    from: ['ACTIVE', 'SUSPENDED'],
    to: 'SAME',
    trigger: 'a caller schedules its cancellation',
  },
  unscheduleCancellation: {
    from: ['ACTIVE', 'SUSPENDED'],
    to: 'SAME',
    trigger: 'a caller removes the schedule of its cancellation',
  },
  changeSeats: { from: ['ACTIVE'], to: 'SAME', trigger: 'AZURE: a caller changes the number of seats' },
  cancelRefused: { from: ['PENDING_CANCEL'], to: 'BEFORE', otherwise: 'ACTIVE', trigger: 'the partner refused' },
  end: {
    from: ['PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL'],
    to: 'CANCELLED',
    trigger: 'the partner reports the end of its last agreement',
  },
  revive: {
    from: ['CANCELLED'],
    to: 'ACTIVE',
    trigger: 'a newer read of the partner shows an agreement of it in force',
  },
  addCredit: {
    from: ['PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL'],
    to: 'SAME',
    trigger: 'the client adds credit to a term',
  },
  divideCommit: { from: ['ACTIVE'], to: 'SAME', trigger: 'the client divides the commit of the current term' },
  joinCommit: {
    from: ['ACTIVE', 'SUSPENDED', 'PENDING_CANCEL'],
    to: 'SAME',
    trigger: 'the client deletes a part of a divided commit',
  },
  applyAddon: { from: ['ACTIVE'], to: 'SAME', trigger: 'the client applies an addon' },
  updatePriceModel: {
    from: ['PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL'],
    to: 'SAME',
    trigger: 'the client changes its prices, now or later',
  },
} as const satisfies Transitions<EntitlementStatus, string>;

export const stateTables = { entitlement: { statuses: entitlementStatuses, acts: entitlementTransitions } };
