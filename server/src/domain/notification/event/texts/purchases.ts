import type { EventName } from '../../../../contract/events.ts';
import {
  actionItem,
  at,
  by,
  type DescribedEvent,
  day,
  type EventText,
  ifAny,
  lineOf,
  money,
  partnerName,
  textsOf,
  why,
} from './event-text.ts';

const entitlement = textsOf('ENTITLEMENT', 'entitlement');
const request = textsOf('ENTITLEMENT', 'request to cancel');

type Payload = DescribedEvent['payload'];

/** ` of entitlement ent_…` */
const ofEntitlement = (payload: Payload): string =>
  ifAny(' entitlement ', lineOf(payload.entitlementID)) || ' an entitlement';

const requested = (payload: Payload): string =>
  `the request to cancel${ofEntitlement(payload)} (${partnerName(payload)})`;

const worth = (payload: Payload): string =>
  ifAny(' for ', money(at(payload, 'info.commitAmount'), at(payload, 'info.currency')));

const ends = (payload: Payload, before: string): string => ifAny(before, day(payload.endTime));

export const purchaseTexts = {
  'entitlement.cancel_failed': entitlement(
    'FAIL',
    'HIGH',
    'Entitlement not ended',
    (it, payload) => `${it} could not be ended and is in force as before${why(payload)}`,
    actionItem,
  ),
  'entitlement.cancel_requested': entitlement(
    'PENDING_CANCEL',
    'MEDIUM',
    'Entitlement being cancelled',
    (it, _, event) => `the cancellation of ${it} is being sent to the marketplace${by(event)}`,
  ),
  'entitlement.cancellation_scheduled': entitlement(
    'PENDING_CANCEL',
    'MEDIUM',
    'Cancellation scheduled',
    (it, _, event) => `the cancellation of ${it} was scheduled${by(event)}`,
  ),
  'entitlement.cancellation_unscheduled': entitlement(
    'UPDATE',
    'LOW',
    'Cancellation no longer scheduled',
    (it, _, event) => `the scheduled cancellation of ${it} was removed${by(event)}`,
  ),
  'entitlement.cancelled': entitlement(
    'CANCEL',
    'HIGH',
    'Entitlement ended',
    (it, payload) => `${it} ended${ends(payload, ' on ')}`,
  ),
  'entitlement.created': entitlement(
    'CREATE',
    'HIGH',
    'New purchase',
    (it, payload) => `${it} was created${worth(payload)}: a purchase began`,
  ),
  'entitlement.end_soon': entitlement(
    'END_SOON',
    'HIGH',
    'Term ends soon',
    (it, payload) => `a term of ${it} ends soon${ends(payload, ': on ')}`,
    actionItem,
  ),
  'entitlement.ending': entitlement(
    'PENDING_CANCEL',
    'HIGH',
    'Entitlement about to end',
    (it) => `${it} is about to end: the marketplace reports a cancellation in progress`,
  ),
  'entitlement.license_assigned': entitlement(
    'UPDATE',
    'LOW',
    'License known',
    (it) => `the license under which usage of ${it} is reported became known`,
  ),
  'entitlement.renewed': entitlement(
    'UPDATE',
    'HIGH',
    'Entitlement renewed',
    (it, payload) => `${it} was renewed${worth(payload)}${ends(payload, ', until ')}`,
  ),
  'entitlement.reinstated': entitlement(
    'REINSTATE',
    'HIGH',
    'Entitlement reinstated',
    (it) => `${it} is in force again`,
  ),
  'entitlement.renewal_failed': entitlement(
    'FAIL',
    'HIGH',
    'Renewal not changed',
    (it, payload) => `a change of the pending renewal of ${it} was refused${why(payload)}`,
    actionItem,
  ),
  'entitlement.renewal_requested': entitlement(
    'UPDATE',
    'LOW',
    'Renewal being changed',
    (it, _, event) => `a change of the pending renewal of ${it} is being sent to the marketplace${by(event)}`,
  ),
  'entitlement.seats_failed': entitlement(
    'FAIL',
    'HIGH',
    'Seats not changed',
    (it, payload) => `another number of seats of ${it} was refused; they stay as they are${why(payload)}`,
    actionItem,
  ),
  'entitlement.seats_requested': entitlement(
    'UPDATE',
    'LOW',
    'Seats being changed',
    (it, _, event) => `another number of seats of ${it} is being sent to the marketplace${by(event)}`,
  ),
  'entitlement.started': entitlement(
    'APPROVE',
    'MEDIUM',
    'Entitlement active',
    (it, payload) => `${it} is active${ends(payload, ', until ')}`,
  ),
  'entitlement.suspended': entitlement(
    'SUSPEND',
    'CRITICAL',
    'Entitlement suspended',
    (it) => `the marketplace suspended ${it}: stop serving it; its usage is held`,
    actionItem,
  ),
  'entitlement.updated': entitlement(
    'UPDATE',
    'LOW',
    'Entitlement changed',
    (it, _, event) => `${it} or its terms were changed${by(event)}`,
  ),
  'entitlement.waits': entitlement(
    'NOTIFY',
    'HIGH',
    'Order waits for approval',
    (it) => `${it} has been waiting for its approval for a day`,
    actionItem,
  ),

  'cancellation_request.acknowledged': request(
    'PENDING_CANCEL',
    'LOW',
    'Request acknowledged',
    (_, payload) => `${requested(payload)} was acknowledged; its buyer can answer it`,
  ),
  'cancellation_request.approved': request(
    'CANCEL',
    'HIGH',
    'Request approved',
    (_, payload) => `${requested(payload)} was approved: the entitlement will end`,
  ),
  'cancellation_request.created': request(
    'PENDING_CANCEL',
    'HIGH',
    'Cancellation requested',
    (_, payload, event) =>
      `a request to cancel${ofEntitlement(payload)} (${partnerName(payload)}) was made${by(event)}`,
  ),
  'cancellation_request.failed': request(
    'FAIL',
    'HIGH',
    'Request failed',
    (_, payload) => `${requested(payload)} was refused, or was never received${why(payload)}`,
    actionItem,
  ),
  'cancellation_request.rejected': request(
    'REJECT',
    'HIGH',
    'Request rejected',
    (_, payload) => `the buyer rejected ${requested(payload)}, which stays in force${why(payload)}`,
  ),
  'cancellation_request.withdraw_failed': request(
    'FAIL',
    'HIGH',
    'Request not withdrawn',
    (_, payload) => `${requested(payload)} could not be withdrawn: it still waits for its answer${why(payload)}`,
    actionItem,
  ),
  'cancellation_request.withdrawn': request(
    'UPDATE',
    'LOW',
    'Request withdrawn',
    (_, payload, event) => `${requested(payload)} was withdrawn${by(event)}`,
  ),
} satisfies Partial<Record<EventName, EventText>>;
