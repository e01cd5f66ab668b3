import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { explainRevenueMetrics, getRevenueMetrics } from './metrics-reads.ts';
import {
  ExplainRevenueMetricsParams,
  RevenueMetrics,
  RevenueMetricsExplanation,
  RevenueMetricsParams,
} from './metrics-schema.ts';

export const revenueMetricsEndpoints: Endpoint[] = [
  reads({
    id: 'getRevenueMetrics',
    method: 'GET',
    path: '/org/{orgId}/revenue/dashboard/metrics',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'Get the SaaS metrics of entitlements',
    notes:
      'Recurring revenue by what was agreed in the terms of ACTIVE, SUSPENDED and PENDING_CANCEL entitlements and of those that have ended, ' +
      'whether or not it was billed. Currencies are never added; with rateTable they are converted first, and the column fx shows what rates ' +
      'changed. For every period: opening + new + reactivation + expansion − contraction − churn + moved + fx = closing. Usage is shown apart. ' +
      'Each row names its cell: with a colon and a column, ExplainRevenueMetrics opens it.',
    query: RevenueMetricsParams,
    reply: RevenueMetrics,
    unversioned: true,
    read: getRevenueMetrics,
  }),
  reads({
    id: 'explainRevenueMetrics',
    method: 'GET',
    path: '/org/{orgId}/revenue/dashboard/metrics/explain',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'Get the parts of a figure of the metrics',
    notes:
      'Send the parameters of the report and the cell. The exact amounts of all parts add up to the exact amount of the cell; of a retention, ' +
      'the parts are the buyers over whom it is computed. Parts name the entitlements, terms and records that they come from.',
    query: ExplainRevenueMetricsParams,
    reply: RevenueMetricsExplanation,
    unversioned: true,
    read: explainRevenueMetrics,
  }),
];
