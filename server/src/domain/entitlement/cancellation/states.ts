import type { CancellationStatus } from '../../../adapters/marketplace/port.ts';
import { factsOf, type Transitions } from '../../../kit/transitions.ts';

export const cancellationStatuses = [
  'PENDING_APPROVAL',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
  'VALIDATION_FAILED',
] as const satisfies readonly CancellationStatus[];

type Fact =
  /** Waits for the marketplace and the buyer. */
  'open' | 'approved' | 'withdrawn';

export const cancellationIs = factsOf<CancellationStatus, Fact>({
  PENDING_APPROVAL: ['open'],
  APPROVED: ['approved'],
  REJECTED: [],
  WITHDRAWN: ['withdrawn'],
  VALIDATION_FAILED: [],
});

/** Only the marketplace moves a request; our clock never does. */
export const cancellationTransitions = {
  send: { from: ['PENDING_APPROVAL'], to: 'SAME', trigger: 'the marketplace has acknowledged it' },
  approve: {
    from: ['PENDING_APPROVAL'],
    to: 'APPROVED',
    trigger: 'the marketplace reports that the buyer agreed, or that it approved it after 7 days',
  },
  reject: { from: ['PENDING_APPROVAL'], to: 'REJECTED', trigger: 'the marketplace reports that the buyer refused' },
  fail: {
    from: ['PENDING_APPROVAL'],
    to: 'VALIDATION_FAILED',
    trigger: 'the marketplace refused it, or has never received it',
  },
  withdraw: { from: ['PENDING_APPROVAL'], to: 'SAME', trigger: 'a caller asks the marketplace to withdraw it' },
  withdrawn: {
    from: ['PENDING_APPROVAL'],
    to: 'WITHDRAWN',
    trigger: 'the marketplace reports that the seller has withdrawn it, or that the agreement has ended otherwise',
  },
} as const satisfies Transitions<CancellationStatus, string>;

type Act = keyof typeof cancellationTransitions;

/** The transition for a status at the marketplace. */
export const actOf: Readonly<Record<CancellationStatus, Act>> = {
  PENDING_APPROVAL: 'send',
  APPROVED: 'approve',
  REJECTED: 'reject',
  WITHDRAWN: 'withdrawn',
  VALIDATION_FAILED: 'fail',
};

export const stateTables = {
  'cancellation request': { statuses: cancellationStatuses, acts: cancellationTransitions },
};
