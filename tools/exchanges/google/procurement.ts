import { documentOf, type WrittenOperation } from '../written/document.ts';
import {
  anyObject,
  empty,
  listOf,
  mapOf,
  matching,
  object,
  oneOf,
  type Shape,
  someText,
  text,
  wholeFrom,
} from '../written/shapes.ts';
import { time } from './time.ts';

/**
 * Partner Procurement v1. Sources: its discovery document (cloudcommerceprocurement:v1) as Google publishes it with its API
 * clients; `orderId`, `entitlementBenefitIds` and `cancellationReason` of an entitlement and
 * `resellerParentBillingAccount` and `view` of an account by the reference of the Partner Procurement API, which is newer.
 */

const reason = { type: 'string', maxLength: 256 };
const words = (prefix: string, ...names: readonly string[]): Shape => oneOf(...names.map((name) => `${prefix}${name}`));

const approval = object(
  { name: someText, state: oneOf('STATE_UNSPECIFIED', 'PENDING', 'APPROVED', 'REJECTED') },
  { reason: text, updateTime: time },
);
const account = object(
  {
    name: matching('^providers/[^/]+/accounts/[^/]+$'),
    ...{ provider: someText, createTime: time, updateTime: time },
    state: words('ACCOUNT_', 'STATE_UNSPECIFIED', 'ACTIVATION_REQUESTED', 'ACTIVE'),
  },
  { approvals: listOf(approval), inputProperties: anyObject, resellerParentBillingAccount: text },
);
const entitlement = object(
  {
    name: matching('^providers/[^/]+/entitlements/[^/]+$'),
    account: matching('^providers/[^/]+/accounts/[^/]+$'),
    ...{ provider: someText, product: someText, createTime: time, updateTime: time },
    state: words(
      'ENTITLEMENT_',
      ...['STATE_UNSPECIFIED', 'ACTIVATION_REQUESTED', 'ACTIVE', 'PENDING_CANCELLATION', 'CANCELLED'],
      ...['PENDING_PLAN_CHANGE', 'PENDING_PLAN_CHANGE_APPROVAL', 'SUSPENDED'],
    ),
  },
  {
    ...{ productExternalName: someText, plan: someText, newPendingPlan: someText, messageToUser: text },
    ...{ offer: matching('^projects/[^/]+/services/[^/]+/(private|standard)Offers/[^/]+$'), quoteExternalName: text },
    newPendingOffer: matching('^projects/[^/]+/services/[^/]+/(private|standard)Offers/[^/]+$'),
    ...{
      offerDuration: matching('^P(\\d+Y)?(\\d+M)?(\\d+D)?$'),
      newPendingOfferDuration: matching('^(P(\\d+Y)?(\\d+M)?(\\d+D)?)?$'),
    },
    ...{ offerEndTime: time, subscriptionEndTime: time, usageReportingId: someText, inputProperties: anyObject },
    // "Manage entitlements … with automatic offer approval": the API's response also includes these.
    ...{ newOfferStartTime: time, newOfferEndTime: time },
    consumers: listOf(object({ project: matching('^projects/') })),
    ...{ orderId: someText, entitlementBenefitIds: listOf(someText), cancellationReason: text },
  },
);

const page = { pageSize: wholeFrom(1, 200), pageToken: text };
const done = (body: Shape): WrittenOperation => ({ body, answers: { 200: empty } });
const properties = mapOf(text);
const accounts = '/providers/{provider}/accounts';
const entitlements = '/providers/{provider}/entitlements';

/** Below `/v1`. */
export const procurement = documentOf({
  [`GET ${accounts}`]: {
    query: { optional: page },
    answers: { 200: object({}, { accounts: listOf(account), nextPageToken: text }) },
  },
  [`GET ${accounts}/{account}`]: {
    query: { optional: { view: words('ACCOUNT_VIEW_', 'UNSPECIFIED', 'BASIC', 'FULL') } },
    answers: { 200: account },
  },
  [`POST ${accounts}/{account}:approve`]: done(object({}, { approvalName: text, properties, reason })),
  [`POST ${accounts}/{account}:reject`]: done(object({}, { approvalName: text, reason })),
  [`POST ${accounts}/{account}:reset`]: done(empty),
  [`GET ${entitlements}`]: {
    query: { optional: { ...page, filter: text } },
    answers: { 200: object({}, { entitlements: listOf(entitlement), nextPageToken: text }) },
  },
  [`GET ${entitlements}/{entitlement}`]: { answers: { 200: entitlement } },
  [`PATCH ${entitlements}/{entitlement}`]: {
    query: { optional: { updateMask: matching('^[\\w.]+(,[\\w.]+)*$') } },
    body: object({}, (entitlement as { properties: Record<string, Shape> }).properties),
    answers: { 200: entitlement },
  },
  [`POST ${entitlements}/{entitlement}:approve`]: done(object({}, { entitlementMigrated: text, properties })),
  [`POST ${entitlements}/{entitlement}:reject`]: done(object({}, { reason })),
  [`POST ${entitlements}/{entitlement}:approvePlanChange`]: done(object({ pendingPlanName: someText })),
  [`POST ${entitlements}/{entitlement}:rejectPlanChange`]: done(object({ pendingPlanName: someText }, { reason })),
  [`POST ${entitlements}/{entitlement}:suspend`]: done(object({}, { reason: text })),
});
