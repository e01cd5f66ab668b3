import { factsOf, type Transitions } from '../../../kit/transitions.ts';

export const walletStatuses = ['PENDING_VERIFY', 'ACTIVE', 'EXPIRED', 'CLOSED', 'DELETED'] as const;
export type WalletStatus = (typeof walletStatuses)[number];

type Fact =
  /** Neither closed nor deleted. */
  | 'open'
  /** Can be charged; credit pays between its start and expiry. */
  | 'active';

export const walletIs = factsOf<WalletStatus, Fact>({
  PENDING_VERIFY: ['open'],
  ACTIVE: ['open', 'active'],
  EXPIRED: ['open'],
  CLOSED: [],
  DELETED: [],
});

const open = walletStatuses.filter(walletIs.open);

/** CLOSED and DELETED are final. */
export const walletTransitions = {
  verify: { from: ['PENDING_VERIFY'], to: 'ACTIVE', trigger: 'the provider has verified the payment method' },
  update: {
    from: ['ACTIVE', 'EXPIRED'],
    to: 'ACTIVE',
    trigger: 'a caller sets the times of credit',
  },
  updateExpired: {
    from: ['ACTIVE', 'EXPIRED'],
    to: 'EXPIRED',
    trigger: 'a caller sets an expireTime of credit that has passed',
  },
  start: { from: ['ACTIVE'], to: 'SAME', trigger: 'startTime of credit has come' },
  expire: { from: ['ACTIVE'], to: 'EXPIRED', trigger: 'expireTime of credit has passed' },
  default: { from: ['ACTIVE'], to: 'SAME', trigger: 'a caller makes the payment method the default' },
  charge: { from: ['ACTIVE'], to: 'SAME', trigger: 'the service charges the payment method' },
  close: { from: open, to: 'CLOSED', trigger: 'a caller closes it; a payment method is detached at the provider' },
  delete: { from: open, to: 'DELETED', trigger: 'a caller deletes it; a payment method is detached at the provider' },
  remove: { from: open, to: 'DELETED', trigger: 'the payment method is gone at the provider' },
} as const satisfies Transitions<WalletStatus, string>;

export const stateTables = { wallet: { statuses: walletStatuses, acts: walletTransitions } };
