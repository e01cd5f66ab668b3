import type { Endpoint } from '../../contract/endpoint.ts';
import { eventEndpoints } from './event/endpoints.ts';
import { messageEndpoints } from './message/endpoints.ts';

export const notificationEndpoints: Endpoint[] = [...messageEndpoints, ...eventEndpoints];
