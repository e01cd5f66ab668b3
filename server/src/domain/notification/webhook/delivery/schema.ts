import { z } from 'zod';
import { paged, text, timeIn, timeOut } from '../../../../contract/shapes.ts';
import { typesMax } from '../webhook.ts';
import { deliveryStatuses } from './states.ts';

const failure = z.strictObject({ code: z.string(), message: z.string() });

const Attempt = z
  .strictObject({
    number: z.int(),
    time: timeOut,
    milliseconds: z.int(),
    statusCode: z.int().optional(),
    answer: z.string().optional(),
    error: failure.optional(),
  })
  .meta({ id: 'WebhookAttempt' });

export const Delivery = z
  .strictObject({
    id: z.string(),
    webhookId: z.string(),
    eventId: z.string(),
    eventType: z.string(),
    entityType: z.string(),
    entityId: z.string(),
    replayId: z.string().optional(),
    status: z.enum(deliveryStatuses),
    attemptCount: z.int(),
    nextAttemptTime: timeOut.optional(),
    lastStatusCode: z.int().optional(),
    lastError: failure.optional(),
    doneTime: timeOut.optional(),
    creationTime: timeOut,
    attempts: z.array(Attempt).optional(),
  })
  .meta({ id: 'WebhookDelivery' });

export const DeliveryPage = paged(Delivery);

const time = timeIn.refine((value) => value !== undefined, 'is required');

export const ReplayRequest = z.strictObject({
  from: time,
  to: time,
  onlyFailed: z.boolean().nullish(),
  types: z.array(text(60, 1)).max(typesMax).nullish(),
  cursor: text(40).nullish(),
});

export const Replay = z
  .strictObject({ replayId: z.string(), queued: z.int(), cursor: z.string().optional() })
  .meta({ id: 'WebhookReplay' });
