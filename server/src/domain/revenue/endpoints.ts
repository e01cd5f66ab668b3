import type { Endpoint } from '../../contract/endpoint.ts';
import { revenueReconciliationEndpoints } from './reconciliation/endpoints.ts';

export const revenueEndpoints: Endpoint[] = [...revenueReconciliationEndpoints];
