import { retryAfterOf } from '../../../../adapters/retry-after.ts';
import type { Actor } from '../../../../auth/principal.ts';
import type { DeliveryStatus } from './states.ts';

/** The parts of an event that its delivery does not have anyway. */
export type EventRest = { version: number; actor: Actor; time: string; data: Record<string, unknown> };

/** One event that is sent to one webhook. */
export type Delivery = {
  id: string;
  webhook_id: string;
  event_id: string;
  /** `firstDelivery` unless a replay queued it. */
  replay_id: string;
  event_type: string;
  entity_type: string;
  entity_id: string;
  status: DeliveryStatus;
  epoch: number;
  attempts: number;
  /** Attempts since it was queued or sent again, and when the first of them was made. */
  tries: number;
  trying_since: Date | null;
  /** Business time; null once it is over, and while an earlier one of the entity must come first. */
  next_attempt_time: Date | null;
  lease_until: Date | null;
  last_status_code: number | null;
  last_error_code: string | null;
  last_error_message: string | null;
  done_time: Date | null;
  creation_time: Date;
};

/** What one attempt brought. `milliseconds`: of the exchange. */
export type Attempt = {
  number: number;
  time: Date;
  milliseconds: number;
  status_code: number | null;
  /** The beginning of the answer. */
  answer: string | null;
  error_code: string | null;
  error_message: string | null;
};

/** `replay_id` of deliveries that are no replay. */
export const firstDelivery = '00000000-0000-0000-0000-000000000000';

/** The bytes that are kept of an answer. */
export const answerBytesMax = 4096;
/** The attempts that are kept of a delivery, the latest. */
export const attemptsKept = 50;
/** The time that a whole exchange may take, on the wall. */
export const exchangeMs = 15_000;

const hourMs = 3_600_000;
const lifeMs = 24 * hourMs;
/** The longest pause that a receiver may ask for. */
const askedMs = hourMs;
const pausesMs = [5_000, 5 * 60_000, hourMs / 2, 2 * hourMs, 5 * hourMs, 10 * hourMs] as const;

/** From 0 to 1, always the same for a delivery and an attempt, so that those of one outage do not all come back at once. */
const spread = (seed: string, tries: number): number => {
  let hash = tries;
  for (const character of seed) hash = (hash * 31 + character.charCodeAt(0)) % 1009;
  return hash / 1008;
};

/**
 * When a delivery is tried again after a failed attempt: after 5 seconds, 5 and 30 minutes, 2, 5 and 10 hours, each longer by up
 * to a fifth, or when the receiver asks for it, and the last time after 24 hours. Null: they are over.
 */
export const nextAttempt = (
  { id, tries, trying_since: since }: Pick<Delivery, 'id' | 'tries' | 'trying_since'>,
  now: Date,
  answerHeaders: Parameters<typeof retryAfterOf>[0] = {},
): Date | null => {
  const end = (since ?? now).getTime() + lifeMs;
  if (now.getTime() >= end) return null;
  const planned = (pausesMs[tries - 1] ?? lifeMs) * (1 + spread(id, tries) / 5);
  const pause = Math.max(planned, retryAfterOf(answerHeaders, askedMs).retryAfterMs ?? 0);
  return new Date(Math.min(now.getTime() + pause, end));
};
