import type { z } from 'zod';
import type { Membership } from '../../../../auth/principal.ts';
import type { Partner } from '../../../../contract/partner-codes.ts';
import { encodeId } from '../../../../kit/ids.ts';
import type { AuditingEvent as Row } from './auditing-event.ts';
import { mayReadMessages, readableChanges } from './readable-changes.ts';
import type { AuditingEvent } from './schema.ts';

type Shown = z.input<typeof AuditingEvent>;

const whatItTells = (event: Row, membership: Membership | undefined): Pick<Shown, 'activity' | 'message'> => {
  if (event.event_type === 'ACTIVITY') {
    const { actor, request_id: requestId, source_ip: sourceIp } = event;
    return {
      activity: {
        actor: { type: actor.type, id: actor.id, name: actor.name },
        // Requests made by steps carry the operation's id (engine/execution.ts).
        ...(actor.type === 'workflow' ? { operationId: requestId } : {}),
        action: event.action,
        entityType: event.entity_type,
        entityId: event.entity_id,
        requestId,
        ...(sourceIp === null ? {} : { sourceIp }),
        changes: readableChanges(membership, event),
      },
    };
  }
  return {
    message: {
      id: encodeId('message', event.id),
      integrationId: encodeId('conn', event.connection_id),
      partner: event.partner as Partner,
      type: event.message_type,
      partnerMessageId: event.partner_message_id,
      ...(event.partner_request_id === null ? {} : { partnerRequestId: event.partner_request_id }),
      ...(event.body === null || !mayReadMessages(membership) ? {} : { body: event.body }),
      ...(event.error === null ? {} : { error: event.error }),
    },
  };
};

/** An auditing event as a member sees it. */
export const viewAuditingEvent = (orgId: string, event: Row, membership: Membership | undefined): Shown => ({
  id: encodeId('audit', event.id),
  organizationID: encodeId('org', orgId),
  eventType: event.event_type,
  status: event.status,
  creationTime: event.creation_time.toISOString(),
  lastUpdateTime: event.last_update_time.toISOString(),
  ...whatItTells(event, membership),
});
