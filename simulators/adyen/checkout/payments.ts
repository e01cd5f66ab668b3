import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import type { CheckoutCall } from '../call.ts';
import { checkoutError, invalid } from '../errors.ts';
import { needAmount, needShopper, needText, paymentRequest, readBody } from './fields.ts';
import { makePayment } from './make-payment.ts';
import { needMerchant } from './merchant.ts';
import { readDetails } from './read-details.ts';
import { needToken } from './tokens.ts';

/** Makes a payment with new or stored details. An amount of zero with `storePaymentMethod` only stores the details. */
export const postPayment = (call: CheckoutCall): HttpAnswer => {
  const body = readBody(paymentRequest, call.body);
  const merchant = needMerchant(call, body.merchantAccount);
  const amount = needAmount(body.amount);
  const reference = needText(body.reference, 'reference', '130');
  const { paymentMethod, storePaymentMethod: store = false, recurringProcessingModel: model = null } = body;
  if (!paymentMethod) throw invalid('14_004', "Required object 'paymentMethod' is not provided.");
  const named = paymentMethod.storedPaymentMethodId ?? paymentMethod.recurringDetailReference;
  const isStored = typeof named === 'string';
  const isRecurring = isStored || store || body.shopperInteraction === 'ContAuth';
  const shopperReference = isRecurring ? needShopper(body.shopperReference) : (body.shopperReference ?? null);
  if (body.shopperInteraction === 'ContAuth' && !isStored) {
    throw invalid('14_018', "Required field 'paymentMethod.storedPaymentMethodId' is not provided.");
  }
  if (isStored && body.shopperInteraction === 'ContAuth' && model === null) {
    throw invalid('14_006', "Required field 'recurringProcessingModel' is not provided.");
  }
  if (!URL.canParse(needText(body.returnUrl, 'returnUrl', '14_030'))) {
    throw checkoutError(422, '14_002', "Field 'returnUrl' is not valid.");
  }
  const token = isStored ? needToken(call.tx, merchant, shopperReference ?? '', named) : null;
  const { answer } = makePayment(call.tx, merchant, {
    amount,
    reference,
    details: token ? token.details : readDetails(paymentMethod),
    token,
    shopperReference,
    model,
    store,
    additionalData: body.additionalData ?? {},
    metadata: body.metadata ?? {},
  });
  return jsonAnswer(200, answer);
};
