import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { makePayment, settleDebit } from '../checkout/make-payment.ts';
import { readDetails } from '../checkout/read-details.ts';
import { refusals } from '../checkout/refusals.ts';
import { completeSession } from '../checkout/sessions.ts';
import { disableToken, tokenView } from '../checkout/tokens.ts';
import { refusedBy } from '../errors.ts';
import type { AdyenChange, AdyenSimulation, AdyenTables, Json, Merchant, Token } from '../state.ts';
import { notifyToken } from '../webhooks/notify.ts';

const card = { type: 'scheme', number: '4111111111111111', expiryMonth: '03', holderName: 'J. Doe' };
const accounts: Record<string, Json> = {
  sepadirectdebit: { type: 'sepadirectdebit', iban: 'NL13TEST0123456789', ownerName: 'A. Klaassen' },
  ach: { type: 'ach', bankAccountNumber: '1234567', bankLocationId: '121000358', ownerName: 'J. Doe' },
  directdebit_GB: {
    type: 'directdebit_GB',
    bankAccountNumber: '09083055',
    bankLocationId: '560036',
    holderName: 'D. Hunter',
  },
};
const methodBody = z.looseObject({ type: z.string().default('scheme') });
const names = ['SUCCEED', ...Object.keys(refusals)] as [string, ...string[]];
const behaviourBody = z.looseObject({ refusal: z.enum(names) });
const expiryBody = z.looseObject({ expiryMonth: z.string().regex(/^\d\d$/), expiryYear: z.string().regex(/^\d{4}$/) });
const settleBody = z.looseObject({ failure: z.string().min(1).nullable().default(null) });

/** Routes for actions of shoppers, banks and the seller's staff on Adyen's pages. */
export const shopperRoutes: ControlRoutes<AdyenTables> = {
  'POST /account/:id/shopper/:shopper/payment-method': ({ simulation, params, body }) =>
    act(simulation, (tx) => {
      const merchant = needAccount(tx, params.id);
      const { payment } = makePayment(tx, merchant, {
        amount: { currency: merchant.currency, value: 0 },
        reference: `page-${tx.ids.text(8)}`,
        details: readDetails(methodOf(body, tx.at)),
        token: null,
        shopperReference: params.shopper ?? '',
        model: 'UnscheduledCardOnFile',
        store: true,
        additionalData: {},
        metadata: {},
      });
      const token = payment.tokenId === null ? undefined : tx.get('tokens', payment.tokenId);
      if (!token) throw controlError(409, `the payment details were refused: ${payment.resultCode}`);
      return { value: tokenView(token), created: true };
    }),
  'POST /session/:id/complete': ({ simulation, params, body }) =>
    act(simulation, (tx) => {
      const session = tx.get('sessions', params.id ?? '');
      if (session?.status !== 'open' || session.expiresAt <= tx.at) throw controlError(409, 'the session is not open');
      const payment = completeSession(tx, needAccount(tx, session.merchantId), session, methodOf(body, tx.at));
      const { id, resultCode, tokenId } = payment;
      return { value: { pspReference: id, resultCode, storedPaymentMethodId: tokenId, sessionResult: session.result } };
    }),
  'POST /stored-payment-method/:id/remove': ({ simulation, params }) =>
    act(simulation, (tx) => {
      const { token, merchant } = needStored(tx, params.id);
      return { value: { ...tokenView(disableToken(tx, merchant, token)), disabled: true } };
    }),
  'POST /stored-payment-method/:id/behaviour': ({ simulation, params, body }) => {
    const { refusal } = readControlBody(behaviourBody, body);
    return act(simulation, (tx) => {
      const { token } = needStored(tx, params.id);
      const saved = { ...token, refusal: refusal === 'SUCCEED' ? null : refusal };
      tx.put('tokens', saved);
      return { value: { id: saved.id, refusal: saved.refusal } };
    });
  },
  'POST /stored-payment-method/:id/expire': ({ simulation, params }) =>
    act(simulation, (tx) => {
      const last = new Date(tx.at);
      last.setUTCDate(0);
      const expiryMonth = String(last.getUTCMonth() + 1).padStart(2, '0');
      return { value: putExpiry(tx, params.id, { expiryMonth, expiryYear: String(last.getUTCFullYear()) }, false) };
    }),
  'POST /stored-payment-method/:id/renew': ({ simulation, params, body }) => {
    const { expiryMonth, expiryYear } = readControlBody(expiryBody, body);
    return act(simulation, (tx) => ({ value: putExpiry(tx, params.id, { expiryMonth, expiryYear }, true) }));
  },
  'POST /payment/:id/settle': ({ simulation, params, body }) => {
    const { failure } = readControlBody(settleBody, body);
    return act(simulation, (tx) => {
      const settled = settleDebit(tx, params.id ?? '', failure);
      if (!settled) throw controlError(409, 'the payment does not wait for its bank');
      return { value: settled };
    });
  },
};

const act = <R>(simulation: AdyenSimulation, run: (tx: AdyenChange) => R): R => {
  try {
    return change(simulation, run);
  } catch (error) {
    if (refusedBy(error)) throw controlError(409, (error as Error).message);
    throw error;
  }
};

const methodOf = (body: Record<string, unknown>, now: number): Record<string, unknown> => {
  const { type } = readControlBody(methodBody, body);
  const expiryYear = String(new Date(now).getUTCFullYear() + 3);
  const preset = type === 'scheme' ? { ...card, expiryYear } : accounts[type];
  if (!preset) throw controlError(400, `there is no payment method type ${type}`);
  return { ...preset, ...body };
};

const putExpiry = (
  tx: AdyenChange,
  id: string | undefined,
  expiry: { expiryMonth: string; expiryYear: string },
  tells: boolean,
): Json => {
  const { token, merchant } = needStored(tx, id);
  if (token.details.type !== 'scheme') throw controlError(409, 'only cards expire');
  const saved: Token = { ...token, details: { ...token.details, ...expiry } };
  tx.put('tokens', saved);
  if (tells) notifyToken(tx, merchant, saved, 'updated');
  return tokenView(saved);
};

const needAccount = (tx: AdyenChange, id: string | undefined): Merchant => {
  const merchant = tx.get('merchants', id ?? '');
  if (!merchant) throw controlError(404, `there is no merchant account ${id}`);
  return merchant;
};

const needStored = (tx: AdyenChange, id: string | undefined): { token: Token; merchant: Merchant } => {
  const token = tx.get('tokens', id ?? '');
  if (!token || token.disabled) throw controlError(404, `there is no stored payment method ${id}`);
  return { token, merchant: needAccount(tx, token.merchantId) };
};
