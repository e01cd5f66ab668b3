import type { JsonNumber } from '../../../kit/json.ts';
import type { MetricStatus } from './states.ts';

export const aggregationTypes = ['COUNT', 'UNIQUE_COUNT', 'SUM', 'MAX', 'LAST'] as const;
export type AggregationType = (typeof aggregationTypes)[number];

export const filterOperations = [
  'IS',
  'NOT_IS',
  'CONTAINS',
  'NOT_CONTAINS',
  'GT',
  'GTE',
  'LT',
  'LTE',
  'EQ',
  'NOT_EQ',
  'EXISTS',
  'NOT_EXISTS',
] as const;
export const filterValueTypes = ['STRING', 'FLOAT'] as const;

/** A condition on one property of a usage record. */
export type MetricFilter = {
  name: string;
  operation: (typeof filterOperations)[number];
  value?: string | JsonNumber;
  valueType?: (typeof filterValueTypes)[number];
};

/** A record counts if one filter of every group is met. */
export type MetricInfo = {
  filterGroups?: { filters: MetricFilter[] }[];
  /** Properties whose values divide the usage into groups. */
  groupBys?: string[];
  /** UNIQUE_COUNT: the property whose values are counted. */
  propertyUniqueOn?: string;
};

/** What usage for direct billing is counted by. */
export type BillableMetric = {
  id: string;
  name: string;
  description: string;
  aggregation_type: AggregationType;
  status: MetricStatus;
  info: MetricInfo;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};
