import type { Delivery, DeliveryRules } from '../../kit/deliveries.ts';
import { googleKey, signToken } from '../auth/keys.ts';
import type { GcpSimulation, GcpTables, Json, Seller } from '../state.ts';

/** Pub/Sub in push mode: retries after anything but a success, with growing pauses. */
export const pushRules: DeliveryRules<GcpTables> = {
  async post(simulation, delivery) {
    const seller = simulation.store.get('sellers', delivery.accountId);
    if (!seller?.target) return null;
    const { url, headers } = seller.target;
    return {
      url,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'user-agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google)',
        authorization: `Bearer ${pushToken(simulation, seller)}`,
      },
      body: JSON.stringify({ message: pushedMessage(delivery), subscription: subscriptionName(seller) }),
    };
  },
  triesAgain: () => true,
  retries: () => ({ attemptsMax: 50, firstPauseMs: 500 }),
};

/** The name of the subscription of a seller. */
export const subscriptionName = (seller: Seller): string =>
  `projects/${seller.projectId}/subscriptions/${seller.subscription}`;

/** A message as delivered by Pub/Sub. A repeated delivery has the ID of the first. */
export const pubsubMessage = (delivery: Delivery): Json => {
  const messageId = delivery.id.replace(/-again$/, '');
  const { data, publishTime } = delivery.body;
  return {
    data: Buffer.from(JSON.stringify(data)).toString('base64'),
    messageId,
    publishTime,
    attributes: {},
  };
};

/** A pushed message also has its ID and time under their older names. */
const pushedMessage = (delivery: Delivery): Json => {
  const message = pubsubMessage(delivery);
  return { ...message, message_id: message.messageId, publish_time: message.publishTime };
};

/** The OIDC token that proves that a push is from Google. */
const pushToken = (simulation: GcpSimulation, seller: Seller): string => {
  const now = Math.floor(simulation.wall() / 1000);
  const email = seller.target?.email ?? '';
  return signToken(googleKey(simulation.store, 'oidc'), {
    aud: seller.target?.audience,
    azp: seller.projectNumber,
    email,
    email_verified: true,
    iat: now,
    exp: now + 3600,
    iss: 'https://accounts.google.com',
    sub: seller.projectNumber,
  });
};
