import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { getRevenueDashboardSummary, summarizeUnifiedRevenueRecords } from './reads.ts';
import { RevenueDashboardParams, RevenueSummary, RevenueSummaryParams } from './schema.ts';

export const revenueSummaryEndpoints: Endpoint[] = [
  reads({
    id: 'summarizeUnifiedRevenueRecords',
    method: 'GET',
    path: '/org/{orgId}/revenue/records/summary',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'Total the revenue records',
    notes:
      'By currency, and by partner and currency: what was billed, collected and paid out on the days asked for (UTC), of the records ' +
      'that q matches. Amounts of different currencies are never added. count: records whose first day is among them.',
    query: RevenueSummaryParams,
    reply: RevenueSummary,
    unversioned: true,
    read: summarizeUnifiedRevenueRecords,
  }),
  reads({
    id: 'getRevenueDashboardSummary',
    method: 'GET',
    path: '/org/{orgId}/revenue/dashboard/summary',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'Total the revenue of all channels by currency, partner and day',
    notes:
      'What was billed, collected and paid out on each day (UTC), at most 1830 days. Amounts of different currencies are never added, ' +
      'and nothing is converted. count: records whose first day it is. outstanding of a day may be negative: more was paid than billed.',
    query: RevenueDashboardParams,
    reply: RevenueSummary,
    unversioned: true,
    read: getRevenueDashboardSummary,
  }),
];
