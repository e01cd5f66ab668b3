import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { getUsageBalance, getUsageReceipt, listUsageDrifts } from './reads.ts';
import {
  UsageBalancePage,
  UsageBalanceParams,
  UsageDriftPage,
  UsageDriftParams,
  UsageReceiptPage,
  UsageReceiptParams,
} from './schema.ts';

export const usageProofEndpoints: Endpoint[] = [
  reads({
    id: 'getUsageBalance',
    method: 'GET',
    path: '/org/{orgId}/usageBalance',
    family: 'metering',
    permission: 'metering:read',
    summary: 'Account for every unit of usage',
    notes:
      'A row for each hour, entitlement and dimension, in this order. accepted + adjusted = submitted + included + credited + committed + ' +
      'carriedOut − carriedIn + pending + held + failed + invalid + deleted + computedOnly, and submitted = acknowledged + unknown + ' +
      'refused, in exact decimals. difference is what is missing: always 0.',
    query: UsageBalanceParams,
    unversioned: true,
    reply: UsageBalancePage,
    read: getUsageBalance,
  }),
  reads({
    id: 'listUsageDrifts',
    method: 'GET',
    path: '/org/{orgId}/usageDrift',
    family: 'metering',
    permission: 'metering:read',
    summary: 'List usage that is not settled',
    notes:
      'Usage that was accepted and that the marketplace did not confirm, or not yet with certainty, with its cause and what to do: LATE, ' +
      'HELD, WAITING and UNCONFIRMED (its deadline is near or has passed), OUTCOME_UNKNOWN, DUPLICATE_FOREIGN and REFUSED. It is no ' +
      'longer listed once it is retried, settled or deleted. AZURE is also compared daily with its own records of usage: a day of which ' +
      'they say something else is listed as NOT_SHOWN, FOREIGN, QUANTITY_DIFFERS, REJECTED or SHADOW_DIFFERS until they agree. ' +
      'Ordered by hour, entitlement and dimension.',
    query: UsageDriftParams,
    unversioned: true,
    reply: UsageDriftPage,
    read: listUsageDrifts,
  }),
  reads({
    id: 'getUsageReceipt',
    method: 'GET',
    path: '/org/{orgId}/entitlement/{entitlementId}/usageReceipt',
    family: 'metering',
    permission: 'metering:read',
    summary: 'Get the receipts for the usage of an entitlement',
    notes:
      'What a customer can be shown: for each closed hour and dimension what was used, what paid for it, and what was billed through the ' +
      'marketplace, under the ID that the marketplace gave it. The numbers of a dimension are 1, 2, 3 … in the order in which hours were ' +
      'closed, without gaps; they never change. SHADOW and TEST reports have no receipts. Ordered by hour, dimension and number.',
    params: { entitlementId: { id: 'ent', noun: 'entitlement' } },
    query: UsageReceiptParams,
    unversioned: true,
    reply: UsageReceiptPage,
    read: getUsageReceipt,
  }),
];
