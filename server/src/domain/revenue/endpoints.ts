import type { Endpoint } from '../../contract/endpoint.ts';
import { revenueConnectionEndpoints } from './connection/endpoints.ts';

export const revenueEndpoints: Endpoint[] = [...revenueConnectionEndpoints];
