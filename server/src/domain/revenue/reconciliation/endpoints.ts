import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { listHeaders, paged } from '../../../contract/shapes.ts';
import { revenueChannels } from '../channels.ts';
import { DifferenceQueryParams } from './fields.ts';
import { listRevenueDifferences, listRevenuePayoutRecords, listRevenuePayouts } from './reads.ts';
import {
  PayoutListParams,
  PayoutRecordListParams,
  RevenueDifferenceView,
  RevenuePayoutPage,
  RevenuePayoutRecordPage,
} from './schema.ts';

/** What was billed and paid out, beside what should have been: ours, beside the operations of the reference. */
export const revenueReconciliationEndpoints: Endpoint[] = [
  reads({
    id: 'listRevenueDifferences',
    method: 'GET',
    path: '/org/{orgId}/revenue/difference',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'List what was billed otherwise than expected',
    notes:
      'What partners billed for each entitlement, compared daily and after each sync with its installments and prices, with the ' +
      'usage that the marketplace acknowledged at the prices of its reports, and for STRIPE and ADYEN with our invoices. Missing, ' +
      'double, another amount, another currency, or unexpected; the cause if one is known. What is no longer found is kept as RESOLVED.',
    query: DifferenceQueryParams,
    reply: paged(RevenueDifferenceView),
    replyHeaders: listHeaders,
    read: listRevenueDifferences,
  }),
  reads({
    id: 'listRevenuePayouts',
    method: 'GET',
    path: '/org/{orgId}/revenue/payout',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'List payouts',
    notes:
      "Transfers to the seller's bank, the latest first, each with what the records that it paid add up to. A difference is what " +
      'no record explains; there is none where the partner paid in another currency than that of the records. Transfers in one ' +
      'currency that a partner names alike are one payout: GCP names all of a month by the month. With traceId, the payout that the bank shows under this reference.',
    query: PayoutListParams,
    unversioned: true,
    reply: RevenuePayoutPage,
    read: listRevenuePayouts,
  }),
  reads({
    id: 'listRevenuePayoutRecords',
    method: 'GET',
    path: '/org/{orgId}/revenue/payout/{partner}/{payout}/record',
    family: 'revenue',
    permission: 'revenue:read',
    summary: 'List the records that a payout paid',
    notes:
      "The payout is named by its partner and the partner's ID of it, percent-encoded. The amounts are its part of each record; " +
      'in its currency they add up to its recordsAmount. Records are found as soon as they name a payout, even before its own row is read.',
    params: {
      partner: { text: true, noun: 'partner', values: revenueChannels },
      payout: { text: true, noun: 'payout' },
    },
    query: PayoutRecordListParams,
    unversioned: true,
    reply: RevenuePayoutRecordPage,
    read: listRevenuePayoutRecords,
  }),
];
