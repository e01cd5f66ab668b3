import type { Fields } from '../../contract/fields.ts';
import { offerTypes } from './schema.ts';
import { offerStatuses } from './states.ts';

/** What `q` and `s` may name on offers. */
export const offerFields: Fields = {
  id: { type: 'id', prefix: 'offer', column: 'offer.id', sortable: true, required: true },
  name: { type: 'text', column: 'offer.name', sortable: true, required: true },
  status: { type: 'enum', column: 'offer.status', values: offerStatuses, required: true },
  sub_status: { type: 'enum', column: 'offer.sub_status' },
  partner: { type: 'enum', column: 'offer.partner', required: true },
  partner_id: { type: 'text', column: 'offer.partner_id' },
  service: { type: 'enum', column: 'offer.service', required: true },
  offer_type: { type: 'enum', column: 'offer.offer_type', values: offerTypes, required: true },
  external_id: { type: 'text', column: 'offer.external_id' },
  product_id: { type: 'id', prefix: 'prod', column: 'offer.product_id' },
  buyer_id: { type: 'id', prefix: 'buyer', column: 'offer.buyer_id' },
  expire_time: { type: 'time', column: 'offer.expire_time', sortable: true },
  end_time: { type: 'time', column: 'offer.end_time' },
  created_by: { type: 'text', column: 'offer.created_by', required: true },
  creation_time: { type: 'time', column: 'offer.creation_time', sortable: true, required: true },
  last_update_time: { type: 'time', column: 'offer.last_update_time', sortable: true, required: true },
  'info.currency': { type: 'text', column: 'offer.currency' },
  'metaInfo.salesforceOpportunityId': { type: 'text', column: 'offer.salesforce_opportunity_id' },
  'metaInfo.salesforceQuoteId': { type: 'text', column: 'offer.salesforce_quote_id' },
  'metaInfo.hubspotDealId': { type: 'text', column: 'offer.hubspot_deal_id' },
};
