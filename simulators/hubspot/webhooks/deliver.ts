import type { DeliveryRules } from '../../kit/deliveries.ts';
import { type HubspotTables, type Json, readSettings } from '../state.ts';
import { signV1, signV3 } from './sign.ts';

/** The first attempt and ten more (HubSpot developer docs, Webhooks, Retries). */
const attemptsMax = 11;

/** Sends events, signed in both forms for each attempt; the time of a signature is wall time. */
export const messages: DeliveryRules<HubspotTables> = {
  async post({ store, wall }, delivery) {
    const app = store.get('apps', delivery.accountId);
    if (!app?.target) return null;
    const { url } = app.target;
    const events = (delivery.body.events as Json[]).map((event) => ({ ...event, attemptNumber: delivery.attempts }));
    const body = JSON.stringify(events);
    const time = String(wall());
    return {
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'HubSpot Connect 2.0 (http://dev.hubspot.com/) - WebhooksExecutorDaemon',
        'x-hubspot-signature-version': 'v1',
        'x-hubspot-signature': signV1(app.clientSecret, body),
        'x-hubspot-signature-v3': signV3(app.clientSecret, { method: 'POST', url, body, time }),
        'x-hubspot-request-timestamp': time,
      },
      body,
    };
  },
  triesAgain: () => true,
  retries: ({ store }) => ({ attemptsMax, firstPauseMs: readSettings(store).retryPauseMs }),
  timeoutMs: 5000,
};
