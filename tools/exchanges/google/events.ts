import { listOf, matching, object, oneOf, orNull, type Shape, someText, text } from '../written/shapes.ts';
import { time } from './time.ts';

const event = { eventId: someText, providerId: someText };
const accountEvent = (type: string): Shape =>
  object({ ...event, eventType: oneOf(type), account: object({ id: someText, updateTime: time }) });
const duration = matching('^(P(\\d+Y)?(\\d+M)?(\\d+D)?)?$');
const entitlementEvent = (type: string): Shape =>
  object({
    ...event,
    eventType: oneOf(type),
    entitlement: object(
      { id: someText, updateTime: time },
      {
        ...{ newPlan: someText, newProduct: someText, newOffer: someText, orderId: someText },
        ...{
          newOfferDuration: duration,
          newPendingOfferDuration: duration,
          cancellationDate: time,
          cancellationReason: text,
        },
        // Empty if the offer has a duration, and vice versa.
        ...{ newOfferStartTime: orNull(time), newOfferEndTime: { anyOf: [time, oneOf('')] } },
        entitlementBenefitIds: listOf(someText),
      },
    ),
  });

const accountTypes = ['CREATION_REQUESTED', 'ACTIVE', 'DELETED'].map((word) => `ACCOUNT_${word}`);
const entitlementTypes = [
  ...[
    'CREATION_REQUESTED',
    'OFFER_ACCEPTED',
    'ACTIVE',
    'PLAN_CHANGE_REQUESTED',
    'PLAN_CHANGED',
    'PLAN_CHANGE_CANCELLED',
  ],
  ...['PENDING_CANCELLATION', 'CANCELLATION_REVERTED', 'CANCELLED', 'CANCELLING', 'DELETED', 'RENEWED', 'OFFER_ENDED'],
].map((word) => `ENTITLEMENT_${word}`);

/**
 * What Cloud Marketplace publishes to a seller's topic, by `eventType`. Sources: Cloud Marketplace for partners, "Integrate
 * your app's backend: event types", "Manage entitlements for private offers", "… with automatic offer approval" and
 * "Turn on multiple orders of the same product" (`orderId`, `entitlementBenefitIds`).
 */
export const events: Readonly<Record<string, Shape>> = Object.fromEntries([
  ...accountTypes.map((type) => [type, accountEvent(type)] as const),
  ...entitlementTypes.map((type) => [type, entitlementEvent(type)] as const),
]);
