import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { badRequest } from '../../../../kit/errors.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { readTerms } from '../../commission/read-terms.ts';
import { requireDealValue } from '../deal-value.ts';
import { mirrorDeal } from '../mirror.ts';
import type { Referral } from '../referral.ts';
import type { UpdateReferralPartner } from '../schema.ts';
import { changeDeal, lockDeal, requireSide } from '../sides.ts';
import { referralTransitions } from '../states.ts';
import { viewReferral } from '../view.ts';

type Body = z.output<typeof UpdateReferralPartner>;

const readShare = (old: Referral, { revenueShare }: Body): Pick<Referral, 'revenue_share'> => {
  if (!revenueShare || old.currency === null) return { revenue_share: old.revenue_share };
  nextStatus('Referral', referralTransitions, 'share', old);
  return { revenue_share: readTerms(revenueShare, old.currency) };
};

/**
 * The seller changes what concerns the partner of a deal: its share, until the deal is won, the value that the share is of,
 * and a note for it. Both copies say the same.
 */
export const updateReferralPartner = async (
  call: ActCall,
  { params, body }: { params: { referralId: string }; body: Body },
) => {
  const deal = await lockDeal(call, params.referralId);
  const { referral: old, commission } = deal.own;
  requireSide(deal, 'SELLER', 'What concerns the partner can only be changed by');
  if (body.partnerId !== old.relationship_id) {
    throw badRequest([
      { path: 'partnerId', code: 'not_found', message: 'must be the partner of this deal, as partners shows it' },
    ]);
  }
  nextStatus('Referral', referralTransitions, 'change', old);
  const change = {
    ...readShare(old, body),
    ...(body.dealValue === undefined ? {} : { deal_value: requireDealValue(body.dealValue) }),
    ...(body.note === undefined ? {} : { partner_note: body.note }),
  };
  const next = { ...old, ...change };
  if (isDeepStrictEqual(next, old)) return viewReferral(call.orgId, old, commission);
  return changeDeal(call, deal, {
    own: change,
    ...mirrorDeal(call, deal, { next, act: undefined }),
    events: ['referral.updated'],
  });
};
