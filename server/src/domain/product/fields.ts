import type { Fields } from '../../contract/fields.ts';
import { productTypes } from './schema.ts';
import { productStatuses } from './states.ts';

/** What `q` and `s` may name on products. */
export const productFields: Fields = {
  id: { type: 'id', prefix: 'prod', column: 'product.id', sortable: true, required: true },
  name: { type: 'text', column: 'product.name', sortable: true, required: true },
  status: { type: 'enum', column: 'product.status', values: productStatuses, required: true },
  partner: { type: 'enum', column: 'product.partner', required: true },
  service: { type: 'enum', column: 'product.service', required: true },
  partner_id: { type: 'text', column: 'product.partner_id' },
  seller_id: { type: 'text', column: 'product.seller_id' },
  external_id: { type: 'text', column: 'product.external_id' },
  product_type: { type: 'enum', column: 'product.product_type', values: productTypes, required: true },
  created_by: { type: 'text', column: 'product.created_by', required: true },
  creation_time: { type: 'time', column: 'product.creation_time', sortable: true, required: true },
  last_update_time: { type: 'time', column: 'product.last_update_time', sortable: true, required: true },
  'info.currency': { type: 'text', column: 'product.currency' },
  'metaInfo.salesforceOpportunityId': { type: 'text', column: 'product.salesforce_opportunity_id' },
  'metaInfo.salesforceQuoteId': { type: 'text', column: 'product.salesforce_quote_id' },
  'metaInfo.hubspotDealId': { type: 'text', column: 'product.hubspot_deal_id' },
};
