import type { HttpAnswer } from '../../kit/http.ts';
import type { ApiCall } from '../api/call.ts';

/** 202 with the URL at which the operation can be followed. */
export const acceptedAnswer = ({ origin, params }: ApiCall, operationId: string): HttpAnswer => {
  const path = `/azure/api/saas/subscriptions/${params.subscriptionId}/operations/${operationId}`;
  const headers = { 'operation-location': `${origin}${path}?api-version=2018-08-31`, 'operation-id': operationId };
  return { status: 202, headers, body: '' };
};
