import { z } from 'zod';
import type { Fields } from '../../contract/fields.ts';
import { filterParams } from '../../contract/filters.ts';
import { partners } from '../../contract/partner-codes.ts';
import { services } from '../../contract/reference/enums.ts';
import { listParams, queryParams, textParam } from '../../contract/shapes.ts';
import { offerTypes } from './offer-types.ts';
import { offerSubStatuses } from './schema.ts';
import { offerStatuses } from './states.ts';

/** Fields that `q` and `s` can use on offers. */
export const offerFields: Fields = {
  id: { type: 'id', prefix: 'offer', column: 'offer.id', sortable: true, required: true },
  name: { type: 'text', column: 'offer.name', sortable: true, required: true },
  status: { type: 'enum', column: 'offer.status', values: offerStatuses, required: true, filter: 'status' },
  sub_status: { type: 'enum', values: offerSubStatuses, column: 'offer.sub_status', filter: 'subStatus' },
  partner: { type: 'enum', values: partners, column: 'offer.partner', required: true, filter: 'partner' },
  partner_id: { type: 'text', column: 'offer.partner_id' },
  service: { type: 'enum', values: services, column: 'offer.service', required: true, filter: 'service' },
  offer_type: { type: 'enum', column: 'offer.offer_type', values: offerTypes, required: true, filter: 'offerType' },
  external_id: { type: 'text', column: 'offer.external_id' },
  product_id: { type: 'id', prefix: 'prod', column: 'offer.product_id', filter: 'productId' },
  buyer_id: { type: 'id', prefix: 'buyer', column: 'offer.buyer_id', filter: 'buyerId' },
  expire_time: { type: 'time', column: 'offer.expire_time', sortable: true },
  end_time: { type: 'time', column: 'offer.end_time' },
  created_by: { type: 'text', column: 'offer.created_by', required: true },
  creation_time: {
    type: 'time',
    column: 'offer.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  last_update_time: {
    type: 'time',
    column: 'offer.last_update_time',
    sortable: true,
    required: true,
    notBefore: 'creation_time',
  },
  'info.currency': { type: 'text', column: 'offer.currency' },
  'metaInfo.salesforceOpportunityId': {
    type: 'text',
    column: 'offer.salesforce_opportunity_id',
    filter: 'salesforceOpportunityId',
  },
  'metaInfo.salesforceQuoteId': { type: 'text', column: 'offer.salesforce_quote_id', filter: 'salesforceQuoteId' },
  'metaInfo.hubspotDealId': { type: 'text', column: 'offer.hubspot_deal_id', filter: 'hubspotDealId' },
};

export const OfferListParams = z.object({
  ...listParams(),
  ...filterParams(offerFields),
  contactId: textParam(64),
});

export const OfferQueryParams = z.object({ ...queryParams(() => offerFields), ...filterParams(offerFields) });
