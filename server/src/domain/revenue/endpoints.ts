import type { Endpoint } from '../../contract/endpoint.ts';
import { unifiedRevenueEndpoints } from './record/endpoints.ts';
import { revenueRecordEndpoints } from './revenue-record/endpoints.ts';
import { revenueSummaryEndpoints } from './summary/endpoints.ts';

export const revenueEndpoints: readonly Endpoint[] = [
  ...revenueRecordEndpoints,
  ...unifiedRevenueEndpoints,
  ...revenueSummaryEndpoints,
];
