import type { z } from 'zod';
import { coSellRules } from '../../../adapters/cosell/rules.ts';
import { decimalToJson } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { Commission } from '../commission/commission.ts';
import { viewCommissionSummary, viewTerms } from '../commission/view.ts';
import { isCoSellPartner, type Referral, sideOf } from './referral.ts';
import type { Referral as ReferralShape } from './schema.ts';

export type ReferralView = z.input<typeof ReferralShape>;

const slotOf = ({ partner }: Referral): keyof ReferralView['info'] =>
  isCoSellPartner(partner) ? coSellRules[partner].slot : 'direct';

/** Who earns the commission: the organization on the partner's side, for every viewer. */
const sharesOf = (orgId: string, referral: Referral, commission: Commission | null): ReferralView['partners'] => {
  const { relationship_id: relationshipId, partner_org_id: partnerOrgId } = referral;
  if (relationshipId === null || partnerOrgId === null) return [];
  return [
    {
      partnerId: encodeId('relation', relationshipId),
      organizationID: encodeId('org', sideOf(referral) === 'SELLER' ? partnerOrgId : orgId),
      ...(referral.revenue_share && { revenueShare: viewTerms(referral.revenue_share) }),
      ...(referral.deal_value === null ? {} : { dealValue: decimalToJson(referral.deal_value) }),
      ...(referral.partner_note === null ? {} : { note: referral.partner_note }),
      ...(commission && { commission: viewCommissionSummary(commission) }),
    },
  ];
};

/**
 * A referral as clients see it. Audit rows and events show it without its commission, which has its own changes and events.
 */
export const viewReferral = (orgId: string, referral: Referral, commission: Commission | null = null): ReferralView => {
  const { partner_view: partnerView } = referral;
  const shares = sharesOf(orgId, referral, commission);
  return {
    id: encodeId('referral', referral.id),
    organizationID: encodeId('org', orgId),
    partner: referral.partner,
    direction: referral.direction,
    name: referral.name,
    status: referral.status,
    stage: referral.stage,
    ...(referral.external_id === null ? {} : { externalID: referral.external_id }),
    buyerCompany: referral.buyer_company,
    ...(referral.buyer_id === null ? {} : { buyerID: encodeId('buyer', referral.buyer_id) }),
    ...(referral.deal_value === null ? {} : { dealValue: decimalToJson(referral.deal_value) }),
    ...(referral.currency === null ? {} : { currency: referral.currency }),
    ...(referral.target_close_date === null ? {} : { targetCloseDate: referral.target_close_date }),
    ...(referral.crm_system === null || referral.crm_record_id === null
      ? {}
      : {
          crm: {
            system: referral.crm_system,
            recordId: referral.crm_record_id,
            ...(referral.crm_url === null ? {} : { url: referral.crm_url }),
          },
        }),
    info: { [slotOf(referral)]: referral.document },
    ...(partnerView === null ? {} : { partnerView: { ...partnerView.words, document: partnerView.document } }),
    ...(referral.accept_by === null ? {} : { acceptBy: referral.accept_by.toISOString() }),
    ...(referral.close_reason === null ? {} : { closeReason: referral.close_reason }),
    ...(referral.closed_time === null ? {} : { closedTime: referral.closed_time.toISOString() }),
    partners: shares,
    ...(commission && { commission: viewCommissionSummary(commission) }),
    sync: {
      status: referral.sync_status,
      ...(referral.sync_success_time === null ? {} : { lastSuccessTime: referral.sync_success_time.toISOString() }),
      ...(referral.sync_attempt_time === null ? {} : { lastAttemptTime: referral.sync_attempt_time.toISOString() }),
      errors: [...referral.sync_errors, ...referral.crm_errors],
    },
    metaInfo: referral.meta_info,
    ...(referral.approval_info === null ? {} : { approvalInfo: referral.approval_info }),
    createdBy: referral.created_by,
    creationTime: referral.creation_time.toISOString(),
    lastUpdatedBy: referral.last_updated_by,
    lastUpdateTime: referral.last_update_time.toISOString(),
  };
};
