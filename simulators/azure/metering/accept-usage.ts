import { iso, textOf } from '../api/call.ts';
import { startBilling } from '../billing/publisher-billing.ts';
import { boughtPlan } from '../catalog/buyer-plans.ts';
import {
  type AzureChange,
  type Json,
  type Publisher,
  readSettings,
  type Subscription,
  type UsageEvent,
} from '../state.ts';

const hourMs = 3_600_000;
const never = '0001-01-01T00:00:00';

/** The outcome of one usage event: the response message. */
export type UsageOutcome = { status: string; message: Json; problem: { message: string; target: string } | null };

const echoOf = (event: Json): Json => ({
  ...(event.resourceId === undefined ? {} : { resourceId: event.resourceId }),
  ...(event.resourceUri === undefined ? {} : { resourceUri: event.resourceUri }),
  quantity: event.quantity ?? null,
  dimension: event.dimension ?? null,
  effectiveStartTime: event.effectiveStartTime ?? null,
  planId: event.planId ?? null,
});

/** The message for an event that Microsoft could not process (`Error` of StatusEnum in meteringapi.v1.json). */
export const failUsage = (event: Json): Json => ({
  status: 'Error',
  messageTime: never,
  error: { code: 'Error', message: 'The usage event could not be processed.' },
  ...echoOf(event),
});

/** Processes one usage event of a publisher. */
export const acceptUsage = (transaction: AzureChange, publisher: Publisher, event: Json): UsageOutcome => {
  const echo = echoOf(event);
  const refused = (status: string, message: string, target: string): UsageOutcome => ({
    status,
    problem: { message, target },
    message: { status, messageTime: never, error: { code: status, message }, ...echo },
  });

  const resourceId = textOf(event.resourceId)?.toLowerCase() ?? null;
  const dimension = textOf(event.dimension);
  const planId = textOf(event.planId);
  const start = readTime(event.effectiveStartTime);
  if (resourceId === null) return refused('BadArgument', 'The resourceId is required.', 'ResourceId');
  if (dimension === null) return refused('BadArgument', 'The dimension is required.', 'Dimension');
  if (planId === null) return refused('BadArgument', 'The planId is required.', 'PlanId');
  if (start === null) return refused('BadArgument', 'The effectiveStartTime is required.', 'EffectiveStartTime');
  if (typeof event.quantity !== 'number') return refused('BadArgument', 'The quantity is required.', 'Quantity');
  if (event.quantity <= 0) return refused('InvalidQuantity', 'The quantity must be greater than 0.', 'Quantity');
  const subscription = transaction.get('subscriptions', resourceId);
  if (!subscription) return refused('ResourceNotFound', 'The resource is not found.', 'ResourceId');
  if (subscription.publisherId !== publisher.id)
    return refused('ResourceNotAuthorized', 'The resource belongs to another publisher.', 'ResourceId');
  if (!isActiveAt(subscription, start))
    return refused('ResourceNotActive', 'The resource is not active.', 'ResourceId');
  if (start > transaction.at)
    return refused('BadArgument', 'The effectiveStartTime is in the future.', 'EffectiveStartTime');
  if (start < transaction.at - 24 * hourMs)
    return refused('Expired', 'The effectiveStartTime is more than 24 hours in the past.', 'EffectiveStartTime');
  if (!dimensionsOf(transaction, subscription, planId).includes(dimension))
    return refused('InvalidDimension', 'The dimension is not one of the plan.', 'Dimension');

  const hour = Math.floor(start / hourMs) * hourMs;
  const key = readSettings(transaction).usageKey === 'plan' ? [planId] : [];
  const id = [subscription.id, ...key, dimension, iso(hour)].join('|');
  const known = transaction.get('usage', id);
  if (known) return repeatUsage(transaction, known, event.quantity, echo);
  const row: UsageEvent = {
    id,
    publisherId: publisher.id,
    usageEventId: transaction.ids.uuid(),
    subscriptionId: subscription.id,
    offerId: subscription.offerId,
    planId,
    dimension,
    hour,
    effectiveStartTime: String(event.effectiveStartTime),
    quantity: event.quantity,
    acceptedAt: transaction.at,
    identicalResends: 0,
    differentResends: 0,
  };
  transaction.put('usage', row);
  startBilling(transaction, publisher.id);
  return { status: 'Accepted', problem: null, message: acceptedMessage(row, 'Accepted') };
};

/**
 * "The only exception is reporting usage for the time that was before the SaaS subscription has been canceled", within
 * the 24 hours (Marketplace metered billing APIs, FAQ, For SaaS offers only).
 */
const isActiveAt = ({ status, endedAt, termStart }: Subscription, time: number): boolean =>
  status === 'Subscribed' ||
  (status === 'Unsubscribed' && termStart !== null && endedAt !== undefined && time < endedAt);

/** A second event for the same hour is refused, whatever its content; the response shows the accepted one. */
const repeatUsage = (transaction: AzureChange, known: UsageEvent, quantity: number, echo: Json): UsageOutcome => {
  const isSame = known.quantity === quantity;
  transaction.put('usage', {
    ...known,
    identicalResends: known.identicalResends + (isSame ? 1 : 0),
    differentResends: known.differentResends + (isSame ? 0 : 1),
  });
  const error = {
    additionalInfo: { acceptedMessage: acceptedMessage(known, 'Duplicate') },
    message: 'This usage event already exist.',
    code: 'Conflict',
  };
  return { status: 'Duplicate', problem: null, message: { status: 'Duplicate', messageTime: never, error, ...echo } };
};

const acceptedMessage = (row: UsageEvent, status: string): Json => ({
  usageEventId: row.usageEventId,
  status,
  messageTime: iso(row.acceptedAt),
  resourceId: row.subscriptionId,
  quantity: row.quantity,
  dimension: row.dimension,
  effectiveStartTime: row.effectiveStartTime,
  planId: row.planId,
});

/** The dimensions of a plan that the subscription has or has had. */
const dimensionsOf = (transaction: AzureChange, subscription: Subscription, planId: string): string[] => {
  if (!subscription.planIds.includes(planId)) return [];
  return boughtPlan(transaction, subscription, planId, transaction.at)?.meters.map((meter) => meter.id) ?? [];
};

/** A time without a zone is UTC. */
export const readTime = (value: unknown): number | null => {
  const text = textOf(value);
  if (text === null || !/^\d{4}-\d{2}-\d{2}/.test(text)) return null;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10));
  const time = Date.parse(text.length === 10 || hasZone ? text : `${text}Z`);
  return Number.isNaN(time) ? null : time;
};
