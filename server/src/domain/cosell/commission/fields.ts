import type { Fields } from '../../../contract/fields.ts';
import { dealSides } from './commission.ts';
import { commissionStatuses } from './states.ts';

/** Fields that `q` and `s` can use on the commissions of a partner. */
export const commissionFields: Fields = {
  id: { type: 'id', prefix: 'commis', column: 'commission.id', sortable: true, required: true },
  referral_id: {
    type: 'id',
    prefix: 'referral',
    column: 'commission.referral_id',
    required: true,
    filter: 'referralId',
  },
  status: { type: 'enum', values: commissionStatuses, column: 'commission.status', required: true, filter: 'status' },
  side: { type: 'enum', values: dealSides, column: 'commission.side', required: true, filter: 'side' },
  deal_name: { type: 'text', column: 'commission.deal_name', sortable: true, required: true },
  buyer_company: { type: 'text', column: 'commission.buyer_company_name', sortable: true, required: true },
  currency: { type: 'text', column: 'commission.currency', required: true, filter: 'currency' },
  deal_value: { type: 'number', column: 'commission.deal_value', required: true },
  amount: { type: 'number', column: 'commission.amount', sortable: true, required: true },
  invoice_number: { type: 'text', column: 'commission.invoice_number', filter: 'invoiceNumber' },
  won_time: {
    type: 'time',
    column: 'commission.won_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  paid_time: { type: 'time', column: 'commission.paid_time', sortable: true },
  creation_time: { type: 'time', column: 'commission.creation_time', sortable: true, required: true },
  last_update_time: { type: 'time', column: 'commission.last_update_time', sortable: true, required: true },
};
