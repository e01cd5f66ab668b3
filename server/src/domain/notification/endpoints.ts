import type { Endpoint } from '../../contract/endpoint.ts';
import { eventEndpoints } from './event/endpoints.ts';
import { messageEndpoints } from './message/endpoints.ts';
import { notificationConfigEndpoints } from './notification-config/endpoints.ts';
import { notificationEventEndpoints } from './notification-event/endpoints.ts';
import { webhookEndpoints } from './webhook/endpoints.ts';

export const notificationEndpoints: Endpoint[] = [
  ...notificationConfigEndpoints,
  ...notificationEventEndpoints,
  ...messageEndpoints,
  ...eventEndpoints,
  ...webhookEndpoints,
];
