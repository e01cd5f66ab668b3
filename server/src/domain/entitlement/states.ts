import type { Transitions } from '../../kit/transitions.ts';

export const entitlementStatuses = [
  'PENDING_START',
  'ACTIVE',
  'SUSPENDED',
  'PENDING_CANCEL',
  'CANCELLED',
  'DELETED',
] as const;
export type EntitlementStatus = (typeof entitlementStatuses)[number];

/**
 * The life of an entitlement. At cloud marketplaces only their word ends one; our clock never does.
 */
export const entitlementTransitions = {
  start: { from: ['PENDING_START'], to: 'ACTIVE', trigger: 'the partner confirms it, and its start has come' },
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED', trigger: 'the partner suspends it' },
  reinstate: { from: ['SUSPENDED'], to: 'ACTIVE', trigger: 'the partner reinstates it' },
  cancel: { from: ['ACTIVE', 'SUSPENDED'], to: 'PENDING_CANCEL', trigger: 'a cancellation is approved or under way' },
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
} as const satisfies Transitions<EntitlementStatus, string>;

export const stateTables = { entitlement: { statuses: entitlementStatuses, acts: entitlementTransitions } };
