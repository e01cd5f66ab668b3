import { encodeId } from '../../../kit/ids.ts';
import type { PartnerMessage } from './partner-message.ts';

/** A message as the audit trail shows it; the body stays in its row. */
export const viewPartnerMessage = (message: PartnerMessage) => ({
  id: encodeId('message', message.id),
  connectionId: encodeId('conn', message.connection_id),
  partner: message.partner,
  partnerMessageId: message.partner_message_id,
  type: message.type,
  status: message.status,
  ...(message.error === null ? {} : { error: message.error }),
  creationTime: message.creation_time.toISOString(),
  lastUpdateTime: message.last_update_time.toISOString(),
});
