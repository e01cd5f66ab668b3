import { z } from 'zod';
import type { Fields } from '../../contract/fields.ts';
import { filterParams } from '../../contract/filters.ts';
import { partners } from '../../contract/partner-codes.ts';
import { queryParams } from '../../contract/shapes.ts';
import { invoiceTypes } from './schema.ts';
import { invoiceStatuses, paymentStatuses } from './states.ts';

/** Fields that `q` and `s` can use on invoices. */
export const invoiceFields: Fields = {
  id: { type: 'id', prefix: 'invoice', column: 'invoice.id', sortable: true, required: true },
  type: { type: 'enum', values: invoiceTypes, column: 'invoice.type', required: true, filter: 'type' },
  status: { type: 'enum', values: invoiceStatuses, column: 'invoice.status', required: true, filter: 'status' },
  payment_status: {
    type: 'enum',
    values: paymentStatuses,
    column: 'invoice.payment_status',
    required: true,
    filter: 'paymentStatus',
  },
  partner: { type: 'enum', values: partners, column: 'invoice.partner', required: true, filter: 'partner' },
  entitlement_id: {
    type: 'id',
    prefix: 'ent',
    column: 'invoice.entitlement_id',
    required: true,
    filter: 'entitlementId',
  },
  buyer_id: { type: 'id', prefix: 'buyer', column: 'invoice.buyer_id', required: true, filter: 'buyerId' },
  due_time: { type: 'time', column: 'invoice.due_time', sortable: true },
  creation_time: {
    type: 'time',
    column: 'invoice.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  last_update_time: { type: 'time', column: 'invoice.last_update_time', sortable: true, required: true },
};

export const InvoiceQueryParams = z.object({ ...queryParams(() => invoiceFields), ...filterParams(invoiceFields) });
