import { z } from 'zod';
import { referralStages } from '../../../adapters/cosell/port.ts';
import { crmSystems } from '../../../adapters/crm/port.ts';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { queryParams } from '../../../contract/shapes.ts';
import { referralPartners } from './referral.ts';
import { referralStatuses } from './states.ts';

/** Fields that `q` and `s` can use on referrals. */
export const referralFields: Fields = {
  id: { type: 'id', prefix: 'referral', column: 'referral.id', sortable: true, required: true },
  name: { type: 'text', column: 'referral.name', sortable: true, required: true },
  status: { type: 'enum', values: referralStatuses, column: 'referral.status', required: true, filter: 'status' },
  stage: { type: 'enum', values: referralStages, column: 'referral.stage', required: true, filter: 'stage' },
  partner: { type: 'enum', values: referralPartners, column: 'referral.partner', required: true, filter: 'partner' },
  direction: {
    type: 'enum',
    values: ['OUTBOUND', 'INBOUND'],
    column: 'referral.direction',
    required: true,
    filter: 'direction',
  },
  partner_id: { type: 'id', prefix: 'relation', column: 'referral.relationship_id', filter: 'partnerId' },
  external_id: { type: 'text', column: 'referral.external_id', filter: 'externalID' },
  buyer_id: { type: 'id', prefix: 'buyer', column: 'referral.buyer_id', filter: 'buyerID' },
  buyer_company: { type: 'text', column: 'referral.buyer_company_name', sortable: true, required: true },
  deal_value: { type: 'number', column: 'referral.deal_value', sortable: true },
  currency: { type: 'text', column: 'referral.currency' },
  target_close_date: { type: 'text', column: 'referral.target_close_date', sortable: true },
  crm_system: { type: 'enum', values: crmSystems, column: 'referral.crm_system' },
  crm_record_id: { type: 'text', column: 'referral.crm_record_id', filter: 'crmRecordId' },
  sync_status: {
    type: 'enum',
    values: ['IN_SYNC', 'PENDING', 'FAILED'],
    column: 'referral.sync_status',
    required: true,
  },
  creation_time: {
    type: 'time',
    column: 'referral.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  last_update_time: { type: 'time', column: 'referral.last_update_time', sortable: true, required: true },
};

export const ReferralQueryParams = z.object({ ...queryParams(() => referralFields), ...filterParams(referralFields) });
