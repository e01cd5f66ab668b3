import type { EventName } from '../../../../contract/events.ts';
import {
  actionItem,
  by,
  type DescribedEvent,
  type EventText,
  ifAny,
  lineOf,
  partnerName,
  quantity,
  statusOf,
  textsOf,
  why,
} from './event-text.ts';

const metric = textsOf('USAGE_RECORD_GROUP', 'billable metric');
const usage = textsOf('USAGE_RECORD_GROUP', 'usage');
const report = textsOf('USAGE_RECORD_REPORT', 'usage report');

type Payload = DescribedEvent['payload'];

const ofEntitlement = (payload: Payload): string => ifAny(' of entitlement ', lineOf(payload.entitlementID));

/** `dimension “seats” of entitlement ent_… (AWS)` */
const meter = (payload: Payload): string =>
  `dimension “${lineOf(payload.dimension)}”${ofEntitlement(payload)} (${partnerName(payload)})`;

const days = (value: unknown, before: string): string => ifAny(before, quantity(value), value === 1 ? ' day' : ' days');

export const usageTexts = {
  'billable_metric.created': metric(
    'ADD',
    'LOW',
    'Billable metric created',
    (it, _, event) => `${it} was created${by(event)}`,
  ),
  'billable_metric.deleted': metric(
    'DELETE',
    'MEDIUM',
    'Billable metric deleted',
    (it, _, event) => `${it} was deleted${by(event)}: no more usage is accepted under it`,
  ),
  'billable_metric.restored': metric(
    'REINSTATE',
    'LOW',
    'Billable metric restored',
    (it, _, event) => `${it} was restored${by(event)} and is in use again`,
  ),
  'billable_metric.updated': metric(
    'UPDATE',
    'LOW',
    'Billable metric changed',
    (it, _, event) => `${it} was changed${by(event)}`,
  ),
  'usage_comparison.differed': report(
    'ABNORMAL_ALERT',
    'MEDIUM',
    'Usage differs',
    (_, payload) =>
      `${partnerName(payload, 'a marketplace')} shows other usage${ifAny(' of ', lineOf(payload.day))} than was submitted${ifAny(': new differences: ', quantity(payload.newDifferences))}`,
    { ...actionItem, isRaised: true },
  ),
  'usage_meter.resumed': usage(
    'NOTIFY',
    'MEDIUM',
    'Usage resumed',
    (_, payload) => `${meter(payload)} reports usage again`,
  ),
  'usage_meter.silent': usage(
    'ABNORMAL_ALERT',
    'HIGH',
    'Usage stopped',
    (_, payload) =>
      `${meter(payload)} has stopped reporting usage${ifAny(': its last was of ', lineOf(payload.lastUsageDate))}${days(payload.usualIntervalDays, ', and it usually comes every ')}`,
    actionItem,
  ),
  'usage_metering_config.updated': report(
    'UPDATE',
    'LOW',
    'Dimension mapping changed',
    (_, payload, event) => `the dimension mapping of ${partnerName(payload, 'a marketplace')} was changed${by(event)}`,
  ),
  'usage_record_group.created': usage(
    'CREATE',
    '',
    'Usage received',
    (_, payload) => `usage${ofEntitlement(payload)} was received`,
  ),
  'usage_record_group.deleted': usage(
    'DELETE',
    'LOW',
    'Usage deleted',
    (_, payload, event) => `usage${ofEntitlement(payload)} was deleted${by(event)} before it was reported`,
  ),
  'usage_record_group.invalid': usage(
    'METER',
    'CRITICAL',
    'Usage came too late',
    (_, payload) =>
      `usage${ofEntitlement(payload)}${ifAny(', ', quantity(payload.quantity), ' units')} came too late: no hour is left for which it could be reported`,
    actionItem,
  ),
  'usage_record_group.retried': usage(
    'METER',
    'LOW',
    'Usage queued again',
    (_, payload, event) => `failed usage${ofEntitlement(payload)} was queued${by(event)} to be reported again`,
  ),
  'usage_record_report.created': report(
    'CREATE',
    '',
    'Usage report frozen',
    (_, payload) => `a usage report${ofEntitlement(payload)} was frozen`,
  ),
  'usage_record_report.updated': report(
    'METER',
    '',
    'Usage report changed',
    (_, payload) =>
      `a usage report${ofEntitlement(payload)} ${ifAny('is ', statusOf(payload)) || 'has changed'}${why(payload)}`,
    { isRaised: true },
  ),
} satisfies Partial<Record<EventName, EventText>>;
