import { z } from 'zod';
import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { listHeaders, paged } from '../../../contract/shapes.ts';
import { revenueChannels } from '../channels.ts';
import { RevenueQueryParams } from './fields.ts';
import { getUnifiedRevenueRecord, listUnifiedRevenueRecordEvents, listUnifiedRevenueRecords } from './reads.ts';
import { RevenueEvent, RevenueEventParams, UnifiedRevenueRecord } from './schema.ts';

const ofRecord = {
  partner: { text: true, noun: 'partner', values: revenueChannels },
  recordId: { id: 'revenue', noun: 'revenue record' },
} as const;

export const unifiedRevenueEndpoints: Endpoint[] = [
  reads({
    id: 'listUnifiedRevenueRecords',
    method: 'GET',
    path: '/org/{orgId}/revenue/records',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'List revenue records of all channels',
    notes:
      'A record is a sale at a partner in one currency, the sum of all lines that the partner states of it. startDate and endDate are ' +
      'about the day of its first line.',
    query: RevenueQueryParams,
    reply: paged(UnifiedRevenueRecord),
    replyHeaders: listHeaders,
    read: listUnifiedRevenueRecords,
  }),
  reads({
    id: 'getUnifiedRevenueRecord',
    method: 'GET',
    path: '/org/{orgId}/revenue/record/{partner}/{recordId}',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'Get a revenue record',
    notes: '404 also if the record is of another partner.',
    params: ofRecord,
    reply: UnifiedRevenueRecord,
    read: getUnifiedRevenueRecord,
  }),
  reads({
    id: 'listUnifiedRevenueRecordEvents',
    method: 'GET',
    path: '/org/{orgId}/revenue/record/{partner}/{recordId}/events',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'List what changed a revenue record',
    notes:
      'In the order of arrival, each with the hash of the event before, so that a change made afterwards shows. Beyond 1000 events, ' +
      'follow the Link or use offset.',
    params: ofRecord,
    query: RevenueEventParams,
    reply: z.array(RevenueEvent),
    replyHeaders: listHeaders,
    read: listUnifiedRevenueRecordEvents,
  }),
];
