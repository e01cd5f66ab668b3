import type { z } from 'zod';
import { encodeId } from '../../../kit/ids.ts';
import { type CancellationRequest, reasonCodes } from './cancellation.ts';
import type { EntitlementCancellationRequest } from './schema.ts';

export type CancellationView = z.input<typeof EntitlementCancellationRequest>;

const reasonOf = (code: string) => reasonCodes.find((known) => known === code);

/** A request to cancel as clients see it. */
export const viewCancellation = (orgId: string, request: CancellationRequest): CancellationView => {
  const code = reasonOf(request.reason_code);
  return {
    id: encodeId('cancelreq', request.id),
    organizationID: encodeId('org', orgId),
    entitlementID: encodeId('ent', request.entitlement_id),
    partner: request.partner,
    ...(request.external_id === null ? {} : { externalRequestID: request.external_id }),
    status: request.status,
    ...(request.status_message === null ? {} : { statusMessage: request.status_message }),
    createdAt: request.creation_time.toISOString(),
    ...(request.created_by === null ? {} : { createdBy: request.created_by }),
    lastUpdatedAt: request.last_update_time.toISOString(),
    info: {
      ...(request.client_token === null ? {} : { awsClientToken: request.client_token }),
      // A reason that this release does not know cannot be shown as one of those it knows.
      ...(code === undefined ? {} : { awsReasonCode: code }),
      ...(request.reason_description === null ? {} : { awsReasonDescription: request.reason_description }),
    },
  };
};
