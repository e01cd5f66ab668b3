import { z } from 'zod';
import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { marketplaceCodes } from '../../../contract/marketplaces/marketplaces.ts';
import { listHeaders, paged } from '../../../contract/shapes.ts';
import { RevenueQueryParams } from '../record/fields.ts';
import { aggregateRevenueRecords } from './aggregate/reads.ts';
import { AggregateRevenueRecords, RevenueAggregate } from './aggregate/schema.ts';
import { listRevenueRecordDetails } from './detail/reads.ts';
import { ListRevenueRecordDetailsResponse } from './detail/schema.ts';
import { listDailyRevenueRecords, listRevenueRecords, queryRevenueRecords } from './reads.ts';
import { getRevenueReport } from './report/reads.ts';
import { GetRevenueReportParams, RevenueReport } from './report/schema.ts';
import {
  DailyRevenueRecordListParams,
  ListRevenueRecordsResponse,
  RevenueRecord,
  RevenueRecordListParams,
} from './schema.ts';

const ofMarketplace = { partner: { text: true, noun: 'partner', values: marketplaceCodes } } as const;

/** Revenue in the shapes of the reference. */
export const revenueRecordEndpoints: Endpoint[] = [
  reads({
    id: 'listDailyRevenueRecords',
    method: 'GET',
    path: '/org/{orgId}/dailyRevenueRecord',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'List revenue records by day',
    notes:
      'What each record amounts to on each day (UTC) on which something of it happened, newest first: the sum over its days is the ' +
      'record. The id is of the record and day; the dates in it are those of the whole record. Filters can be combined.',
    query: DailyRevenueRecordListParams,
    reply: z.array(RevenueRecord),
    replyHeaders: listHeaders,
    read: listDailyRevenueRecords,
  }),
  reads({
    id: 'listRevenueRecords',
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/revenueRecord',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'List the revenue records of a marketplace',
    notes:
      'Whole records, with all that was billed and paid of them until now, whose first day (UTC) is in the time asked for. Their rows ' +
      'are in the list of details. Filters can be combined.',
    params: ofMarketplace,
    query: RevenueRecordListParams,
    reply: ListRevenueRecordsResponse,
    replyHeaders: listHeaders,
    read: listRevenueRecords,
  }),
  reads({
    id: 'listRevenueRecordDetails',
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/revenueRecordDetail',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'List the rows that the marketplace wrote',
    notes:
      'Each row that states an amount of a record, in its newest version, by the day (UTC) of that amount; columns has all of it, as it ' +
      'came. Filters are about what its record was matched to, and can be combined.',
    params: ofMarketplace,
    query: RevenueRecordListParams,
    reply: ListRevenueRecordDetailsResponse,
    replyHeaders: listHeaders,
    read: listRevenueRecordDetails,
  }),
  reads({
    id: 'queryRevenueRecords',
    method: 'GET',
    path: '/org/{orgId}/revenueRecord/query',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'Query revenue records',
    notes: 'Whole records of all partners, as in the list of a marketplace.',
    query: RevenueQueryParams,
    reply: paged(RevenueRecord),
    replyHeaders: listHeaders,
    read: queryRevenueRecords,
  }),
  reads({
    id: 'aggregateRevenueRecords',
    method: 'POST',
    path: '/org/{orgId}/revenueRecord/aggregate',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'Total the revenue records by currency and day',
    notes:
      'Of the records that q matches, what was billed and paid on each day (UTC), at most 1830 days. Amounts of different currencies ' +
      'are never added. count: records whose first day it is.',
    body: AggregateRevenueRecords,
    reply: RevenueAggregate,
    unversioned: true,
    read: aggregateRevenueRecords,
  }),
  reads({
    id: 'getRevenueReport',
    method: 'POST',
    path: '/org/{orgId}/revenueReport',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'Report the revenue at a marketplace',
    notes:
      'Of this month and the 23 before it (UTC), a record for each interval and currency; without groupBy, one for each currency. amount ' +
      'is what reportType asks for: GrossAmount, billed before refunds; InvoicedAmount, billed; CollectableAmount, less what the ' +
      'marketplace keeps; DisbursedAmount, paid out.',
    body: GetRevenueReportParams,
    reply: RevenueReport,
    unversioned: true,
    read: getRevenueReport,
  }),
];
