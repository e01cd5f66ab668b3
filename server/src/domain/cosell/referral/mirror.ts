import type { ActCall } from '../../../contract/call.ts';
import { badRequest } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { beginCommission, type DealTerms, followDeal, type Occasion, reopenedDeal } from '../commission/follow-deal.ts';
import { checkCap } from '../commission/read-terms.ts';
import type { Referral } from './referral.ts';
import type { CommissionChange, Deal, DealChange } from './sides.ts';
import { type ReferralAct, referralIs, referralTransitions } from './states.ts';

/** Who acts, for the history of a commission. */
export const occasionOf = ({ orgId, now }: Pick<ActCall, 'orgId' | 'now'>): Occasion => ({
  by: encodeId('org', orgId),
  now,
});

const termsOf = ({
  name,
  buyer_company: buyerCompany,
  deal_value: dealValue,
  currency,
  revenue_share: terms,
}: Referral): DealTerms => {
  if (dealValue === null || currency === null || terms === null)
    throw new Error('a deal of two organizations has no value or no share');
  return { name, buyerCompany, dealValue, currency, terms };
};

/** What a move of a deal to a status is for the copy of the other side; undefined: it does not concern that one. */
const actThere: Readonly<Partial<Record<ReferralAct, ReferralAct>>> = {
  win: 'win',
  lose: 'lose',
  reopen: 'reopenThere',
};

/** Whether a move of one side is a move of the deal. */
export const movesDeal = (act: ReferralAct | undefined): boolean => act !== undefined && act in actThere;

const standingThere = (other: Referral, next: Referral, act: ReferralAct | undefined): Partial<Referral> => {
  const { closed_time, close_reason } = next;
  const same = act && actThere[act];
  if (same) return { status: nextStatus('Referral', referralTransitions, same, other), closed_time, close_reason };
  // An archived copy no longer contains the reason of the loss.
  return referralIs.closed(other.status) ? { close_reason } : {};
};

const commissionChange = (
  call: ActCall,
  { own }: Deal,
  next: Referral,
  act: ReferralAct | undefined,
): CommissionChange | null => {
  const { commission } = own;
  if (act === 'win') return { begins: beginCommission(termsOf(next), occasionOf(call)), pairId: call.newId() };
  if (commission === null) return null;
  const isReopened = act === 'reopen';
  const change = isReopened ? reopenedDeal(commission, occasionOf(call)) : followDeal(commission, termsOf(next));
  if (change === null) return null;
  return isReopened
    ? { act: 'reopen the deal', change, event: 'commission.voided' }
    : { act: 'follow the deal', change, event: 'commission.updated' };
};

/**
 * Applies a change of the deal by its seller to both sides: the other copy gets the same values, and the commission follows.
 * Throws 409 if the commission does not allow it, and 400 if the cap is no amount of the deal's currency.
 */
export const mirrorDeal = (
  call: ActCall,
  deal: Deal,
  { next, act }: { next: Referral; act: ReferralAct | undefined },
): Pick<DealChange, 'other' | 'commission'> => {
  const faults = checkCap(termsOf(next).terms, termsOf(next).currency, 'currency');
  if (faults.length > 0) throw badRequest(faults);
  const { name, buyer_company, stage, deal_value, currency, target_close_date, revenue_share, partner_note } = next;
  const shared = { name, buyer_company, stage, deal_value, currency, target_close_date, revenue_share, partner_note };
  return {
    other: { ...shared, ...standingThere(deal.other.referral, next, act) },
    commission: commissionChange(call, deal, next, act),
  };
};
