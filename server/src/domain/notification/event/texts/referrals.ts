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
  statusOf,
  textsOf,
  why,
} from './event-text.ts';

const referral = textsOf('REFERRAL', 'referral');
const commission = textsOf('PAYMENT_TRANSACTION', 'commission');
type Payload = DescribedEvent['payload'];

/** ` with Globex (120,000.50 USD)` */
const deal = (payload: Payload): string =>
  `${ifAny(' with ', lineOf(at(payload, 'buyerCompany.name')))}${ifAny(' (', money(payload.dealValue, payload.currency), ')')}`;

/** `the commission of 12,000.05 USD for “Initech rollout”` */
const earned = (payload: Payload): string =>
  `commission${ifAny(' of ', money(payload.amount, payload.currency))}${ifAny(' for “', lineOf(payload.dealName), '”')}`;

const received = (it: string, payload: Payload): string =>
  statusOf(payload) === 'PENDING_ACCEPTANCE'
    ? `the partner offers ${it}${deal(payload)}${ifAny(', to be answered by ', day(payload.acceptBy))}`
    : `${it}${deal(payload)} was found at the partner${ifAny(': ', statusOf(payload))}`;

export const referralTexts = {
  'referral.accepted': referral(
    'APPROVE',
    'HIGH',
    'Referral accepted',
    (it, payload) => `${it}${deal(payload)} was accepted`,
  ),
  'referral.action_required': referral(
    'PENDING_PARTNER_ACTION',
    'HIGH',
    'Referral needs more',
    (it, payload) => `the partner wants more about ${it}${deal(payload)} before accepting it${why(payload)}`,
    actionItem,
  ),
  'referral.archived': referral(
    'ARCHIVE',
    'LOW',
    'Referral archived',
    (it, _, event) => `${it} was put away${by(event)}`,
  ),
  'referral.create_failed': referral(
    'FAIL',
    'HIGH',
    'Referral refused',
    (it, payload) => `the partner refused ${it}${why(payload)}`,
    actionItem,
  ),
  'referral.created': referral(
    'CREATE',
    'LOW',
    'Referral created',
    (it, payload, event) => `${it}${deal(payload)} was created${by(event)}`,
  ),
  'referral.expired': referral(
    'EXPIRE',
    'HIGH',
    'Referral expired',
    (it, payload) => `${it}${deal(payload)} was not answered in time`,
  ),
  'referral.lost': referral(
    'CLOSE',
    'HIGH',
    'Deal lost',
    (it, payload) => `the deal of ${it}${deal(payload)} was lost${ifAny(': ', lineOf(payload.closeReason))}`,
  ),
  'referral.received': referral('PENDING_ACCEPTANCE', 'HIGH', 'Referral received', received, actionItem),
  'referral.rejected': referral(
    'REJECT',
    'HIGH',
    'Referral rejected',
    (it, payload) => `${it}${deal(payload)} was rejected${ifAny(': ', lineOf(payload.closeReason))}`,
  ),
  'referral.reopened': referral(
    'REOPEN',
    'MEDIUM',
    'Deal reopened',
    (it, payload) => `the deal of ${it}${deal(payload)} is open again`,
  ),
  'referral.submitted': referral(
    'SUBMIT_APPROVAL_REQUEST',
    'LOW',
    'Referral submitted',
    (it, payload, event) => `${it}${deal(payload)} is being submitted${by(event)}`,
  ),
  'referral.sync_failed': referral(
    'ABNORMAL_ALERT',
    'HIGH',
    'Referral not in sync',
    (it, payload) => `a change of ${it} was refused${why(payload)}`,
    actionItem,
  ),
  'referral.updated': referral(
    'UPDATE',
    'LOW',
    'Referral changed',
    (it, payload, event) => `${it}${deal(payload)} was changed${by(event)}`,
  ),
  'referral.won': referral(
    'COMPLETE',
    'HIGH',
    'Deal won',
    (it, payload) => `the deal of ${it}${deal(payload)} was won`,
  ),
  'commission.clawed_back': commission(
    'REFUND',
    'HIGH',
    'Commission taken back',
    (_, payload) => `the ${earned(payload)} was taken back after it was paid`,
  ),
  'commission.confirmed': commission(
    'APPROVE',
    'MEDIUM',
    'Commission confirmed',
    (_, payload) => `the ${earned(payload)} was confirmed`,
  ),
  'commission.created': commission(
    'CREATE',
    'MEDIUM',
    'Commission earned',
    (_, payload) => `a ${earned(payload)} was earned; the seller is to confirm it`,
  ),
  'commission.invoiced': commission(
    'ISSUE',
    'MEDIUM',
    'Commission invoiced',
    (_, payload) => `the ${earned(payload)} was invoiced${ifAny(' as ', lineOf(payload.invoiceNumber))}`,
  ),
  'commission.paid': commission(
    'DISBURSE',
    'MEDIUM',
    'Commission paid',
    (_, payload) => `the ${earned(payload)} was paid`,
  ),
  'commission.terms_accepted': commission(
    'ACCEPT',
    'MEDIUM',
    'Terms accepted',
    (_, payload) => `other terms were accepted: it is a ${earned(payload)} now`,
  ),
  'commission.terms_proposed': commission(
    'PENDING_PARTNER_ACTION',
    'HIGH',
    'Terms proposed',
    (_, payload) => `other terms of the ${earned(payload)} were proposed; the partner is to answer`,
    actionItem,
  ),
  'commission.terms_rejected': commission(
    'REJECT',
    'MEDIUM',
    'Terms rejected',
    (_, payload) => `other terms of the ${earned(payload)} were rejected`,
  ),
  'commission.terms_withdrawn': commission(
    'CANCEL',
    'LOW',
    'Terms withdrawn',
    (_, payload) => `proposed terms of the ${earned(payload)} were withdrawn`,
  ),
  'commission.updated': commission(
    'UPDATE',
    'LOW',
    'Commission changed',
    (_, payload) => `its deal has changed: it is a ${earned(payload)} now`,
  ),
  'commission.voided': commission(
    'VOID',
    'HIGH',
    'Commission voided',
    (_, payload) => `the ${earned(payload)} was voided`,
  ),
} satisfies Partial<Record<EventName, EventText>>;
