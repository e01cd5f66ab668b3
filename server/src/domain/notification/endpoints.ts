import type { Endpoint } from '../../contract/endpoint.ts';
import { messageEndpoints } from './message/endpoints.ts';

export const notificationEndpoints: Endpoint[] = [...messageEndpoints];
