import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MessageHint, MessageReceiver } from '../../marketplace/messages.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { createNotificationCheck } from './signature.ts';

/** "Partner Center webhook events": the properties of every event. */
const notification = z.looseObject({
  EventName: z.string().min(1).max(100),
  ResourceUri: z.string().max(2000),
  ResourceName: z.string().max(100).nullish(),
  ResourceChangeUtcDate: z.string().max(50).nullish(),
});

/** Of the own copy, and of another organization's copy of the same deal. */
const aboutReferral = /^(?:related-)?referral-(?:created|updated)$/;
const guid = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;

/** Events have no id of their own: the same change of the same resource is the same event. */
const idOf = (parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('base64url');

/** The address in the event is never called: only the id in it counts. */
const hintOf = (body: unknown): MessageHint => {
  const read = notification.safeParse(body);
  const id =
    read.success && aboutReferral.test(read.data.EventName) ? guid.exec(read.data.ResourceUri)?.[1] : undefined;
  return id === undefined ? { about: 'NOTHING' } : { about: 'REFERRAL', externalId: id.toLowerCase() };
};

/** Notifications of Partner Center ("Partner Center webhooks"). */
export const createAzureReferralMessages = (outgoing: Outgoing): MessageReceiver => ({
  isAuthentic: createNotificationCheck(outgoing),
  readEnvelopes: (body) => {
    const read = notification.safeParse(body);
    if (!read.success) return null;
    const { EventName: type, ResourceUri: uri, ResourceChangeUtcDate: time } = read.data;
    return [{ id: idOf([type, uri, time ?? '']), requestId: null, type, body: { ...read.data } }];
  },
  readHint: hintOf,
});
