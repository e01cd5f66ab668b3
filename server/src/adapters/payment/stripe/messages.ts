import { isChargeReference } from '../charge.ts';
import type { MessageReceiver, RefundRef } from '../port.ts';
import { EventAnswer } from './answers.ts';
import { loadStripe } from './client.ts';

const toleranceSeconds = 300;

/** Types of events after which a customer or its payment methods are read again. */
export const customerEventTypes = [
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'payment_method.attached',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'payment_method.updated',
  'setup_intent.canceled',
  'setup_intent.requires_action',
  'setup_intent.setup_failed',
  'setup_intent.succeeded',
] as const;

/** Types of events after which a payment is read again. */
const chargeEventTypes = ['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled'];

/** Types of events after which a refund is read again. Older accounts get the last one only. */
export const refundEventTypes = ['refund.failed', 'refund.updated', 'charge.refund.updated'] as const;

/** Types of events after which the disputes of a payment are read again. */
export const disputeEventTypes = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
] as const;

/** The library refuses what is too old, and takes any time to come: such a message could be sent again until then. */
const isFromFuture = (signature: string, now: Date): boolean => {
  const latest = now.getTime() / 1000 + toleranceSeconds;
  return [...signature.matchAll(/\bt=(\d+)/g)].some(([, time]) => Number(time) > latest);
};

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The customer that an event is about; a detached method names its previous one. */
export const customerOf = ({ type, data }: EventAnswer): string | null => {
  if (!customerEventTypes.some((known) => known === type)) return null;
  if (type.startsWith('customer.')) return textOf(data.object.id);
  return textOf(data.object.customer) ?? textOf(data.previous_attributes?.customer);
};

/** Our reference of the payment or the refund that an event is about (`ChargeSend.reference`). */
const referenceOf = ({ data }: EventAnswer): string | null => {
  const reference = data.object.metadata?.reference;
  return isChargeReference(reference) ? reference : null;
};

/** The refund that an event is about. One made in the dashboard has no reference of ours. */
export const refundOf = (event: EventAnswer): RefundRef | null => {
  const { type, data } = event;
  const refundId = textOf(data.object.id);
  const chargeId = textOf(data.object.payment_intent);
  if (!refundEventTypes.some((known) => known === type) || refundId === null || chargeId === null) return null;
  return { refundId, chargeId, reference: referenceOf(event) };
};

/** The payment that an event about a dispute is about. */
export const disputedOf = ({ type, data }: EventAnswer): string | null =>
  disputeEventTypes.some((known) => known === type) ? textOf(data.object.payment_intent) : null;

/** What is stored of an event: which customer or payment to read, and nothing about people, cards or set-up secrets. */
const keptOf = (event: EventAnswer): Record<string, unknown> => {
  const { id, object, type, created, livemode, request, data } = event;
  const reference = referenceOf(event);
  const chargeId = refundOf(event)?.chargeId ?? disputedOf(event);
  return {
    id,
    object,
    type,
    created,
    livemode,
    request: { id: request?.id ?? null },
    data: {
      object: {
        id: data.object.id,
        object: data.object.object,
        customer: data.object.customer,
        ...(reference === null ? {} : { metadata: { reference } }),
        ...(chargeId === null ? {} : { payment_intent: chargeId }),
      },
      previous_attributes: { customer: data.previous_attributes?.customer },
    },
  };
};

/** Messages signed with the secret of their endpoint (`whsec_…`), at most five minutes before or after now. */
export const stripeMessages: MessageReceiver = {
  isAuthentic: async ({ headers, raw, now }, { credentials }) => {
    const signature = headers['stripe-signature'];
    const secret = credentials.webhookSecret;
    if (!secret || typeof signature !== 'string' || isFromFuture(signature, now)) return false;
    const { signature: rules } = (await loadStripe()).webhooks;
    try {
      return rules?.verifyHeader(raw, signature, secret, toleranceSeconds, undefined, now.getTime()) ?? false;
    } catch {
      return false;
    }
  },
  readEnvelopes: (body) => {
    const event = EventAnswer.safeParse(body).data;
    if (!event) return null;
    return [{ id: event.id, requestId: event.request?.id ?? null, type: event.type, body: keptOf(event) }];
  },
  readHint: (body) => {
    const event = EventAnswer.safeParse(body).data;
    if (!event) return { about: 'NOTHING' };
    const reference = referenceOf(event);
    if (reference !== null && chargeEventTypes.includes(event.type)) return { about: 'CHARGE', reference, read: null };
    const refund = refundOf(event);
    if (refund) return { about: 'REFUND', ...refund, read: null };
    const chargeId = disputedOf(event);
    if (chargeId !== null) return { about: 'DISPUTE', chargeId, read: null };
    const externalId = customerOf(event);
    return externalId === null ? { about: 'NOTHING' } : { about: 'BUYER', externalId };
  },
};
