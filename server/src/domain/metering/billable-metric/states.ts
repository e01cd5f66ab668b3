import { factsOf, type Transitions } from '../../../kit/transitions.ts';

export const metricStatuses = ['ACTIVE', 'DELETED'] as const;
export type MetricStatus = (typeof metricStatuses)[number];

/** `usable`: usage is accepted under it. */
export const metricIs = factsOf<MetricStatus, 'usable'>({ ACTIVE: ['usable'], DELETED: [] });

export const metricTransitions = {
  update: { from: ['ACTIVE'], to: 'SAME', trigger: 'a caller changes the name or the description' },
  delete: { from: ['ACTIVE'], to: 'DELETED', trigger: 'a caller sets the status to DELETED' },
  restore: { from: ['DELETED'], to: 'ACTIVE', trigger: 'a caller sets the status to ACTIVE' },
} as const satisfies Transitions<MetricStatus, string>;

export const stateTables = { 'billable metric': { statuses: metricStatuses, acts: metricTransitions } };
