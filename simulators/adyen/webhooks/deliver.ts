import { createHmac } from 'node:crypto';
import type { DeliveryRules } from '../../kit/deliveries.ts';
import type { AdyenTables } from '../state.ts';

/** How webhooks are delivered: standard items contain their signature, token messages are signed in a header. */
export const messages: DeliveryRules<AdyenTables> = {
  async post({ store }, delivery) {
    const merchant = store.get('merchants', delivery.accountId);
    if (!merchant?.target) return null;
    const { url, tokenUrl, username, password } = merchant.target;
    const isToken = delivery.type.startsWith('recurring.token.');
    const body = JSON.stringify(delivery.body);
    const headers: Record<string, string> = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Adyen HttpClient 1.0',
    };
    if (username !== null) {
      headers.authorization = `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}`;
    }
    if (isToken) {
      const key = Buffer.from(merchant.hmacKey, 'hex');
      headers.hmacsignature = createHmac('sha256', key).update(body, 'utf8').digest('base64');
      headers.protocol = 'HmacSHA256';
    }
    return { url: isToken ? tokenUrl : url, headers, body };
  },
  triesAgain: () => true,
  accepts({ store }, { body }, delivery) {
    const target = store.get('merchants', delivery.accountId)?.target;
    return target?.strict !== true || delivery.type.startsWith('recurring.token.') || body.trim() === '[accepted]';
  },
  retries: () => ({ attemptsMax: 20, firstPauseMs: 200 }),
};
