import type { BuyerCompany } from '../../../../adapters/cosell/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { JsonNumber } from '../../../../kit/json.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { readTerms } from '../../commission/read-terms.ts';
import type { RevenueShareIn } from '../../commission/schema.ts';
import { addReferral } from '../change.ts';
import { requireDealValue } from '../deal-value.ts';
import { newReferral } from '../draft.ts';
import type { Referral } from '../referral.ts';
import { referralTransitions } from '../states.ts';
import type { ReferralView } from '../view.ts';

/** A deal as its seller registers it. */
export type NewDeal = {
  name: string;
  buyerCompany: BuyerCompany;
  dealValue: JsonNumber;
  currency: string;
  revenueShare: RevenueShareIn;
  targetCloseDate: string;
};

/** The record of the other side, and its organization. */
type Party = { relationshipId: string; orgId: string };

/**
 * Registers a deal that the organization of the call sells and a partner has referred: both get a copy, accepted from the
 * start. The caller has checked that the two are partners, and holds the lock of their pair.
 */
export const registerDeal = async (
  call: ActCall,
  deal: NewDeal,
  { partner, seller }: { partner: Party; seller: Party },
): Promise<ReferralView> => {
  const { name, buyerCompany, currency, targetCloseDate } = deal;
  const dealValue = requireDealValue(deal.dealValue);
  const shared = {
    partner: 'DIRECT',
    status: nextStatus('Referral', referralTransitions, 'register', { status: 'DRAFT' }),
    document: {},
    unified: { name, buyerCompany, dealValue, currency, targetCloseDate },
    pair_id: call.newId(),
    revenue_share: readTerms(deal.revenueShare, currency),
  } as const;
  const add = (where: ActCall, direction: Referral['direction'], { relationshipId, orgId }: Party) =>
    addReferral(
      where,
      newReferral(where, { ...shared, direction, relationship_id: relationshipId, partner_org_id: orgId }),
      'referral.created',
      'referral.accepted',
    );
  const view = await add(call, 'INBOUND', partner);
  await call.inOrganization(partner.orgId, (there) => add(there, 'OUTBOUND', seller));
  return view;
};
