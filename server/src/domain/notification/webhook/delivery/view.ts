import type { z } from 'zod';
import { encodeId } from '../../../../kit/ids.ts';
import { type Attempt, type Delivery, firstDelivery } from './delivery.ts';
import type { Delivery as Shape } from './schema.ts';

type Shown = z.input<typeof Shape>;

const failureOf = (code: string | null, message: string | null) => ({ code: code ?? '', message: message ?? '' });

const viewAttempt = (attempt: Attempt): NonNullable<Shown['attempts']>[number] => ({
  number: attempt.number,
  time: attempt.time.toISOString(),
  milliseconds: attempt.milliseconds,
  ...(attempt.status_code !== null && { statusCode: attempt.status_code }),
  ...(attempt.answer !== null && { answer: attempt.answer }),
  ...(attempt.error_code !== null && { error: failureOf(attempt.error_code, attempt.error_message) }),
});

/** A delivery; with its attempts if they are given. */
export const viewDelivery = (delivery: Delivery, attempts?: readonly Attempt[]): Shown => ({
  id: encodeId('delivery', delivery.id),
  webhookId: encodeId('webhook', delivery.webhook_id),
  eventId: encodeId('event', delivery.event_id),
  eventType: delivery.event_type,
  entityType: delivery.entity_type,
  entityId: delivery.entity_id,
  ...(delivery.replay_id !== firstDelivery && { replayId: encodeId('replay', delivery.replay_id) }),
  status: delivery.status,
  attemptCount: delivery.attempts,
  ...(delivery.next_attempt_time !== null && { nextAttemptTime: delivery.next_attempt_time.toISOString() }),
  ...(delivery.last_status_code !== null && { lastStatusCode: delivery.last_status_code }),
  ...(delivery.last_error_code !== null && {
    lastError: failureOf(delivery.last_error_code, delivery.last_error_message),
  }),
  ...(delivery.done_time !== null && { doneTime: delivery.done_time.toISOString() }),
  creationTime: delivery.creation_time.toISOString(),
  ...(attempts && { attempts: attempts.map(viewAttempt) }),
});
