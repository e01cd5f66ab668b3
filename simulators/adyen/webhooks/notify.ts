import { createHmac } from 'node:crypto';
import { putMessage } from '../../kit/deliveries.ts';
import { type AdyenChange, type Amount, type Json, type Merchant, newReference, type Token } from '../state.ts';

/** An item of the standard webhook. */
export type Item = {
  eventCode: string;
  success: boolean;
  pspReference: string;
  /** The payment that a modification refers to. */
  originalReference?: string;
  /** The payment that created a token. */
  originalPsp?: string;
  merchantReference: string;
  amount: Amount;
  paymentMethod?: string;
  reason: string;
  operations?: string[];
  additionalData?: Record<string, string>;
};

/** The signature of an item: HMAC-SHA256, base64, over eight fields joined by colons; the key is hexadecimal. */
const signItem = (hmacKey: string, item: Json & { amount: Amount }): string => {
  const fields = [
    item.pspReference,
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference ?? '',
    item.amount.value,
    item.amount.currency,
    item.eventCode,
    item.success,
  ];
  return createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(fields.join(':'), 'utf8').digest('base64');
};

/** Queues a standard webhook with one item. */
export const notify = (tx: AdyenChange, merchant: Merchant, item: Item): void => {
  const { success, operations, originalReference, originalPsp, paymentMethod, additionalData, ...rest } = item;
  const plain: Json & { amount: Amount } = {
    ...rest,
    ...(originalReference === undefined ? {} : { originalReference }),
    ...(originalPsp === undefined ? {} : { originalPsp }),
    ...(paymentMethod === undefined ? {} : { paymentMethod }),
    ...(operations === undefined ? {} : { operations }),
    eventDate: isoOf(tx.at),
    merchantAccountCode: merchant.id,
    success: String(success),
  };
  const signed = { ...additionalData, hmacSignature: signItem(merchant.hmacKey, plain) };
  const body = {
    live: 'false',
    notificationItems: [{ NotificationRequestItem: { additionalData: signed, ...plain } }],
  };
  const id = `std-${item.eventCode}-${item.pspReference}-${tx.ids.hex(6)}`;
  putMessage(tx, { id, type: item.eventCode, accountId: merchant.id, body });
};

/** Queues the webhook for a token's life cycle, and the older item for accounts that still use it. */
export const notifyToken = (
  tx: AdyenChange,
  merchant: Merchant,
  token: Token,
  step: 'created' | 'alreadyExisting' | 'updated' | 'disabled',
  paid?: { pspReference: string; merchantReference: string },
): void => {
  const eventId = paid?.pspReference ?? newReference(tx);
  const type = `recurring.token.${step}`;
  const data: Json = {
    merchantAccount: merchant.id,
    shopperReference: token.shopperReference,
    storedPaymentMethodId: token.id,
    type: token.details.brand ?? token.details.type,
    ...(step === 'disabled' ? {} : { operation: step }),
  };
  const body = { createdAt: isoOf(tx.at), data, environment: 'test', eventId, type, version: '1' };
  putMessage(tx, { id: `tok-${step}-${token.id}-${tx.ids.hex(6)}`, type, accountId: merchant.id, body });
  if (step !== 'created' || !merchant.recurringContract) return;
  notify(tx, merchant, {
    eventCode: 'RECURRING_CONTRACT',
    success: true,
    pspReference: token.id,
    originalReference: eventId,
    originalPsp: eventId,
    merchantReference: paid?.merchantReference ?? '',
    amount: { currency: merchant.currency, value: 0 },
    paymentMethod: token.details.brand ?? token.details.type,
    reason: '',
    additionalData: {
      'recurring.recurringDetailReference': token.id,
      'recurring.shopperReference': token.shopperReference,
    },
  });
};

/** A payment's data about the token that it created or used. */
export const tokenData = (token: Token): Record<string, string> => ({
  'recurring.recurringDetailReference': token.id,
  'recurring.shopperReference': token.shopperReference,
  'tokenization.shopperReference': token.shopperReference,
  'tokenization.storedPaymentMethodId': token.id,
});

const isoOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}+00:00`;
