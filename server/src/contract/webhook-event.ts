import { z } from 'zod';
import { actorTypes } from '../auth/principal.ts';
import { type EventName, eventCatalogue } from './events.ts';
import { document, timeOut } from './shapes.ts';

/** The type of the event that the test of a webhook sends. It happens nowhere else, and no list of events has it. */
export const testType = 'webhook.test';

const types = [...(Object.keys(eventCatalogue) as EventName[]), testType] as const;

/** The version of `WebhookEvent`. Members may be added to a version; nothing else about it changes. */
export const webhookEventVersion = '1';

/** The body of a delivery of the format EVENT. */
export const WebhookEvent = z
  .strictObject({
    id: z.string(),
    type: z.enum(types),
    timestamp: timeOut,
    version: z.literal(webhookEventVersion),
    organizationId: z.string(),
    entityType: z.string(),
    entityId: z.string(),
    entityVersion: z.int(),
    actor: z
      .strictObject({ type: z.enum(actorTypes), id: z.string(), name: z.string() })
      .meta({ id: 'DomainEventActor' }),
    data: document,
  })
  .meta({ id: 'WebhookEvent' });
