import type { Endpoint } from '../../contract/endpoint.ts';
import { eventEndpoints } from './event/endpoints.ts';
import { messageEndpoints } from './message/endpoints.ts';
import { webhookEndpoints } from './webhook/endpoints.ts';

export const notificationEndpoints: Endpoint[] = [...messageEndpoints, ...eventEndpoints, ...webhookEndpoints];
