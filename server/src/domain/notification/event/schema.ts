import { z } from 'zod';
import { actorTypes } from '../../../auth/principal.ts';
import { document, timeOut } from '../../../contract/shapes.ts';
import { eventNames } from './event-permissions.ts';

export const eventsMax = 1000;
const typesMax = 100;

const types = z
  .string()
  .max(4000)
  .refine((text) => text.split(',').length <= typesMax, `must name at most ${typesMax} types`)
  .optional()
  .meta({
    description: 'Only events of these types, separated by commas: offer.accepted, or offer.* for all about offers',
    example: 'offer.*,entitlement.created',
  });

export const EventListParams = z.object({
  cursor: z
    .string()
    .max(24)
    .optional()
    .meta({ description: 'Events after this cursor, from an earlier answer; absent: from the oldest that is kept' }),
  limit: z
    .string()
    .refine((text) => /^(?:|[1-9]\d{0,8})$/.test(text), 'must be a whole number from 1 on')
    .optional()
    .meta({ type: 'integer', default: 100, minimum: 1, maximum: eventsMax }),
  types,
  entityId: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Only events about this entity, such as offer_01h2xcejqtf2nbrexx3vqjhp41' }),
});

export const DomainEvent = z
  .strictObject({
    id: z.string(),
    type: z.enum(eventNames),
    time: timeOut,
    organizationID: z.string(),
    entityType: z.string(),
    entityId: z.string(),
    entityVersion: z.int(),
    actor: z
      .strictObject({ type: z.enum(actorTypes), id: z.string(), name: z.string() })
      .meta({ id: 'DomainEventActor' }),
    data: document,
  })
  .meta({ id: 'DomainEvent' });

export const DomainEventPage = z
  .strictObject({ data: z.array(DomainEvent), cursor: z.string(), hasMore: z.boolean() })
  .meta({ id: 'DomainEventPage' });
