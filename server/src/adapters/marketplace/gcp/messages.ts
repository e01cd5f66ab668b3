import { z } from 'zod';
import { findForbidden, parseJson } from '../../../kit/json.ts';
import type { MessageEnvelope, MessageHint, MessageReceiver } from '../messages.ts';
import type { GoogleTokens } from './keys.ts';
import { mayPush } from './settings.ts';

const issuers = ['https://accounts.google.com', 'accounts.google.com'];

/** What Pub/Sub pushes. */
const Push = z.looseObject({
  message: z.looseObject({ data: z.string().default(''), messageId: z.string().min(1).max(200) }),
  subscription: z.string().optional(),
});

const Resource = z.looseObject({ id: z.string().min(1).max(200), updateTime: z.string().max(50).optional() });
const Event = z.looseObject({
  eventId: z.string().min(1).max(300),
  eventType: z.string().min(1).max(100),
  entitlement: Resource.optional(),
  account: Resource.optional(),
});

/** The license of these has ended: the remaining usage is submitted at once. */
const endings: ReadonlySet<string> = new Set(['ENTITLEMENT_CANCELLING', 'ENTITLEMENT_CANCELLED']);

const decode = (data: string): unknown => {
  try {
    const event = parseJson(Buffer.from(data, 'base64').toString('utf8'));
    return findForbidden(event) === null ? event : null;
  } catch {
    return null;
  }
};

/**
 * All events of one action of the customer share their `eventId`: it identifies a message only together with the kind,
 * the resource and its time. What is not an event of the marketplace is stored under the id of Pub/Sub.
 */
const readEnvelopes = (body: unknown): MessageEnvelope[] | null => {
  const push = Push.safeParse(body);
  if (!push.success) return null;
  const { data, messageId } = push.data.message;
  const event = Event.safeParse(decode(data));
  if (!event.success)
    return [{ id: `pubsub:${messageId}`, requestId: null, type: 'UNKNOWN', body: { data, messageId } }];
  const { eventId, eventType, entitlement, account } = event.data;
  const { id = '', updateTime = '' } = entitlement ?? account ?? {};
  return [
    { id: [eventId, eventType, id, updateTime].join(':'), requestId: eventId, type: eventType, body: event.data },
  ];
};

const readHint = (body: unknown): MessageHint => {
  const event = Event.safeParse(body);
  if (!event.success) return { about: 'NOTHING' };
  const { eventType, entitlement, account } = event.data;
  if (entitlement)
    return { about: 'AGREEMENT', agreementId: entitlement.id, licenseArn: null, licenseEnded: endings.has(eventType) };
  return account ? { about: 'BUYER', externalId: account.id } : { about: 'NOTHING' };
};

/** Messages pushed by Pub/Sub, each with a token of the pushing service account. */
export const createGcpMessages = (tokens: GoogleTokens): MessageReceiver => ({
  isAuthentic: async ({ headers, url, now }, access) => {
    const { authorization = '' } = headers;
    const [, token] = /^Bearer (\S{1,8000})$/i.exec(typeof authorization === 'string' ? authorization : '') ?? [];
    if (!token) return false;
    const audience = access.credentials.pushAudience || url;
    const claims = await tokens.verify(access, token, { source: 'push', issuer: issuers, audience, now });
    return claims?.email_verified === true && typeof claims.email === 'string' && mayPush(access, claims.email);
  },
  readEnvelopes,
  readHint,
});
