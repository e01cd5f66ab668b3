import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import type { CheckoutCall } from '../call.ts';
import { invalid } from '../errors.ts';
import {
  type AdyenChange,
  type AdyenReader,
  type Details,
  type Json,
  type Merchant,
  newReference,
  type Token,
} from '../state.ts';
import { notifyToken } from '../webhooks/notify.ts';
import { needShopper, needText, paymentRequest, readBody } from './fields.ts';
import { needMerchant } from './merchant.ts';
import { readDetails, typeNames } from './read-details.ts';

/** A shopper's token, or a refusal in the form of recurring payments. */
export const needToken = (tx: AdyenChange, merchant: Merchant, shopperReference: string, id: string): Token => {
  const tokens = tokensOf(tx, merchant.id, shopperReference);
  if (tokens.length === 0) throw invalid('800', 'Contract not found');
  const token = tokens.find((one) => one.id === id);
  if (!token) throw invalid('803', 'PaymentDetail not found');
  return token;
};

/** A shopper's usable tokens. */
const tokensOf = (reader: AdyenReader, merchantId: string, shopperReference: string): Token[] =>
  reader
    .list('tokens')
    .filter(
      (token) => token.merchantId === merchantId && token.shopperReference === shopperReference && !token.disabled,
    );

/** Stores payment details for a shopper. The same card or account keeps its token. */
export const storeDetails = (
  tx: AdyenChange,
  merchant: Merchant,
  given: {
    shopperReference: string;
    details: Details;
    model: string;
    paid?: { pspReference: string; merchantReference: string };
  },
): { token: Token; operation: 'created' | 'alreadyExisting' } => {
  const { shopperReference, details, model, paid } = given;
  const known = tokensOf(tx, merchant.id, shopperReference).find(
    (token) => token.details.fingerprint === details.fingerprint,
  );
  const models = [...new Set([...(known?.models ?? []), model])];
  const token: Token = known
    ? { ...known, details, models }
    : {
        id: newReference(tx),
        merchantId: merchant.id,
        shopperReference,
        details,
        models,
        disabled: false,
        refusal: null,
        createdAt: tx.at,
      };
  tx.put('tokens', token);
  const operation = known ? 'alreadyExisting' : 'created';
  notifyToken(tx, merchant, token, operation, paid);
  return { token, operation };
};

/** Disables a token permanently. */
export const disableToken = (tx: AdyenChange, merchant: Merchant, token: Token): Token => {
  const disabled = { ...token, disabled: true };
  tx.put('tokens', disabled);
  notifyToken(tx, merchant, disabled, 'disabled');
  return disabled;
};

/** A token as shown in lists. */
export const tokenView = ({ id, details, models, shopperReference }: Token): Json => {
  const { type, brand, lastFour, expiryMonth, expiryYear, holderName, iban } = details;
  const isCard = type === 'scheme';
  return {
    ...(isCard
      ? {
          brand,
          expiryMonth,
          expiryYear,
          ...(holderName === null ? {} : { holderName }),
          lastFour,
          networkTxReference: '',
        }
      : { ...(holderName === null ? {} : { ownerName: holderName }), lastFour }),
    ...(iban === null ? {} : { iban: `${iban.slice(0, 2)}${'*'.repeat(iban.length - 6)}${iban.slice(-4)}` }),
    id,
    name: isCard ? (brand ?? '').toUpperCase() : (typeNames[type] ?? type),
    shopperReference,
    supportedRecurringProcessingModels: models,
    type,
  };
};

export const listTokens = (call: CheckoutCall): HttpAnswer => {
  const merchant = needMerchant(call, call.query.merchantAccount);
  const shopperReference = needShopper(call.query.shopperReference);
  const storedPaymentMethods = tokensOf(call.tx, merchant.id, shopperReference).map(tokenView);
  return jsonAnswer(200, { merchantAccount: merchant.id, shopperReference, storedPaymentMethods });
};

export const createToken = (call: CheckoutCall): HttpAnswer => {
  const body = readBody(paymentRequest, call.body);
  const merchant = needMerchant(call, body.merchantAccount);
  const shopperReference = needShopper(body.shopperReference);
  const model = needText(body.recurringProcessingModel, 'recurringProcessingModel', '14_006');
  if (!body.paymentMethod) throw invalid('14_004', "Required object 'paymentMethod' is not provided.");
  const details = readDetails(body.paymentMethod);
  const { token } = storeDetails(call.tx, merchant, { shopperReference, details, model });
  return jsonAnswer(200, tokenView(token));
};

export const deleteToken = (call: CheckoutCall): HttpAnswer => {
  const merchant = needMerchant(call, call.query.merchantAccount);
  const token = needToken(call.tx, merchant, needShopper(call.query.shopperReference), call.path.id ?? '');
  disableToken(call.tx, merchant, token);
  return { status: 204, headers: {}, body: '' };
};

/** What a shopper can pay with: the account's payment types, and the shopper's stored details. */
export const listPaymentMethods = (call: CheckoutCall): HttpAnswer => {
  const body = readBody(paymentRequest, call.body);
  const merchant = needMerchant(call, body.merchantAccount);
  const { shopperReference } = body;
  const stored = shopperReference === undefined ? [] : tokensOf(call.tx, merchant.id, needShopper(shopperReference));
  const paymentMethods = Object.entries(typeNames).map(([type, name]) => ({
    ...(type === 'scheme' ? { brands: ['visa', 'mc', 'amex'] } : {}),
    name,
    type,
  }));
  return jsonAnswer(200, {
    paymentMethods,
    ...(stored.length === 0
      ? {}
      : {
          storedPaymentMethods: stored.map((token) => {
            const { shopperReference: _shopper, ...view } = tokenView(token);
            return { ...view, supportedShopperInteractions: ['Ecommerce', 'ContAuth'] };
          }),
        }),
  });
};
