import type { ActCall } from '../../../../../contract/call.ts';
import { allows, nextStatus } from '../../../../../kit/transitions.ts';
import { disableWebhook } from '../../actions/disable-webhook.ts';
import { countAttempt, lockWebhook } from '../../store.ts';
import { failingDays, type Webhook } from '../../webhook.ts';
import { type Delivery, nextAttempt } from '../delivery.ts';
import { releaseNext } from '../queue-store.ts';
import type { Outcome } from '../send-delivery.ts';
import { deliveryIs, deliveryTransitions } from '../states.ts';
import { insertAttempt, lockDelivery, updateDeliveryRow } from '../store.ts';

/** A claim of a delivery, and how its attempt ended. */
export type Attempted = { webhookId: string; deliveryId: string; leaseUntil: Date; time: Date; outcome: Outcome };

const dayMs = 86_400_000;

const after = (call: ActCall, old: Delivery, { time, outcome }: Attempted): Delivery => {
  const tried = { ...old, tries: old.tries + 1, trying_since: old.trying_since ?? time };
  const next = outcome.error === null || outcome.isFinal ? null : nextAttempt(tried, call.now, outcome.headers);
  const act = outcome.error === null ? 'taken' : next === null ? 'giveUp' : 'wait';
  return {
    ...tried,
    status: nextStatus('Delivery', deliveryTransitions, act, old),
    attempts: old.attempts + 1,
    next_attempt_time: next,
    lease_until: null,
    last_status_code: outcome.statusCode,
    last_error_code: outcome.error?.code ?? null,
    last_error_message: outcome.error?.message ?? null,
    done_time: next === null ? call.now : null,
  };
};

/** The reason to disable the webhook after an attempt, if any. */
const disablingReason = (webhook: Webhook, { isGone }: Outcome, failingSince: Date | null, now: Date) => {
  if (!webhook.enabled) return undefined;
  if (isGone) return 'GONE';
  return failingSince !== null && now.getTime() - failingSince.getTime() >= failingDays * dayMs ? 'FAILING' : undefined;
};

/**
 * Records an attempt: DONE, PENDING until the next one, or FAILED. Lets the entity's next delivery go when this one is over, and disables
 * a webhook whose receiver is gone or takes nothing for days. A result of a claim that has ended since is ignored: the delivery
 * was claimed again, or canceled. Emits nothing about deliveries.
 */
export const recordAttempt = async (call: ActCall, attempted: Attempted): Promise<void> => {
  const { webhookId, deliveryId, leaseUntil, time, outcome } = attempted;
  const webhook = await lockWebhook(call.db, webhookId);
  const old = await lockDelivery(call.db, webhookId, deliveryId);
  if (!webhook || !old || !allows(deliveryTransitions, 'taken', old.status)) return;
  if (old.lease_until?.getTime() !== leaseUntil.getTime()) return;
  const row = after(call, old, attempted);
  await updateDeliveryRow(call.db, row);
  await insertAttempt(call.db, row.id, {
    number: row.attempts,
    time,
    milliseconds: outcome.milliseconds,
    status_code: outcome.statusCode,
    answer: outcome.answer,
    error_code: outcome.error?.code ?? null,
    error_message: outcome.error?.message ?? null,
  });
  const isOver = !deliveryIs.waiting(row.status);
  if (isOver) await releaseNext(call.db, row, call.now);
  const counted = { succeeded: outcome.error === null, isOver, now: call.now };
  const failingSince = await countAttempt(call.db, webhookId, counted);
  const reason = disablingReason(webhook, outcome, failingSince, call.now);
  if (reason) await disableWebhook(call, webhook, reason);
};
