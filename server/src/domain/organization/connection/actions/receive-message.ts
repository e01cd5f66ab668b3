import type { ActCall } from '../../../../contract/call.ts';
import type { PartnerMessage, PartnerRoute } from '../connection.ts';
import { insertMessage, renewRouteHash } from '../store.ts';
import { viewMessage } from '../view.ts';

export type ReceivedMessage = {
  /** The partner's id of the message. */
  partnerMessageId: string;
  partnerRequestId: string | null;
  type: string;
  body: Record<string, unknown>;
};

/** Stores a message and starts the work on it. One that was stored before changes nothing. */
export const receiveMessage = async (
  call: ActCall,
  { route, message }: { route: PartnerRoute & { renewedHash?: Buffer | null }; message: ReceivedMessage },
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
  if (!(await insertMessage(call.db, row))) return { received: false };
  const view = viewMessage(row);
  call.recordChange({ type: 'message', before: null, after: view });
  await call.start('message.apply', { messageId: row.id }, { entityId: view.id, partner: row.partner });
  return { received: true };
};
