import type { Endpoint } from '../../contract/endpoint.ts';
import { revenueConnectionEndpoints } from './connection/endpoints.ts';
import { revenueMetricsEndpoints } from './dashboard/metrics-endpoints.ts';
import { exchangeRateEndpoints } from './exchange-rate/endpoints.ts';
import { revenueReconciliationEndpoints } from './reconciliation/endpoints.ts';
import { unifiedRevenueEndpoints } from './record/endpoints.ts';
import { revenueRecordEndpoints } from './revenue-record/endpoints.ts';
import { revenueSummaryEndpoints } from './summary/endpoints.ts';

/** What a seller earned: the channels that tell of it, their records, and what these add up to. */
export const revenueEndpoints: readonly Endpoint[] = [
  ...revenueConnectionEndpoints,
  ...revenueRecordEndpoints,
  ...unifiedRevenueEndpoints,
  ...revenueSummaryEndpoints,
  ...revenueMetricsEndpoints,
  ...exchangeRateEndpoints,
  ...revenueReconciliationEndpoints,
];
