import { z } from 'zod';
import type { Fields } from '../../contract/fields.ts';
import { filterParams } from '../../contract/filters.ts';
import { partners } from '../../contract/partner-codes.ts';
import { services } from '../../contract/reference/enums.ts';
import { flagParam, listParams, queryParams, textParam } from '../../contract/shapes.ts';
import { productTypes } from './product-types.ts';
import { productStatuses } from './states.ts';

/** Fields that `q` and `s` can use on products. */
export const productFields: Fields = {
  id: { type: 'id', prefix: 'prod', column: 'product.id', sortable: true, required: true },
  name: { type: 'text', column: 'product.name', sortable: true, required: true },
  status: { type: 'enum', column: 'product.status', values: productStatuses, required: true, filter: 'status' },
  partner: { type: 'enum', values: partners, column: 'product.partner', required: true, filter: 'partner' },
  service: { type: 'enum', values: services, column: 'product.service', required: true, filter: 'service' },
  partner_id: { type: 'text', column: 'product.partner_id' },
  seller_id: { type: 'text', column: 'product.seller_id' },
  external_id: { type: 'text', column: 'product.external_id' },
  product_type: {
    type: 'enum',
    column: 'product.product_type',
    values: productTypes,
    required: true,
    filter: 'productType',
  },
  created_by: { type: 'text', column: 'product.created_by', required: true },
  creation_time: {
    type: 'time',
    column: 'product.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  last_update_time: { type: 'time', column: 'product.last_update_time', sortable: true, required: true },
  'info.currency': { type: 'text', column: 'product.currency' },
  'metaInfo.salesforceOpportunityId': { type: 'text', column: 'product.salesforce_opportunity_id' },
  'metaInfo.salesforceQuoteId': { type: 'text', column: 'product.salesforce_quote_id' },
  'metaInfo.hubspotDealId': { type: 'text', column: 'product.hubspot_deal_id' },
};

export const ProductListParams = z.object({
  ...listParams(100),
  ...filterParams(productFields),
  view: z.enum(['lite', 'full', '']).optional().meta({ description: 'lite leaves out info and metaInfo' }),
  forCreateOffer: flagParam.meta({
    description:
      'Only products for which a private offer can be created; with a CRM id those without a deal or of that deal',
  }),
  salesforceOpportunityId: textParam(),
  salesforceQuoteId: textParam(),
  hubspotDealId: textParam(),
});

export const PartnerProductParams = z.object({ ...listParams(), ...filterParams(productFields, ['partner']) });

export const ProductQueryParams = z.object({
  ...queryParams(() => productFields, 100, 200),
  ...filterParams(productFields),
  fields: textParam(2000).meta({ description: 'Comma-separated projection in dot notation: id,name,info.currency' }),
});
