import { z } from 'zod';
import type { AgreementShows, MessageEnvelope, MessageHint } from '../../messages.ts';
import { seats, timeOf } from '../answers.ts';

/**
 * A webhook call about an operation on a subscription. Only what is used is checked, and what can be missing may be odd:
 * "ISVs should avoid strict deserialization of the Webhook schema", and a change that is answered with a 4xx is refused
 * to its customer ("PATCH with failure OR respond with 4xx", Implementing a webhook on the SaaS service).
 */
const call = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  subscriptionId: z.string().regex(/^[\w-]{1,64}$/),
  activityId: z.string().nullish().catch(null),
  action: z.string().min(1).max(64),
  status: z.string().max(64).nullish().catch(null),
  operationRequestSource: z.string().max(64).nullish().catch(null),
  planId: z.string().max(256).nullish().catch(null),
  quantity: seats.catch(null),
  timeStamp: z.string().max(64).nullish().catch(null),
});

/** What a subscription shows after an operation has succeeded. */
const shownAfter = ({ action, planId, quantity, timeStamp }: z.output<typeof call>): AgreementShows | undefined => {
  switch (action) {
    case 'ChangePlan':
      return planId ? { planId } : undefined;
    case 'ChangeQuantity':
      return typeof quantity === 'number' ? { quantity } : undefined;
    case 'Suspend':
      return { statuses: ['SUSPENDED', 'CANCELLED'] };
    case 'Reinstate':
      return { statuses: ['ACTIVE', 'CANCELLED'] };
    case 'Unsubscribe':
      return { statuses: ['CANCELLED'] };
    case 'Renew':
      return timeOf(timeStamp) === null ? undefined : { endsAfter: timeOf(timeStamp)?.toISOString() ?? '' };
    default:
      return undefined;
  }
};

/**
 * Changes that may wait for the seller's answer. Two pages disagree about `Reinstate`: it is among the events "that need an
 * ACK" (SaaS fulfillment Operations APIs v2), and its row says "No Action" (Implementing a webhook on the SaaS service), as
 * Microsoft's emulator does since April 2023. It is answered, and what the subscription then shows counts.
 */
const answered = new Set(['ChangePlan', 'ChangeQuantity', 'Reinstate']);
/**
 * An operation with any other status, or with none, may wait: the sample of ChangePlan has none ("Implementing a webhook on
 * the SaaS service"), and operations begin as NotStarted (OpenAPI of the SaaS fulfillment API). Whether it does is read
 * before it is answered.
 */
const ended = new Set(['Succeeded', 'Failed', 'Conflict']);

/** An operation is announced when it begins and when it ends, under one id. */
export const readCallEnvelopes = (body: unknown): MessageEnvelope[] | null => {
  const read = call.safeParse(body);
  if (!read.success) return null;
  const { id, status, activityId, action } = read.data;
  const requestId = activityId && /^[\x21-\x7e]{1,128}$/.test(activityId) ? activityId : null;
  return [{ id: `${id}:${status ?? ''}`, requestId, type: action, body: body as Record<string, unknown> }];
};

/** An operation that we requested ourselves needs no answer. */
export const readCallHint = (body: unknown): MessageHint => {
  const read = call.safeParse(body);
  if (!read.success) return { about: 'NOTHING' };
  const { id, subscriptionId, action, status, operationRequestSource } = read.data;
  const waits = answered.has(action) && !ended.has(status ?? '') && operationRequestSource !== 'Partner';
  // A change that is still in progress shows too, once it has been accepted: what it asks for is always granted here.
  const shows = status === 'Failed' || status === 'Conflict' ? undefined : shownAfter(read.data);
  return {
    about: 'AGREEMENT',
    agreementId: subscriptionId,
    licenseArn: null,
    licenseEnded: action === 'Unsubscribe' && status === 'Succeeded',
    ...(waits ? { operationId: id } : {}),
    ...(shows ? { shows } : {}),
  };
};
