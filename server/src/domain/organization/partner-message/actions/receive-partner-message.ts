import type { ActCall } from '../../../../contract/call.ts';
import type { PartnerRoute } from '../../connection/connection.ts';
import { renewRouteHash } from '../../connection/store.ts';
import type { PartnerMessage } from '../partner-message.ts';
import { insertPartnerMessage } from '../store.ts';
import { viewPartnerMessage } from '../view.ts';

export type ReceivedPartnerMessage = {
  /** The partner's id of the message. */
  partnerMessageId: string;
  partnerRequestId: string | null;
  type: string;
  body: Record<string, unknown>;
};

/** Stores a message and starts processing it. Idempotent. */
export const receivePartnerMessage = async (
  call: ActCall,
  { route, message }: { route: PartnerRoute & { renewedHash?: Buffer | null }; message: ReceivedPartnerMessage },
): Promise<{ received: boolean }> => {
  if (route.renewedHash) await renewRouteHash(call.db, route, route.renewedHash);
  const row: PartnerMessage = {
    id: call.newId(),
    connection_id: route.connection_id,
    partner: route.partner,
    partner_message_id: message.partnerMessageId,
    partner_request_id: message.partnerRequestId,
    type: message.type,
    body: message.body,
    status: 'PENDING',
    error: null,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
  if (!(await insertPartnerMessage(call.db, row))) return { received: false };
  const view = viewPartnerMessage(row);
  call.recordChange({ type: 'message', before: null, after: view });
  await call.start('message.apply', { messageId: row.id }, { entityId: view.id, partner: row.partner });
  return { received: true };
};
