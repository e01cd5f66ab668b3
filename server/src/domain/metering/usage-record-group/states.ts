import { factsOf, type Transitions } from '../../../kit/transitions.ts';

export const usageStatuses = ['CREATED', 'REPORT_PENDING', 'REPORTED', 'REPORT_FAILED', 'INVALID', 'DELETED'] as const;

/** The status of an item (group × dimension), and, derived from its items, of a group. */
export type UsageStatus = (typeof usageStatuses)[number];

type Fact =
  /** Its report is written, but the marketplace has not confirmed it. */
  'pending' | 'counted' | 'refused' | 'invalid';

export const usageIs = factsOf<UsageStatus, Fact>({
  CREATED: [],
  REPORT_PENDING: ['pending'],
  REPORTED: ['counted'],
  REPORT_FAILED: ['refused'],
  INVALID: ['invalid'],
  DELETED: [],
});

export const usageTransitions = {
  close: { from: ['CREATED'], to: 'REPORT_PENDING', trigger: 'the hour is closed and its report written' },
  closeComputed: {
    from: ['CREATED'],
    to: 'REPORTED',
    trigger: 'the hour is closed; shadow and test usage is not submitted',
  },
  keep: { from: ['CREATED'], to: 'SAME', trigger: 'it moves to another hour, or is held' },
  acknowledge: {
    from: ['REPORT_PENDING'],
    to: 'REPORTED',
    trigger: 'the marketplace has counted it, or it was settled as counted',
  },
  refuse: {
    from: ['REPORT_PENDING'],
    to: 'REPORT_FAILED',
    trigger: 'the marketplace refused it for good, or it was settled as not counted',
  },
  retry: { from: ['REPORT_FAILED'], to: 'CREATED', trigger: 'API' },
  invalidate: { from: ['CREATED'], to: 'INVALID', trigger: 'no hour is left to submit it for' },
  delete: { from: ['CREATED', 'INVALID'], to: 'DELETED', trigger: 'API' },
} as const satisfies Transitions<UsageStatus, string>;
