import { z } from 'zod';
import { partners } from '../../../../contract/partner-codes.ts';
import { document, timeOut } from '../../../../contract/shapes.ts';
import { eventStatuses, eventTypes } from './auditing-event.ts';

const Activity = z.strictObject({
  actor: z.strictObject({ type: z.string(), id: z.string(), name: z.string() }),
  operationId: z.string().optional().meta({ description: 'The operation whose step made the change' }),
  action: z.string().meta({ description: 'The endpoint or the step of an operation' }),
  entityType: z.string(),
  entityId: z.string(),
  requestId: z.string(),
  sourceIp: z.string().optional(),
  changes: z.array(
    z.strictObject({
      path: z.string(),
      before: z.unknown().optional().meta({ description: 'Absent if there was no value before' }),
      after: z.unknown().optional().meta({ description: 'Absent if the value was removed' }),
    }),
  ),
});

const Message = z.strictObject({
  id: z.string().meta({ description: 'The action, as named in activities' }),
  integrationId: z.string(),
  partner: z.enum(partners),
  type: z.string().meta({ description: 'The type that the message states' }),
  partnerMessageId: z.string(),
  partnerRequestId: z.string().optional(),
  body: document.optional().meta({
    description: 'The message as received; omitted above 16 KiB, and for callers who may not read everything',
  }),
  error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
});

export const AuditingEvent = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    eventType: z.enum(eventTypes),
    status: z.enum(eventStatuses),
    creationTime: timeOut,
    lastUpdateTime: timeOut,
    activity: Activity.optional().meta({
      description: 'With eventType ACTIVITY: the change in this service, and its actor',
    }),
    message: Message.optional().meta({ description: 'With any other eventType: the message from the marketplace' }),
  })
  .meta({ id: 'AuditingEvent' });
