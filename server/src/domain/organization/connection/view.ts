import { encodeId } from '../../../kit/ids.ts';
import type { Connection, PartnerMessage } from './connection.ts';

/** A connection as clients see it: never its credentials. */
export const viewConnection = (connection: Connection) => ({
  id: encodeId('conn', connection.id),
  partner: connection.partner,
  service: connection.service,
  accountId: connection.account_id,
  ...(connection.endpoint === null ? {} : { endpoint: connection.endpoint }),
  region: connection.region,
  meteringRegion: connection.metering_region,
  status: connection.status,
  mode: connection.mode,
  ...(connection.report_from === null ? {} : { reportFrom: connection.report_from.toISOString() }),
  settings: connection.settings,
  ...(connection.last_sync_time === null ? {} : { lastSyncTime: connection.last_sync_time.toISOString() }),
  ...(connection.last_error === null ? {} : { lastError: connection.last_error }),
  createdBy: connection.created_by,
  creationTime: connection.creation_time.toISOString(),
  lastUpdateTime: connection.last_update_time.toISOString(),
});

/** A message as the audit trail shows it; the body stays in its row. */
export const viewMessage = (message: PartnerMessage) => ({
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
