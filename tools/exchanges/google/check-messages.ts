import type { Exchange } from '../../../simulators/kit/record.ts';
import { type Difference, show } from '../difference.ts';
import { createBodyCheck, type Fault } from '../openapi/check-body.ts';
import { bool, matching, object, oneOf, someText, wholeFrom } from '../written/shapes.ts';
import { events } from './events.ts';
import { pushedMessage } from './pubsub.ts';

const subscription = matching('^projects/[^/]+/subscriptions/[^/]+$');

/** Pub/Sub, "Receive messages with push" (the body) and "Authenticate push requests" (the token). */
const push = {
  body: object({ message: pushedMessage, subscription }, { deliveryAttempt: wholeFrom(1) }),
  token: object({
    header: object({ alg: oneOf('RS256'), kid: someText, typ: oneOf('JWT') }),
    claims: object({
      ...{ aud: someText, azp: someText, email: matching('^[^@]+@[^@]+$'), email_verified: bool },
      ...{ exp: wholeFrom(1), iat: wholeFrom(1), iss: oneOf('https://accounts.google.com'), sub: someText },
    }),
  }),
};

const readData = (data: unknown): unknown => {
  try {
    return JSON.parse(Buffer.from(String(data), 'base64').toString('utf8'));
  } catch {
    return null;
  }
};

/**
 * Checks messages published by Cloud Marketplace against its pages: `event` by itself, `push` with the surrounding
 * Pub/Sub call.
 */
export const createMessageCheck = () => {
  const pushFaults = createBodyCheck('push', push);
  const eventFaults = createBodyCheck('events', events);

  const checkEvent = (data: unknown, place: string): Difference[] => {
    const event = readData(data) as { eventType?: unknown } | null;
    const type = event?.eventType;
    const operation = `event ${String(type)}`;
    const told = ({ at, rule, detail }: Fault): Difference => ({
      ...{ operation, side: 'message', rule, detail },
      at: at === '' ? place : `${place}.${at}`,
    });
    if (typeof type !== 'string' || !Object.hasOwn(events, type))
      return [told({ at: 'eventType', rule: 'no such event', detail: show(event) })];
    return eventFaults(`/${type}`, event).map(told);
  };

  const checkPush = ({ requestBody: body, requestHeaders, message }: Exchange): Difference[] => {
    const told = ({ at, rule, detail }: Fault): Difference => ({
      operation: 'push',
      side: 'message',
      at,
      rule,
      detail,
    });
    const type = requestHeaders['content-type'];
    return [
      ...(type?.startsWith('application/json')
        ? []
        : [told({ at: '', rule: 'wrong content type', detail: show(type) })]),
      ...pushFaults('/body', body).map(told),
      ...pushFaults('/token', message?.token ?? null).map((fault) => told({ ...fault, at: `token.${fault.at}` })),
      ...checkEvent((body as { message?: { data?: unknown } } | null)?.message?.data, 'message.data'),
    ];
  };
  return { checkEvent, checkPush };
};
