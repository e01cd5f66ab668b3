import { z } from 'zod';
import { partners } from '../../../contract/partner-codes.ts';
import {
  notificationActions,
  notificationEntities,
  notificationPriorities,
} from '../../../contract/reference/notification-words.ts';
import { untypedChoice } from '../../../contract/reference/reference.ts';
import { document, timeOut } from '../../../contract/shapes.ts';
import { notificationChannels } from '../words.ts';

const CreatedBy = z
  .strictObject({ entityId: z.string(), entityType: untypedChoice(notificationEntities), name: z.string() })
  .meta({ id: 'NotificationEventCreator' });

/** The shape of the reference. */
export const NotificationEvent = z
  .strictObject({
    eventID: z.string(),
    organizationID: z.string(),
    action: z.enum(notificationActions),
    entityType: z.enum(notificationEntities),
    entityID: z.string(),
    entityName: z.string().optional(),
    entityStatus: z.string().optional(),
    partner: untypedChoice(partners).optional(),
    priority: untypedChoice(notificationPriorities),
    eventStatus: untypedChoice(['', 'SCHEDULED', 'PENDING', 'DONE', 'FAILED'] as const),
    title: z.string(),
    message: z.string(),
    isActionItem: z.boolean(),
    channels: z.array(z.enum(notificationChannels)),
    createdBy: CreatedBy,
    /** Members of the reference that nothing is known of here. */
    ccContactIds: z.array(z.string()).optional(),
    contactEmails: z.array(z.string()).optional(),
    contactIds: z.array(z.string()).optional(),
    customFields: document.optional(),
    trackEvents: z.array(document).optional(),
    /** Always true: every event has its row in the audit trail. */
    requireAudit: z.boolean(),
    info: z.strictObject({ type: z.string() }).meta({ id: 'NotificationEventInfo' }),
    timestamp: timeOut,
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'NotificationEventItem' });

export const ListNotificationEventsResponse = z
  .strictObject({
    notificationEvents: z.array(NotificationEvent),
    /** On the first page only. */
    totalCount: z.int().optional(),
    nextOffset: z.int().optional(),
  })
  .meta({ id: 'ListNotificationEventsResponse' });
