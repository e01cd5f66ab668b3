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
    summary: 'List the usage of a marketplace by day',
    notes:
      'By entitlement and dimension. source names the origin of the figures. MARKETPLACE: what the marketplace itself shows (AWS: the Daily Usage ' +
      'data feed; AZURE: the dataset ISVUsage; GCP: Customer Insights). REPORTED: what it acknowledged when it was submitted, for a day, ' +
      'entitlement and dimension of which it has not shown any usage; never both. Days are those of the marketplace: UTC, and of GCP those of ' +
      'Los Angeles. GCP shows usage by SKU: what it shows of a day and entitlement replaces all that was acknowledged. amount is what ' +
      'the marketplace says that the usage costs, in currency; or the quantity at the unit price, where that is known.',
    params: { partner: { text: true, noun: 'partner', values: marketplaceCodes } },
    query: UsageMeteringDailyRecordListParams,
    reply: ListUsageMeteringDailyRecordsResponse,
    replyHeaders: listHeaders,
    read: listUsageMeteringDailyRecords,
  }),
];
