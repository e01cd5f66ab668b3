import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import Stripe from 'stripe';
import { errorOf, openSimulator, takeMessages } from '../kit/bench.test-support.ts';
import { startStripeSimulator } from './server.ts';

/** An account as returned by the control API. */
export type SeededAccount = { id: string; secretKey: string; publishableKey: string };

/** A running simulator with the official client of one account. */
export type Bench = Awaited<ReturnType<typeof openBench>>;

/**
 * Opens a simulator with one account; with `dataDir`, the state of an earlier one. `startsAt` sets its business clock.
 */
export const openBench = async (t: TestContext, options: { dataDir?: string; startsAt?: string } = {}) => {
  const simulator = await openSimulator(t, startStripeSimulator, options);

  const control = <T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> =>
    simulator.control(method, `/stripe${path}`, body);

  const account = await control<SeededAccount>('POST', '/account', { id: 'acct_1Acme', name: 'Acme' });
  return {
    ...simulator,
    control,
    account,
    stripe: clientOf(simulator.url, account.secretKey),
  };
};

/** The official client for a simulator, configured with the bare listener, without a path. Retries are off. */
export const clientOf = (url: string, key: string, config: Stripe.StripeConfig = {}): Stripe => {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false, ...config });
};

/** A server that receives messages and responds as `answer` returns, by default with 200. */
export const openInbox = async (t: TestContext, answer: (count: number) => number = () => 200) => {
  const messages: { body: string; signature: string }[] = [];
  const waiting: (() => void)[] = [];
  const url = await takeMessages(t, ({ text, headers }) => {
    messages.push({ body: text, signature: String(headers['stripe-signature']) });
    for (const wake of waiting.splice(0)) wake();
    return { status: answer(messages.length) };
  });

  /** Waits until the messages match. */
  const until = async (fits: (all: typeof messages) => boolean): Promise<typeof messages> => {
    const end = Date.now() + 5000;
    while (!fits(messages)) {
      if (Date.now() > end) assert.fail(`only ${messages.map(({ body }) => JSON.parse(body).type).join(', ')} arrived`);
      await Promise.race([
        new Promise<void>((resolve) => waiting.push(resolve)),
        new Promise((r) => setTimeout(r, 50)),
      ]);
    }
    return messages;
  };
  return { url, messages, until };
};

/** A customer with a payment method, and the payments of that customer. */
export const openPayer = async ({ stripe }: Bench, token = 'pm_card_visa') => {
  const { id: customer } = await stripe.customers.create({ name: 'Initech' });
  const { id: method } = await stripe.paymentMethods.attach(token, { customer });
  /** Pays and returns the charge's ID. */
  return async (amount: number, currency = 'usd'): Promise<string> => {
    const paid = await stripe.paymentIntents.create({
      ...{ amount, currency, customer, payment_method: method, off_session: true, confirm: true },
      allowed_payment_method_types: ['card', 'us_bank_account'],
    });
    return String(paid.latest_charge);
  };
};

/** The error of a call that must fail. */
export const failureOf = (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => errorOf(call);
