import { z } from 'zod';
import type { Fields } from '../../contract/fields.ts';
import { filterParams } from '../../contract/filters.ts';
import { partners } from '../../contract/partner-codes.ts';
import { services } from '../../contract/reference/enums.ts';
import { listParams, queryParams, textParam } from '../../contract/shapes.ts';
import { termTypes } from './schema.ts';
import { entitlementStatuses } from './states.ts';

/** Fields that `q` and `s` can use on entitlements. */
export const entitlementFields: Fields = {
  id: { type: 'id', prefix: 'ent', column: 'entitlement.id', sortable: true, required: true },
  name: { type: 'text', column: 'entitlement.name', sortable: true, required: true },
  type: { type: 'enum', column: 'entitlement.type', required: true, filter: 'type' },
  status: { type: 'enum', column: 'entitlement.status', values: entitlementStatuses, required: true, filter: 'status' },
  partner: { type: 'enum', values: partners, column: 'entitlement.partner', required: true, filter: 'partner' },
  partner_id: { type: 'text', column: 'entitlement.partner_id' },
  service: { type: 'enum', values: services, column: 'entitlement.service', required: true, filter: 'service' },
  external_id: { type: 'text', column: 'entitlement.external_id' },
  external_buyer_id: { type: 'text', column: 'entitlement.external_buyer_id', filter: 'buyerAccountId' },
  external_product_id: { type: 'text', column: 'entitlement.external_product_id' },
  product_id: { type: 'id', prefix: 'prod', column: 'entitlement.product_id', filter: 'productId' },
  offer_id: { type: 'id', prefix: 'offer', column: 'entitlement.offer_id', filter: 'offerId' },
  buyer_id: { type: 'id', prefix: 'buyer', column: 'entitlement.buyer_id', filter: 'buyerId' },
  start_time: { type: 'time', column: 'entitlement.start_time', sortable: true },
  end_time: { type: 'time', column: 'entitlement.end_time', sortable: true },
  creation_time: {
    type: 'time',
    column: 'entitlement.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  last_update_time: {
    type: 'time',
    column: 'entitlement.last_update_time',
    sortable: true,
    required: true,
    notBefore: 'creation_time',
  },
  'info.currency': { type: 'text', column: 'entitlement.currency' },
  'info.autoRenew': { type: 'boolean', column: 'entitlement.auto_renew' },
  'info.awsLicenseArn': { type: 'text', column: 'entitlement.aws_license_arn' },
  'metaInfo.salesforceOpportunityId': {
    type: 'text',
    column: 'entitlement.salesforce_opportunity_id',
    filter: 'salesforceOpportunityId',
  },
  'metaInfo.hubspotDealId': { type: 'text', column: 'entitlement.hubspot_deal_id', filter: 'hubspotDealId' },
};

/** Terms are listed newest first and take no query. One index covers the terms of an entitlement. */
export const termFields: Fields = {
  id: { type: 'id', prefix: 'term', column: 'entitlement_term.id', sortable: true, required: true },
  type: { type: 'enum', values: termTypes, column: 'entitlement_term.type', required: true, filter: 'type' },
  offer_id: { type: 'id', prefix: 'offer', column: 'entitlement_term.offer_id', filter: 'offerId' },
  creation_time: {
    type: 'time',
    column: 'entitlement_term.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
};

export const EntitlementListParams = z.object({
  ...listParams(),
  ...filterParams(entitlementFields),
  externalId: textParam().meta({ description: 'A current or former agreement of the entitlement' }),
  contactId: textParam(64).meta({ description: 'A contact of its buyer or of its offer' }),
  awsAccountId: textParam(),
});

export const EntitlementQueryParams = z.object({
  ...queryParams(() => entitlementFields),
  ...filterParams(entitlementFields),
});

export const TermListParams = z.object({ ...listParams(), ...filterParams(termFields) });
