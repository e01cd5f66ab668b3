import type { Exchange } from '../../../simulators/kit/record.ts';
import { type Difference, show } from '../difference.ts';
import { createBodyCheck, type Fault } from '../openapi/check-body.ts';
import {
  anyOf,
  bool,
  listOf,
  matching,
  object,
  oneOf,
  orNull,
  type Shape,
  someText,
  text,
  uuid,
  wholeFrom,
} from '../written/shapes.ts';
import { notifications } from './referrals.ts';

/**
 * Calls of a publisher's webhook by the marketplace, and notifications of Partner Center (`referrals.ts`). Sources: Microsoft Learn, "Implementing a webhook on the SaaS service": the body by its
 * samples of each event, the token by "Authenticating the webhook call" and "Access token claims reference" (versions 1 and 2).
 */

const time = matching('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,7})?Z$');
const seats = orNull(wholeFrom(0));
const person = object({ emailId: text, objectId: uuid, tenantId: uuid, puid: orNull(text) });

const subscription = object(
  {
    ...{ id: uuid, name: text, publisherId: someText, offerId: someText, planId: someText },
    ...{ beneficiary: person, purchaser: person, allowedCustomerOperations: listOf(oneOf('Delete', 'Update', 'Read')) },
    ...{ sessionMode: oneOf('None', 'DryRun'), isFreeTrial: bool, isTest: bool, sandboxType: oneOf('None', 'Csp') },
    saasSubscriptionStatus: oneOf('NotStarted', 'PendingFulfillmentStart', 'Subscribed', 'Suspended', 'Unsubscribed'),
    term: object(
      { termUnit: oneOf('P1M', 'P1Y', 'P2Y', 'P3Y') },
      { startDate: time, endDate: time, chargeDuration: orNull(text) },
    ),
    ...{ autoRenew: bool, created: time, lastModified: time },
  },
  { quantity: seats },
);

/**
 * ChangePlan and ChangeQuantity wait for the publisher; the others have already happened. Reinstate is shown with
 * either.
 */
const status: Readonly<Record<string, Shape>> = {
  ChangePlan: oneOf('InProgress', 'Succeeded'),
  ChangeQuantity: oneOf('InProgress', 'Succeeded'),
  Reinstate: oneOf('InProgress', 'Succeeded'),
  Renew: oneOf('Succeeded'),
  Suspend: oneOf('Succeeded'),
  Unsubscribe: oneOf('Succeeded'),
};

/** The sample of ChangePlan has no other members; the receiver reads the operation before it responds. */
const briefOf = (action: string) => ({
  ...{ id: uuid, activityId: uuid, subscriptionId: uuid, timeStamp: time, action: oneOf(action) },
  operationRequestSource: oneOf('Azure', 'Partner'),
});

const wholeOf = (action: string): Shape =>
  object({
    ...briefOf(action),
    ...{ publisherId: someText, offerId: someText, planId: someText, quantity: seats, status: status[action] ?? {} },
    ...{ subscription, purchaseToken: orNull(text) },
  });

const callOf = (action: string): Shape =>
  action.startsWith('Change') ? anyOf(wholeOf(action), object(briefOf(action))) : wholeOf(action);

/** The application id of the marketplace, which is the caller. */
const marketplace = oneOf('20e940b3-4c77-4b0b-9a53-9e16a1b010a7');
const dates = { iat: wholeFrom(1), nbf: wholeFrom(1), exp: wholeFrom(1) };
const common = { aud: uuid, tid: uuid, ...dates };
const more = { aio: text, rh: text, uti: text, oid: uuid, sub: uuid, idp: text, xms_ftd: text };
const token = object({
  header: object({ alg: oneOf('RS256'), typ: oneOf('JWT'), kid: someText }, { x5t: text }),
  claims: anyOf(
    object(
      {
        ...{ ...common, ver: oneOf('2.0'), azp: marketplace, azpacr: oneOf('0', '1', '2') },
        iss: matching('^https://login\\.microsoftonline\\.com/[0-9a-f-]{36}/v2\\.0$'),
      },
      more,
    ),
    object(
      {
        ...{ ...common, ver: oneOf('1.0'), appid: marketplace, appidacr: oneOf('0', '1', '2') },
        iss: matching('^https://sts\\.windows\\.net/[0-9a-f-]{36}/$'),
      },
      more,
    ),
  ),
});

const calls = Object.fromEntries(Object.keys(status).map((action) => [action, callOf(action)]));

export const createMessageCheck = () => {
  const faultsOf = createBodyCheck('webhook', { calls, token, notifications });
  return ({ requestBody: body, requestHeaders, message }: Exchange): Difference[] => {
    const event = (body as { EventName?: unknown } | null)?.EventName;
    if (typeof event === 'string' && Object.hasOwn(notifications, event)) {
      const operation = `notification ${event}`;
      return [
        ...faultsOf(`/notifications/${event}`, body).map(
          (fault): Difference => ({ operation, side: 'message', ...fault }),
        ),
        ...signatureFaults(operation, requestHeaders),
      ];
    }
    const action = (body as { action?: unknown } | null)?.action;
    const told = ({ at, rule, detail }: Fault): Difference => ({
      ...{ operation: `webhook ${String(action)}`, side: 'message', at, rule, detail },
    });
    if (typeof action !== 'string' || !Object.hasOwn(calls, action))
      return [told({ at: 'action', rule: 'no such message', detail: show(action) })];
    const type = requestHeaders['content-type'];
    return [
      ...(type?.startsWith('application/json')
        ? []
        : [told({ at: '', rule: 'wrong content type', detail: show(type) })]),
      ...faultsOf(`/calls/${action}`, body).map(told),
      ...faultsOf('/token', message?.token ?? null).map((fault) => told({ ...fault, at: `token.${fault.at}` })),
    ];
  };
};

/** "Partner Center webhooks": the headers that every notification has; the values of signatures are masked. */
const signatureFaults = (operation: string, headers: Readonly<Record<string, string>>): Difference[] => {
  const isThere = {
    authorization: headers.authorization !== undefined || headers['x-ms-signature'] !== undefined,
    'x-ms-certificate-url': /^https?:\/\/\S+\.cer$/.test(headers['x-ms-certificate-url'] ?? ''),
    'x-ms-signature-algorithm': headers['x-ms-signature-algorithm'] === 'rsa-sha256',
  };
  return Object.entries(isThere)
    .filter(([, is]) => !is)
    .map(([name]) => ({ operation, side: 'message', at: name, rule: 'missing header', detail: show(headers[name]) }));
};
