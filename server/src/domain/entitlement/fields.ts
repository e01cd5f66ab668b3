import type { Fields } from '../../contract/fields.ts';
import { entitlementStatuses } from './states.ts';

/** What `q` and `s` may name on entitlements. */
export const entitlementFields: Fields = {
  id: { type: 'id', prefix: 'ent', column: 'entitlement.id', sortable: true, required: true },
  name: { type: 'text', column: 'entitlement.name', sortable: true, required: true },
  type: { type: 'enum', column: 'entitlement.type', required: true },
  status: { type: 'enum', column: 'entitlement.status', values: entitlementStatuses, required: true },
  partner: { type: 'enum', column: 'entitlement.partner', required: true },
  partner_id: { type: 'text', column: 'entitlement.partner_id' },
  service: { type: 'enum', column: 'entitlement.service', required: true },
  external_id: { type: 'text', column: 'entitlement.external_id' },
  external_buyer_id: { type: 'text', column: 'entitlement.external_buyer_id' },
  external_product_id: { type: 'text', column: 'entitlement.external_product_id' },
  product_id: { type: 'id', prefix: 'prod', column: 'entitlement.product_id' },
  offer_id: { type: 'id', prefix: 'offer', column: 'entitlement.offer_id' },
  buyer_id: { type: 'id', prefix: 'buyer', column: 'entitlement.buyer_id' },
  start_time: { type: 'time', column: 'entitlement.start_time', sortable: true },
  end_time: { type: 'time', column: 'entitlement.end_time', sortable: true },
  creation_time: { type: 'time', column: 'entitlement.creation_time', sortable: true, required: true },
  last_update_time: { type: 'time', column: 'entitlement.last_update_time', sortable: true, required: true },
  'info.currency': { type: 'text', column: 'entitlement.currency' },
  'info.autoRenew': { type: 'boolean', column: 'entitlement.auto_renew' },
  'info.awsLicenseArn': { type: 'text', column: 'entitlement.aws_license_arn' },
  'metaInfo.salesforceOpportunityId': { type: 'text', column: 'entitlement.salesforce_opportunity_id' },
  'metaInfo.hubspotDealId': { type: 'text', column: 'entitlement.hubspot_deal_id' },
};

/** Terms are listed youngest first; they take no query. */
export const termFields: Fields = {
  id: { type: 'id', prefix: 'term', column: 'entitlement_term.id', sortable: true, required: true },
  creation_time: { type: 'time', column: 'entitlement_term.creation_time', sortable: true, required: true },
};
