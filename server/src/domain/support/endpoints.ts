import type { Endpoint } from '../../contract/endpoint.ts';
import { ticketAttachmentEndpoints } from './attachment/endpoints.ts';
import { ticketCommentEndpoints } from './comment/endpoints.ts';
import { ticketEndpoints } from './ticket/endpoints.ts';

export const supportEndpoints: Endpoint[] = [
  ...ticketEndpoints,
  ...ticketCommentEndpoints,
  ...ticketAttachmentEndpoints,
];
