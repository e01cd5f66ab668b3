import { scheduleDue } from '../../kit/due.ts';
import { bookPayment } from '../settlement/movement.ts';
import {
  type AdyenChange,
  type Amount,
  type Details,
  type Json,
  type Merchant,
  newReference,
  type Payment,
  readSettings,
  type Token,
} from '../state.ts';
import { notify, tokenData } from '../webhooks/notify.ts';
import { isExpired } from './read-details.ts';
import { type Refusal, refusalAsked, refusals } from './refusals.ts';
import { storeDetails } from './tokens.ts';

/** A payment requested by a call, or by a shopper on a page. */
export type Asked = {
  amount: Amount;
  reference: string;
  details: Details;
  token: Token | null;
  shopperReference: string | null;
  model: string | null;
  store: boolean;
  additionalData: Record<string, unknown>;
  metadata: Json;
};

/** Makes a payment. Returns the response of `/payments`, and sends a webhook about it. */
export const makePayment = (tx: AdyenChange, merchant: Merchant, asked: Asked): { payment: Payment; answer: Json } => {
  const { amount, details, shopperReference, model } = asked;
  const id = newReference(tx);
  const refusal = refusalOf(tx, asked);
  const isDebit = details.type !== 'scheme';
  const waits = !refusal && isDebit && details.type !== 'ach';
  const resultCode = refusal ? refusal.resultCode : waits ? 'Received' : 'Authorised';
  const isStored = asked.store && shopperReference !== null && !refusal;
  const stored = isStored
    ? storeDetails(tx, merchant, {
        ...{ shopperReference, details, model: model ?? 'CardOnFile' },
        paid: { pspReference: id, merchantReference: asked.reference },
      })
    : null;
  const token = stored?.token ?? asked.token;
  const payment: Payment = {
    id,
    merchantId: merchant.id,
    reference: asked.reference,
    shopperReference,
    tokenId: token?.id ?? null,
    amount,
    captured: 0,
    refunded: 0,
    status: refusal ? 'refused' : waits ? 'pending' : 'authorised',
    resultCode,
    details,
    model,
    metadata: asked.metadata,
    createdAt: tx.at,
  };
  const saved = refusal || waits ? payment : captureAtOnce(tx, merchant, payment);
  tx.put('payments', saved);
  const tokenized: Record<string, string> = token ? tokenData(token) : {};
  const extra: Record<string, string> = {
    ...tokenized,
    ...(stored ? { 'tokenization.store.operationType': stored.operation } : {}),
    ...(model === null ? {} : { recurringProcessingModel: model }),
    ...(details.type === 'scheme'
      ? {
          cardSummary: details.lastFour,
          expiryDate: `${Number(details.expiryMonth)}/${details.expiryYear}`,
          ...(refusal ? {} : { authCode: tx.ids.digits(6) }),
        }
      : {}),
  };
  if (waits) {
    const at = tx.at + readSettings(tx).debitDelayMs;
    scheduleDue(tx, { kind: 'debit-settle', at, refId: id });
  } else {
    notifyAuthorisation(tx, merchant, saved, refusal?.reason ?? null, extra);
  }
  const brand = details.brand ?? details.type;
  const answer: Json = {
    additionalData: extra,
    pspReference: id,
    ...(refusal ? { refusalReason: refusal.reason, refusalReasonCode: refusal.code } : {}),
    resultCode,
    amount,
    merchantReference: asked.reference,
    paymentMethod: { brand, type: details.type },
  };
  return { payment: saved, answer };
};

/** Queues the AUTHORISATION of a payment; with a reason it failed. */
const notifyAuthorisation = (
  tx: AdyenChange,
  merchant: Merchant,
  payment: Payment,
  failure: string | null,
  additionalData: Record<string, string>,
): void => {
  const { details } = payment;
  const shown = `${additionalData.authCode ?? ''}:${details.lastFour}:${details.expiryMonth ?? ''}/${details.expiryYear ?? ''}`;
  notify(tx, merchant, {
    eventCode: 'AUTHORISATION',
    success: failure === null,
    pspReference: payment.id,
    merchantReference: payment.reference,
    amount: payment.amount,
    paymentMethod: details.brand ?? details.type,
    reason: failure ?? (details.type === 'scheme' ? shown : ''),
    ...(failure === null ? { operations: ['CANCEL', 'CAPTURE', 'REFUND'] } : {}),
    additionalData,
  });
};

/**
 * The bank's response to a direct debit, with the reason of a failure. Does nothing if the bank has already responded.
 */
export const settleDebit = (tx: AdyenChange, id: string, failure: string | null): Payment | null => {
  const payment = tx.get('payments', id);
  const merchant = payment && tx.get('merchants', payment.merchantId);
  if (payment?.status !== 'pending' || !merchant) return null;
  const settled: Payment =
    failure === null
      ? captureAtOnce(tx, merchant, { ...payment, status: 'authorised' })
      : { ...payment, status: 'refused' };
  tx.put('payments', settled);
  const token = payment.tokenId === null ? undefined : tx.get('tokens', payment.tokenId);
  notifyAuthorisation(tx, merchant, settled, failure, token ? tokenData(token) : {});
  return settled;
};

const captureAtOnce = (tx: AdyenChange, merchant: Merchant, payment: Payment): Payment => {
  if (merchant.captureDelay !== 'immediate' || payment.amount.value === 0) return payment;
  bookPayment(tx, payment, {
    type: 'Settled',
    amount: payment.amount,
    modificationReference: newReference(tx),
    modificationMerchantReference: '',
  });
  return { ...payment, captured: payment.amount.value };
};

const refusalOf = (tx: AdyenChange, { details, token, additionalData }: Asked): Refusal | undefined => {
  const asked = refusalAsked(details.holderName, additionalData);
  if (asked) return asked;
  if (token?.refusal) return refusals[token.refusal] ?? refusals.DECLINED;
  return isExpired(details, tx.at) ? refusals.CARD_EXPIRED : undefined;
};
