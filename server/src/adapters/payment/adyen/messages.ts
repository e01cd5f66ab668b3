import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { isChargeReference } from '../charge.ts';
import { fromMinorUnits } from '../minor-units.ts';
import type { ChargeRead, DisputeRead, MessageEnvelope, MessageReceiver, RefundRead } from '../port.ts';

const text = z.string().nullish();

/** An item of the standard webhook; it carries its signature. */
const Item = z.looseObject({
  eventCode: z.string(),
  pspReference: z.string(),
  originalReference: text,
  merchantAccountCode: z.string(),
  merchantReference: text,
  amount: z.looseObject({ value: z.number(), currency: z.string() }),
  success: z.string(),
  additionalData: z.record(z.string(), z.unknown()).nullish(),
});
type Item = z.output<typeof Item>;

const Standard = z.looseObject({
  notificationItems: z.array(z.looseObject({ NotificationRequestItem: Item })).min(1),
});

/** An event in the life of a stored payment method; signed as a whole, in a header. */
const TokenMessage = z.looseObject({
  type: z.string().startsWith('recurring.token.'),
  eventId: z.string(),
  data: z.looseObject({ shopperReference: z.string(), storedPaymentMethodId: z.string(), merchantAccount: z.string() }),
});

/**
 * What each event does to the money of a payment. Null: it says where a dispute stands and moves nothing. Money that a stage
 * decides about moves with CHARGEBACK_REVERSED or SECOND_CHARGEBACK: the settlement report knows no other entries of disputes.
 * Sources: docs.adyen.com, Dispute webhooks, Dispute flow, Settlement details report; Webhooks-v1 of Adyen's OpenAPI documents.
 */
const effects: Readonly<Record<string, DisputeRead['state'] | null>> = {
  // Not a dispute: the scheme has rejected the capture. `pspReference` is that of the capture.
  CAPTURE_FAILED: 'RETURNED',
  CHARGEBACK: 'RETURNED',
  CHARGEBACK_REVERSED: 'REINSTATED',
  SECOND_CHARGEBACK: 'RETURNED',
  NOTIFICATION_OF_FRAUD: null,
  REQUEST_FOR_INFORMATION: null,
  NOTIFICATION_OF_CHARGEBACK: null,
  INFORMATION_SUPPLIED: null,
  ISSUER_COMMENTS: null,
  DISPUTE_DEFENSE_PERIOD_ENDED: null,
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: null,
  PREARBITRATION_OPEN: null,
  PREARBITRATION_ACCEPTED: null,
  PREARBITRATION_DECLINED: null,
  PREARBITRATION_ISSUER_WITHDRAWN: null,
  PREARBITRATION_WON: null,
  PREARBITRATION_LOST: null,
  SCHEME_ARBITRATION: null,
  SCHEME_ARBITRATION_WON: null,
  SCHEME_ARBITRATION_LOST: null,
};

/**
 * The order of the events of one dispute, each of which happens once (docs.adyen.com, Dispute flow). `eventDate` is not signed, so a
 * message that is sent again with another date must not decide what happened last.
 */
const stages: Readonly<Record<string, number>> = {
  CAPTURE_FAILED: 1,
  CHARGEBACK: 1,
  CHARGEBACK_REVERSED: 2,
  SECOND_CHARGEBACK: 3,
};

const effectOf = ({ eventCode, success }: Pick<Item, 'eventCode' | 'success'>): DisputeRead['state'] | null =>
  success === 'true' && Object.hasOwn(effects, eventCode) ? (effects[eventCode] ?? null) : null;

const refundCodes: ReadonlySet<string> = new Set(['REFUND', 'REFUND_FAILED', 'REFUNDED_REVERSED']);

const shopperKeys = ['tokenization.shopperReference', 'recurring.shopperReference'] as const;

/** Of a payment that was made, the reason names the card; of what failed later, it says why. */
const saysWhy = (item: Item): boolean =>
  typeof item.reason === 'string' &&
  (item.success !== 'true' || item.eventCode === 'REFUND_FAILED' || effectOf(item) === 'RETURNED');

/** What is stored of a message: whose payment methods to read, and nothing about people or cards. */
const keptItem = (item: Item): Record<string, unknown> => ({
  eventCode: item.eventCode,
  eventDate: item.eventDate,
  pspReference: item.pspReference,
  ...(saysWhy(item) ? { reason: item.reason } : {}),
  originalReference: item.originalReference,
  merchantAccountCode: item.merchantAccountCode,
  merchantReference: item.merchantReference,
  amount: { value: item.amount.value, currency: item.amount.currency },
  success: item.success,
  additionalData: Object.fromEntries(
    shopperKeys.flatMap((name) =>
      item.additionalData?.[name] === undefined ? [] : [[name, item.additionalData[name]]],
    ),
  ),
});

const keptToken = ({ type, eventId, data }: z.output<typeof TokenMessage>): Record<string, unknown> => ({
  type,
  eventId,
  data: {
    shopperReference: data.shopperReference,
    storedPaymentMethodId: data.storedPaymentMethodId,
    merchantAccount: data.merchantAccount,
  },
});

const isKey = (key: string | undefined): key is string => key !== undefined && /^[0-9a-f]{64}$/i.test(key);

const matches = (hmacKey: string, signed: string | Buffer | null, signature: unknown): boolean => {
  if (signed === null || typeof signature !== 'string') return false;
  const expected = createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(signed).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/**
 * The members that the signature of an item covers, and no other: `eventDate`, `reason` and `additionalData` are whatever a sender of a
 * message seen before has made of them. Null: another item has the same text. Only our reference may have a colon, which is then what
 * is between the first three members and the last four.
 */
const signedText = (item: Item): string | null => {
  const { value, currency } = item.amount;
  const before = [item.pspReference, item.originalReference ?? '', item.merchantAccountCode];
  const after = [String(value), currency, item.eventCode, item.success];
  if ([...before, ...after].some((member) => member.includes(':'))) return null;
  return [...before, item.merchantReference ?? '', ...after].join(':');
};

const itemsOf = (body: unknown): Item[] | undefined =>
  Standard.safeParse(body).data?.notificationItems.map(({ NotificationRequestItem: item }) => item);

/**
 * What an AUTHORISATION says of a payment, by its reference. Checkout has no call that reads a payment: the signed
 * message is where Adyen says it (docs.adyen.com, Webhook types). CAPTURE and the like follow it.
 */
const chargeOf = ({ eventCode, merchantReference, pspReference, success, reason, amount }: Item) => {
  if (eventCode !== 'AUTHORISATION' || !isChargeReference(merchantReference)) return null;
  const message = typeof reason === 'string' && reason !== '' ? reason : 'The payment was refused.';
  const read: ChargeRead =
    success === 'true'
      ? {
          state: 'SUCCEEDED',
          chargeId: pspReference,
          amount: fromMinorUnits('ADYEN', String(amount.value), amount.currency),
        }
      : { state: 'FAILED', chargeId: pspReference, code: 'Refused', message };
  return { about: 'CHARGE' as const, reference: merchantReference, read };
};

/**
 * What a message says of a refund. REFUND is the outcome of the request; REFUND_FAILED and REFUNDED_REVERSED follow days
 * later, when the card scheme or the bank returned the money. `pspReference` is that of the request in all three, and
 * `originalReference` that of the payment (Webhooks-v1, examples).
 */
const refundOf = ({ eventCode, pspReference, originalReference, merchantReference, success, reason }: Item) => {
  if (!refundCodes.has(eventCode) || !originalReference) return null;
  const isMade = eventCode === 'REFUND' && success === 'true';
  // A return that did not happen leaves the refund as it was.
  if (eventCode !== 'REFUND' && success !== 'true') return null;
  const message = typeof reason === 'string' && reason !== '' ? reason : 'The refund was returned.';
  const read: RefundRead = isMade
    ? { state: 'SUCCEEDED', refundId: pspReference }
    : { state: 'FAILED', code: eventCode, message };
  const reference = isChargeReference(merchantReference) ? merchantReference : null;
  return { about: 'REFUND' as const, refundId: pspReference, chargeId: originalReference, reference, read };
};

/**
 * What a message says of money that was taken back: by the shopper's bank (CHARGEBACK, and SECOND_CHARGEBACK after it was
 * defended), which includes debits without funds, or because a capture failed. All events of a dispute have its `pspReference`
 * (docs.adyen.com, Dispute webhooks). Where the account does not include `originalReference` in events that follow a chargeback
 * (Additional settings → Risk), it may be that of the payment instead.
 */
const disputeOf = (item: Item) => {
  const { eventCode, pspReference, merchantReference: reference, amount: said, eventDate, reason } = item;
  const state = effectOf(item);
  if (!isChargeReference(reference) || state === null || said.value < 1) return null;
  const date = typeof eventDate === 'string' ? new Date(eventDate) : null;
  const time = date === null || Number.isNaN(date.getTime()) ? null : date.toISOString();
  const amount = fromMinorUnits('ADYEN', String(said.value), said.currency);
  const told = { disputeId: pspReference, amount, currency: said.currency, time, stage: stages[eventCode] ?? 1 };
  const message = typeof reason === 'string' && reason !== '' ? reason : 'The money was taken back.';
  const read: DisputeRead = state === 'REINSTATED' ? { ...told, state } : { ...told, state, code: eventCode, message };
  return { about: 'DISPUTE' as const, reference, read };
};

/** Only the additional data names the shopper: `merchantReference` names the payment, of a token too. */
const shopperOf = ({ additionalData: data }: Item): string | null => {
  const named = shopperKeys.map((name) => data?.[name]).find((value) => value !== undefined && value !== null);
  return typeof named === 'string' && named !== '' ? named : null;
};

const reportCode = 'REPORT_AVAILABLE';

/**
 * Adyen's messages have no id: the same event of the same payment counts as the same message. Some are distinguished by their dates: a
 * report keeps its name when it is generated again, and events that do not name their dispute have the reference of the payment, which may
 * have several disputes.
 */
const idOf = (item: Item): string => {
  const { eventCode, pspReference, originalReference, success, eventDate } = item;
  const id = `${eventCode} ${pspReference} ${success}`;
  const isOneOfSeveral = eventCode === reportCode || (effectOf(item) !== null && !originalReference);
  return isOneOfSeveral && typeof eventDate === 'string' ? `${id} ${eventDate}` : id;
};

/** Messages signed with the webhook's HMAC key (hexadecimal); every item of a batch must be valid. */
export const adyenMessages: MessageReceiver = {
  isAuthentic: async ({ headers, raw, body }, { credentials: { hmacKey, merchantAccount }, accountId }) => {
    if (!isKey(hmacKey)) return false;
    const merchant = merchantAccount || accountId;
    const items = itemsOf(body);
    if (items)
      return items.every(
        (item) =>
          item.merchantAccountCode === merchant &&
          matches(hmacKey, signedText(item), item.additionalData?.hmacSignature),
      );
    // The webhook of a company covers all its merchant accounts, with one key.
    const isOurs = TokenMessage.safeParse(body).data?.data.merchantAccount === merchant;
    return isOurs && matches(hmacKey, raw, headers.hmacsignature);
  },
  readEnvelopes: (body) => {
    const token = TokenMessage.safeParse(body).data;
    if (token) {
      const { type, eventId, data } = token;
      return [
        { id: `${type} ${eventId} ${data.storedPaymentMethodId}`, requestId: null, type, body: keptToken(token) },
      ];
    }
    const items = itemsOf(body)?.map(
      (item): MessageEnvelope => ({ id: idOf(item), requestId: null, type: item.eventCode, body: keptItem(item) }),
    );
    return items ?? null;
  },
  readHint: (body) => {
    const token = TokenMessage.safeParse(body).data;
    const item = Item.safeParse(body).data;
    if (item?.eventCode === reportCode && item.success === 'true') return { about: 'REVENUE' };
    const externalId = token?.data.shopperReference ?? (item ? shopperOf(item) : null);
    const charge = item ? chargeOf(item) : null;
    if (charge) return charge;
    const about = item ? (refundOf(item) ?? disputeOf(item)) : null;
    if (about) return about;
    return externalId === null ? { about: 'NOTHING' } : { about: 'BUYER', externalId };
  },
  acknowledgement: { type: 'text/plain; charset=utf-8', body: '[accepted]' },
};
