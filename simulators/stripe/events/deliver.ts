import { createHmac } from 'node:crypto';
import type { DeliveryRules } from '../../kit/deliveries.ts';
import { type StripeTables, seconds } from '../state.ts';
import { secretOf } from './emit.ts';

/** The value of `Stripe-Signature`: an HMAC-SHA256 of `<time>.<body>` under the endpoint's secret. */
const signMessage = (secret: string, body: string, wallMs: number): string => {
  const time = seconds(wallMs);
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${mac}`;
};

/** How events are delivered to endpoints: signed again for each attempt, until a 2xx response. */
export const messages: DeliveryRules<StripeTables> = {
  async post({ store, wall }, delivery) {
    const endpoint = store.get('webhook_endpoint', delivery.accountId);
    if (!endpoint || endpoint.wire.deleted === true) return null;
    const body = JSON.stringify(delivery.body, null, 2);
    return {
      url: String(endpoint.wire.url),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signMessage(secretOf(endpoint), body, wall()),
      },
      body,
    };
  },
  triesAgain: () => true,
  retries: () => ({ attemptsMax: 16, firstPauseMs: 200 }),
};
