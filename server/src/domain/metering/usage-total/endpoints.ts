import { z } from 'zod';
import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { aggregateUsageRecordGroups, aggregateUsageRecordReports } from './reads.ts';
import { UsageRecordAggregated, UsageTotalParams } from './schema.ts';

export const usageTotalEndpoints: Endpoint[] = [
  reads({
    id: 'aggregateUsageRecordGroups',
    method: 'GET',
    path: '/org/{orgId}/usageRecordGroup/aggregate',
    family: 'metering',
    permission: 'metering:read',
    summary: 'Total the usage record groups by date and dimension',
    notes:
      'Quantities that were accepted and are neither INVALID nor DELETED, by the UTC day or month of the usage, whenever it was ' +
      "sent and whatever its status. The filters can be combined. A month's date is its first day; only the days from startDate to endDate count. " +
      'Usage for direct billing has metrics instead of dimensions, so STRIPE and ADYEN have no rows; its reports show its quantities.',
    query: UsageTotalParams,
    reply: z.array(UsageRecordAggregated),
    unversioned: true,
    read: aggregateUsageRecordGroups,
  }),
  reads({
    id: 'aggregateUsageRecordReports',
    method: 'GET',
    path: '/org/{orgId}/usageRecordReport/aggregate',
    family: 'metering',
    permission: 'metering:read',
    summary: 'Total the usage record reports by date and dimension',
    notes:
      'Quantities that were or will be submitted to the marketplace and were not refused, by the UTC day or month of the hour for ' +
      "which they are submitted. SHADOW and TEST reports do not count. The filters can be combined. A month's date is its first day; only the days from startDate to endDate count. " +
      'Usage for direct billing has metrics instead of dimensions, so STRIPE and ADYEN have no rows; its reports show its quantities.',
    query: UsageTotalParams,
    reply: z.array(UsageRecordAggregated),
    unversioned: true,
    read: aggregateUsageRecordReports,
  }),
];
