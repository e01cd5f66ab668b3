import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { MessageEnvelope, MessageReceiver } from '../port.ts';
import { isCrmRecordId } from '../record-id.ts';

const toleranceMs = 5 * 60_000;

/** Events of the deals; those of projects name the type of the object by its number. */
const dealType = '0-3';

const id = z.union([z.int(), z.string()]).transform(String);

/** An event of a webhook (HubSpot developer docs, Webhooks). A merge makes a new deal, and names those that are no more. */
const Event = z.looseObject({
  eventId: id,
  subscriptionId: id,
  portalId: id,
  occurredAt: z.int(),
  subscriptionType: z.string(),
  objectTypeId: z.string().optional(),
  objectId: id.optional(),
  primaryObjectId: id.optional(),
  mergedObjectIds: z.array(id).optional(),
  newObjectId: id.optional(),
  fromObjectId: id.optional(),
});
type Event = z.output<typeof Event>;

const Events = z.array(Event).min(1);

const isOfDeal = ({ subscriptionType, objectTypeId }: Event): boolean =>
  subscriptionType.startsWith('deal.') || objectTypeId === dealType;

/** The deals that an event is about. A referral may know any of those that were merged. */
const dealsOf = ({ objectId, primaryObjectId, mergedObjectIds = [], newObjectId, fromObjectId }: Event): string[] => {
  const merged = [primaryObjectId, ...mergedObjectIds, newObjectId].filter((one) => one !== undefined);
  const named = merged.length > 0 ? [...merged, objectId] : [objectId ?? fromObjectId];
  return [...new Set(named)].filter((one) => one !== undefined && isCrmRecordId('HUBSPOT', one)) as string[];
};

/** HubSpot does not promise that the id of an event is its own (developer docs, Webhooks, Payloads). */
const keyOf = ({ eventId, subscriptionId, occurredAt }: Event): string => `${eventId} ${subscriptionId} ${occurredAt}`;

/** The events of one deal in a message are one envelope: the deal is read once. Attempts of the same events have the same id. */
const envelopeOf = (recordId: string, events: readonly Event[]): MessageEnvelope => {
  const digest = createHash('sha256').update(JSON.stringify([recordId, events.map(keyOf).sort()]));
  const types = [...new Set(events.map(({ subscriptionType }) => subscriptionType))].sort();
  return {
    id: digest.digest('base64url'),
    requestId: null,
    type: types[0] ?? '',
    // Values of properties are not kept: the deal is read.
    body: { objectId: recordId, subscriptionTypes: types, eventIds: events.map(({ eventId }) => eventId) },
  };
};

const textOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/**
 * Webhooks of the app of the connection, in signature version 3: the HMAC-SHA256 of method, URI, body and time under the
 * client secret (HubSpot developer docs, Request validation). They are taken for five minutes.
 */
export const hubspotMessages: MessageReceiver = {
  isAuthentic: async (message, { accountId, credentials }) => {
    const { headers, raw, url, now } = message;
    const secret = credentials.clientSecret;
    const time = textOf(headers['x-hubspot-request-timestamp']);
    if (!secret || !/^\d{1,16}$/.test(time) || Math.abs(now.getTime() - Number(time)) > toleranceMs) return false;
    const expected = createHmac('sha256', secret).update(`POST${url}`).update(raw).update(time).digest();
    const given = Buffer.from(textOf(headers['x-hubspot-signature-v3']), 'base64');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    const { data: events = [] } = Events.safeParse(message.body);
    // An app can be installed in several accounts.
    return accountId === '' || events.every(({ portalId }) => portalId === accountId);
  },
  readEnvelopes: (body) => {
    const { data: events } = Events.safeParse(body);
    if (!events) return null;
    const named = events.filter(isOfDeal).flatMap((event) => dealsOf(event).map((recordId) => ({ recordId, event })));
    return [...Map.groupBy(named, ({ recordId }) => recordId)].map(([recordId, own]) =>
      envelopeOf(
        recordId,
        own.map(({ event }) => event),
      ),
    );
  },
  readHint: (body) => {
    const { objectId } = (body ?? {}) as { objectId?: unknown };
    return typeof objectId === 'string' ? { about: 'DEAL', recordId: objectId } : { about: 'NOTHING' };
  },
};
