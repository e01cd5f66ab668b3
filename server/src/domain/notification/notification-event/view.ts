import type { z } from 'zod';
import type { Actor } from '../../../auth/principal.ts';
import type { Partner } from '../../../contract/partner-codes.ts';
import type { EntityType, NotificationEventAction } from '../../../contract/reference/notification-words.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { Described } from '../notice/describe-event.ts';
import type { NotificationEvent } from './schema.ts';

const actorWords: Readonly<Record<Actor['type'], EntityType>> = {
  user: 'USER',
  app: 'API_CLIENT',
  apikey: 'API_CLIENT',
  partner: 'INTEGRATION',
  workflow: 'WORKFLOW_EXECUTION',
  schedule: 'SERVICE',
};

/** A notification event as clients see it. */
export const viewNotificationEvent = (orgId: string, row: Described): z.input<typeof NotificationEvent> => ({
  eventID: encodeId('event', row.id),
  organizationID: encodeId('org', orgId),
  action: row.action as NotificationEventAction,
  entityType: row.entity_type as EntityType,
  entityID: row.entity_id,
  ...(row.entity_name === '' ? {} : { entityName: row.entity_name }),
  ...(row.entity_status && { entityStatus: row.entity_status }),
  ...(row.partner === '' ? {} : { partner: row.partner as Partner }),
  priority: row.priority,
  eventStatus: 'DONE',
  title: row.title,
  message: row.message,
  isActionItem: row.is_action_item,
  channels: row.channels,
  requireAudit: true,
  createdBy: { entityId: row.actor.id, entityType: actorWords[row.actor.type], name: row.actor.name },
  info: { type: row.name },
  timestamp: row.creation_time.toISOString(),
  lastUpdateTime: row.creation_time.toISOString(),
});
