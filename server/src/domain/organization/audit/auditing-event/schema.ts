import { z } from 'zod';
import { document, partners, timeOut } from '../../../../contract/shapes.ts';
import { eventStatuses, eventTypes } from './auditing-event.ts';

const Activity = z.strictObject({
  actor: z.strictObject({ type: z.string(), id: z.string(), name: z.string() }),
  operationId: z.string().optional().meta({ description: 'The operation whose step it was' }),
  action: z.string().meta({ description: 'The endpoint or the step of an operation' }),
  entityType: z.string(),
  entityId: z.string(),
  requestId: z.string(),
  sourceIp: z.string().optional(),
  changes: z.array(
    z.strictObject({
      path: z.string(),
      before: z.unknown().optional().meta({ description: 'Absent where there was nothing' }),
      after: z.unknown().optional().meta({ description: 'Absent where there is nothing any more' }),
    }),
  ),
});

const Message = z.strictObject({
  id: z.string().meta({ description: 'As activities name it' }),
  integrationId: z.string(),
  partner: z.enum(partners),
  type: z.string().meta({ description: 'What the message says of itself' }),
  partnerMessageId: z.string(),
  partnerRequestId: z.string().optional(),
  body: document.optional().meta({ description: 'The message as it came; left out above 16 KiB' }),
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
    activity: Activity.optional().meta({ description: 'With eventType ACTIVITY: what was changed here, by whom' }),
    message: Message.optional().meta({ description: 'With every other eventType: what the marketplace sent' }),
  })
  .meta({ id: 'AuditingEvent' });
