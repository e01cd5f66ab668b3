import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { queryParams } from '../../../contract/shapes.ts';
import { revenueChannels } from '../channels.ts';
import { recordTypes } from './record.ts';

/** Fields that `q` and `s` can use on revenue records, whatever their shape. `date`: the day of the first line. */
export const revenueFields: Fields = {
  id: { type: 'id', prefix: 'revenue', column: 'revenue_record.id', sortable: true, required: true },
  partner: {
    type: 'enum',
    values: revenueChannels,
    column: 'revenue_record.channel',
    required: true,
    filter: 'partner',
  },
  partner_record_id: { type: 'text', column: 'revenue_record.record_id', required: true },
  type: { type: 'enum', values: recordTypes, column: 'revenue_record.type', required: true },
  currency: { type: 'text', column: 'revenue_record.currency', required: true },
  product_id: { type: 'id', prefix: 'prod', column: 'revenue_record.product_id', filter: 'productId' },
  offer_id: { type: 'id', prefix: 'offer', column: 'revenue_record.offer_id' },
  entitlement_id: { type: 'id', prefix: 'ent', column: 'revenue_record.entitlement_id', filter: 'entitlementId' },
  buyer_id: { type: 'id', prefix: 'buyer', column: 'revenue_record.buyer_id', filter: 'buyerId' },
  invoice_id: { type: 'text', column: 'revenue_record.invoice' },
  trace_id: { type: 'text', column: 'revenue_record.trace' },
  matched: { type: 'boolean', column: 'revenue_record.matched', required: true },
  billed: { type: 'number', column: 'revenue_record.billed', required: true },
  collected: { type: 'number', column: 'revenue_record.collected', required: true },
  disbursed: { type: 'number', column: 'revenue_record.disbursed', required: true },
  outstanding: { type: 'number', column: 'revenue_record.outstanding', required: true },
  invoice_date: { type: 'time', column: 'revenue_record.invoice_time' },
  due_date: { type: 'time', column: 'revenue_record.due_time' },
  // As `queryRevenueRecords` shows them, in the words of the reference.
  amount: { type: 'number', column: 'revenue_record.billed', required: true },
  invoice_amount: { type: 'number', column: 'revenue_record.billed', required: true },
  collectable_amount: { type: 'number', column: 'revenue_record.collectable', required: true },
  disburse_amount: { type: 'number', column: 'revenue_record.disbursed', required: true },
  tax_amount: { type: 'number', column: 'revenue_record.tax', required: true },
  refund_invoice_amount: { type: 'number', column: 'revenue_record.refunded', required: true },
  refund_disburse_amount: { type: 'number', column: 'revenue_record.refund_disbursed', required: true },
  payment_due_date: { type: 'time', column: 'revenue_record.due_time' },
  disburse_date: { type: 'time', column: 'revenue_record.disbursed_time' },
  refund_invoice_date: { type: 'time', column: 'revenue_record.refund_time' },
  refund_disburse_date: { type: 'time', column: 'revenue_record.refund_disbursed_time' },
  date: {
    type: 'time',
    column: 'revenue_record.first_day',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  creation_time: { type: 'time', column: 'revenue_record.creation_time', sortable: true, required: true },
  last_update_time: { type: 'time', column: 'revenue_record.last_update_time', sortable: true, required: true },
};

export const RevenueQueryParams = z.object({ ...queryParams(() => revenueFields), ...filterParams(revenueFields) });

/** The order of the events of a record: as they came. */
export const eventFields: Fields = {
  id: { type: 'integer', column: 'revenue_event.sequence', sortable: true, required: true },
};
