import type { EventName } from '../../../../contract/events.ts';
import {
  actionItem,
  at,
  by,
  type DescribedEvent,
  day,
  type EventText,
  ifAny,
  money,
  statusOf,
  textsOf,
  why,
} from './event-text.ts';

const offer = textsOf('OFFER', 'offer');
const offerSet = textsOf('OFFER', 'offer set');
type Payload = DescribedEvent['payload'];

/** ` for 24,000.00 USD`: the price of all commits, where the offer has one. */
const price = (payload: Payload): string =>
  ifAny(' for ', money(at(payload, 'info.commitAmount'), at(payload, 'info.currency')));

const lastDay = (payload: Payload, before: string): string => ifAny(before, day(payload.expireTime));

export const offerTexts = {
  'offer.accepted': offer(
    'ACCEPT',
    'HIGH',
    'Offer accepted',
    (it, payload) => `the buyer accepted ${it}${price(payload)}`,
  ),
  'offer.cancel_failed': offer(
    'FAIL',
    'HIGH',
    'Offer not withdrawn',
    (it, payload) => `${it} could not be withdrawn${why(payload)}`,
    actionItem,
  ),
  'offer.cancel_requested': offer(
    'PENDING_CANCEL',
    'LOW',
    'Offer being withdrawn',
    (it, _, event) => `the cancellation of ${it} is being sent to the marketplace${by(event)}`,
  ),
  'offer.cancelled': offer('CANCEL', 'HIGH', 'Offer cancelled', (it) => `${it} was withdrawn`),
  'offer.contacts_notified': offer(
    'NOTIFY_CONTACTS',
    'LOW',
    'Contacts notified',
    (it) => `contacts of ${it} are being notified by mail`,
  ),
  'offer.create_failed': offer(
    'FAIL',
    'HIGH',
    'Offer not created',
    (it, payload) => `${it} could not be created${why(payload)}`,
    actionItem,
  ),
  'offer.created': offer(
    'CREATE',
    'LOW',
    'Offer drafted',
    (it, payload, event) => `a draft of ${it}${price(payload)} was created${by(event)}`,
  ),
  'offer.deleted': offer('DELETE', 'MEDIUM', 'Offer deleted', (it, _, event) => `${it} was deleted${by(event)}`),
  'offer.expire_soon': offer(
    'EXPIRE_SOON',
    'HIGH',
    'Offer expires soon',
    (it, payload) => `${it}${price(payload)} expires soon${lastDay(payload, ': its last day is ')}`,
    actionItem,
  ),
  'offer.expired': offer('EXPIRE', 'HIGH', 'Offer expired', (it) => `${it} expired without being accepted`),
  'offer.extend_failed': offer(
    'FAIL',
    'HIGH',
    'Offer not extended',
    (it, payload) => `a later last day of ${it} was refused${why(payload)}`,
    actionItem,
  ),
  'offer.extend_requested': offer(
    'UPDATE',
    'LOW',
    'Offer being extended',
    (it, _, event) => `a later last day of ${it} is being sent to the marketplace${by(event)}`,
  ),
  'offer.extended': offer(
    'UPDATE',
    'MEDIUM',
    'Offer extended',
    (it, payload) => `${it} can be accepted for longer${lastDay(payload, ', until ')}`,
  ),
  'offer.imported': offer(
    'ADD',
    'LOW',
    'Offer found',
    (it, payload) =>
      `${it}, which was created elsewhere, was found in the marketplace${ifAny(': ', statusOf(payload))}`,
  ),
  'offer.purchase_failed': offer(
    'ABNORMAL_ALERT',
    'CRITICAL',
    'Purchase failed',
    (it, payload) =>
      `the buyer accepted ${it}${price(payload)}, but the purchase could not be completed${why(payload)}`,
    actionItem,
  ),
  'offer.rejected': offer('REJECT', 'HIGH', 'Offer declined', (it) => `the buyer declined ${it}`),
  'offer.released': offer(
    'PENDING_ACCEPTANCE',
    'MEDIUM',
    'Offer ready',
    (it, payload) => `${it}${price(payload)} can be accepted by its buyer${lastDay(payload, ' until ')}`,
  ),
  'offer.replaced': offer('MERGE', 'LOW', 'Duplicate offer discarded', (it) => `${it}, a duplicate, was discarded`),
  'offer.reprice_failed': offer(
    'FAIL',
    'HIGH',
    'Prices refused',
    (it, payload) => `new usage prices of ${it} were refused; the previous ones remain in force${why(payload)}`,
    actionItem,
  ),
  'offer.reprice_requested': offer(
    'UPDATE',
    'LOW',
    'Prices being changed',
    (it, _, event) => `usage prices of ${it} are being sent to the marketplace${by(event)}`,
  ),
  'offer.repriced': offer('UPDATE', 'MEDIUM', 'Prices changed', (it) => `usage prices of ${it} were added or changed`),
  'offer.started': offer('NOTIFY', 'LOW', 'Offer started', (it) => `the start date of ${it} was reached`),
  'offer.submitted': offer(
    'CREATE',
    'LOW',
    'Offer being created',
    (it, _, event) => `${it} is being sent to the marketplace${by(event)}`,
  ),
  'offer.updated': offer('UPDATE', 'LOW', 'Offer changed', (it, _, event) => `${it} was changed${by(event)}`),
  'offer.used': offer('ACCEPT', 'MEDIUM', 'Offer bought', (it, payload) => `${it}${price(payload)} was bought`),
  'offer.withdraw_failed': offer(
    'ABNORMAL_ALERT',
    'HIGH',
    'Deleted offer still live',
    (it, payload) => `${it} was deleted but could not be withdrawn: its buyer may still accept it${why(payload)}`,
    actionItem,
  ),
  'offer.withdrawn': offer('CANCEL', 'LOW', 'Offer withdrawn', (it) => `${it} was withdrawn from the marketplace`),
  'offer_set.accepted': offerSet(
    'ACCEPT',
    'HIGH',
    'Offer set accepted',
    (it) => `the buyer accepted the offers of ${it}`,
  ),
  'offer_set.cancelled': offerSet(
    'CANCEL',
    'HIGH',
    'Offer set cancelled',
    (it) => `${it} can no longer be accepted: one of its offers was withdrawn, declined or deleted`,
  ),
  'offer_set.create_failed': offerSet(
    'FAIL',
    'HIGH',
    'Offer set not created',
    (it, payload) => `${it}, or one of its offers, could not be created${why(payload)}`,
    actionItem,
  ),
  'offer_set.created': offerSet(
    'CREATE',
    'LOW',
    'Offer set drafted',
    (it, _, event) => `${it} was created${by(event)}`,
  ),
  'offer_set.expired': offerSet('EXPIRE', 'HIGH', 'Offer set expired', (it) => `${it} expired without being accepted`),
  'offer_set.released': offerSet(
    'PENDING_ACCEPTANCE',
    'MEDIUM',
    'Offer set ready',
    (it, payload) => `${it} can be accepted by its buyer${lastDay(payload, ' until ')}`,
  ),
  'offer_set.submitted': offerSet(
    'CREATE',
    'LOW',
    'Offer set being created',
    (it, _, event) => `${it} is being sent to the marketplace${by(event)}`,
  ),
} satisfies Partial<Record<EventName, EventText>>;
