import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import type { CheckoutCall } from '../call.ts';
import { checkoutError, invalid } from '../errors.ts';
import type { AdyenChange, Json, Merchant, Payment, Session } from '../state.ts';
import { needAmount, needShopper, needText, paymentRequest, readBody } from './fields.ts';
import { makePayment } from './make-payment.ts';
import { needMerchant } from './merchant.ts';
import { readDetails } from './read-details.ts';

/** Opens a session in which the shopper enters payment details on a page; by default it lasts an hour. */
export const createSession = (call: CheckoutCall): HttpAnswer => {
  const body = readBody(paymentRequest, call.body);
  const merchant = needMerchant(call, body.merchantAccount);
  const amount = needAmount(body.amount);
  const reference = needText(body.reference, 'reference', '130');
  const returnUrl = needText(body.returnUrl, 'returnUrl', '14_030');
  const stores = body.storePaymentMethod === true || (body.storePaymentMethodMode ?? 'disabled') !== 'disabled';
  if (stores) needShopper(body.shopperReference);
  const given = body.expiresAt === undefined ? call.tx.at + 3_600_000 : Date.parse(body.expiresAt);
  if (Number.isNaN(given) || given <= call.tx.at || given > call.tx.at + 86_400_000) {
    throw invalid('14_410', "Field 'expiresAt' is not valid.");
  }
  const id = `CS${call.tx.ids.text(18).toUpperCase()}`;
  const session: Session = {
    id,
    merchantId: merchant.id,
    data: `Ab02b4c0!${call.tx.ids.text(40)}`,
    request: call.body,
    status: 'open',
    result: call.tx.ids.text(40),
    paymentId: null,
    expiresAt: given,
  };
  call.tx.put('sessions', session);
  const mode = body.mode ?? 'embedded';
  const optional: Json = {
    ...(body.shopperReference === undefined ? {} : { shopperReference: body.shopperReference }),
    ...(body.recurringProcessingModel === undefined ? {} : { recurringProcessingModel: body.recurringProcessingModel }),
    ...(body.storePaymentMethodMode === undefined ? {} : { storePaymentMethodMode: body.storePaymentMethodMode }),
    ...(body.storePaymentMethod === undefined ? {} : { storePaymentMethod: body.storePaymentMethod }),
    ...(mode === 'hosted' ? { url: `https://eu.adyen.link/simulated/${id}` } : {}),
  };
  return jsonAnswer(201, {
    amount,
    expiresAt: new Date(given).toISOString(),
    id,
    merchantAccount: merchant.id,
    mode,
    reference,
    returnUrl,
    sessionData: session.data,
    ...optional,
  });
};

/** The outcome of a session, queried with the result that the shopper returned with. */
export const getSession = (call: CheckoutCall): HttpAnswer => {
  const session = call.tx.get('sessions', call.path.id ?? '');
  const merchant = session && call.tx.get('merchants', session.merchantId);
  if (!session || merchant?.companyName !== call.credential.companyName) {
    throw checkoutError(404, '14_404', 'Session not found.');
  }
  if (call.query.sessionResult !== session.result) throw invalid('14_405', 'Invalid sessionResult.');
  const isOver = session.status === 'open' && session.expiresAt <= call.tx.at;
  return jsonAnswer(200, { id: session.id, status: isOver ? 'expired' : statuses[session.status] });
};

const statuses = { open: 'active', completed: 'completed', refused: 'refused', expired: 'expired' } as const;

/** The shopper completes the page of a session. */
export const completeSession = (
  tx: AdyenChange,
  merchant: Merchant,
  session: Session,
  method: Record<string, unknown>,
): Payment => {
  const body = readBody(paymentRequest, session.request);
  const consents = body.storePaymentMethodMode === 'enabled' || body.storePaymentMethodMode === 'askForConsent';
  const { payment } = makePayment(tx, merchant, {
    amount: needAmount(body.amount),
    reference: body.reference ?? '',
    details: readDetails(method),
    token: null,
    shopperReference: body.shopperReference ?? null,
    model: body.recurringProcessingModel ?? null,
    store: body.storePaymentMethod === true || consents,
    additionalData: body.additionalData ?? {},
    metadata: body.metadata ?? {},
  });
  const status = payment.status === 'refused' ? 'refused' : 'completed';
  tx.put('sessions', { ...session, status, paymentId: payment.id });
  return payment;
};
