import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { TestContext } from 'node:test';
import { openSimulator, takeMessages } from '../kit/bench.test-support.ts';
import { startAdyenSimulator } from './server.ts';

export type SeededMerchant = {
  id: string;
  apiKey: string;
  hmacKey: string;
  companyName: string;
  username: string;
  reportUser: { username: string; password: string };
};
export type Bench = Awaited<ReturnType<typeof openBench>>;

type Texts<Name extends string> = Record<Name, string>;

/** The members that tests inspect in responses of the API and of the control API. */
export type Body = Texts<
  | 'companyName'
  | 'error'
  | 'errorCode'
  | 'errorType'
  | 'hmacKey'
  | 'id'
  | 'message'
  | 'pspReference'
  | 'refusalReason'
  | 'refusalReasonCode'
  | 'resultCode'
  | 'sessionResult'
  | 'status'
  | 'title'
  | 'url'
> & {
  active: boolean;
  additionalData: Texts<'tokenization.storedPaymentMethodId' | 'tokenization.store.operationType'>;
  associatedMerchantAccounts: string[];
  data: unknown[];
  itemsTotal: number;
  pagesTotal: number;
  paymentMethod: Texts<'brand' | 'type'>;
  storedPaymentMethods: Texts<'id' | 'brand' | 'lastFour' | 'expiryYear' | 'type' | 'iban'>[];
};
export type Answer = { status: number; headers: Headers; body: Body };

/** An item of a standard webhook. */
export type Item = Texts<
  | 'eventCode'
  | 'success'
  | 'pspReference'
  | 'originalReference'
  | 'merchantAccountCode'
  | 'merchantReference'
  | 'reason'
> & { amount: { value: number; currency: string }; additionalData: Texts<'hmacSignature'> };

/** The body of a webhook of either kind. */
export type Message = {
  notificationItems?: { NotificationRequestItem: Item }[];
  type?: string;
  data?: Texts<'storedPaymentMethodId' | 'shopperReference'>;
};

/** Opens a simulator with one merchant account; with `dataDir`, the state of an earlier one. */
export const openBench = async (
  t: TestContext,
  options: { dataDir?: string; account?: object; startsAt?: string } = {},
) => {
  const simulator = await openSimulator(t, startAdyenSimulator, options);

  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${simulator.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: Answer = { status: response.status, headers: response.headers, body: JSON.parse(text || '{}') };
    return answer;
  };
  const control = async (method: string, path: string, body?: object) => {
    const answer = await send(
      method,
      `/control/adyen${path}`,
      method === 'POST' || method === 'PUT' ? (body ?? {}) : undefined,
      { authorization: `Bearer ${simulator.token}` },
    );
    if (answer.status >= 400) throw Object.assign(new Error(answer.body.error), { status: answer.status });
    return answer.body;
  };
  const account = (await control('POST', '/account', {
    id: 'AcmeECOM',
    companyName: 'Acme',
    ...options.account,
  })) as unknown as SeededMerchant;
  const auth = { 'x-api-key': account.apiKey };
  const checkout = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    send(method, `/adyen/checkout/v72${path}`, body && { merchantAccount: account.id, ...body }, {
      ...auth,
      ...headers,
    });
  return {
    ...simulator,
    send,
    control,
    account,
    auth,
    checkout,
  };
};

export const card = { type: 'scheme', number: '4111111111111111', expiryMonth: '03', expiryYear: '2040', cvc: '737' };

/** A request that stores a card without a payment. */
export const storing = (shopperReference: string, paymentMethod: object = card) => ({
  amount: { currency: 'EUR', value: 0 },
  reference: `store-${shopperReference}`,
  returnUrl: 'https://seller.example/back',
  shopperReference,
  paymentMethod,
  storePaymentMethod: true,
  recurringProcessingModel: 'UnscheduledCardOnFile',
  shopperInteraction: 'Ecommerce',
});

/** A request that charges stored details while the shopper is away. */
export const charging = (shopperReference: string, storedPaymentMethodId: string, value = 1000) => ({
  amount: { currency: 'EUR', value },
  reference: 'invoice-1',
  returnUrl: 'https://seller.example/back',
  shopperReference,
  paymentMethod: { type: 'scheme', storedPaymentMethodId },
  recurringProcessingModel: 'UnscheduledCardOnFile',
  shopperInteraction: 'ContAuth',
});

/** A server that receives webhooks and responds as `answer` returns. */
export const openInbox = async (t: TestContext, answer: (count: number) => { status: number; body: string }) => {
  const messages: { text: string; body: Message; headers: Record<string, unknown> }[] = [];
  const url = await takeMessages(t, ({ text, headers }) => {
    messages.push({ text, body: JSON.parse(text), headers });
    return answer(messages.length);
  });
  const until = async (fits: (all: typeof messages) => boolean): Promise<typeof messages> => {
    const end = Date.now() + 5000;
    while (!fits(messages)) {
      if (Date.now() > end) assert.fail(`only ${messages.map(({ text }) => text).join('\n')} arrived`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return messages;
  };
  return { url, messages, until };
};

/** The item of a standard webhook; undefined for other webhooks. */
export const itemOf = (body: Message): Item | undefined => body.notificationItems?.[0]?.NotificationRequestItem;

/** Verifies the signature of an item as documented, without the simulator's own code. */
export const isSigned = (item: Item, hmacKey: string): boolean => {
  const {
    pspReference,
    originalReference = '',
    merchantAccountCode,
    merchantReference,
    amount,
    eventCode,
    success,
  } = item;
  const text = `${pspReference}:${originalReference}:${merchantAccountCode}:${merchantReference}:${amount.value}:${amount.currency}:${eventCode}:${success}`;
  const mac = createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(text).digest('base64');
  return mac === item.additionalData.hmacSignature;
};
