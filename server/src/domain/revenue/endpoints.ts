import type { Endpoint } from '../../contract/endpoint.ts';
import { revenueMetricsEndpoints } from './dashboard/metrics-endpoints.ts';
import { exchangeRateEndpoints } from './exchange-rate/endpoints.ts';

export const revenueEndpoints: Endpoint[] = [...revenueMetricsEndpoints, ...exchangeRateEndpoints];
