import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { marketplaceCodes } from '../../../contract/marketplaces/marketplaces.ts';
import { listHeaders } from '../../../contract/shapes.ts';
import { listUsageMeteringDailyRecords } from './reads.ts';
import { ListUsageMeteringDailyRecordsResponse, UsageMeteringDailyRecordListParams } from './schema.ts';

export const dailyUsageEndpoints: Endpoint[] = [
  reads({
    id: 'listUsageMeteringDailyRecords',
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/usageMeteringDailyRecord',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'List the usage that a marketplace has acknowledged by day',
    notes:
      'By entitlement and dimension, on the UTC day of the hour for which it was submitted. source says whose word it is: REPORTED, what ' +
      'the marketplace acknowledged when it was submitted. amount is the quantity at the unit price, where that is known.',
    params: { partner: { text: true, noun: 'partner', values: marketplaceCodes } },
    query: UsageMeteringDailyRecordListParams,
    reply: ListUsageMeteringDailyRecordsResponse,
    replyHeaders: listHeaders,
    read: listUsageMeteringDailyRecords,
  }),
];
