import { z } from 'zod';
import type { MessageEnvelope, MessageHint } from '../../messages.ts';

/** A webhook call about an operation on a subscription. Only what is used is looked at: Microsoft adds fields. */
const call = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  subscriptionId: z.string().regex(/^[\w-]{1,64}$/),
  activityId: z.string().nullish(),
  action: z.string().min(1).max(64),
  status: z.string().max(64).nullish(),
  operationRequestSource: z.string().max(64).nullish(),
});

/** Changes that wait for the seller's word. */
const answered = new Set(['ChangePlan', 'ChangeQuantity', 'Reinstate']);

/** An operation is told as it begins and as it ends, under one id. */
export const readCallEnvelopes = (body: unknown): MessageEnvelope[] | null => {
  const read = call.safeParse(body);
  if (!read.success) return null;
  const { id, status, activityId, action } = read.data;
  const requestId = activityId && /^[\x21-\x7e]{1,128}$/.test(activityId) ? activityId : null;
  return [{ id: `${id}:${status ?? ''}`, requestId, type: action, body: body as Record<string, unknown> }];
};

/** Of an operation that we asked for ourselves there is nothing to answer. */
export const readCallHint = (body: unknown): MessageHint => {
  const read = call.safeParse(body);
  if (!read.success) return { about: 'NOTHING' };
  const { id, subscriptionId, action, status, operationRequestSource } = read.data;
  const waits = answered.has(action) && status === 'InProgress' && operationRequestSource !== 'Partner';
  return {
    about: 'AGREEMENT',
    agreementId: subscriptionId,
    licenseArn: null,
    licenseEnded: action === 'Unsubscribe' && status === 'Succeeded',
    ...(waits ? { operationId: id } : {}),
  };
};
