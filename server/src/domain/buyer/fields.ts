import { z } from 'zod';
import type { Fields } from '../../contract/fields.ts';
import { filterParams } from '../../contract/filters.ts';
import { partners } from '../../contract/partner-codes.ts';
import { listParams, queryParams, textParam } from '../../contract/shapes.ts';

/** Fields that `q` and `s` can use on buyers. */
export const buyerFields: Fields = {
  id: { type: 'id', prefix: 'buyer', column: 'buyer.id', sortable: true, required: true },
  name: { type: 'text', column: 'buyer.name', sortable: true, required: true },
  partner: { type: 'enum', values: partners, column: 'buyer.partner', required: true, filter: 'partner' },
  external_id: { type: 'text', column: 'buyer.external_id', filter: 'externalId' },
  company_id: { type: 'text', column: 'buyer.company_id' },
  creation_time: {
    type: 'time',
    column: 'buyer.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  last_update_time: { type: 'time', column: 'buyer.last_update_time', sortable: true, required: true },
  'info.emailAddress': { type: 'text', column: 'buyer.email_address' },
  /** In small letters: that of the company, or else of the e-mail address. */
  email_domain: { type: 'text', column: 'buyer.email_domain' },
};

export const BuyerListParams = z.object({
  ...listParams(),
  ...filterParams(buyerFields),
  contactId: textParam(64),
  awsAccountId: textParam(),
  emailDomain: textParam(),
});

export const BuyerQueryParams = z.object({ ...queryParams(() => buyerFields), ...filterParams(buyerFields) });
